# SPDX-License-Identifier: Apache-2.0
"""The modules in a WebAssembly runtime, without a page."""

import json
import re
import subprocess

from daemon_process import tool
from themes.changed_packs import corpus, mutations

RUN_SUITE = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
const { memory, flipbook_selftest, flipbook_lines } = new WebAssembly.Instance(module, {}).exports;
const count = flipbook_selftest();
process.stdout.write(Buffer.from(memory.buffer, flipbook_lines(), count));
"""
NAMES = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
console.log(JSON.stringify([WebAssembly.Module.imports(module), WebAssembly.Module.exports(module)]));
"""
TALK = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
const make = () => new WebAssembly.Instance(module, {}).exports;
const talk = (exports, call, text, ...rest) => {
  const area = () => new Uint8Array(exports.memory.buffer, exports.flipbook_text(), exports.flipbook_text_size());
  const { written } = new TextEncoder().encodeInto(text, area());
  const length = exports[call](written, ...rest);
  return new TextDecoder().decode(area().slice(0, length));
};
"""
# What clients may not do to the daemon, a page may not do to the module.
HOSTILE = """
const results = [];
for (const options of ["width=0", "height=5000", "scale=0", "scale=99999999999999", "rings=9", "rotate=45",
    "size=0x0", "animation=", "=", "x", "background=12345g", "animation=ring size=10", "\\0\\xff", "mode=", "mode=x",
    "variant=dark"]) {
  results.push([options, talk(make(), "flipbook_set_up", options) !== ""]);
}
const exports = make();
results.push(["before", talk(exports, "flipbook_command", "start", 0n) !== ""]);
results.push(["draw before", exports.flipbook_draw(0n) === 0 && exports.flipbook_pixels() === 0]);
results.push(["ask before", exports.flipbook_ask(0, 0, 0n) > 0]);
exports.flipbook_type(5, 0n);
exports.flipbook_make_images(0n);
exports.flipbook_keyboard(1, 4294967295, 0n);
exports.flipbook_end_prompt(0n);
results.push(["no pack", exports.flipbook_choices() === 0 && exports.flipbook_check_pack() > 0]);
results.push(["a large pack", exports.flipbook_reserve_pack(67108866) === 0]);
results.push(["a largest pack", exports.flipbook_reserve_pack(67108865) > 0 && exports.flipbook_check_pack() > 0]);
results.push(["set up", talk(exports, "flipbook_set_up", "width=40 height=30 animation=ring scale=0.25") === ""]);
results.push(["again", talk(exports, "flipbook_set_up", "width=40 height=30") !== ""]);
for (const line of ["", "progress", "progress -1", "progress/0 5", "eta x", "message \\x07", "x".repeat(2000), "mode x",
    "status", "theme kiosk", "theme /etc/passwd", "quit --retain", "snapshot"]) {
  results.push([line, talk(exports, "flipbook_command", line, 0n) !== ""]);
}
for (const line of ["progress 99999999999999999999", "eta 99999999999", "progress/9999 3", "done", "fail", "reset",
    "mode shutdown", "mode updates", "quit"]) {
  results.push([line, talk(exports, "flipbook_command", line, 5n) === ""]);
}
const times = [0n, 5n, -1n, -(2n ** 63n), 2n ** 40n, 2n ** 61n, 2n ** 63n - 1n];
for (const time of times) {
  exports.flipbook_draw(time);
  results.push([String(time), exports.flipbook_next_change(time) >= -1n && exports.flipbook_pixels() > 0]);
}
for (let count = 0; count < 17; count++) {
  results.push([`question ${count}`, exports.flipbook_ask(count % 2, 60 * count, 0n) > 0 === count > 15]);
}
for (const keys of ["", "\\0\\x1b[A\\x7f", "\u00e4\u4e2d", "y".repeat(1000), "\\r\\r\\r", "\\x15\\x17\\x03"]) {
  talk(exports, "flipbook_type", keys, 0n);
  exports.flipbook_draw(0n);
}
exports.flipbook_keyboard(4294967295, 4294967295, -1n);
exports.flipbook_ask(4294967295, 4294967295, 0n);
exports.flipbook_type(4294967295, 0n);
for (let count = 0; count < 17; count++) exports.flipbook_end_prompt(0n);
exports.flipbook_draw(0n);
exports.flipbook_set_up(4294967295);
exports.flipbook_command(4294967295, 0n);
console.log(JSON.stringify(results.filter(([, isWell]) => !isWell)));
"""

# Loads the packs of a folder, one after the other, and prints what each caused: an error, or "".
LOAD = """
const fs = require("fs");
const folder = process.argv[2];
const load = (name) => {
  const exports = make();
  const bytes = fs.readFileSync(`${folder}/${name}`);
  new Uint8Array(exports.memory.buffer, exports.flipbook_reserve_pack(bytes.length), bytes.length).set(bytes);
  const area = () => new Uint8Array(exports.memory.buffer, exports.flipbook_text());
  const problem = exports.flipbook_check_pack();
  if (problem > 0) return new TextDecoder().decode(area().slice(0, problem));
  exports.flipbook_choices();
  if (talk(exports, "flipbook_set_up", "width=160 height=100") !== "") return "";
  const at = (milliseconds) => BigInt(milliseconds) * 1000000n;
  let time = 0;
  for (const line of ["progress 42.5", "message AB 12 \u05d01 \u2013 known", "progress/2 99", "eta 4000",
      "mode updates", "fail", "reset", "mode boot-up", "done", "quit"]) {
    talk(exports, "flipbook_command", line, at(time));
    if (time === 300) exports.flipbook_ask(0, 0, at(time));
    if (time === 400) talk(exports, "flipbook_type", "abc", at(time));
    if (time === 600) talk(exports, "flipbook_type", "\\r", at(time));
    while (exports.flipbook_make_images(at(time)) === 1) {}
    exports.flipbook_draw(at(time));
    exports.flipbook_next_change(at(time));
    time += 100;
  }
  exports.flipbook_draw(at(5000));
  return "";
};
const results = {};
for (const name of fs.readdirSync(folder)) {
  try { results[name] = load(name); } catch (error) { results[name] = `TRAP ${error.stack}`; }
}
console.log(JSON.stringify(results));
"""

# How many megabytes the memory grows by from the tenth change of the mode to the last.
CHANGE_MODES = """
const exports = make();
const bytes = Buffer.from(process.argv[2], "base64");
new Uint8Array(exports.memory.buffer, exports.flipbook_reserve_pack(bytes.length), bytes.length).set(bytes);
exports.flipbook_check_pack();
talk(exports, "flipbook_set_up", "width=1920 height=1080");
let before = 0;
for (let count = 0; count < 60; count++) {
  if (count === 10) before = exports.memory.buffer.byteLength;
  const time = BigInt(count) * 3000000000n;
  talk(exports, "flipbook_command", `mode ${["updates", "reboot", "shutdown"][count % 3]}`, time);
  while (exports.flipbook_make_images(time) === 1) {}
  for (const later of [0n, 100000000n, 2000000000n, 2900000000n]) exports.flipbook_draw(time + later);
}
console.log((exports.memory.buffer.byteLength - before) / 1048576);
"""


def run(script: str, module, *arguments) -> bytes:
    return subprocess.run(["node", "-e", script, module, *arguments], check=True, capture_output=True, timeout=300).stdout


def test_a_web_page_gets_the_same_pixels(built, native_hashes):
    lines = run(RUN_SUITE, built / "wasm32/selftest.wasm")
    assert lines.count(b"\n") > 1400
    assert lines == native_hashes


def test_the_module_imports_nothing(built):
    imports, exports = json.loads(run(NAMES, built / "playground/flipbook.wasm"))
    assert imports == []
    assert {entry["name"] for entry in exports} == {"memory", *(
        f"flipbook_{name}" for name in (
            "ask", "check_pack", "choices", "command", "draw", "element", "end_prompt", "facts", "keyboard", "make_images",
            "next_change", "pixels", "reserve_pack", "set_up", "status", "text", "text_size", "type"))}


def test_nothing_that_a_page_says_ends_the_module(built):
    assert json.loads(run(TALK + HOSTILE, built / "playground/flipbook.wasm")) == []


def test_a_change_of_the_mode_takes_no_more_memory(built):
    themes = (built / "playground/themes.js").read_text()
    pack = re.search(r'"recovery": "(.*)"', themes).group(1)
    assert float(run(TALK + CHANGE_MODES, built / "playground/flipbook.wasm", pack)) < 1


def test_no_pack_ends_the_module_and_errors_are_the_tools(built, tmp_path):
    packs = [pack for whole in corpus() for number, (pack, _) in enumerate(mutations(whole)) if number % 4 == 0]
    for number, pack in enumerate(packs):
        (tmp_path / f"{number}.pack").write_bytes(pack)
    results = json.loads(run(TALK + LOAD, built / "playground/flipbook.wasm", tmp_path))
    assert [line for line in results.values() if line.startswith("TRAP")] == []
    refused = [name for name, line in results.items() if line]
    assert len(refused) > 100 and len(packs) - len(refused) > 50
    # Each kind of error once.
    for name in {results[name][:8]: name for name in refused}.values():
        render = subprocess.run([tool(), "render", "--theme", tmp_path / name, "--canvas", "160x100", "--at", "0",
                                 "-o", "-"], capture_output=True, text=True)
        assert render.stderr.rstrip().endswith(f"theme {tmp_path / name}: {results[name]}")
