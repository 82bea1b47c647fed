// SPDX-License-Identifier: Apache-2.0
"use strict";

// The files that theme.toml names: a dropped one becomes the logo, or the font of the texts.
class References {
  #editor;

  constructor(editor) {
    this.#editor = editor;
  }

  // Writes the name of a file into the theme: that of its logo, or of its font. Returns whether the text has changed.
  use({ name, kind }) {
    const lines = this.#editor.lines;
    const group = kind === "font" ? "fonts" : "image";
    const tables = tablesOf(lines);
    const own = tables.filter(({ names }) => names[0] === group && names.length === 2);
    const table = own.find(({ names }) => names[1] === (kind === "font" ? "body" : "logo")) ?? (own.length === 1 ? own[0] : undefined);
    const startOf = (line) => lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
    if (table !== undefined) {
      for (let index = table.line + 1; index < lines.length && !/^\s*\[/.test(lines[index]); index++) {
        const match = /^(\s*file\s*=\s*)("[^"]*"|'[^']*')/.exec(lines[index]);
        if (match === null) continue;
        const start = startOf(index) + match[1].length;
        if (match[2] === `"${name}"`) return false;
        this.#editor.replace(start, start + match[2].length, `"${name}"`);
        return true;
      }
      this.#editor.replace(startOf(table.line + 1), startOf(table.line + 1), `file = "${name}"\n`);
      return true;
    }
    // Before the first element: a logo stands above what follows.
    const first = tables.find(({ names }) => ["image", "text", "animation", "stack", "clock", "prompt", "when", "translations"].includes(names[0]));
    const place = first === undefined ? this.#editor.text.length : startOf(first.line);
    const gap = first === undefined && !this.#editor.text.endsWith("\n") ? "\n\n" : first === undefined ? "\n" : "";
    const hasStack = tables.some(({ names }) => names[0] === "stack");
    const text = kind === "font" ? `[fonts.body]\nfile = "${name}"\n`
      : `[image.logo]\nfile = "${name}"\nwidth = "60%w"\nheight = "18%"\n${hasStack ? "anchor = [0.5, 0.12]\n" : ""}`;
    this.#editor.replace(place, place, `${gap}${text}${first === undefined ? "" : "\n"}`);
    if (kind === "font") this.#useFont();
    return true;
  }

  // Sets the font of all texts, unless there is one.
  #useFont() {
    const lines = this.#editor.lines;
    const stage = tablesOf(lines).find(({ names }) => names.join(".") === "stage");
    if (stage === undefined) {
      const fonts = tablesOf(lines).find(({ names }) => names.join(".") === "fonts.body");
      const place = lines.slice(0, fonts.line).reduce((sum, text) => sum + text.length + 1, 0);
      return this.#editor.replace(place, place, "[stage]\nfont = \"body\"\n\n");
    }
    if (valueInTable(lines, stage.line + 1, "font") !== null) return undefined;
    const place = lines.slice(0, stage.line + 1).reduce((sum, text) => sum + text.length + 1, 0);
    return this.#editor.replace(place, place, "font = \"body\"\n");
  }
}
