// SPDX-License-Identifier: Apache-2.0
"use strict";

// The renderer of the daemon, as a WebAssembly module: one stage, drawn at given times.
// An instance has one stage; another size or another animation is another instance.
class Flipbook {
  // The layout of flipbook_facts' words (Sources/Playground/Playground.swift).
  static #facts = { written: 0, drawn: 1, changed: 2, frames: 3, incomplete: 4, count: 5, rectangles: 6 };

  #exports;
  #width;
  #height;

  // Sets a stage up; `options` are those of Sources/Playground/StageOptions.swift. Throws the error.
  constructor(module, options) {
    this.#exports = new WebAssembly.Instance(module, {}).exports;
    this.#width = options.width;
    this.#height = options.height;
    const words = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    const problem = this.#exports.flipbook_set_up(this.#write(words.join(" ")));
    if (problem > 0) throw new Error(this.#read(problem));
  }

  // Applies a command of the daemon's socket, such as "progress 42". Returns the error, or "".
  command(text, milliseconds) {
    return this.#read(this.#exports.flipbook_command(this.#write(text), Flipbook.#time(milliseconds)));
  }

  // Draws the frame of a time; false if it is the shown frame.
  draw(milliseconds) {
    return this.#exports.flipbook_draw(Flipbook.#time(milliseconds)) === 1;
  }

  // When the frame may change next without a command; Infinity for never.
  nextChange(milliseconds) {
    const nanoseconds = this.#exports.flipbook_next_change(Flipbook.#time(milliseconds));
    return nanoseconds < 0n ? Infinity : Number(nanoseconds) / 1e6;
  }

  // The state and the shown progress of a channel: { state: "running", percent: 41.7 }.
  status(channel, milliseconds) {
    const text = this.#read(this.#exports.flipbook_status(channel, Flipbook.#time(milliseconds)));
    const [state, percent] = text.split(" ");
    return { state: state ?? "", percent: Number(percent) };
  }

  // The cost of the last frame, and its difference from the previous frame.
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

  // Copies the changed pixels into an image of the stage's size, and from there to a canvas's context.
  show(image, context) {
    const target = new Uint32Array(image.data.buffer);
    const count = this.#width * this.#height;
    const source = new Uint32Array(this.#exports.memory.buffer, this.#exports.flipbook_pixels(), count);
    for (const { x, y, width, height } of this.facts.rectangles) {
      for (let row = y; row < y + height; row++) {
        const end = row * this.#width + x + width;
        // A canvas needs an opaque alpha channel.
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
