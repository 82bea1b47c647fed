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
  // The lines as they are shown: { text, severity, message }.
  #shown = [];
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
    this.#paintLines();
  }

  // Where the character of a place is, in pixels of the editor.
  pixelsOf(place) {
    const { left, top, height } = this.#pixelsInText(place);
    return { left: left - this.#source.scrollLeft, top: top - this.#source.scrollTop, height };
  }

  // The same, in pixels of the whole text.
  #pixelsInText({ line, column }) {
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
    const height = parseFloat(style.lineHeight);
    return { left, top: parseFloat(style.paddingTop) + line * height, height };
  }

  // Opens the colour field at the caret, or before it in its line, or else the line's first one; false without one.
  openColor() {
    const { line, column } = this.place;
    const chips = [...this.#chips.children].filter(({ dataset }) => Number(dataset.line) === line);
    const chip = chips.findLast(({ dataset }) => Number(dataset.column) <= column) ?? chips[0];
    chip?.focus({ preventScroll: true });
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
    this.#paintLines();
    this.#makeChips(this.lines);
    this.#scrolled();
  }

  // Shows the lines that differ from those that are shown: a key changes one.
  #paintLines() {
    const marks = new Map();
    for (const { line, severity, message } of this.#diagnostics) {
      if (marks.get(line)?.severity !== "error") marks.set(line, { severity, message });
    }
    const lines = this.lines.map((text, index) => ({ text, severity: "", message: "", ...marks.get(index + 1) }));
    const isSame = (a, b) => a !== undefined && b !== undefined && a.text === b.text && a.severity === b.severity && a.message === b.message;
    let first = 0;
    while (first < lines.length && isSame(lines[first], this.#shown[first])) first++;
    let last = 0;
    const most = Math.min(lines.length, this.#shown.length) - first;
    while (last < most && isSame(lines.at(-1 - last), this.#shown.at(-1 - last))) last++;
    const [old, changed] = [this.#shown.length - first - last, lines.slice(first, lines.length - last)];
    this.#shown = lines;
    Editor.#replaceChildren(this.#colors, first, old, changed.map((line) => Editor.#row(line)));
    // The numbers go on below: only marks move with their lines.
    const numbers = this.#gutter.children;
    while (numbers.length > lines.length) this.#gutter.lastChild.remove();
    for (let index = numbers.length; index < lines.length; index++) {
      const number = document.createElement("div");
      number.textContent = `${index + 1}`;
      this.#gutter.append(number);
    }
    for (let index = first; index < (old === changed.length ? lines.length - last : lines.length); index++) {
      const { severity, message } = lines[index];
      if (numbers[index].className !== severity) numbers[index].className = severity;
      if (numbers[index].title !== message) numbers[index].title = message;
    }
  }

  static #replaceChildren(parent, first, count, added) {
    const before = parent.children[first + count] ?? null;
    for (let index = 0; index < count; index++) parent.children[first].remove();
    for (const child of added) parent.insertBefore(child, before);
  }

  // A line with its colours.
  static #row({ text: line, severity }) {
    const row = document.createElement("div");
    row.className = severity;
    for (const { kind, text } of partsOfLine(line)) {
      const part = document.createElement("span");
      part.className = kind;
      part.textContent = text;
      row.append(part);
    }
    if (line === "") row.append("\n");
    return row;
  }

  // A field for each colour, on the blank before its opening quotation mark, or on the mark where there is none. A field that
  // is open stays.
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
      const label = `Colour ${digits} in line ${line + 1}`;
      if (chip.getAttribute("aria-label") !== label) chip.setAttribute("aria-label", label);
      Object.assign(chip.dataset, { line, column, digits });
      const value = `#${digits.slice(0, 6).toLowerCase()}`;
      if (chip.value !== value) chip.value = value;
    });
    this.#placeChips();
  }

  #placeChips() {
    // All are measured before one is moved: otherwise the browser lays the page out again for each.
    const places = [...this.#chips.children].map(({ dataset }) => {
      const [line, column] = [Number(dataset.line), Number(dataset.column)];
      const { text } = this.#shown[line];
      const mark = column - (text[column - 1] === "#" ? 2 : 1);
      return this.#pixelsInText({ line, column: text[mark - 1] === " " ? mark - 1 : mark });
    });
    places.forEach(({ left, top, height }, index) => {
      this.#chips.children[index].style.transform = `translate(${left - 1}px, ${top + (height - 13) / 2}px)`;
    });
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
    this.#colors.style.transform = this.#chips.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.#gutter.style.transform = `translateY(${-scrollTop}px)`;
  }
}
