// SPDX-License-Identifier: Apache-2.0
"use strict";

// Elements of a theme on the displays: the pointer frames the one below it, a click goes to its table in the editor, and
// a drag moves it. The boxes are those that the daemon's renderer has laid out.
class Placing {
  // How near the pointer has to be to an element, in points, and how far a drag goes at least, in pixels.
  static reach = 5;
  static threshold = 4;
  static background = 0;
  static stack = 1;

  #frame;
  #actions;
  #dragged = null;

  // `frame` has the gallery's page; the actions are goTo(name), move(move), drop(move) and cancel().
  constructor(frame, actions) {
    [this.#frame, this.#actions] = [frame, actions];
    for (const display of frame.contentWindow.gallery.displays) this.#connect(display);
    // The focus may be on either page.
    for (const page of [document, frame.contentDocument]) {
      page.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && this.#dragged !== null) this.#end(null);
      });
    }
  }

  #connect(display) {
    const { screen } = display;
    screen.style.touchAction = "pinch-zoom";
    screen.addEventListener("pointermove", (event) => {
      if (this.#dragged !== null) return this.#drag(event);
      const found = this.#find(display, event);
      screen.style.cursor = found === null ? "" : "move";
      this.#outline(display, found);
    });
    screen.addEventListener("pointerleave", () => {
      if (this.#dragged === null) this.#outline(display, null);
    });
    screen.addEventListener("pointerdown", (event) => {
      const found = event.button === 0 ? this.#find(display, event) : null;
      if (found === null) return;
      event.preventDefault();
      screen.setPointerCapture(event.pointerId);
      this.#dragged = { display, ...found, start: { x: event.clientX, y: event.clientY }, hasMoved: false };
    });
    screen.addEventListener("pointerup", (event) => this.#end(event));
    screen.addEventListener("pointercancel", () => this.#end(null));
  }

  // The box of a display's frame on the page, and pixels of the page for a point of the stage.
  static #measure({ canvas, spec }) {
    const rectangle = canvas.getBoundingClientRect();
    return { rectangle, ratio: rectangle.width / spec.width * spec.scale };
  }

  // The element below the pointer: { item, target, box, stage }, where the target is what a drag moves: the element
  // itself, or the outermost stack that it is in, with the box that is put at its anchor.
  #find(display, event) {
    const { rectangle, ratio } = Placing.#measure(display);
    const [x, y] = [(event.clientX - rectangle.left) / ratio, (event.clientY - rectangle.top) / ratio];
    const shown = display.elements(this.#frame.contentWindow.gallery.time);
    if (shown === null) return null;
    const { stage, items } = shown;
    const isNear = (item) => item.kind > Placing.stack && x >= item.x - Placing.reach && x <= item.x + item.width + Placing.reach
      && y >= item.y - Placing.reach && y <= item.y + item.height + Placing.reach;
    // Of several the smallest: a line of text is as wide as the stage.
    const near = items.filter(isNear).sort((a, b) => a.width * a.height - b.width * b.height);
    if (near.length === 0) return null;
    const [item] = near;
    let target = item;
    for (let parent = target; parent !== undefined; parent = items.find(({ node }) => node === parent.parent)) {
      // The column in the middle is a stack without a name; its elements get a place of their own.
      if (parent.name !== "") target = parent;
    }
    const held = items.find((other) => other.parent === target.node && other.isHeld);
    return { item, target, box: held ?? target, stage };
  }

  // Frames an element of a display, with its name; null removes the frame.
  #outline(display, found, item = found?.item, moved = { x: 0, y: 0 }) {
    const { screen } = display;
    let frame = screen.querySelector(".placing");
    if (found === null) return frame?.remove();
    if (frame === null) {
      frame = this.#frame.contentDocument.createElement("div");
      frame.className = "placing";
      frame.append(this.#frame.contentDocument.createElement("span"));
      screen.append(frame);
      screen.style.position = "relative";
    }
    const { rectangle: inner, ratio } = Placing.#measure(display);
    const outer = screen.getBoundingClientRect();
    const { x, y, width, height, name } = item;
    Object.assign(frame.style, {
      position: "absolute", pointerEvents: "none", outline: "2px solid #c2185b", outlineOffset: "2px", borderRadius: "1px",
      left: `${inner.left - outer.left + x * ratio + moved.x}px`, top: `${inner.top - outer.top + y * ratio + moved.y}px`,
      width: `${width * ratio}px`, height: `${height * ratio}px`,
    });
    const [label] = frame.children;
    label.textContent = name;
    Object.assign(label.style, {
      position: "absolute", left: "-4px", bottom: "100%", marginBottom: "4px", padding: "0 7px", borderRadius: "4px",
      background: "#c2185b", color: "#fff", font: "12px/18px system-ui, sans-serif", whiteSpace: "nowrap",
    });
  }

  #drag(event) {
    const { display, start, target, box, stage } = this.#dragged;
    const pixels = { x: event.clientX - start.x, y: event.clientY - start.y };
    if (!this.#dragged.hasMoved && Math.hypot(pixels.x, pixels.y) < Placing.threshold) return;
    this.#dragged.hasMoved = true;
    const { ratio } = Placing.#measure(display);
    // With Alt it is the element itself that moves, from the place that it has.
    const own = event.altKey ? this.#dragged.item : target;
    this.#dragged.move = {
      element: own.name, target: event.altKey ? "offset" : "anchor", situation: stage.situation,
      variant: this.#frame.contentWindow.gallery.options.variant ?? "", "stage-width": stage.width, "stage-height": stage.height,
      margin: stage.margin, x: box.x, y: box.y, width: box.width, height: box.height,
      right: pixels.x / ratio, down: pixels.y / ratio,
    };
    this.#outline(display, this.#dragged, own, pixels);
    this.#actions.move(this.#dragged.move);
  }

  #end(event) {
    const dragged = this.#dragged;
    if (dragged === null) return;
    this.#dragged = null;
    this.#outline(dragged.display, null);
    if (event === null) return this.#actions.cancel();
    if (dragged.hasMoved) this.#actions.drop(dragged.move); else this.#actions.goTo(dragged.item.name);
  }
}
