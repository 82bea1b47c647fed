// SPDX-License-Identifier: Apache-2.0
"use strict";

// Completion and help from the schema of theme.toml: keys, tables and words that fit at the caret.
class Completion {
  #editor;
  #schema;
  #list = element("completions");
  #items = [];
  #chosen = 0;
  // The part of the text that a completion replaces.
  #range = { start: 0, end: 0 };
  // The names of the files in the folder.
  files = [];
  // Called with the chosen item, { text, help }, and with null when the list is closed.
  onChoose = () => {};

  constructor(editor, schema) {
    this.#editor = editor;
    this.#schema = schema;
    editor.area.addEventListener("keydown", (event) => this.#key(event));
    editor.area.addEventListener("blur", () => this.close());
    editor.area.addEventListener("scroll", () => this.close());
    editor.area.addEventListener("input", (event) => this.#typed(event));
    // The caret stays in the editor.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option === null) return;
      this.#chosen = [...this.#list.children].indexOf(option);
      this.#insert();
    });
  }

  get isOpen() {
    return !this.#list.hidden;
  }

  // Shows what fits at the caret; closes the list where nothing does.
  open() {
    const { items, start } = this.#candidates();
    const end = this.#editor.caret;
    const typed = this.#editor.text.slice(start, end).toLowerCase();
    this.#items = items.filter(({ text }) => text.toLowerCase().includes(typed) && text !== this.#editor.text.slice(start, end))
      .sort((a, b) => b.text.toLowerCase().startsWith(typed) - a.text.toLowerCase().startsWith(typed)).slice(0, 100);
    if (this.#items.length === 0) return this.close();
    this.#range = { start, end };
    this.#chosen = 0;
    this.#list.replaceChildren(...this.#items.map(({ text, note }, index) => {
      const option = document.createElement("li");
      option.id = `completion-${index}`;
      option.setAttribute("role", "option");
      const name = document.createElement("code");
      name.textContent = text;
      const hint = document.createElement("span");
      hint.textContent = note ?? "";
      option.append(name, hint);
      return option;
    }));
    this.#list.hidden = false;
    this.#place();
    this.#choose(0);
  }

  close() {
    if (this.isOpen) this.onChoose(null);
    this.#list.hidden = true;
    this.#editor.area.removeAttribute("aria-activedescendant");
  }

  // The help for the key at the caret: { key, text }; null where there is none.
  get help() {
    const { line } = this.#editor.place;
    const lines = this.#editor.lines;
    const names = tableOfLine(lines, line);
    const match = /^\s*([\w-]+)\s*=/.exec(lines[line]) ?? /^\s*([\w-]+)\s*$/.exec(lines[line]);
    const key = match?.[1];
    const property = key === undefined ? undefined : this.#properties(lines, line)[key];
    if (property?.description === undefined) return null;
    return { key: [...names, key].join("."), text: property.description };
  }

  #place() {
    const { line, column } = this.#editor.place;
    const typed = this.#range.end - this.#range.start;
    const { left, top, height } = this.#editor.pixelsOf({ line, column: Math.max(0, column - typed) });
    const area = this.#editor.area;
    const isBelow = top + height + 200 < area.clientHeight || top < area.clientHeight / 2;
    this.#list.style.left = `${Math.max(0, Math.min(left, area.clientWidth - 410))}px`;
    this.#list.style.top = isBelow ? `${top + height + 2}px` : "";
    this.#list.style.bottom = isBelow ? "" : `${area.clientHeight - top + 2}px`;
  }

  #choose(index) {
    const options = this.#list.children;
    options[this.#chosen]?.setAttribute("aria-selected", "false");
    this.#chosen = (index + options.length) % options.length;
    options[this.#chosen].setAttribute("aria-selected", "true");
    options[this.#chosen].scrollIntoView({ block: "nearest" });
    this.#editor.area.setAttribute("aria-activedescendant", options[this.#chosen].id);
    this.onChoose(this.#items[this.#chosen]);
  }

  #insert() {
    const { text, after } = this.#items[this.#chosen];
    const { start, end } = this.#range;
    this.close();
    this.#editor.replace(start, end, text + (after ?? ""));
    this.close();
  }

  #key(event) {
    if (event.ctrlKey && event.key === " ") {
      event.preventDefault();
      this.open();
      return;
    }
    if (!this.isOpen || event.isComposing) return;
    const actions = {
      ArrowDown: () => this.#choose(this.#chosen + 1), ArrowUp: () => this.#choose(this.#chosen - 1),
      Enter: () => this.#insert(), Tab: () => this.#insert(), Escape: () => this.close(),
    };
    const action = event.altKey || event.ctrlKey || event.metaKey ? undefined : actions[event.key];
    if (action === undefined) {
      if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") this.close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  // Typing a word, a table or a text opens the list by itself.
  #typed(event) {
    if (event.inputType === "insertText" && /^[\w"[.-]$/.test(event.data ?? "") && event.isTrusted && !this.#isReplacing(event)) {
      this.open();
    } else if (this.isOpen && event.inputType?.startsWith("delete")) {
      this.open();
    } else {
      this.close();
    }
  }

  // A change by the page inserts more than one character, or none.
  #isReplacing(event) {
    return event.data === null || event.data.length !== 1;
  }

  // What fits at the caret, and where it begins in the text: { items: [{ text, note, after }], start }.
  #candidates() {
    const { line, column } = this.#editor.place;
    const lines = this.#editor.lines;
    const before = lines[line].slice(0, column);
    const at = (typed) => this.#editor.caret - typed.length;
    const header = /^\s*\[([^\]=,]*)$/.exec(before);
    if (header !== null) return { items: this.#tables(lines, lines[line].includes("]")), start: at(header[1]) };
    const value = /^\s*([\w-]+)\s*=\s*(.*)$/.exec(before);
    if (value === null) {
      const word = /^\s*([\w-]*)$/.exec(before);
      return word === null ? { items: [], start: 0 } : { items: this.#keys(lines, line), start: at(word[1]) };
    }
    const [, key, rest] = value;
    // Inside a comment nothing fits.
    if (/#[^"']*$/.test(rest.replace(/"[^"]*"|'[^']*'/g, ""))) return { items: [], start: 0 };
    const open = /"([^"]*)$/.exec(rest.replace(/"[^"]*"/g, (text) => "_".repeat(text.length)));
    const word = open === null ? /([\w-]*)$/.exec(rest)[1] : open[1];
    // Behind a complete value nothing fits: Enter begins a new line there.
    if (open === null && !/^$|[[,{=]\s*$/.test(rest.slice(0, rest.length - word.length))) return { items: [], start: 0 };
    const isClosed = lines[line][column] === "\"";
    const items = this.#values(lines, line, key).map(({ text, note, isWord }) => {
      if (open !== null) return isWord ? null : { text, note, after: isClosed ? "" : "\"" };
      return { text: isWord ? text : `"${text}"`, note };
    });
    return { items: items.filter((item) => item !== null), start: at(word) };
  }

  #keys(lines, line) {
    const has = new Set();
    let first = line;
    while (first > 0 && !/^\s*\[/.test(lines[first])) first--;
    for (let index = first + (first === 0 && !/^\s*\[/.test(lines[0]) ? 0 : 1); index < lines.length && !/^\s*\[/.test(lines[index]); index++) {
      const key = /^\s*([\w-]+)\s*=/.exec(lines[index]);
      if (key !== null && index !== line) has.add(key[1]);
    }
    const isPair = /=/.test(lines[line]);
    return Object.entries(this.#properties(lines, line)).filter(([name, { type }]) => !has.has(name) && !(type === "object" && tableOfLine(lines, line).length === 0))
      .map(([name, { description }]) => ({ text: name, note: description?.split(" Expected:")[0], help: description, after: isPair ? "" : " = " }));
  }

  // The tables that a file can have, with those of the elements that it has for [when].
  #tables(lines, isClosed) {
    const after = isClosed ? "" : "]";
    const known = tablesOf(lines);
    const elements = known.filter(({ names }) => this.#isElement(names)).map(({ names }) => names.join("."));
    const fixed = ["background", "stage", "colors", "prompt"].map((text) => ({ text, note: "a table of the theme", after }));
    const named = ["image", "text", "animation", "stack", "clock", "fonts"]
      .map((table) => ({ text: `${table}.`, note: this.#notes[table] ?? "", after: "" }));
    const whens = this.#words(lines).flatMap((word) => [...elements, "colors"]
      .map((name) => ({ text: `when.${word}.${name}`, note: "what differs then", after })));
    return [...fixed, ...named, ...whens];
  }

  get #notes() {
    return {
      image: "a logo, a QR code", text: "a line of text", animation: "a bar, a ring, frames", stack: "elements one after the other",
      clock: "the time", fonts: "a font of a file",
    };
  }

  #isElement(names) {
    return names[0] === "prompt" || names[0] === "background" || names.length === 2 && ["image", "text", "animation", "stack", "clock"].includes(names[0]);
  }

  // The words of situations, and the theme's variants.
  #words(lines) {
    const variants = lines.map((line) => /^\s*variants\s*=\s*\[(.*)\]/.exec(line)).find((match) => match !== null);
    return [
      "portrait", "landscape", "wide", "shutdown", "reboot", "updates", "system-upgrade", "firmware-upgrade", "system-reset", "boot-up",
      "idle", "running", "unknown", "failed", "done", "asking", ...[...(variants?.[1] ?? "").matchAll(/"([^"]+)"/g)].map((match) => match[1]),
    ];
  }

  // The keys of the table at a line.
  #properties(lines, line) {
    let names = tableOfLine(lines, line);
    if (names[0] === "when") names = names.slice(2);
    const root = this.#schema.properties;
    if (names.length === 0) return root;
    const table = root[names[0]];
    if (table === undefined) return {};
    if (names.length === 1) return table.properties ?? {};
    const own = table.additionalProperties;
    if (own?.oneOf === undefined) return own?.properties ?? {};
    // The kind may be in the element's own table.
    const place = tablesOf(lines).find((other) => other.names.join(".") === names.join("."))?.line ?? line;
    const kind = /"([\w-]+)"/.exec(valueInTable(lines, place, "kind") ?? "")?.[1];
    const fitting = own.oneOf.find(({ properties }) => properties.kind.const === kind);
    if (fitting !== undefined) return { ...fitting.properties, kind: { description: "The kind of the animation." } };
    return { kind: { description: "The kind of the animation: what it shows, and which keys there are." } };
  }

  #values(lines, line, key) {
    const names = tableOfLine(lines, line);
    const table = names[0] === "when" ? names[2] : names[0];
    const texts = (list, note) => list.map((text) => ({ text, note }));
    const colors = this.#colors(lines);
    if (table === "colors") return [];
    if (table === "animation" && key === "kind") {
      return texts(this.#schema.properties.animation.additionalProperties.oneOf.map(({ properties }) => properties.kind.const), "");
    }
    const property = this.#properties(lines, line)[key];
    if (property === undefined) return [];
    if (property.enum !== undefined) return texts(property.enum, "");
    if (property.type === "boolean") return ["true", "false"].map((text) => ({ text, note: "", isWord: true }));
    const expected = property.description ?? "";
    if (/a colour:|\d colours/.test(expected)) return colors;
    if (/a point:/.test(expected)) return texts(["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"], "");
    if (/a name of \[fonts\]/.test(expected)) {
      return texts(tablesOf(lines).filter((other) => other.names[0] === "fonts" && other.names.length === 2).map((other) => other.names[1]), "a font");
    }
    if (/a file below/.test(expected)) {
      const ending = table === "fonts" ? /\.(ttf|otf|ttc)$/i : /\.(svg|svgz|png|jpe?g)$/i;
      return texts(this.files.filter((name) => ending.test(name)), "a file of the theme");
    }
    if (key === "elements" || key === "held") {
      const own = names.at(-1);
      return texts(tablesOf(lines).filter((other) => this.#isElement(other.names) && other.names.length === 2 && other.names[1] !== own)
        .map((other) => other.names[1]), "an element");
    }
    if (/a text/.test(expected)) {
      return texts(["{message}", "{percent}", "{eta}", "{keymap}", "@mode", "@failed", "@done", "@password", "@keep-on", "@shutting-down", "@restarting"], "what is shown in its place");
    }
    return [];
  }

  // The theme's colours by their names.
  #colors(lines) {
    const table = tablesOf(lines).find(({ names }) => names.join(".") === "colors");
    if (table === undefined) return [];
    const found = [];
    for (let index = table.line + 1; index < lines.length && !/^\s*\[/.test(lines[index]); index++) {
      const match = /^\s*([\w-]+)\s*=\s*"([^"]*)"/.exec(lines[index]);
      if (match !== null) found.push({ text: match[1], note: `colour ${match[2]}` });
    }
    return found;
  }
}
