// SPDX-License-Identifier: Apache-2.0
"use strict";

// The studio: the editor on the left, the gallery of displays in a frame on the right, and the server of
// 'flipbook-theme edit' behind both. The pack that is shown is compiled from the text in the editor; files are written
// when something is saved or dropped.
class Studio {
  // Between two looks for changes by other programs, in milliseconds.
  static watch = 1000;
  // After so many milliseconds without a key all displays are checked, which takes longer than compiling.
  static pause = 300;
  // The displays stand still while a pack is compiled, but at most for so many milliseconds.
  static hold = 200;

  #editor;
  #completion;
  #references;
  #gallery = element("gallery");
  // The text of the file, and its hash, as far as is known. A textarea has line feeds alone; the file's lines keep their
  // ending.
  #saved;
  #base;
  #lineEnding;
  // The version of all other files.
  #others;
  // The last pack of a text without errors.
  #pack = null;
  #generation = 0;
  #shown = 0;
  #isCompiling = false;
  #hasErrors = false;
  // The wait for the next check, and whether none is left to be done.
  #timer = 0;
  #isChecked = true;
  // What is to be compiled next: { move }.
  #next = null;
  #isOver = false;
  #saysUnsaved = false;
  // Settles with the last write of the file.
  #writing = Promise.resolve();
  // The size of the largest file that can be added, and that of a piece that is sent.
  #largest;
  #piece;
  // From a drag's first move to the end of what it writes: replies to a cancelled one count no more.
  #isDragging = false;
  #dropsEdit = null;

  constructor(theme, schema) {
    this.#editor = new Editor();
    this.#completion = new Completion(this.#editor, schema);
    this.#references = new References(this.#editor);
    this.#completion.files = theme.files;
    this.#take(theme);
    [this.#others, this.#largest, this.#piece] = [theme.others, theme.largest, theme.piece];
    element("name").textContent = theme.name;
    this.name = theme.name;
    this.#editor.onChange = () => this.#changed();
    this.#editor.onCaret = () => this.#help();
    this.#completion.onChoose = (item) => this.#help(item);
    this.#editor.load(this.#saved);
    this.#connect();
    setInterval(() => this.#look(), Studio.watch);
  }

  get editor() {
    return this.#editor;
  }

  // How many packs were sent to the displays, and the last one of which they have a frame.
  get generations() {
    return { sent: this.#generation, shown: this.#shown };
  }

  // Whether all that was typed is compiled, checked, and on the displays.
  get isSettled() {
    return !this.#isCompiling && this.#next === null && this.#isChecked && this.#shown === this.#generation;
  }

  get isUnsaved() {
    return this.#editor.text !== this.#saved;
  }

  // Knows a text as that of the file.
  #take({ text, base }) {
    [this.#saved, this.#base] = [text.replace(/\r\n?/g, "\n"), base];
    this.#lineEnding = /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
  }

  // Asks the server; throws a line for the user.
  async #ask(path, options = {}) {
    let reply;
    try {
      reply = await fetch(`api/${path}`, options);
    } catch {
      // A request can fail for a reason of its own; a second one tells whether the server is there.
      if (await fetch("api/changes").then(() => true, () => false)) throw new Error("The request failed; try it again.");
      this.#end();
      throw new Error("flipbook-theme edit has ended");
    }
    if (reply.ok) return reply;
    const { error, name } = await reply.json().catch(() => ({ error: `the server replied ${reply.status}` }));
    throw Object.assign(new Error(error), { status: reply.status, file: name });
  }

  // The server has ended: what was typed stays on the page, and what needs the server can not be used any more.
  #end() {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const id of ["save", "apply", "file"]) element(id).disabled = true;
    this.#sayEnd();
  }

  #sayEnd() {
    this.#saysUnsaved = this.isUnsaved;
    this.#say(
      this.isUnsaved ? "flipbook-theme edit has ended. Your last changes are not saved; start it again, and paste them."
        : "flipbook-theme edit has ended. Everything is saved.",
      this.isUnsaved ? { "Copy the text": () => navigator.clipboard.writeText(this.#editor.text) } : {});
  }

  // Shows a line above the editor, with what can be done.
  #say(line, actions = {}) {
    element("banner-text").textContent = line;
    element("banner-buttons").replaceChildren(...Object.entries({ ...actions, ...(this.#isOver ? {} : { Close: () => {} }) }).map(([name, action]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => {
        element("banner").hidden = true;
        action();
      });
      return button;
    }));
    element("banner").hidden = false;
  }

  // Does something, and shows its error.
  async #guarded(action) {
    try {
      return await action();
    } catch (error) {
      if (!this.#isOver) this.#say(error.message);
      return undefined;
    }
  }

  #changed() {
    this.#showSaved();
    this.#help();
    if (!this.#isOver) return this.compile();
    [element("summary").textContent, element("summary").className] = ["Not compiled any more", ""];
    if (this.isUnsaved !== this.#saysUnsaved) this.#sayEnd();
    return undefined;
  }

  #showSaved() {
    element("unsaved").hidden = !this.isUnsaved;
    document.title = `${this.isUnsaved ? "● " : ""}${this.name} – Flipbook studio`;
  }

  // Explains the chosen completion, or the key at the caret.
  #help(chosen = null) {
    if (chosen === null && this.#completion.isOpen) return;
    const help = chosen?.help === undefined ? this.#completion.help : { key: chosen.text, text: chosen.help };
    element("help-key").textContent = help?.key ?? "";
    element("help-line").textContent = help?.text ?? "Ctrl+Space completes; Alt+Down opens the colour of the line.";
  }

  // Compiles the text and shows the pack; with a move the text is changed before. Only the last request counts.
  compile(move = null) {
    this.#next = { move };
    if (move === null) this.#gallery.contentWindow.gallery?.hold(Studio.hold);
    clearTimeout(this.#timer);
    [this.#timer, this.#isChecked] = [0, true];
    if (!this.#isCompiling) this.#compileNext();
  }

  // Waits until nothing is to be compiled.
  async #compiled() {
    while (this.#isCompiling) await new Promise((done) => { setTimeout(done, 5); });
  }

  async #compileNext() {
    this.#isCompiling = true;
    while (this.#next !== null) {
      const { move } = this.#next;
      this.#next = null;
      await this.#guarded(() => this.#compileOnce(move));
    }
    this.#isCompiling = false;
  }

  async #compileOnce(move) {
    const text = this.#editor.text;
    const isCancelled = () => move !== null && !this.#isDragging;
    const query = move === null ? "" : `?${new URLSearchParams(move)}`;
    const reply = await this.#ask(`compile${query}`, { method: "POST", body: text }).catch((error) => {
      // A file that cannot have the place says so beside the pointer.
      if (move === null || error.status !== 422) throw error;
      if (!isCancelled()) this.#showMove(error.message);
      return null;
    });
    if (reply === null) return;
    const bytes = await reply.arrayBuffer();
    if (isCancelled()) return;
    const length = Number(reply.headers.get("Flipbook-Report"));
    const result = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 0, length)));
    const pack = bytes.slice(length);
    if (pack.byteLength > 0) this.#show(pack.slice(0), result.report); else this.#gallery.contentWindow.gallery?.hold(0);
    if (move !== null) {
      this.#dropsEdit = { text, edit: result.edit, move };
      return this.#showMove(`${move.element}: ${move.target} = ${result.edit.text.split(" = ").at(-1).trim()}`);
    }
    element("export").disabled = pack.byteLength === 0;
    if (pack.byteLength > 0) this.#pack = pack;
    // Warnings stay until the next check, which finds all of them.
    if (pack.byteLength === 0 || this.#hasErrors) this.#showDiagnostics(result.diagnostics);
    if (pack.byteLength > 0) this.#checkLater();
  }

  // Has the text checked once nothing is typed any more.
  #checkLater() {
    clearTimeout(this.#timer);
    this.#isChecked = false;
    const timer = setTimeout(() => this.#guarded(() => this.#check(timer)), Studio.pause);
    this.#timer = timer;
  }

  // Lists the errors and all warnings, here and below the displays, unless another check follows.
  async #check(timer) {
    try {
      const { diagnostics, report } = await (await this.#ask("check", { method: "POST", body: this.#editor.text })).json();
      if (this.#timer !== timer) return;
      this.#showDiagnostics(diagnostics);
      this.#gallery.contentWindow.postMessage({ flipbook: "report", report }, location.origin);
    } finally {
      if (this.#timer === timer) this.#isChecked = true;
    }
  }

  // Has the displays show a pack.
  #show(pack, report) {
    this.#generation++;
    this.#gallery.contentWindow.postMessage(
      { flipbook: "pack", bytes: pack, report, generation: this.#generation }, location.origin, [pack]);
  }

  #showDiagnostics(diagnostics) {
    this.#editor.diagnostics = diagnostics.filter(({ file }) => file === "theme.toml");
    const count = (severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    this.#hasErrors = count("error") > 0;
    const words = (number, word) => number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`];
    const found = [...words(count("error"), "error"), ...words(count("warning"), "warning")].join(", ");
    const summary = element("summary");
    const text = found === "" ? "No errors, no warnings"
      : count("error") > 0 ? `${found} – the displays show the last theme without errors` : found;
    if (summary.textContent !== text) summary.textContent = text;
    summary.className = count("error") > 0 ? "error" : found === "" ? "ok" : "warning";
    element("problems").replaceChildren(...diagnostics.map(({ file, line, column, severity, key, message, expected, suggestion }) => {
      const row = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = severity;
      const place = document.createElement("span");
      place.className = "place";
      place.textContent = file === "theme.toml" ? `${line}` : `${file}:${line}`;
      const what = document.createElement("span");
      what.textContent = `${key === "" ? "" : `${key}: `}${message}${expected === null ? "" : `; expected ${expected}`}`
        + (suggestion === null ? "" : `; did you mean ‘${suggestion}’?`);
      const where = file === "theme.toml" ? `line ${line}` : `${file}, line ${line}`;
      button.setAttribute("aria-label", `${severity === "error" ? "Error" : "Warning"} in ${where}: ${what.textContent}`);
      button.append(place, what);
      if (file === "theme.toml") button.addEventListener("click", () => this.#editor.goTo(line, column)); else button.disabled = true;
      row.append(button);
      return row;
    }));
  }

  async save() {
    const text = this.#editor.text;
    await this.#guarded(async () => {
      try {
        await this.#write(text);
      } catch (error) {
        if (error.status !== 409) throw error;
        this.#offerChange();
      }
    });
    return !this.isUnsaved;
  }

  // Writes the file, after all writes before: each names the version that the one before has made.
  #write(text, overwrites = false) {
    const written = this.#writing.then(async () => {
      const headers = overwrites ? {} : { "If-Match": this.#base };
      const body = text.replaceAll("\n", this.#lineEnding);
      const reply = await this.#ask("save", { method: "POST", body, headers });
      [this.#saved, this.#base] = [text, (await reply.json()).base];
      this.#showSaved();
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  // Another program has written theme.toml: both texts are the user's.
  #offerChange() {
    this.#say("Another program has changed theme.toml.", {
      "Load its text": () => this.#guarded(() => this.#load()),
      "Overwrite it with mine": () => this.#guarded(() => this.#write(this.#editor.text, true)),
    });
  }

  async #load() {
    const theme = await (await this.#ask("theme")).json();
    this.#take(theme);
    // As an edit, so that undo brings the other text back.
    this.#editor.replace(0, this.#editor.text.length, this.#saved);
    this.#showSaved();
  }

  // Looks for changes by other programs.
  async #look() {
    if (document.hidden || this.#isOver) return;
    await this.#guarded(async () => {
      const before = this.#base;
      const { base, others, files } = await (await this.#ask("changes")).json();
      this.#completion.files = files;
      // The version may be that of a save whose reply is under way.
      await this.#writing;
      if (others !== this.#others) this.compile();
      this.#others = others;
      // It is offered once; saving finds it again.
      if (base !== null && base !== this.#base && before === this.#base && base !== this.#offered) {
        this.#offered = base;
        this.#offerChange();
      }
    });
  }

  #offered = null;

  // The displays' page is there: from now on elements can be dragged.
  connectGallery() {
    const placing = new Placing(this.#gallery, {
      goTo: (name) => this.#goToElement(name),
      move: (move) => {
        this.#isDragging = true;
        this.compile(move);
      },
      drop: (move) => this.#drop(move),
      cancel: () => {
        this.#isDragging = false;
        this.#showMove("");
        this.compile();
      },
    });
    this.compile();
    return placing;
  }

  // Writes the place of a drag into the text.
  async #drop(move) {
    this.compile(move);
    await this.#compiled();
    this.#isDragging = false;
    this.#showMove("");
    const found = this.#dropsEdit;
    this.#dropsEdit = null;
    if (found?.move !== move || found.text !== this.#editor.text) return this.compile();
    const { start, end, text } = found.edit;
    this.#editor.replace(this.#editor.positionOfByte(start), this.#editor.positionOfByte(end), text);
  }

  #showMove(text) {
    element("drag").textContent = text;
    element("drag").hidden = text === "";
  }

  #goToElement(name) {
    const tables = tablesOf(this.#editor.lines);
    const table = tables.find(({ names }) => names.at(-1) === name && names[0] !== "when") ?? tables.find(({ names }) => names.at(-1) === name);
    if (table !== undefined) return this.#editor.goTo(table.line + 1, 1);
    const line = this.#editor.lines.findIndex((text) => new RegExp(`^\\s*([\\w-]+\\.)?${name}\\b`).test(text));
    if (line >= 0) this.#editor.goTo(line + 1, 1);
  }

  // The bytes of a dropped file; throws a line for what cannot be added.
  async #bytesOf(file) {
    if (file.size > this.#largest) throw new Error(`${file.name} is larger than ${this.#largest >> 20} MiB`);
    try {
      return new Uint8Array(await file.arrayBuffer());
    } catch {
      throw new Error(`${file.name} cannot be read: a folder cannot be added, nor a file that has changed since`);
    }
  }

  // Adds files one after the other; what was said before is about others.
  async #addFiles(files) {
    if (!this.#isOver) element("banner").hidden = true;
    for (const file of files) await this.addFile(file);
  }

  // Adds a file to the folder, and has the theme use it.
  async addFile(file, name = file.name, replaces = false) {
    await this.#guarded(async () => {
      const bytes = await this.#bytesOf(file);
      let at = 0;
      for (; bytes.length - at > this.#piece; at += this.#piece) {
        await this.#ask(`piece?at=${at}`, { method: "POST", body: bytes.subarray(at, at + this.#piece) });
      }
      const query = new URLSearchParams({ name, at, ...(replaces ? { replace: "1" } : {}) });
      try {
        const added = await (await this.#ask(`file?${query}`, { method: "POST", body: bytes.subarray(at) })).json();
        this.#completion.files = [...new Set([...this.#completion.files, added.name])];
        // The text may have the name already.
        if (!this.#references.use(added)) this.compile();
      } catch (error) {
        if (error.status !== 409) throw error;
        const free = error.file.replace(/(\.\w+)$/, `-${Date.now().toString(36).slice(-4)}$1`);
        this.#say(`There is another ${error.file} in the folder.`, {
          "Replace it": () => this.addFile(file, name, true), [`Add it as ${free}`]: () => this.addFile(file, free),
        });
      }
    });
  }

  // Downloads the pack of the text, if it has one.
  async exportPack() {
    await this.#compiled();
    if (element("export").disabled) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.#pack], { type: "application/octet-stream" }));
    link.download = `${this.name}.pack`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // Saves, and has flipbook-theme apply run.
  async apply(how) {
    const output = element("apply-output");
    if (how !== "reset" && this.isUnsaved && !await this.save()) return element("apply-dialog").close();
    output.hidden = false;
    output.className = "";
    element("apply-run").disabled = true;
    try {
      let job = await (await this.#ask(`apply?${how}`, { method: "POST" })).json();
      while (job.status === null) {
        output.textContent = `$ ${job.line}\n${job.output}…`;
        await new Promise((done) => { setTimeout(done, 150); });
        job = await (await this.#ask("apply")).json();
      }
      output.textContent = `$ ${job.line}\n${job.output}${job.status === 0 ? "Done." : `It ended with status ${job.status}.`}`;
      output.className = job.status === 0 ? "ok" : "error";
    } catch (error) {
      output.textContent = error.message;
      output.className = "error";
    } finally {
      element("apply-run").disabled = false;
    }
    return undefined;
  }

  #connect() {
    element("undo").addEventListener("click", () => this.#editor.undo());
    element("redo").addEventListener("click", () => this.#editor.redo());
    element("save").addEventListener("click", () => this.save());
    element("export").addEventListener("click", () => this.exportPack());
    element("apply").addEventListener("click", () => {
      element("apply-output").hidden = true;
      element("apply-dialog").showModal();
    });
    element("apply-run").addEventListener("click", () => {
      this.apply(document.querySelector("[name=how]:checked").value);
    });
    element("file").addEventListener("change", async ({ target }) => {
      await this.#addFiles(target.files);
      target.value = "";
    });
    this.#listen(document);
    window.addEventListener("message", ({ data, origin, source }) => {
      if (source !== this.#gallery.contentWindow || origin !== location.origin || data?.flipbook !== "shown") return;
      this.#shown = data.generation;
      if (data.problem) this.#say(data.problem);
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.isUnsaved) event.preventDefault();
    });
    connectDivider();
  }

  // Keys and dropped files, on this page and on that of the displays.
  #listen(page) {
    page.addEventListener("keydown", (event) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === "s") {
        event.preventDefault();
        this.save();
      } else if (event.altKey && event.key === "ArrowDown" && page.activeElement === this.#editor.area) {
        if (this.#editor.openColor()) event.preventDefault();
      }
    });
    page.addEventListener("dragover", (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      element("drop").hidden = false;
    });
    page.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) element("drop").hidden = true;
    });
    page.addEventListener("drop", async (event) => {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      element("drop").hidden = true;
      await this.#addFiles([...event.dataTransfer.files]);
    });
  }

  // The same on the page of the displays.
  listenToGallery() {
    this.#listen(this.#gallery.contentDocument);
  }
}

// The line between the editor and the displays: it is dragged, and moved by arrow keys.
function connectDivider() {
  const divider = element("divider");
  const set = (percent) => {
    const value = Math.round(Math.min(75, Math.max(25, percent)));
    document.documentElement.style.setProperty("--editor", `${value}%`);
    divider.setAttribute("aria-valuenow", value);
  };
  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    document.body.classList.add("dividing");
  });
  divider.addEventListener("pointermove", (event) => {
    if (divider.hasPointerCapture(event.pointerId)) set(100 * event.clientX / innerWidth);
  });
  divider.addEventListener("lostpointercapture", () => document.body.classList.remove("dividing"));
  divider.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -2, ArrowRight: 2 };
    if (steps[event.key] !== undefined) set(Number(divider.getAttribute("aria-valuenow")) + steps[event.key]);
  });
}

// The page of the displays, once it plays. Throws a line where it cannot.
async function galleryStarted(frame) {
  const fail = (reason) => { throw new Error(`The displays cannot be shown: ${reason}. Reload the page to try again.`); };
  while (true) {
    const page = frame.contentDocument;
    // The browser's own page of an error belongs to another origin.
    if (page === null) fail("the server does not reply");
    if (page.readyState === "complete" && page.URL !== "about:blank") {
      if (frame.contentWindow.gallery !== undefined) return;
      const problem = page.getElementById("problem");
      if (problem === null) fail(page.body.textContent.trim());
      if (problem.textContent !== "") fail(problem.textContent);
    }
    await new Promise((done) => { setTimeout(done, 20); });
  }
}

async function start() {
  const [theme, schema] = await Promise.all(["theme", "schema"].map(async (name) => (await fetch(`api/${name}`)).json()));
  if (theme.error !== undefined) throw new Error(theme.error);
  const studio = new Studio(theme, schema);
  await galleryStarted(element("gallery"));
  studio.listenToGallery();
  studio.connectGallery();
  window.studio = studio;
}

start().catch((error) => {
  element("banner-text").textContent = error.message;
  element("banner").hidden = false;
});
