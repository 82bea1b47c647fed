// SPDX-License-Identifier: Apache-2.0
"use strict";

// Without a message a theme shows the title of the mode.
const messages = {
  short: "Unpacking hello (2.10-3) …",
  long: "Checking the file system of the second partition for errors that may have been caused by a loss of power: "
    + "this can take several minutes",
};
const questions = { password: "Passphrase for /dev/sda2", question: "Name of this machine" };
const letters = "abcdefghij".repeat(4);
// After an answer, keys are dropped for half a second, as they belong to it.
const dropsKeys = 600;
// The run of the progress, in milliseconds of the stage.
const tour = { step: 250, whole: 9000, done: 3000 };

const fields = () => element("controls").elements;
const say = (text) => { element("status").textContent = text; };

// Does something, and shows the error if there is one.
function act(text, kind) {
  element("problem").textContent = gallery.apply(text, kind);
}

// What has to be done for the state of the form, from the beginning on, as entries of a history.
function entriesOfForm() {
  const { phase, progress, mode, prompt, message } = fields();
  const entries = [];
  if (mode.value !== "boot-up") entries.push([0, `mode ${mode.value}`]);
  if (message.value !== "none") entries.push([0, messageCommand(message.value)]);
  if (prompt.value !== "none") entries.push(...askEntries(0));
  // A failure comes when the progress is there.
  entries.push(...phaseCommands(phase.value, progress.value).map((line, index) => [1500 * index, line]));
  return entries;
}

function messageCommand(choice) {
  return `message ${choice === "own" ? fields().text.value : messages[choice]}`.trimEnd();
}

// The commands that lead to a phase, from the state of a stage.
function phaseCommands(phase, progress, state = "idle") {
  const first = ["succeeded", "failing", "failed"].includes(state) ? ["reset"] : [];
  switch (phase) {
    case "idle": return state === "idle" ? [] : ["reset"];
    case "running": return [...first, `progress ${progress}`];
    case "unknown": return [...first, "progress unknown"];
    case "failed": return state === "idle" || first.length > 0 ? [...first, `progress ${progress}`, "fail"] : ["fail"];
    default: return [...first, "done"];
  }
}

// What sets the keyboard, asks and types.
function askEntries(time) {
  const { prompt, typed, caps, layout } = fields();
  return [
    [time, layout.value, caps.checked ? "caps-on" : "caps-off"],
    [time, questions[prompt.value], prompt.value],
    [time, letters.slice(0, typed.value), "type"],
  ];
}

function showProgress(percent) {
  element("progress").value = percent;
  element("progress-value").textContent = `${Number(percent).toFixed(percent % 1 === 0 ? 0 : 1)} %`;
}

function choosePhase(phase, isSaid = true) {
  fields().phase.value = phase;
  for (const line of phaseCommands(phase, element("progress").value, gallery.status.state)) act(line);
  if (isSaid) say(`Phase: ${phase}`);
}

// Asks what is chosen, in place of what is asked.
function ask() {
  const { prompt } = fields();
  document.querySelector(".asked").hidden = prompt.value === "none";
  const wait = gallery.status.prompt === "none" ? 0 : dropsKeys;
  if (wait > 0) act("", "end");
  if (prompt.value === "none") return;
  for (const [, text, kind] of askEntries(0)) {
    if (kind === "type" && wait > 0) gallery.later(wait, text, kind); else act(text, kind);
  }
}

// How many characters are typed.
let typedBefore = 0;
function showTyped(count) {
  fields().typed.value = typedBefore = count;
  element("typed-value").textContent = count;
}

// Shows whether it plays.
function showPlaying() {
  element("play").textContent = gallery.isPlaying ? "Pause" : "Play";
  fields().reduced.checked = gallery.isReduced;
}

// Lets the progress run by itself: it restarts after its end.
function connectTour() {
  let begun = 0;
  const start = () => { begun = gallery.time - Number(element("progress").value) * tour.whole / 100; };
  setInterval(() => {
    if (!fields().tour.checked || !gallery.isPlaying || document.hidden) return;
    const since = gallery.time - begun;
    const phase = fields().phase.value;
    if (since < 0 || since > tour.whole + tour.done) {
      begun = gallery.time;
      showProgress(0);
      choosePhase("running", false);
    } else if (since < tour.whole) {
      showProgress(Math.round(1000 * since / tour.whole) / 10);
      if (phase === "running") act(`progress ${element("progress").value}`); else choosePhase("running", false);
    } else if (phase !== "done") {
      showProgress(100);
      choosePhase("done", false);
    }
  }, tour.step);
  fields().tour.addEventListener("input", start);
  start();
}

function connectControls() {
  const form = element("controls");
  const on = (name, action) => form.elements[name].addEventListener("input", action);
  const onChoice = (name, action) => {
    for (const radio of form.elements[name]) radio.addEventListener("input", action);
  };
  const stopTour = () => { form.elements.tour.checked = false; };
  form.addEventListener("submit", (event) => event.preventDefault());
  element("play").addEventListener("click", () => {
    if (gallery.isPlaying) gallery.pause(); else gallery.play();
    showPlaying();
    say(gallery.isPlaying ? "Playing" : "Paused");
  });
  element("again").addEventListener("click", () => {
    gallery.configure({ entries: entriesOfForm(), time: gallery.isReduced ? Gallery.rest : 0 });
    form.elements.tour.dispatchEvent(new Event("input"));
    say("Restarted");
  });
  on("speed", () => { gallery.speed = Number(form.elements.speed.value); });
  on("reduced", () => {
    if (form.elements.reduced.checked) gallery.reduce(); else gallery.play();
    showPlaying();
    say(gallery.isReduced ? "Still frames" : "Playing");
  });
  onChoice("phase", () => {
    stopTour();
    choosePhase(form.elements.phase.value);
  });
  on("progress", () => {
    stopTour();
    showProgress(element("progress").value);
    if (form.elements.phase.value === "running") act(`progress ${element("progress").value}`); else choosePhase("running");
  });
  on("mode", () => {
    act(`mode ${form.elements.mode.value}`);
    // A mode begins with its title and without progress.
    if (form.elements.message.value !== "none") act(messageCommand(form.elements.message.value));
    choosePhase(form.elements.phase.value, false);
    say(`Mode: ${form.elements.mode.value}`);
  });
  onChoice("prompt", () => {
    ask();
    say({ none: "No prompt", password: "A passphrase is asked for", question: "A question is asked" }[form.elements.prompt.value]);
  });
  on("typed", () => {
    const [before, now] = [typedBefore, Number(form.elements.typed.value)];
    act(now > before ? letters.slice(before, now) : "\x7f".repeat(before - now), "type");
    showTyped(now);
  });
  for (const name of ["caps", "layout"]) {
    on(name, () => act(form.elements.layout.value, form.elements.caps.checked ? "caps-on" : "caps-off"));
  }
  element("wrong").addEventListener("click", () => {
    act("\r", "type");
    showTyped(0);
    act(questions[form.elements.prompt.value], form.elements.prompt.value);
    say("Wrong answer");
  });
  onChoice("message", () => {
    element("own-message").hidden = form.elements.message.value !== "own";
    if (form.elements.message.value !== "none") return act(messageCommand(form.elements.message.value));
    // The title of the mode is back only where nothing else was said.
    element("problem").textContent = configure({ entries: entriesOfForm() });
  });
  on("text", () => act(messageCommand("own")));
  for (const name of ["variant", "locale"]) {
    on(name, () => {
      element("problem").textContent = configure({ options: optionsOfForm() });
      say(`${name === "variant" ? "Variant" : "Language"}: ${form.elements[name].value || "base"}`);
    });
  }
  document.addEventListener("keydown", (event) => {
    // Space plays and pauses where it does nothing else.
    if (event.key !== " " || event.target.closest("button, input, select, summary, [tabindex='0']") !== null) return;
    event.preventDefault();
    element("play").click();
  });
}

function optionsOfForm() {
  const { variant, locale } = fields();
  const options = {};
  if (variant.value !== "") options.variant = variant.value;
  if (locale.value !== "") options.locale = locale.value;
  return options;
}

// Shows something else on all displays; returns the error, or "". What was done long ago is made up for by the form.
function configure(change) {
  try {
    gallery.configure({ ...change, entries: change.entries ?? (gallery.hasForgotten ? entriesOfForm() : null) });
  } catch (error) {
    return isTrap(error) ? `the module stopped at this theme: ${error.message}` : error.message;
  }
  return "";
}

// Fills the choice of variants or languages, and keeps what is chosen; it is hidden where there is none.
function offer(name, words, first) {
  const select = fields()[name];
  const before = select.value;
  select.replaceChildren(...first, ...words.map((word) => new Option(word, word)));
  select.value = words.includes(before) ? before : select.options[0]?.value ?? "";
  select.parentElement.hidden = select.options.length < 2;
}

// Shows the names and the numbers of a theme, and what 'check' says of it.
function showReport(report) {
  const { name, author, license, version, bytes, sections, diagnostics, checked } = report;
  document.title = `${name} – Flipbook gallery`;
  element("name").textContent = name;
  element("about").textContent = [version && `version ${version}`, author && `by ${author}`, license, `pack of ${shortNumber(bytes)}B`]
    .filter(Boolean).join(" · ");
  const count = (severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  element("verdict").textContent = !checked ? "A pack was given, not the theme’s folder: it is compiled, and was not checked."
    : diagnostics.length === 0 ? "No errors, no warnings." : `${plural(count("error"), "error")}, ${plural(count("warning"), "warning")}`;
  element("verdict").className = checked && diagnostics.length === 0 ? "ok" : "";
  element("diagnostics").replaceChildren(...diagnostics.map(({ severity, line, key, message, file, expected }) => make(
    "li", severity, make("b", "", severity), " ", make("code", "", `${file}:${line}`), " ", make("code", "", key),
    ` ${message}${expected === null ? "" : `; expected ${expected}`}`)));
  element("sections").replaceChildren(...sections.map(({ name, records, bytes }) => make(
    "tr", "", make("td", "", make("code", "", name)), make("td", "", records.toLocaleString("en")),
    make("td", "", bytes.toLocaleString("en")))));
  if (checked) for (const display of gallery.displays) display.warn(diagnostics);
}

// Shows another pack in place of the present one, and keeps the state of the controls; returns the error, or "".
function replacePack(bytes, report) {
  const before = optionsOfForm();
  const pack = { name: report.name, bytes };
  // A variant that the new theme does not have would be an error.
  let problem = configure({ options: before, pack });
  if (problem !== "") problem = configure({ options: {}, pack });
  element("problem").textContent = problem;
  if (problem !== "") return problem;
  const { variants, locales } = gallery.choices;
  offer("variant", variants, [new Option("base", "")]);
  offer("locale", locales, []);
  showReport(report);
  return "";
}

// The page that has this one in a frame may replace the pack: { flipbook: "pack", bytes, report, generation }. The answer,
// { flipbook: "shown", generation, problem }, comes when the new frame is on the canvases. Its report may come without what
// 'check' finds, which { flipbook: "report", report } brings. A page of a file has no origin that could be compared: it does
// not listen.
function listenToParent() {
  if (window.parent === window || location.protocol === "file:") return;
  let generation = 0;
  window.addEventListener("message", async ({ data, origin, source }) => {
    if (source !== window.parent || origin !== location.origin) return;
    if (data?.flipbook === "report") showReport(data.report);
    if (data?.flipbook !== "pack") return;
    generation = data.generation ?? generation + 1;
    const own = generation;
    const problem = replacePack(new Uint8Array(data.bytes), data.report);
    if (problem === "") await gallery.shown();
    source.postMessage({ flipbook: "shown", generation: own, problem }, origin);
  });
}

async function start() {
  const text = (id) => element(id).textContent;
  const report = JSON.parse(text("report"));
  const module = await WebAssembly.compile(bytesOf(text("module")));
  const pack = { name: report.name, bytes: bytesOf(text("pack")) };
  window.gallery = new Gallery(module, pack, {});
  gallery.onLoss = (loss) => { element("problem").textContent = loss; };
  gallery.onForgotten = () => { element("problem").textContent = configure({}); };
  const { variants, locales } = gallery.choices;
  offer("variant", variants, [new Option("base", "")]);
  offer("locale", locales, []);
  showReport(report);
  connectControls();
  showTyped(6);
  gallery.configure({ options: optionsOfForm(), entries: entriesOfForm(), time: 0 });
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const follow = () => {
    if (!still.matches) return;
    fields().tour.checked = false;
    showProgress(42);
    act("progress 42");
    gallery.reduce();
    showPlaying();
  };
  follow();
  still.addEventListener("change", follow);
  connectTour();
  showPlaying();
  listenToParent();
}

start().catch((error) => { element("problem").textContent = `This browser cannot show it: ${error.message}`; });
