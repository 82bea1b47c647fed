// SPDX-License-Identifier: Apache-2.0
"use strict";

const element = (id) => document.getElementById(id);

// The editor: a textarea, with its colours below it, the numbers of its lines beside it, and colour fields on it.
// Changes by the page are made as if they were typed, so that the browser's undo takes them back, too.
class Editor {
  #source = element("source");
  #colors = element("colors");
  #gutter = element("gutter");
  #chips = element("chips");
  #diagnostics = [];
  // Called after each change of the text, and after each move of the caret.
  onChange = () => {};
  onCaret = () => {};

  constructor() {
    this.#source.addEventListener("input", () => this.#changed());
    this.#source.addEventListener("scroll", () => this.#scrolled());
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === this.#source) this.onCaret();
    });
    // A resize moves the colour fields.
    new ResizeObserver(() => this.#placeChips()).observe(this.#source);
  }

  get area() {
    return this.#source;
  }

  get text() {
    return this.#source.value;
  }

  get lines() {
    return this.#source.value.split("\n");
  }

  get caret() {
    return this.#source.selectionEnd;
  }

  // The line of the caret and its column, both from 0.
  get place() {
    const before = this.text.slice(0, this.caret).split("\n");
    return { line: before.length - 1, column: before.at(-1).length };
  }

  // Shows a file; nothing of it can be undone.
  load(text) {
    this.#source.value = text;
    this.#source.setSelectionRange(0, 0);
    this.#source.scrollTop = 0;
    this.#changed();
  }

  // Replaces a part of the text as if it were typed.
  replace(start, end, text) {
    const { scrollTop, scrollLeft } = this.#source;
    this.#source.focus({ preventScroll: true });
    this.#source.setSelectionRange(start, end);
    // Only this command of browsers keeps what can be undone.
    const isDone = text === "" ? start === end || document.execCommand("delete") : document.execCommand("insertText", false, text);
    if (!isDone) {
      this.#source.setRangeText(text, start, end, "end");
      this.#changed();
    }
    [this.#source.scrollTop, this.#source.scrollLeft] = [scrollTop, scrollLeft];
  }

  undo() {
    this.#source.focus();
    document.execCommand("undo");
  }

  redo() {
    this.#source.focus();
    document.execCommand("redo");
  }

  // The position in the text of a byte of its UTF-8.
  positionOfByte(offset) {
    return new TextDecoder().decode(new TextEncoder().encode(this.text).slice(0, offset)).length;
  }

  // Puts the caret at a line and a column, both from 1; a column counts characters, not the units of a text.
  goTo(line, column) {
    const lines = this.lines;
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const place = start + Array.from(lines[line - 1] ?? "").slice(0, column - 1).join("").length;
    this.#source.focus({ preventScroll: true });
    this.#source.setSelectionRange(place, place);
    const height = this.#lineHeight;
    const top = (line - 1) * height;
    if (top < this.#source.scrollTop || top > this.#source.scrollTop + this.#source.clientHeight - 3 * height) {
      this.#source.scrollTop = Math.max(0, top - this.#source.clientHeight / 3);
    }
    this.onCaret();
  }

  // Marks the lines of errors and warnings.
  set diagnostics(diagnostics) {
    this.#diagnostics = diagnostics;
    this.#paint();
  }

  // Where the character of a place is, in pixels of the editor.
  pixelsOf({ line, column }) {
    const style = getComputedStyle(this.#source);
    const row = this.#colors.children[line];
    let rest = column;
    let left = parseFloat(style.paddingLeft);
    for (const part of row?.childNodes ?? []) {
      const { length } = part.textContent;
      if (length > 0 && rest <= length) {
        const range = document.createRange();
        range.setStart(part.firstChild ?? part, rest);
        left = range.getBoundingClientRect().left - this.#colors.getBoundingClientRect().left;
        break;
      }
      rest -= length;
    }
    return {
      left: left - this.#source.scrollLeft,
      top: parseFloat(style.paddingTop) + line * this.#lineHeight - this.#source.scrollTop,
      height: this.#lineHeight,
    };
  }

  // Opens the colour field of the caret's line; false without one.
  openColor() {
    const { line } = this.place;
    const chip = [...this.#chips.children].find(({ dataset }) => Number(dataset.line) === line);
    chip?.focus();
    chip?.showPicker?.();
    return chip !== undefined;
  }

  get #lineHeight() {
    return parseFloat(getComputedStyle(this.#source).lineHeight);
  }

  #changed() {
    this.#paint();
    this.onChange();
  }

  #paint() {
    const lines = this.lines;
    const marks = new Map();
    for (const { line, severity, message } of this.#diagnostics) {
      if (marks.get(line)?.severity !== "error") marks.set(line, { severity, message });
    }
    const mark = (index) => marks.get(index + 1);
    this.#colors.replaceChildren(...lines.map((line, index) => {
      const row = document.createElement("div");
      if (mark(index) !== undefined) row.className = mark(index).severity;
      for (const { kind, text } of partsOfLine(line)) {
        const part = document.createElement("span");
        part.className = kind;
        part.textContent = text;
        row.append(part);
      }
      if (line === "") row.append("\n");
      return row;
    }));
    this.#gutter.replaceChildren(...lines.map((_, index) => {
      const number = document.createElement("div");
      number.textContent = `${index + 1}`;
      if (mark(index) !== undefined) {
        number.className = mark(index).severity;
        number.title = mark(index).message;
      }
      return number;
    }));
    this.#makeChips(lines);
    this.#scrolled();
  }

  // A field for each colour, on its opening quote. A field that is open stays.
  #makeChips(lines) {
    const wanted = lines.flatMap((line, index) => colorsOfLine(line).map((color) => ({ ...color, line: index })));
    while (this.#chips.children.length > wanted.length) this.#chips.lastChild.remove();
    wanted.forEach(({ line, column, digits }, index) => {
      let chip = this.#chips.children[index];
      if (chip === undefined) {
        chip = document.createElement("input");
        chip.type = "color";
        chip.tabIndex = -1;
        chip.addEventListener("input", () => this.#pick(chip));
        this.#chips.append(chip);
      }
      Object.assign(chip.dataset, { line, column, digits });
      chip.setAttribute("aria-label", `Colour ${digits} in line ${line + 1}`);
      const value = `#${digits.slice(0, 6).toLowerCase()}`;
      if (chip.value !== value) chip.value = value;
    });
    this.#placeChips();
  }

  #placeChips() {
    for (const chip of this.#chips.children) {
      const { left, top, height } = this.pixelsOf({ line: Number(chip.dataset.line), column: Number(chip.dataset.column) - 1 });
      chip.style.transform = `translate(${left - 2}px, ${top + (height - 13) / 2}px)`;
      chip.hidden = top < -height || top > this.#source.clientHeight || left < 0;
    }
  }

  // Writes the colour of a field, with the opacity that the text has.
  #pick(chip) {
    const { line, column, digits } = chip.dataset;
    const start = this.lines.slice(0, Number(line)).reduce((sum, text) => sum + text.length + 1, 0) + Number(column);
    const color = chip.value.slice(1).toUpperCase() + digits.slice(6);
    if (color.toLowerCase() === digits.toLowerCase()) return;
    this.replace(start, start + digits.length, color);
  }

  #scrolled() {
    const { scrollTop, scrollLeft } = this.#source;
    this.#colors.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.#gutter.style.transform = `translateY(${-scrollTop}px)`;
    this.#placeChips();
  }
}
