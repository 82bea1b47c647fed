// SPDX-License-Identifier: Apache-2.0
"use strict";

// The renderer of the daemon, as a WebAssembly module: one stage, drawn at the times that it is given.
// An instance has one stage; another size or another animation is another instance.
class Flipbook {
  // How flipbook_facts lays its words out (Sources/Playground/Playground.swift).
  static #facts = { written: 0, drawn: 1, changed: 2, frames: 3, incomplete: 4, count: 5, rectangles: 6 };

  #exports;
  #width;
  #height;

  // Sets a stage up; `options` are those of Sources/Playground/StageOptions.swift. Throws what is wrong.
  constructor(module, options) {
    this.#exports = new WebAssembly.Instance(module, {}).exports;
    this.#width = options.width;
    this.#height = options.height;
    const words = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    const problem = this.#exports.flipbook_set_up(this.#write(words.join(" ")));
    if (problem > 0) throw new Error(this.#read(problem));
  }

  // Applies a command of the daemon's socket, such as "progress 42". Gives what is wrong, or "".
  command(text, milliseconds) {
    return this.#read(this.#exports.flipbook_command(this.#write(text), Flipbook.#time(milliseconds)));
  }

  // Draws the frame of a time; false where that is the one which is shown.
  draw(milliseconds) {
    return this.#exports.flipbook_draw(Flipbook.#time(milliseconds)) === 1;
  }

  // When the frame may change next without a command; Infinity for never.
  nextChange(milliseconds) {
    const nanoseconds = this.#exports.flipbook_next_change(Flipbook.#time(milliseconds));
    return nanoseconds < 0n ? Infinity : Number(nanoseconds) / 1e6;
  }

  // What a channel does and how far it is shown to be: { state: "running", percent: 41.7 }.
  status(channel, milliseconds) {
    const text = this.#read(this.#exports.flipbook_status(channel, Flipbook.#time(milliseconds)));
    const [state, percent] = text.split(" ");
    return { state: state ?? "", percent: Number(percent) };
  }

  // What the last frame cost, and where it differs from the one before it.
  get facts() {
    const at = Flipbook.#facts;
    const words = new Uint32Array(this.#exports.memory.buffer, this.#exports.flipbook_facts(), at.rectangles + 64);
    const rectangles = [];
    for (let index = 0; index < words[at.count]; index++) {
      const [x, y, width, height] = words.subarray(at.rectangles + 4 * index);
      rectangles.push({ x, y, width, height });
    }
    return {
      written: words[at.written], drawn: words[at.drawn], changed: words[at.changed],
      frames: words[at.frames], isIncomplete: words[at.incomplete] === 1, rectangles,
    };
  }

  // Copies what has changed into an image of the stage's size, and from there to a canvas's context.
  show(image, context) {
    const target = new Uint32Array(image.data.buffer);
    const count = this.#width * this.#height;
    const source = new Uint32Array(this.#exports.memory.buffer, this.#exports.flipbook_pixels(), count);
    for (const { x, y, width, height } of this.facts.rectangles) {
      for (let row = y; row < y + height; row++) {
        const end = row * this.#width + x + width;
        // A canvas wants to know that a pixel covers what is behind it.
        for (let index = end - width; index < end; index++) target[index] = source[index] | 0xff000000;
      }
      context.putImageData(image, 0, 0, x, y, width, height);
    }
  }

  static #time(milliseconds) {
    return BigInt(Math.round(milliseconds * 1e6));
  }

  // The module's memory moves when it grows.
  get #text() {
    const { memory, flipbook_text, flipbook_text_size } = this.#exports;
    return new Uint8Array(memory.buffer, flipbook_text(), flipbook_text_size());
  }

  #write(text) {
    return new TextEncoder().encodeInto(text, this.#text).written;
  }

  #read(length) {
    return new TextDecoder().decode(this.#text.slice(0, length));
  }
}
