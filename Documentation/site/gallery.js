// SPDX-License-Identifier: Apache-2.0
"use strict";

// Plays each theme of the gallery while its stage is visible: the same boot again and again.

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const size = { width: 800, height: 450, scale: 1 };
// [milliseconds, command]; the theme begins again at the end.
const script = [
  [0, "message Starting services"], [900, "progress 8"], [1500, "progress/2 60"], [2100, "progress 31"],
  [2600, "message Mounting /home"], [3000, "progress/2 100"], [3400, "progress 58"], [4200, "message Starting the network"],
  [4600, "progress 77"], [5600, "progress 100"], [5700, "done"],
];
const length = 9000;

class LiveTheme {
  #module;
  #pack;
  #canvas = document.createElement("canvas");
  #context = this.#canvas.getContext("2d", { willReadFrequently: true });
  #image = new ImageData(size.width, size.height);
  #stage = null;
  #began = 0;
  #played = 0;
  #drawnAt = 0;
  #scheduled = 0;

  constructor(module, box) {
    this.#module = module;
    const name = box.dataset.theme;
    this.#pack = { name, bytes: bytesOf(flipbookThemes[name]) };
    [this.#canvas.width, this.#canvas.height] = [size.width, size.height];
    // The image below it describes it.
    this.#canvas.setAttribute("aria-hidden", "true");
    box.append(this.#canvas);
  }

  set isVisible(isVisible) {
    if (isVisible && this.#scheduled === 0) {
      this.#begin();
      this.#scheduled = requestAnimationFrame(() => this.#tick());
    } else if (!isVisible && this.#scheduled !== 0) {
      cancelAnimationFrame(this.#scheduled);
      this.#scheduled = 0;
    }
  }

  #begin() {
    this.#stage = new Flipbook(this.#module, size, this.#pack);
    [this.#began, this.#played, this.#drawnAt] = [performance.now(), 0, -1];
  }

  #tick() {
    if (performance.now() - this.#began > length) this.#begin();
    const time = performance.now() - this.#began;
    let mayDiffer = this.#drawnAt < 0 || this.#stage.nextChange(this.#drawnAt) <= time;
    for (; this.#played < script.length && script[this.#played][0] <= time; this.#played++) {
      this.#stage.apply("command", script[this.#played][1], script[this.#played][0]);
      mayDiffer = true;
    }
    if (mayDiffer) {
      const isMaking = this.#stage.makeImages(time);
      if (this.#stage.draw(time)) this.#stage.show(this.#image, this.#context);
      this.#drawnAt = isMaking ? -1 : time;
    }
    this.#scheduled = requestAnimationFrame(() => this.#tick());
  }
}

// Who wants no motion keeps the images.
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const module = new WebAssembly.Module(bytesOf(flipbookModule));
  const themes = new Map();
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) themes.get(entry.target).isVisible = entry.isIntersecting;
  });
  for (const box of document.querySelectorAll(".stage[data-theme]")) {
    themes.set(box, new LiveTheme(module, box));
    watcher.observe(box);
  }
  window.gallery = themes;
}
