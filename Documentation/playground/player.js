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

  // { number, time, text, kind } by their numbers, which have gaps where entries were dropped.
  #entries;
  #end;
  #isCut = false;

  constructor(entries = []) {
    this.#entries = entries.map(([time, text, kind], number) => ({ number, time, text, kind }));
    this.#end = entries.length;
  }

  // Whether so much was done that the first part is forgotten.
  get isCut() {
    return this.#isCut;
  }

  // Behind the number of the last entry.
  get end() {
    return this.#end;
  }

  // How many entries are kept.
  get size() {
    return this.#entries.length;
  }

  // The first entry that has a number, or a larger one; undefined behind the last one.
  from(number) {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = low + high >> 1;
      if (this.#entries[middle].number < number) low = middle + 1; else high = middle;
    }
    return this.#entries[low];
  }

  // Adds an entry behind all that was done until its time; returns its number.
  add(time, text, kind) {
    let index = this.#entries.length;
    while (index > 0 && this.#entries[index - 1].time > time) index--;
    const number = this.#entries[index]?.number ?? this.#end;
    for (const later of this.#entries.slice(index)) later.number++;
    this.#entries.splice(index, 0, { number, time, text, kind });
    this.#end++;
    if (this.#entries.length > StageHistory.longest) {
      this.#entries.shift();
      this.#isCut = true;
    }
    return number;
  }

  // Drops what makes no difference any more, up to a time by which all that moved then is at rest: reports of progress between
  // two others, and the course before the last reset. A page that runs for hours sets stages up again and again.
  thin(time) {
    const words = (entry, pattern) => entry !== undefined && entry.time < time && pattern.test(entry.text);
    const reset = this.#entries.findLastIndex((entry) => words(entry, /^reset$/));
    const kept = this.#entries.filter((entry, index) => index >= reset || !words(entry, /^(progress [\w.]+|done|fail|reset)$/));
    const isReport = (entry) => words(entry, /^progress [\d.]+$/);
    this.#entries = kept.filter((entry, index) => !(isReport(kept[index - 1]) && isReport(entry) && isReport(kept[index + 1])));
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

  // Whether a part of the history waits for its time.
  get isWaiting() {
    return this.#played < this.#history.end;
  }

  // Sets a stage up, to play a history from its beginning. Throws the error, and the present stage stays.
  setUp(options, pack, history) {
    this.#stage = new Flipbook(this.#module, options, pack);
    [this.#options, this.#pack, this.#history] = [options, pack, history];
    this.#played = 0;
    this.#drawnAt = 0;
    this.#hasNews = true;
  }

  // Gives the stage and its pixels up, until it is set up again; the canvas stays as it is.
  release() {
    [this.#stage, this.#image] = [null, null];
  }

  // Does something at a time and adds it to the history; returns the error, or "".
  apply(text, kind, time) {
    this.#playUntil(time);
    const problem = this.#stage.apply(kind, text, time);
    if (problem === "") {
      this.#played = this.#history.add(time, text, kind) + 1;
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
    this.#fit();
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

  // Gives the canvas the size of the stage, now that there is a frame of it. The first frame replaces all pixels of an image
  // that is there.
  #fit() {
    const { width, height } = this.#options;
    const { canvas } = this.#context;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    if (this.#image?.width !== width || this.#image.height !== height) this.#image = new ImageData(width, height);
  }

  #playUntil(time) {
    while (true) {
      const entry = this.#history.from(this.#played);
      if (entry === undefined || entry.time > time) return;
      this.#stage.apply(entry.kind ?? "command", entry.text, entry.time);
      this.#played = entry.number + 1;
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
