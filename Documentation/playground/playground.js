// SPDX-License-Identifier: Apache-2.0
"use strict";

const element = (id) => document.getElementById(id);

// The commands so far, with their times. Frames are a function of them, so that a stage with other
// options continues from the same state.
const longestHistory = 5000;
// How long a rectangle of damage stays visible, in milliseconds.
const damageLasts = 350;

class Playground {
  #module;
  #stage;
  #history = [];
  // How many of these commands the present stage has got.
  #played = 0;
  #options = {};
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
  #scheduled = 0;
  #drawnAt = 0;

  constructor(module) {
    this.#module = module;
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

  // Sets a stage up with other options and the same history; returns the error, or "".
  configure(options) {
    try {
      this.#make(options);
    } catch (error) {
      return error.message;
    }
    return "";
  }

  // Goes to a time, forwards or backwards, and shows its frame.
  seek(milliseconds) {
    this.#time = milliseconds;
    this.#since = performance.now();
    this.#make(this.#options);
    this.#frame();
  }

  // Applies a command now; returns the error, or "".
  command(text) {
    const time = this.time;
    this.#playUntil(time);
    const problem = this.#stage.command(text, time);
    if (problem === "") {
      this.#history.splice(this.#played, 0, [time, text]);
      this.#played++;
      if (this.#history.length > longestHistory) {
        this.#history.shift();
        this.#played--;
      }
      this.#wake();
    }
    return problem;
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
      this.#frame();
    }
  }

  #playUntil(time) {
    for (; this.#played < this.#history.length && this.#history[this.#played][0] <= time; this.#played++) {
      const [at, text] = this.#history[this.#played];
      this.#stage.command(text, at);
      this.#hasNews = true;
    }
  }

  #make(options) {
    const stage = new Flipbook(this.#module, options);
    this.#stage = stage;
    this.#options = options;
    this.#played = 0;
    this.#drawnAt = 0;
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
    this.#frame();
    const next = this.#speed === 0 ? Infinity : this.#stage.nextChange(this.time);
    const isWaiting = this.#speed !== 0 && this.#played < this.#history.length;
    if (next !== Infinity || isWaiting || this.#damage.length > 0) {
      this.#scheduled = requestAnimationFrame(() => this.#tick());
    }
  }

  #frame() {
    const time = this.time;
    const before = performance.now();
    this.#playUntil(time);
    const mayDiffer = this.#hasNews || this.#stage.nextChange(this.#drawnAt) <= time;
    this.#hasNews = false;
    if (mayDiffer) {
      const isNew = this.#stage.draw(time);
      const milliseconds = performance.now() - before;
      this.#drawnAt = time;
      if (isNew) {
        const facts = this.#stage.facts;
        this.#stage.show(this.#image, this.#context);
        this.#costs.push({ written: facts.written, milliseconds });
        if (this.#costs.length > 180) this.#costs.shift();
        for (const rectangle of facts.rectangles) this.#damage.push({ ...rectangle, at: before });
      }
    }
    this.#showDamage(before);
    this.#report(time);
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

// The form's values, as the stage's options.
function options() {
  const value = (name) => document.forms.options.elements[name].value;
  const isOn = (name) => document.forms.options.elements[name].checked;
  const [width, height] = value("stage").split("x").map(Number);
  const result = {
    width, height, animation: value("animation"), scale: value("scale"), rotate: value("rotate"),
    palette: value("palette"), paint: value("paint"), direction: value("direction"), rings: value("rings"),
    label: isOn("label") ? "on" : "off",
  };
  if (isOn("own-background")) result.background = value("background").slice(1);
  return result;
}

function log(text, reply) {
  const line = document.createElement("li");
  const [asked, answer] = [document.createElement("code"), document.createElement("span")];
  asked.textContent = text;
  answer.textContent = reply === "" ? "ok" : `error: ${reply}`;
  answer.className = reply === "" ? "ok" : "error";
  line.append(asked, answer);
  const list = element("log");
  list.append(line);
  while (list.children.length > 50) list.firstChild.remove();
  list.scrollTop = list.scrollHeight;
}

function connect(playground) {
  const form = document.forms.options;
  const configure = () => {
    document.body.dataset.animation = form.elements.animation.value;
    const problem = playground.configure(options());
    element("problem").textContent = problem;
  };
  form.addEventListener("input", configure);
  form.addEventListener("submit", (event) => event.preventDefault());
  const send = (text) => log(text, playground.command(text));
  for (const button of document.querySelectorAll("button[data-command]")) {
    button.addEventListener("click", () => send(button.dataset.command));
  }
  element("progress").addEventListener("input", (event) => {
    element("progress-value").textContent = `${event.target.value} %`;
    send(`progress${channelSuffix()} ${event.target.value}`);
  });
  document.forms.command.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = event.target.elements.line;
    if (field.value.trim() !== "") send(field.value);
    field.value = "";
  });
  element("speed").addEventListener("input", (event) => { playground.speed = Number(event.target.value); });
  element("step").addEventListener("click", () => {
    element("speed").value = "0";
    playground.speed = 0;
    playground.advance(playground.time + 1000 / 60, 1000 / 60);
  });
  element("shows-damage").addEventListener("input", () => playground.seek(playground.time));
  configure();
}

// Several rings have a channel each.
function channelSuffix() {
  const { animation, channel } = document.forms.options.elements;
  return animation.value === "ring" && channel.value !== "1" ? `/${channel.value}` : "";
}

async function start() {
  const bytes = Uint8Array.from(atob(flipbookModule), (letter) => letter.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  window.playground = new Playground(module);
  connect(window.playground);
  // The first contents of the page.
  window.playground.play([[0, "message Unpacking hello (2.10-3) …"], [600, "progress 42"]], 0);
  window.playground.speed = 1;
  element("progress").value = 42;
  element("progress-value").textContent = "42 %";
}

if (typeof flipbookModule === "undefined") {
  element("problem").textContent =
    "The module is missing: Scripts/build --arch wasm32 makes it, and leaves this page with it in .build/playground.";
} else {
  start().catch((error) => { element("problem").textContent = `This browser cannot show it: ${error.message}`; });
}
