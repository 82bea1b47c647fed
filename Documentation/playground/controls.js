// SPDX-License-Identifier: Apache-2.0
"use strict";

// A pack that was opened or dropped, { name, bytes }; null before that.
let ownPack = null;

// The pack of the form's look; null for a built-in animation.
function pack() {
  const look = document.forms.options.elements.look.value;
  if (look === "own") return ownPack;
  if (!look.startsWith("theme:")) return null;
  const name = look.slice("theme:".length);
  return { name, bytes: bytesOf(flipbookThemes[name]) };
}

// The form's values, as the stage's options.
function options() {
  const value = (name) => document.forms.options.elements[name].value;
  const isOn = (name) => document.forms.options.elements[name].checked;
  const [width, height] = value("stage").split("x").map(Number);
  const size = { width, height, scale: value("scale"), rotate: value("rotate") };
  const look = value("look");
  if (look === "own" || look.startsWith("theme:")) {
    return { ...size, variant: value("variant"), locale: value("locale") };
  }
  const result = {
    ...size, animation: look, palette: value("palette"), paint: value("paint"), direction: value("direction"),
    rings: value("rings"), label: isOn("label") ? "on" : "off",
  };
  if (isOn("own-background")) result.background = value("background").slice(1);
  return result;
}

function log(text, reply) {
  const line = document.createElement("li");
  const [asked, answer] = [document.createElement("code"), document.createElement("span")];
  asked.textContent = text;
  answer.textContent = reply === "" ? "ok" : `error: ${reply}`;
  answer.className = reply === "" ? "ok" : "error";
  line.append(asked, answer);
  const list = element("log");
  list.append(line);
  while (list.children.length > 50) list.firstChild.remove();
  list.scrollTop = list.scrollHeight;
}

// Fills the choice of a theme's variants or languages; it is hidden where there is none.
function offer(name, words, first) {
  const select = document.forms.options.elements[name];
  select.replaceChildren(...first, ...words.map((word) => new Option(word, word)));
  select.parentElement.hidden = select.options.length < 2;
}

// Shows the look that is chosen in the form. If its pack cannot be used, the last look stays.
function showLook() {
  const look = document.forms.options.elements.look.value;
  offer("variant", [], []);
  offer("locale", [], []);
  const problem = playground.configure(options(), pack());
  element("problem").textContent = problem;
  document.body.dataset.look = look.includes(":") || look === "own" ? "theme" : look;
  const { variants, locales } = playground.choices;
  offer("variant", variants, [new Option("base", "")]);
  offer("locale", locales, []);
  return problem;
}

// Shows the pack of a file.
async function openPack(file) {
  const own = element("own");
  const [before, packBefore] = [document.forms.options.elements.look.value, ownPack];
  ownPack = { name: file.name, bytes: new Uint8Array(await file.slice(0, Flipbook.largestPack + 1).arrayBuffer()) };
  own.disabled = false;
  own.checked = true;
  const problem = showLook();
  if (problem !== "") {
    ownPack = packBefore;
    document.forms.options.elements.look.value = before;
    own.disabled = packBefore === null;
    showLook();
    element("problem").textContent = problem;
    return;
  }
  element("own-name").textContent = file.name;
}

function connectLooks() {
  const form = document.forms.options;
  const configure = () => { element("problem").textContent = playground.configure(options(), pack()); };
  form.addEventListener("input", (event) => {
    if (event.target.type === "file") return;
    if (event.target.name === "look") showLook(); else configure();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  element("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file !== undefined) await openPack(file);
    // The same file can be chosen again, after a change.
    event.target.value = "";
  });
  const screen = document.querySelector(".screen");
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    screen.classList.add("target");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) screen.classList.remove("target");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    screen.classList.remove("target");
    const [file] = event.dataTransfer.files;
    if (file !== undefined) openPack(file);
  });
}

// The field for answers. Its characters go to the prompt on the stage, one by one. Returns what a new kind of prompt
// calls: the field is there, with the focus, while something is asked.
function connectAnswer() {
  const field = element("answer");
  let typed = "";
  const type = (text) => { if (text !== "") playground.command(text, "type"); };
  field.addEventListener("input", () => {
    const [before, after] = [Array.from(typed), Array.from(field.value)];
    let same = 0;
    while (same < before.length && before[same] === after[same]) same++;
    typed = field.value;
    type("\x7f".repeat(before.length - same) + after.slice(same).join(""));
  });
  field.addEventListener("keydown", (event) => {
    noteKeyboard(event.getModifierState("CapsLock"));
    // Enter may end the input of a composed character only.
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    field.value = typed = "";
    type("\r");
  });
  let keyboard = "caps-off ";
  const noteKeyboard = (isCapsLockOn) => {
    const [kind, layout] = [isCapsLockOn ? "caps-on" : "caps-off", element("layout").value];
    if (`${kind} ${layout}` === keyboard) return;
    keyboard = `${kind} ${layout}`;
    playground.command(layout, kind);
  };
  field.addEventListener("keyup", (event) => noteKeyboard(event.getModifierState("CapsLock")));
  element("layout").addEventListener("input", () => noteKeyboard(keyboard.startsWith("caps-on")));
  element("canvas").addEventListener("click", () => field.focus());
  let focusBefore = null;
  const moduleStopped = () => { keyboard = "caps-off "; };
  const promptChanged = (prompt) => {
    const isTyping = document.activeElement === field;
    if (!isTyping) focusBefore = document.activeElement;
    element("answers").hidden = prompt === "none";
    field.type = prompt === "question" ? "text" : "password";
    field.value = typed = "";
    if (prompt !== "none") field.focus({ preventScroll: true }); else if (isTyping) focusBefore?.focus();
  };
  return { moduleStopped, promptChanged };
}

function connectDrive() {
  const send = (text, kind) => log(kind === undefined ? text : `${kind}: ${text}`, playground.command(text, kind));
  for (const button of document.querySelectorAll("button[data-command]")) {
    button.addEventListener("click", () => send(button.dataset.command));
  }
  element("progress").addEventListener("input", (event) => {
    element("progress-value").textContent = `${event.target.value} %`;
    send(`progress${channelSuffix()} ${event.target.value}`);
  });
  element("mode").addEventListener("input", (event) => send(`mode ${event.target.value}`));
  document.forms.message.addEventListener("submit", (event) => {
    event.preventDefault();
    const { slot, text } = event.target.elements;
    send(`message${slot.value === "1" ? "" : `/${slot.value}`} ${text.value}`);
  });
  document.forms.ask.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target.elements.question.value, event.submitter?.value ?? "password");
  });
  element("end").addEventListener("click", () => playground.command("", "end"));
  document.forms.command.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = event.target.elements.line;
    if (field.value.trim() !== "") send(field.value);
    field.value = "";
  });
  element("speed").addEventListener("input", (event) => { playground.speed = Number(event.target.value); });
  element("step").addEventListener("click", () => {
    element("speed").value = "0";
    playground.speed = 0;
    playground.advance(playground.time + 1000 / 60, 1000 / 60);
  });
  element("shows-damage").addEventListener("input", () => playground.seek(playground.time));
}

// Several rings have a channel each.
function channelSuffix() {
  const { look, channel } = document.forms.options.elements;
  return look.value === "ring" && channel.value !== "1" ? `/${channel.value}` : "";
}

// Chooses the look that the page's address names, as in index.html#theme=kiosk.
function chooseNamedLook() {
  const name = new URLSearchParams(location.hash.slice(1)).get("theme");
  const choice = [...document.forms.options.elements.look].find(({ value }) => value === `theme:${name}`);
  if (choice !== undefined) choice.checked = true;
}

async function start() {
  const module = await WebAssembly.compile(bytesOf(flipbookModule));
  const answer = connectAnswer();
  const moduleStopped = (error) => {
    answer.moduleStopped();
    document.forms.options.reset();
    showLook();
    element("problem").textContent = `the module stopped: ${error.message}; it was started again, without the theme`;
  };
  window.playground = new Playground(module, { moduleStopped, promptChanged: answer.promptChanged });
  connectDrive();
  connectLooks();
  chooseNamedLook();
  showLook();
  window.addEventListener("hashchange", () => {
    chooseNamedLook();
    showLook();
  });
  // The first contents of the page.
  window.playground.play([[0, "message Unpacking hello (2.10-3) …"], [600, "progress 42"]], 0);
  window.playground.speed = 1;
  element("progress").value = 42;
  element("progress-value").textContent = "42 %";
}

if (typeof flipbookModule === "undefined") {
  element("problem").textContent =
    "The module is missing: Scripts/build --arch wasm32 makes it, and leaves this page with it in .build/playground.";
} else {
  start().catch((error) => { element("problem").textContent = `This browser cannot show it: ${error.message}`; });
}
