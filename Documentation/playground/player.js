// SPDX-License-Identifier: Apache-2.0
"use strict";

// The clock of a stage: it goes on from its time at a speed, and stands at speed 0.
class StageClock {
  #time = 0;
  #since = performance.now();
  #speed = 1;

  // Milliseconds since the stage appeared.
  get time() {
    return this.#time + (performance.now() - this.#since) * this.#speed;
  }

  set time(milliseconds) {
    this.#time = milliseconds;
    this.#since = performance.now();
  }

  get speed() {
    return this.#speed;
  }

  set speed(speed) {
    this.time = this.time;
    this.#speed = speed;
  }
}

// What was done so far, with its times: [milliseconds, text, kind], where the kind is one of Flipbook.apply's, a
// command if it is absent. Typed keys are in it, too: the pages are demos. Frames are a function of it, so that a stage
// with other options continues from the same state, and several stages show the same.
class StageHistory {
  static longest = 5000;

  #entries;
  // How many of the oldest entries were dropped; a number of an entry counts them.
  #dropped = 0;

  constructor(entries = []) {
    this.#entries = entries;
  }

  get first() {
    return this.#dropped;
  }

  get end() {
    return this.#dropped + this.#entries.length;
  }

  entry(number) {
    return this.#entries[number - this.#dropped];
  }

  // Adds an entry behind all that was done until its time.
  add(time, text, kind) {
    let index = this.#entries.length;
    while (index > 0 && this.#entries[index - 1][0] > time) index--;
    this.#entries.splice(index, 0, [time, text, kind]);
    if (this.#entries.length > StageHistory.longest) {
      this.#entries.shift();
      this.#dropped++;
    }
  }
}

// A stage that plays a history on a canvas.
class StagePlayer {
  #module;
  #stage;
  #history = new StageHistory();
  // The number of the first entry that the stage has not got.
  #played = 0;
  #options = {};
  #pack = null;
  #image = null;
  #context;
  #hasNews = true;
  // Whether images of the theme are left to be made: some in each frame, so that the page stays quick.
  #isMaking = false;
  #drawnAt = 0;

  constructor(module, canvas) {
    this.#module = module;
    this.#context = canvas.getContext("2d", { willReadFrequently: true });
  }

  get options() {
    return this.#options;
  }

  get pack() {
    return this.#pack;
  }

  get isMaking() {
    return this.#isMaking;
  }

  // The names that the theme offers.
  get choices() {
    return this.#stage.choices;
  }

  get facts() {
    return this.#stage.facts;
  }

  // The pixels of the canvas.
  get image() {
    return this.#image;
  }

  // Whether a part of the history waits for its time.
  get isWaiting() {
    return this.#played < this.#history.end;
  }

  // Sets a stage up, to play a history from its beginning. Throws the error, and the present stage stays.
  setUp(options, pack, history) {
    this.#stage = new Flipbook(this.#module, options, pack);
    [this.#options, this.#pack, this.#history] = [options, pack, history];
    this.#played = history.first;
    this.#drawnAt = 0;
    this.#hasNews = true;
    const { canvas } = this.#context;
    if (canvas.width !== options.width) canvas.width = options.width;
    if (canvas.height !== options.height) canvas.height = options.height;
    // The first frame replaces all pixels of an image that is there.
    if (this.#image?.width !== options.width || this.#image.height !== options.height) {
      this.#image = new ImageData(options.width, options.height);
    }
  }

  // Does something at a time and adds it to the history; returns the error, or "".
  apply(text, kind, time) {
    this.#playUntil(time);
    const problem = this.#stage.apply(kind, text, time);
    if (problem === "") {
      this.#history.add(time, text, kind);
      this.#played++;
      this.#hasNews = true;
    }
    return problem;
  }

  // Shows the frame of a time. Returns its { facts, milliseconds }; null where the shown frame is still right, or
  // images are left to be made.
  frame(time) {
    const before = performance.now();
    this.#playUntil(time);
    const mayDiffer = this.#hasNews || this.#stage.nextChange(this.#drawnAt) <= time;
    this.#hasNews = false;
    this.#isMaking = mayDiffer && this.#stage.makeImages(time);
    if (!mayDiffer) return null;
    const isNew = this.#stage.draw(time);
    const milliseconds = performance.now() - before;
    this.#drawnAt = time;
    if (!isNew) return null;
    this.#stage.show(this.#image, this.#context);
    return { facts: this.#stage.facts, milliseconds };
  }

  // Has the next frame drawn, also where nothing was done.
  wake() {
    this.#hasNews = true;
  }

  // When the frame may change next without a command; Infinity for never. What was done until then comes first: to the
  // stage a time that was asked about has passed.
  nextChange(time) {
    this.#playUntil(time);
    return this.#stage.nextChange(time);
  }

  // The state of a channel, as of Flipbook.status.
  status(channel, time) {
    this.#playUntil(time);
    return this.#stage.status(channel, time);
  }

  // Where the theme's elements are, as Flipbook.elements says it.
  elements(time) {
    this.#playUntil(time);
    return this.#stage.elements(time);
  }

  #playUntil(time) {
    this.#played = Math.max(this.#played, this.#history.first);
    for (; this.isWaiting && this.#history.entry(this.#played)[0] <= time; this.#played++) {
      const [at, text, kind] = this.#history.entry(this.#played);
      this.#stage.apply(kind ?? "command", text, at);
      this.#hasNews = true;
    }
  }
}

// Whether an error is the module's end: a trap, or a stack without an end.
function isTrap(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

// The bytes of a text in base64. A pack may have 64 MiB, for which Uint8Array.from takes seconds.
function bytesOf(base64) {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

// What the daemon logs of a frame that lacks something, or "".
function lossOf({ missingImages, isIncomplete }) {
  if (missingImages > 0) return "an image of the theme is broken or too large, leaving it out";
  return isIncomplete ? "scene capacity exceeded: some shapes were not drawn" : "";
}
