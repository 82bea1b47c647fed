// SPDX-License-Identifier: Apache-2.0
"use strict";

// The renderer of the daemon, as a WebAssembly module: one stage, drawn at given times.
// An instance has one stage; another size, animation or theme is another instance. A call throws a
// WebAssembly.RuntimeError if the module traps, after which the instance must not be used.
class Flipbook {
  // The largest file of a theme's pack; the module rejects a larger one.
  static largestPack = 64 << 20;

  // The layout of flipbook_facts' words (Sources/Playground/Playground.swift).
  static #facts = { written: 0, drawn: 1, changed: 2, frames: 3, incomplete: 4, missing: 5, count: 6, rectangles: 7 };

  #exports;
  #width;
  #height;

  // Sets a stage up; `options` are those of Sources/Playground/StageOptions.swift, `pack` is null or a theme's
  // { name, bytes }. Throws the error.
  constructor(module, options, pack) {
    this.#exports = new WebAssembly.Instance(module, {}).exports;
    if (pack !== null) this.#load(pack);
    this.#width = options.width;
    this.#height = options.height;
    const words = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    const problem = this.#exports.flipbook_set_up(this.#write(words.join(" ")));
    if (problem > 0) throw new Error(this.#read(problem));
  }

  // Checks a theme's pack, as the daemon does; throws the line that the daemon would log.
  #load({ name, bytes }) {
    const part = bytes.subarray(0, Flipbook.largestPack + 1);
    const address = this.#exports.flipbook_reserve_pack(part.length);
    new Uint8Array(this.#exports.memory.buffer, address, part.length).set(part);
    const problem = this.#exports.flipbook_check_pack();
    if (problem > 0) throw new Error(`theme ${name}: ${this.#read(problem)}`);
  }

  // Does what a person or a client does. Returns the error, or "". The kinds:
  //   command             a command or a mode of the daemon's socket, such as "progress 42"
  //   password, question  asks for a secret or for a text
  //   type                keys, as a terminal sends them: "\r" answers, "\x7f" erases
  //   end                 removes the question
  //   caps-on, caps-off   Caps Lock, with the keyboard layout's short name as the text
  apply(kind, text, milliseconds) {
    const [exports, length, time] = [this.#exports, this.#write(text), Flipbook.#time(milliseconds)];
    switch (kind) {
      case "command": return this.#read(exports.flipbook_command(length, time));
      case "password": return this.#read(exports.flipbook_ask(0, length, time));
      case "question": return this.#read(exports.flipbook_ask(1, length, time));
      case "type": this.#type(text, time); return "";
      case "end": exports.flipbook_end_prompt(time); return "";
      case "caps-on": exports.flipbook_keyboard(1, length, time); return "";
      case "caps-off": exports.flipbook_keyboard(0, length, time); return "";
      default: return `no such kind: ${kind}`;
    }
  }

  // Many keys may be pasted at once: more than the text area holds.
  #type(text, time) {
    const keys = Array.from(text);
    for (let at = 0; at < keys.length; at += 100) {
      this.#exports.flipbook_type(this.#write(keys.slice(at, at + 100).join("")), time);
    }
  }

  // The names that a theme offers: { variants: ["dark"], locales: ["en", "de"] }.
  get choices() {
    const [variants, locales] = this.#read(this.#exports.flipbook_choices()).split("\n");
    const words = (line) => (line ?? "").split(" ").filter((word) => word !== "");
    return { variants: words(variants), locales: words(locales) };
  }

  // Makes some images of the theme, in some 10 ms; true while others are left.
  makeImages(milliseconds) {
    return this.#exports.flipbook_make_images(Flipbook.#time(milliseconds)) === 1;
  }

  // Draws the frame of a time; false if it is the shown frame, or a new look waits for its images.
  draw(milliseconds) {
    return this.#exports.flipbook_draw(Flipbook.#time(milliseconds)) === 1;
  }

  // When the frame may change next without a command; Infinity for never.
  nextChange(milliseconds) {
    const nanoseconds = this.#exports.flipbook_next_change(Flipbook.#time(milliseconds));
    return nanoseconds < 0n ? Infinity : Number(nanoseconds) / 1e6;
  }

  // The state and the shown progress of a channel, the prompt and the mode:
  // { state: "running", percent: 41.7, prompt: "none", mode: "boot-up" }; a prompt is a "password" or a "question".
  status(channel, milliseconds) {
    const text = this.#read(this.#exports.flipbook_status(channel, Flipbook.#time(milliseconds)));
    const [state, percent, prompt, mode] = text.split(" ");
    return { state, percent: Number(percent), prompt: prompt ?? "none", mode: mode ?? "boot-up" };
  }

  // Where a theme's elements are in the frame of a time: { stage, items }, back to front, in points of the stage; null
  // without a theme. A node is a number in the pack, the parent that of the element's stack, -1 for none.
  elements(milliseconds) {
    const read = (index) => this.#read(this.#exports.flipbook_element(index, Flipbook.#time(milliseconds)));
    const first = read(0);
    if (first === "") return null;
    const [width, height, margin, situation] = first.split(" ").map(Number);
    const items = [];
    for (let line = read(1); line !== ""; line = read(items.length + 1)) {
      const words = line.split(" ");
      const [kind, node, parent, isHeld, x, y, itemWidth, itemHeight] = words.slice(0, 8).map(Number);
      items.push({ kind, node, parent, isHeld: isHeld === 1, x, y, width: itemWidth, height: itemHeight, name: words.slice(8).join(" ") });
    }
    return { stage: { width, height, margin, situation }, items };
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
      frames: words[at.frames], isIncomplete: words[at.incomplete] === 1, missingImages: words[at.missing],
      rectangles,
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
