// SPDX-License-Identifier: Apache-2.0
"use strict";

const element = (id) => document.getElementById(id);

// The wall: several displays that show the same, by one clock and one history.
class Gallery {
  // The milliseconds of a frame that are for drawing; what does not fit is drawn in the next one.
  static budget = 11;
  // With reduced motion only frames at rest are shown: those of so many milliseconds after a change.
  static rest = 5000;

  #displays;
  // Of these the first one answers, and is always set up: its frames cost least.
  #lead;
  #clock = new StageClock();
  #setup;
  #isReduced = false;
  #speed = 1;
  #scheduled = 0;
  #timer = 0;
  // The display that is drawn first in the next frame.
  #turn = 0;
  // A setup whose frames are not on the canvases yet, and what is called then.
  #awaited = null;
  // Whether it is known which displays are visible.
  #hasSeen = false;
  #reportedAt = 0;
  #loss = "";
  // Called after each frame, with the time.
  onFrame = () => {};
  onLoss = () => {};

  constructor(module, pack, options) {
    const observer = new IntersectionObserver((entries) => this.#see(entries), { rootMargin: "60px" });
    this.#displays = displays.map((spec) => new Display(module, spec, observer));
    element("wall").append(...this.#displays.map(({ figure }) => figure));
    this.#lead = this.#displays.reduce((a, b) => (a.canvas.width * a.canvas.height < b.canvas.width * b.canvas.height ? a : b));
    this.#setup = { options, pack, history: new StageHistory() };
    this.#lead.setUp(this.#setup);
  }

  get time() {
    return this.#clock.time;
  }

  // The lead's { state, percent, prompt, mode }.
  get status() {
    return this.#lead.status(this.time);
  }

  get choices() {
    return this.#lead.choices;
  }

  // What the displays show: { options, pack, history }.
  get setup() {
    return this.#setup;
  }

  get options() {
    return this.#setup.options;
  }

  get pack() {
    return this.#setup.pack;
  }

  get displays() {
    return this.#displays;
  }

  get isPlaying() {
    return this.#clock.speed !== 0;
  }

  get isReduced() {
    return this.#isReduced;
  }

  // Whether something that was done has been forgotten, as that is too long ago.
  get hasForgotten() {
    return this.#setup.history.first > 0;
  }

  // How fast the clock goes while it plays.
  set speed(speed) {
    this.#speed = speed;
    if (this.isPlaying) this.#clock.speed = speed;
    this.wake();
  }

  pause() {
    this.#clock.speed = 0;
    this.wake();
  }

  play() {
    this.#isReduced = false;
    this.#clock.speed = this.#speed;
    this.wake();
  }

  // Still frames from now on: each change is shown as it comes to rest.
  reduce() {
    this.#isReduced = true;
    this.#clock.speed = 0;
    this.#clock.time += Gallery.rest;
    this.wake();
  }

  // Does something now; returns the error, or "".
  apply(text, kind = "command") {
    const problem = this.#lead.apply(text, kind, this.time);
    if (this.#isReduced) this.#clock.time += Gallery.rest;
    this.wake();
    return problem;
  }

  // Does something in some milliseconds, when the clock is there.
  later(milliseconds, text, kind) {
    this.#setup.history.add(this.time + milliseconds, text, kind);
    this.wake();
  }

  // Shows other options, another pack or other things that were done, [[milliseconds, text, kind], …], on all
  // displays. Throws the error, and nothing changes.
  configure({ options = this.options, pack = this.pack, entries = null, time = this.time }) {
    const history = entries === null ? this.#setup.history : new StageHistory(entries);
    const setup = { options, pack, history };
    this.#lead.setUp(setup);
    this.#setup = setup;
    this.#clock.time = time;
    this.wake();
  }

  // Resolves when the present setup and its time are on the canvases of all visible displays.
  shown() {
    this.wake();
    return new Promise((done) => {
      const before = this.#awaited;
      this.#awaited = () => {
        before?.();
        done();
      };
    });
  }

  // Draws the frame of a time on all displays, visible or not, with all its images; the clock stops.
  drawAll(time) {
    this.#clock.speed = 0;
    this.#clock.time = time;
    for (const display of this.#displays) {
      display.wake();
      do display.frame(this.#setup, time); while (display.isMaking);
    }
  }

  // Requests a frame of all displays.
  wake() {
    for (const display of this.#displays) display.wake();
    this.#schedule();
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (this.#scheduled === 0) this.#scheduled = requestAnimationFrame(() => this.#tick());
  }

  #see(entries) {
    this.#hasSeen = true;
    for (const { target, isIntersecting } of entries) {
      this.#displays.find(({ screen }) => screen === target).isVisible = isIntersecting;
    }
    this.#schedule();
  }

  #tick() {
    this.#scheduled = 0;
    const time = this.time;
    const visible = this.#displays.filter((display) => display.isVisible);
    const isAll = this.#draw(visible, time);
    this.onFrame(time);
    this.#report(time);
    if (isAll && this.#hasSeen && visible.every((display) => display.shows(this.#setup))) {
      this.#awaited?.();
      this.#awaited = null;
    }
    if (this.#scheduled !== 0) return;
    // One after the other, so that those that are scrolled to have a frame.
    const unseen = isAll && this.#displays.find((display) => !display.wasDrawn && !display.shows(this.#setup));
    if (unseen) this.#frame(unseen, time);
    const isWaiting = this.isPlaying && this.#lead.isWaiting;
    if (!isAll || unseen || isWaiting || visible.some((display) => display.isMaking)) return this.#schedule();
    const next = this.isPlaying ? Math.min(...visible.map((display) => display.nextChange(time))) : Infinity;
    const wait = (next - time) / this.#clock.speed;
    if (wait < 100) return this.#schedule();
    // A clock changes once a minute: until then nothing is drawn, and the costs are written once more.
    clearTimeout(this.#timer);
    if (wait < 1e9) this.#timer = setTimeout(() => this.#schedule(), wait);
    setTimeout(() => this.#report(this.time), Display.window + 100);
  }

  // Draws displays in turn, as many as there is time for; whether that were all.
  #draw(visible, time) {
    const end = performance.now() + Gallery.budget;
    let isAll = true;
    for (let count = 0; count < visible.length; count++) {
      if (count > 0 && performance.now() > end) {
        this.#turn += count;
        return false;
      }
      const display = visible[(this.#turn + count) % visible.length];
      if (display.rests(this.#setup)) isAll = false; else this.#frame(display, time);
    }
    return isAll;
  }

  // Draws a display, and says once what its frames lack.
  #frame(display, time) {
    const loss = display.frame(this.#setup, time);
    if (loss !== "" && loss !== this.#loss) this.onLoss(loss);
    if (loss !== "") this.#loss = loss;
  }

  // Writes costs twice a second.
  #report(time) {
    const now = performance.now();
    if (now - this.#reportedAt < 500) return;
    this.#reportedAt = now;
    const { state, prompt, mode } = this.#lead.status(time);
    const asked = { password: ", asking for a passphrase", question: ", asking a question" }[prompt] ?? "";
    for (const display of this.#displays) display.report(`${mode}, ${state}${asked}`);
  }
}
