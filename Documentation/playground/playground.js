// SPDX-License-Identifier: Apache-2.0
"use strict";

const element = (id) => document.getElementById(id);

// What was done so far, with its times: [milliseconds, text, kind], where the kind is one of Flipbook.apply's, a
// command if it is absent. Typed keys are in it, too: the page is a demo. Frames are a function of it, so that a stage with other options continues from the same
// state.
const longestHistory = 5000;
// How long a rectangle of damage stays visible, in milliseconds.
const damageLasts = 350;

class Playground {
  #module;
  #stage;
  #history = [];
  // How much of this the present stage has got.
  #played = 0;
  #options = {};
  // The theme's pack, { name, bytes }; null for a built-in animation.
  #pack = null;
  // What is asked for: "password", "question" or "none".
  #prompt = "none";
  #mode = "boot-up";
  // What the last frame lacked, or "".
  #loss = "";
  #moduleStopped;
  #promptChanged;
  // The stage's clock: `#time` at the page's `#since`, from there on at `#speed`.
  #time = 0;
  #since = 0;
  #speed = 1;
  #image;
  #context;
  #damageContext;
  #damage = [];
  #costs = [];
  #hasNews = true;
  // Whether images of the theme are left to be made: some in each frame, so that the page stays quick.
  #isMaking = false;
  #scheduled = 0;
  #drawnAt = 0;

  // `moduleStopped` gets the error of a trap, after which a new stage shows a built-in animation; `promptChanged` gets
  // the kind of a new prompt.
  constructor(module, { moduleStopped, promptChanged }) {
    this.#module = module;
    [this.#moduleStopped, this.#promptChanged] = [moduleStopped, promptChanged];
    this.#context = element("canvas").getContext("2d", { willReadFrequently: true });
    this.#damageContext = element("damage").getContext("2d");
    this.#since = performance.now();
  }

  // The stage's time in milliseconds.
  get time() {
    return this.#time + (performance.now() - this.#since) * this.#speed;
  }

  // How fast the stage's clock goes; 0 stops it.
  set speed(speed) {
    this.#time = this.time;
    this.#since = performance.now();
    this.#speed = speed;
    this.#wake();
  }

  // The names that the theme offers.
  get choices() {
    return this.#stage.choices;
  }

  // Sets a stage up with other options and the same history; returns the error, or "". The present stage stays if
  // that fails, whatever a pack does to the module.
  configure(options, pack = null) {
    try {
      this.#make(options, pack);
    } catch (error) {
      return isTrap(error) ? `the module stopped at this look: ${error.message}` : error.message;
    }
    return "";
  }

  // Goes to a time, forwards or backwards, and shows its frame.
  seek(milliseconds) {
    this.#time = milliseconds;
    this.#since = performance.now();
    this.#guarded(() => {
      this.#make(this.#options, this.#pack);
      this.#wholeFrame();
    });
  }

  // Applies a command now, or does another kind of thing; returns the error, or "".
  command(text, kind = "command") {
    return this.#guarded(() => this.#apply(text, kind, this.time));
  }

  #apply(text, kind, time) {
    this.#playUntil(time);
    const problem = this.#stage.apply(kind, text, time);
    if (problem === "") {
      this.#history.splice(this.#played, 0, [time, text, kind]);
      this.#played++;
      if (this.#history.length > longestHistory) {
        this.#history.shift();
        this.#played--;
      }
      this.#wake();
    }
    return problem;
  }

  // Calls the module. If it traps, its instance is dropped with all that was done on it, and the error is returned.
  #guarded(action) {
    try {
      return action();
    } catch (error) {
      if (!isTrap(error)) throw error;
      const { width, height } = this.#options;
      this.#history = [];
      this.#make({ width, height }, null);
      this.#moduleStopped(error);
      return `the module stopped: ${error.message}`;
    }
  }

  // Plays commands, each with its time, and shows the frame of a time; then the clock stops.
  play(commands, milliseconds) {
    this.speed = 0;
    this.#history = commands;
    this.seek(milliseconds);
  }

  // Shows all frames up to a time, one per step, as if that time had passed; then the clock stops.
  advance(milliseconds, step) {
    this.speed = 0;
    while (this.#time < milliseconds) {
      this.#time = Math.min(this.#time + step, milliseconds);
      this.#guarded(() => this.#wholeFrame());
    }
  }

  #playUntil(time) {
    for (; this.#played < this.#history.length && this.#history[this.#played][0] <= time; this.#played++) {
      const [at, text, kind] = this.#history[this.#played];
      this.#stage.apply(kind ?? "command", text, at);
      this.#hasNews = true;
    }
  }

  #make(options, pack) {
    const stage = new Flipbook(this.#module, options, pack);
    this.#stage = stage;
    [this.#options, this.#pack] = [options, pack];
    this.#played = 0;
    this.#drawnAt = 0;
    this.#loss = "";
    for (const canvas of [element("canvas"), element("damage")]) {
      if (canvas.width !== options.width) canvas.width = options.width;
      if (canvas.height !== options.height) canvas.height = options.height;
    }
    this.#image = new ImageData(options.width, options.height);
    this.#damage = [];
    this.#wake();
  }

  // A frame is requested only while something moves: a still page does nothing.
  #wake() {
    this.#hasNews = true;
    if (this.#scheduled === 0) this.#scheduled = requestAnimationFrame(() => this.#tick());
  }

  #tick() {
    this.#scheduled = 0;
    let next = Infinity;
    this.#guarded(() => {
      this.#frame();
      if (this.#speed !== 0) next = this.#stage.nextChange(this.time);
    });
    // A new stage after a trap has requested its frame.
    if (this.#scheduled !== 0) return;
    const isWaiting = this.#speed !== 0 && this.#played < this.#history.length;
    if (next !== Infinity || isWaiting || this.#isMaking || this.#damage.length > 0) {
      this.#scheduled = requestAnimationFrame(() => this.#tick());
    }
  }

  // Shows the frame with all its images, however long they take.
  #wholeFrame() {
    do this.#frame(); while (this.#isMaking);
  }

  #frame() {
    const time = this.time;
    const before = performance.now();
    this.#playUntil(time);
    const mayDiffer = this.#hasNews || this.#stage.nextChange(this.#drawnAt) <= time;
    this.#hasNews = false;
    this.#isMaking = mayDiffer && this.#stage.makeImages(time);
    if (mayDiffer) {
      const isNew = this.#stage.draw(time);
      const milliseconds = performance.now() - before;
      this.#drawnAt = time;
      if (isNew) {
        const facts = this.#stage.facts;
        this.#stage.show(this.#image, this.#context);
        this.#warn(facts);
        this.#costs.push({ written: facts.written, milliseconds });
        if (this.#costs.length > 180) this.#costs.shift();
        for (const rectangle of facts.rectangles) this.#damage.push({ ...rectangle, at: before });
      }
    }
    this.#showDamage(before);
    this.#report(time);
  }

  // Says once what the daemon logs of a frame that lacks something.
  #warn({ missingImages, isIncomplete }) {
    const loss = missingImages > 0 ? "an image of the theme is broken or too large, leaving it out"
      : isIncomplete ? "scene capacity exceeded: some shapes were not drawn" : "";
    if (loss !== "" && loss !== this.#loss) element("problem").textContent = loss;
    this.#loss = loss;
  }

  #showDamage(now) {
    const context = this.#damageContext;
    context.clearRect(0, 0, this.#options.width, this.#options.height);
    this.#damage = this.#damage.filter(({ at }) => now - at < damageLasts);
    if (!element("shows-damage").checked) return;
    context.lineWidth = Math.max(1, Math.round(this.#options.width / 640));
    for (const { x, y, width, height, at } of this.#damage) {
      const strength = 1 - (now - at) / damageLasts;
      context.strokeStyle = `rgba(255, 0, 110, ${0.8 * strength * strength})`;
      context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    }
  }

  #report(time) {
    const facts = this.#stage.facts;
    const last = this.#costs.at(-1) ?? { written: 0, milliseconds: 0 };
    const all = this.#options.width * this.#options.height;
    const status = this.#stage.status(1, time);
    const isStill = this.#speed !== 0 && this.#stage.nextChange(time) === Infinity;
    if (status.prompt !== this.#prompt) {
      this.#prompt = status.prompt;
      this.#promptChanged(status.prompt);
    }
    // Only a change, so that an open choice stays as it is.
    if (status.mode !== this.#mode) element("mode").value = this.#mode = status.mode;
    element("state").textContent = status.state;
    element("shown").textContent = `${status.percent.toFixed(1)} %`;
    element("clock").textContent = `${(time / 1000).toFixed(2)} s`;
    element("frames").textContent = facts.frames.toLocaleString("en");
    element("written").textContent = last.written.toLocaleString("en");
    element("share").textContent = `${(100 * last.written / all).toFixed(2)} % of the stage`;
    element("took").textContent = `${last.milliseconds.toFixed(2)} ms`;
    element("activity").textContent = this.#speed === 0 ? "paused" : isStill ? "still: costs nothing" : "moving";
    element("activity").dataset.still = isStill || this.#speed === 0;
    drawCosts(this.#costs, all);
  }
}

// Whether an error is the module's end: a trap, or a stack without an end.
function isTrap(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

// Bars of the pixels stored by the last frames, on a logarithmic scale: a full frame reaches to the top.
function drawCosts(costs, all) {
  const canvas = element("costs");
  const ratio = window.devicePixelRatio;
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  const style = getComputedStyle(canvas);
  context.clearRect(0, 0, width, height);
  context.fillStyle = style.color;
  const step = width / 180;
  costs.forEach(({ written }, index) => {
    const bar = height * Math.max(0.02, Math.log(1 + written) / Math.log(1 + all));
    context.fillRect(width - (costs.length - index) * step, height - bar, Math.max(1, step - ratio), bar);
  });
}
