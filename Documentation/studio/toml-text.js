// SPDX-License-Identifier: Apache-2.0
"use strict";

// What an editor has to know of TOML, line by line: strings, comments and the table of a line. The compiler alone says
// whether a text is right.

// The parts of a line: [{ kind, text }], where a kind is table, key, string, number, word, comment or plain.
function partsOfLine(line) {
  const header = /^(\s*)(\[\[?[^\]#]*\]?\]?)(.*)$/.exec(line);
  if (header !== null && !/^\s*\[.*=/.test(line) && !/,\s*$/.test(header[2])) {
    return [{ kind: "plain", text: header[1] }, { kind: "table", text: header[2] }, ...partsOfValue(header[3])];
  }
  const pair = /^(\s*)((?:"[^"]*"|'[^']*'|[\w.\- ])+?)(\s*=)(.*)$/.exec(line);
  if (pair === null) return partsOfValue(line);
  return [
    { kind: "plain", text: pair[1] }, { kind: "key", text: pair[2] }, { kind: "plain", text: pair[3] },
    ...partsOfValue(pair[4]),
  ];
}

function partsOfValue(text) {
  const parts = [];
  const pattern = /(#.*$)|("(?:\\.|[^"\\])*"?|'[^']*'?)|([\w.-]+(?=\s*=))|([+-]?\d[\d_.eE+-]*)|([A-Za-z_][\w-]*)|([^#"'\w+-]+|[+-])/g;
  const kinds = ["comment", "string", "key", "number", "word", "plain"];
  for (const match of text.matchAll(pattern)) {
    const index = match.slice(1).findIndex((part) => part !== undefined);
    parts.push({ kind: kinds[index], text: match[0] });
  }
  return parts;
}

// The colours of a line: [{ column, length, digits }], where the column is that of the string's contents.
function colorsOfLine(line) {
  const colors = [];
  let column = 0;
  for (const { kind, text } of partsOfLine(line)) {
    const match = kind === "string" ? /^["'](#?)([0-9A-Fa-f]{8}|[0-9A-Fa-f]{6})["']$/.exec(text) : null;
    if (match !== null) colors.push({ column: column + 1 + match[1].length, digits: match[2] });
    column += text.length;
  }
  return colors;
}

// The names of the table of a line, such as ["image", "logo"]; [] at the beginning of a file.
function tableOfLine(lines, number) {
  for (let index = number; index >= 0; index--) {
    const header = /^\s*\[([^\]]*)\]?/.exec(lines[index]);
    if (header !== null && !/^\s*\[.*=/.test(lines[index]) && !/,\s*$/.test(header[1])) return namesOf(header[1]);
  }
  return [];
}

// The parts of a dotted name, where a part in quotes may have dots.
function namesOf(text) {
  return [...text.matchAll(/"([^"]*)"?|'([^']*)'?|([^."'\s]+)/g)].map((match) => match[1] ?? match[2] ?? match[3]);
}

// All tables of a text: [{ names, line }].
function tablesOf(lines) {
  const tables = [];
  lines.forEach((line, index) => {
    const header = /^\s*\[([^\]]+)\]/.exec(line);
    if (header !== null && !/^\s*\[.*=/.test(line)) tables.push({ names: namesOf(header[1]), line: index });
  });
  return tables;
}

// The value of a key in the table of a line, as it is written; null without one.
function valueInTable(lines, number, key) {
  let first = number;
  while (first > 0 && !/^\s*\[/.test(lines[first])) first--;
  for (let index = first; index < lines.length; index++) {
    if (index > first && /^\s*\[/.test(lines[index])) return null;
    const match = /^\s*([\w-]+)\s*=\s*(.*)$/.exec(lines[index]);
    if (match !== null && match[1] === key) return match[2];
  }
  return null;
}
