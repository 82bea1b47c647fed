// SPDX-License-Identifier: Apache-2.0
"use strict";

const element = (id) => document.getElementById(id);

// How long a rectangle of damage stays visible, in milliseconds.
const damageLasts = 350;

class Playground {
  #player;
  #clock = new StageClock();
  #history = new StageHistory();
  // What is asked for: "password", "question" or "none".
  #prompt = "none";
  #mode = "boot-up";
  // What the last frame lacked, or "".
  #loss = "";
  #moduleStopped;
  #promptChanged;
  #damageContext;
  #damage = [];
  #costs = [];
  #scheduled = 0;

  // `moduleStopped` gets the error of a trap, after which a new stage shows a built-in animation; `promptChanged` gets
  // the kind of a new prompt.
  constructor(module, { moduleStopped, promptChanged }) {
    this.#player = new StagePlayer(module, element("canvas"));
    [this.#moduleStopped, this.#promptChanged] = [moduleStopped, promptChanged];
    this.#damageContext = element("damage").getContext("2d");
  }

  // The stage's time in milliseconds.
  get time() {
    return this.#clock.time;
  }

  // How fast the stage's clock goes; 0 stops it.
  set speed(speed) {
    this.#clock.speed = speed;
    this.#wake();
  }

  // The names that the theme offers.
  get choices() {
    return this.#player.choices;
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
    this.#clock.time = milliseconds;
    this.#guarded(() => {
      this.#make(this.#player.options, this.#player.pack);
      this.#wholeFrame();
    });
  }

  // Applies a command now, or does another kind of thing; returns the error, or "".
  command(text, kind = "command") {
    return this.#guarded(() => {
      const problem = this.#player.apply(text, kind, this.time);
      if (problem === "") this.#wake();
      return problem;
    });
  }

  // Calls the module. If it traps, its instance is dropped with all that was done on it, and the error is returned.
  #guarded(action) {
    try {
      return action();
    } catch (error) {
      if (!isTrap(error)) throw error;
      const { width, height } = this.#player.options;
      this.#history = new StageHistory();
      this.#make({ width, height }, null);
      this.#moduleStopped(error);
      return `the module stopped: ${error.message}`;
    }
  }

  // Plays commands, each with its time, and shows the frame of a time; then the clock stops.
  play(commands, milliseconds) {
    this.speed = 0;
    this.#history = new StageHistory(commands);
    this.seek(milliseconds);
  }

  // Shows all frames up to a time, one per step, as if that time had passed; then the clock stops.
  advance(milliseconds, step) {
    this.speed = 0;
    while (this.time < milliseconds) {
      this.#clock.time = Math.min(this.time + step, milliseconds);
      this.#guarded(() => this.#wholeFrame());
    }
  }

  #make(options, pack) {
    this.#player.setUp(options, pack, this.#history);
    this.#loss = "";
    const damage = element("damage");
    if (damage.width !== options.width) damage.width = options.width;
    if (damage.height !== options.height) damage.height = options.height;
    this.#damage = [];
    this.#wake();
  }

  // A frame is requested only while something moves: a still page does nothing.
  #wake() {
    this.#player.wake();
    if (this.#scheduled === 0) this.#scheduled = requestAnimationFrame(() => this.#tick());
  }

  #tick() {
    this.#scheduled = 0;
    let next = Infinity;
    this.#guarded(() => {
      this.#frame();
      if (this.#clock.speed !== 0) next = this.#player.nextChange(this.time);
    });
    // A new stage after a trap has requested its frame.
    if (this.#scheduled !== 0) return;
    const isWaiting = this.#clock.speed !== 0 && this.#player.isWaiting;
    if (next !== Infinity || isWaiting || this.#player.isMaking || this.#damage.length > 0) {
      this.#scheduled = requestAnimationFrame(() => this.#tick());
    }
  }

  // Shows the frame with all its images, however long they take.
  #wholeFrame() {
    do this.#frame(); while (this.#player.isMaking);
  }

  #frame() {
    const time = this.time;
    const now = performance.now();
    const shown = this.#player.frame(time);
    if (shown !== null) {
      this.#warn(lossOf(shown.facts));
      this.#costs.push({ written: shown.facts.written, milliseconds: shown.milliseconds });
      if (this.#costs.length > 180) this.#costs.shift();
      for (const rectangle of shown.facts.rectangles) this.#damage.push({ ...rectangle, at: now });
    }
    this.#showDamage(now);
    this.#report(time);
  }

  // Says once what a frame lacks.
  #warn(loss) {
    if (loss !== "" && loss !== this.#loss) element("problem").textContent = loss;
    this.#loss = loss;
  }

  #showDamage(now) {
    const context = this.#damageContext;
    const { width, height } = context.canvas;
    context.clearRect(0, 0, width, height);
    this.#damage = this.#damage.filter(({ at }) => now - at < damageLasts);
    if (!element("shows-damage").checked) return;
    context.lineWidth = Math.max(1, Math.round(width / 640));
    for (const { x, y, width, height, at } of this.#damage) {
      const strength = 1 - (now - at) / damageLasts;
      context.strokeStyle = `rgba(255, 0, 110, ${0.8 * strength * strength})`;
      context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    }
  }

  #report(time) {
    const { facts, options } = this.#player;
    const last = this.#costs.at(-1) ?? { written: 0, milliseconds: 0 };
    const all = options.width * options.height;
    const status = this.#player.status(1, time);
    const isStopped = this.#clock.speed === 0;
    const isStill = !isStopped && this.#player.nextChange(time) === Infinity;
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
    element("activity").textContent = isStopped ? "paused" : isStill ? "still: costs nothing" : "moving";
    element("activity").dataset.still = isStill || isStopped;
    drawCosts(this.#costs, all);
  }
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
