# SPDX-License-Identifier: Apache-2.0
"""The modules in a WebAssembly runtime, without a page."""

import json
import subprocess

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
    "size=0x0", "animation=", "=", "x", "background=12345g", "animation=ring size=10", "\\0\\xff"]) {
  results.push([options, talk(make(), "flipbook_set_up", options) !== ""]);
}
const exports = make();
results.push(["before", talk(exports, "flipbook_command", "start", 0n) !== ""]);
results.push(["draw before", exports.flipbook_draw(0n) === 0 && exports.flipbook_pixels() === 0]);
results.push(["set up", talk(exports, "flipbook_set_up", "width=40 height=30 animation=ring scale=0.25") === ""]);
results.push(["again", talk(exports, "flipbook_set_up", "width=40 height=30") !== ""]);
for (const line of ["", "progress", "progress -1", "progress/0 5", "eta x", "message \\x07", "x".repeat(2000)]) {
  results.push([line, talk(exports, "flipbook_command", line, 0n) !== ""]);
}
for (const line of ["progress 99999999999999999999", "eta 99999999999", "progress/9999 3", "done", "fail", "reset"]) {
  results.push([line, talk(exports, "flipbook_command", line, 5n) === ""]);
}
const times = [0n, 5n, -1n, -(2n ** 63n), 2n ** 40n, 2n ** 61n, 2n ** 63n - 1n];
for (const time of times) {
  exports.flipbook_draw(time);
  results.push([String(time), exports.flipbook_next_change(time) >= -1n && exports.flipbook_pixels() > 0]);
}
exports.flipbook_set_up(4294967295);
exports.flipbook_command(4294967295, 0n);
console.log(JSON.stringify(results.filter(([, isWell]) => !isWell)));
"""


def run(script: str, module) -> bytes:
    return subprocess.run(["node", "-e", script, module], check=True, capture_output=True, timeout=300).stdout


def test_a_web_page_gets_the_same_pixels(built, native_hashes):
    lines = run(RUN_SUITE, built / "wasm32/selftest.wasm")
    assert lines.count(b"\n") > 1400
    assert lines == native_hashes


def test_the_module_imports_nothing(built):
    imports, exports = json.loads(run(NAMES, built / "playground/flipbook.wasm"))
    assert imports == []
    assert {entry["name"] for entry in exports} == {"memory", *(
        f"flipbook_{name}" for name in ("command", "draw", "facts", "next_change", "pixels", "set_up",
                                        "status", "text", "text_size"))}


def test_nothing_that_a_page_says_ends_the_module(built):
    assert json.loads(run(TALK + HOSTILE, built / "playground/flipbook.wasm")) == []
