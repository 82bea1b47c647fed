// SPDX-License-Identifier: Apache-2.0
"use strict";

// The displays of the wall. A size in points is one that 'flipbook-theme check' lays a theme out for.
const displays = [
  { id: "laptop", name: "Laptop", width: 1366, height: 768, scale: 1 },
  { id: "portrait", name: "Portrait", width: 1080, height: 1920, scale: 1 },
  { id: "phone", name: "Phone", width: 780, height: 1688, scale: 2 },
  { id: "uhd", name: "4K monitor", width: 3840, height: 2160, scale: 2 },
  { id: "panel", name: "Small panel", width: 480, height: 320, scale: 1 },
  { id: "ultrawide", name: "Ultrawide monitor", width: 2560, height: 1080, scale: 1 },
];

// An element of HTML with a class and contents.
function make(tag, className, ...contents) {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.append(...contents);
  return made;
}

// A number of bytes or pixels in thousands or millions.
function shortNumber(number) {
  if (number < 1000) return `${Math.round(number)}`;
  const [divisor, unit] = number < 1e6 ? [1e3, "k"] : [1e6, "M"];
  const value = number / divisor;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

// A display of the wall: a canvas, and its costs. Where there is less room than pixels, it is drawn smaller, as the daemon
// draws a display with the same size in points and fewer pixels. Thus a 4K display that is some hundred pixels wide takes
// neither the time nor the memory of its eight million pixels.
class Display {
  // How many milliseconds the costs are averaged over.
  static window = 1000;
  // A display whose frame takes longer than a frame of the browser rests so many times as long, so that the others, and
  // the page, go on meanwhile.
  static slow = 16;
  static rest = 4;
  // The renderer's limit.
  static smallestScale = 1 / 4;

  #player;
  // What the stage was set up with; another object than the wall's means that it is set up again.
  #setup = null;
  #frames = [];
  #last = null;
  #restsUntil = 0;
  // How many times smaller it is drawn: a power of two, so that the scale is exact.
  #times = 1;
  #error = "";
  // Whether the canvas has a frame of the setup.
  #hasFrame = false;
  // Whether it is on the screen.
  isVisible = false;
  // Called after it has given its stage up, as it needs another size.
  onResize = () => {};

  constructor(module, spec, observer) {
    this.spec = spec;
    const { id, name, width, height, scale } = spec;
    this.canvas = make("canvas", "");
    this.screen = make("div", "screen", this.canvas);
    this.screen.setAttribute("role", "img");
    this.screen.setAttribute("aria-label", name);
    new ResizeObserver(() => this.#fit()).observe(this.screen);
    this.enlarge = make("button", "enlarge", "1:1");
    this.enlarge.type = "button";
    this.enlarge.setAttribute("aria-pressed", "false");
    this.enlarge.setAttribute("aria-label", `${name} in its own pixels`);
    this.enlarge.addEventListener("click", () => this.toggleSize());
    this.costs = make("p", "costs");
    this.warnings = make("ul", "warnings");
    const size = `${width} × ${height}` + (scale === 1 ? "" : `, ${scale}×`);
    const caption = make("figcaption", "", make("div", "", make("b", "", name), make("span", "size", size)), this.enlarge);
    this.figure = make("figure", `display ${id}`, caption, this.screen, this.costs, this.warnings);
    this.figure.style.setProperty("--ratio", width / height);
    this.figure.style.setProperty("--width", width);
    this.#player = new StagePlayer(module, this.canvas);
    observer.observe(this.screen);
  }

  get choices() {
    return this.#player.choices;
  }

  get isMaking() {
    return this.#player.isMaking;
  }

  get isWaiting() {
    return this.#player.isWaiting;
  }

  // Whether it shows a frame of a setup, or cannot.
  shows(setup) {
    return this.#setup === setup && (this.#hasFrame || this.#error !== "");
  }

  // Sets the stage up for { options, pack, history }, unless it is. Throws the error, and the stage stays.
  setUp(setup) {
    if (this.#setup === setup) return;
    const [width, height, scale] = [this.spec.width, this.spec.height, this.spec.scale].map((size) => size / this.#times);
    this.#player.setUp({ width, height, scale, ...setup.options }, setup.pack, setup.history);
    [this.#setup, this.#error, this.#hasFrame] = [setup, "", false];
  }

  // Gives up the stage with its memory; the canvas keeps its frame until the next one.
  release() {
    if (this.#setup === null) return;
    this.#player.release();
    [this.#setup, this.#frames, this.#last] = [null, [], null];
  }

  // Does something; returns the error, or "".
  apply(text, kind, time) {
    return this.#player.apply(text, kind, time);
  }

  status(time) {
    return this.#player.status(1, time);
  }

  // Where the theme's elements are, for the studio.
  elements(time) {
    return this.#player.elements(time);
  }

  wake() {
    if (this.#setup !== null) this.#player.wake();
  }

  // Whether it waits after a slow frame.
  rests(setup) {
    return this.shows(setup) && performance.now() < this.#restsUntil;
  }

  // Shows the frame of a time with a setup; returns what it lacks, or "".
  frame(setup, time) {
    if (this.#setup === setup && this.#error !== "") return "";
    const begin = performance.now();
    try {
      this.setUp(setup);
      const shown = this.#player.frame(time);
      if (shown === null) return "";
      const { written } = shown.facts;
      const end = performance.now();
      // A first frame takes longer than those that follow.
      this.#restsUntil = this.#hasFrame && end - begin > Display.slow ? end + Display.rest * (end - begin) : 0;
      this.#hasFrame = true;
      this.#last = { at: performance.now(), written, milliseconds: shown.milliseconds };
      this.#frames.push(this.#last);
      return lossOf(shown.facts);
    } catch (error) {
      // An instance that has trapped must not be used any more; another setup makes another one.
      this.#error = isTrap(error) ? `the module stopped: ${error.message}` : error.message;
      this.#setup = setup;
      return `${this.spec.name}: ${this.#error}`;
    }
  }

  // When the frame may change next; Infinity for never.
  nextChange(time) {
    return this.#error === "" ? this.#player.nextChange(time) : Infinity;
  }

  // Writes what the frames of the last second cost.
  report(description) {
    const { name, width, height } = this.spec;
    const since = performance.now() - Display.window;
    this.#frames = this.#frames.filter(({ at }) => at > since);
    const sum = (key) => this.#frames.reduce((total, frame) => total + frame[key], 0);
    const count = this.#frames.length;
    let text = this.#error;
    if (text === "" && count > 0) {
      text = `${count} fps · ${shortNumber(sum("written"))} px/s · ${(sum("milliseconds") / count).toFixed(1)} ms`;
    } else if (text === "" && this.#last !== null) {
      text = `still · last: ${shortNumber(this.#last.written)} px, ${this.#last.milliseconds.toFixed(1)} ms`;
    }
    if (text !== "" && text !== this.#error && this.#times > 1) text += ` · drawn ${this.#times}× smaller`;
    if (this.costs.textContent !== text) this.costs.textContent = text;
    const label = `${name}, ${width} × ${height} pixels: ${description}`;
    if (this.screen.getAttribute("aria-label") !== label) this.screen.setAttribute("aria-label", label);
  }

  // Lists the warnings of 'check' that are about a display of this size in points.
  warn(diagnostics) {
    const { width, height, scale } = this.spec;
    const size = `${width / scale}x${height / scale}`;
    const lines = diagnostics.flatMap(({ key, summary, displays }) => displays.filter((display) => display.size === size)
      .map(({ situation }) => make("li", "", make("code", "", key), `: ${summary} (${situation})`)));
    this.warnings.replaceChildren(...lines);
  }

  // Shows the canvas in its own pixels, which can be scrolled, from the middle on, or as large as there is room.
  toggleSize() {
    const isLarge = this.figure.classList.toggle("actual");
    this.enlarge.setAttribute("aria-pressed", isLarge);
    this.screen.tabIndex = isLarge ? 0 : -1;
    this.#fit();
    if (!isLarge) return;
    const { screen } = this;
    screen.scrollTo((screen.scrollWidth - screen.clientWidth) / 2, (screen.scrollHeight - screen.clientHeight) / 2);
    this.figure.scrollIntoView({ block: "nearest" });
  }

  // Chooses how many times smaller it is drawn: the browser makes it smaller by less than two.
  #fit() {
    // Without its border; what is not shown has no size.
    const room = this.screen.clientWidth - 2 * parseFloat(getComputedStyle(this.screen).paddingLeft);
    if (!(room > 0)) return;
    const { width, height, scale } = this.spec;
    const isDrawable = (times) => width % times === 0 && height % times === 0 && scale / times >= Display.smallestScale;
    let times = 1;
    if (!this.figure.classList.contains("actual")) {
      while (2 * times * room * window.devicePixelRatio <= width && isDrawable(2 * times)) times *= 2;
    }
    if (times === this.#times) return;
    this.#times = times;
    this.release();
    this.onResize();
  }
}
