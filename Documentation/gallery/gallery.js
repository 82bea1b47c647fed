// SPDX-License-Identifier: Apache-2.0
"use strict";

const element = (id) => document.getElementById(id);

// The wall: several displays that show the same, by one clock and one history.
class Gallery {
  // The milliseconds of a frame that are for drawing; what does not fit is drawn in the next one. Another pack or size may take
  // longer: the image jumps anyway, and all displays are to have it soon.
  static budget = 11;
  static budgetOfSetup = 60;
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
  // Until then nothing is drawn, in milliseconds of the page.
  #heldUntil = 0;
  // A setup whose frames are not on the canvases yet, and what is called then.
  #awaited = null;
  // Whether it is known which displays are visible.
  #hasSeen = false;
  #reportedAt = 0;
  #loss = "";
  // Called after each frame, with the time.
  onFrame = () => {};
  onLoss = () => {};
  // Called where a display needs all that was done, and a part has been forgotten.
  onForgotten = () => {};

  constructor(module, pack, options) {
    // Those that are scrolled to are drawn before they are there.
    const observer = new IntersectionObserver((entries) => this.#see(entries), { rootMargin: "150px" });
    this.#displays = displays.map((spec) => new Display(module, spec, observer));
    element("wall").append(...this.#displays.map(({ figure }) => figure));
    this.#lead = this.#displays.reduce((a, b) => (a.canvas.width * a.canvas.height < b.canvas.width * b.canvas.height ? a : b));
    this.#setup = { options, pack, history: new StageHistory() };
    this.#lead.setUp(this.#setup);
    for (const display of this.#displays) display.onResize = () => this.#restart([display]);
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
    return this.#setup.history.isCut;
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
    this.#setup.history.thin(this.time - Gallery.rest);
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
    this.#heldUntil = 0;
    this.wake();
  }

  // Draws nothing for some milliseconds, or until another setup comes, which then need not wait for frames of this one.
  hold(milliseconds) {
    this.#heldUntil = performance.now() + milliseconds;
    this.#schedule();
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
      if (!display.isVisible && display !== this.#lead) display.release();
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
    const changed = entries.map(({ target, isIntersecting }) => {
      const display = this.#displays.find(({ screen }) => screen === target);
      display.isVisible = isIntersecting;
      return display;
    });
    for (const display of changed) {
      if (!display.isVisible && display !== this.#lead) display.release();
    }
    this.#restart(changed.filter(({ isVisible }) => isVisible));
  }

  // Has displays drawn that may have no stage any more.
  #restart(displays) {
    this.#lead.setUp(this.#setup);
    if (this.hasForgotten && displays.some((display) => !display.shows(this.#setup))) this.onForgotten();
    this.#schedule();
  }

  #tick() {
    this.#scheduled = 0;
    const held = this.#heldUntil - performance.now();
    if (held > 0) {
      this.#timer = setTimeout(() => this.#schedule(), held);
      return;
    }
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
    const isWaiting = this.isPlaying && this.#lead.isWaiting;
    if (!isAll || isWaiting || visible.some((display) => display.isMaking)) return this.#schedule();
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
    const isShown = visible.every((display) => display.shows(this.#setup));
    const end = performance.now() + (isShown ? Gallery.budget : Gallery.budgetOfSetup);
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
