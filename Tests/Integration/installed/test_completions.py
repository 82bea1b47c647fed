# SPDX-License-Identifier: Apache-2.0
"""The completions of bash, zsh and fish, in these shells."""

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

import pytest
from daemon_process import TIMEOUT, ROOT, flipbookd, tool

HANDWRITTEN = ROOT / "completions"
GENERATED = Path(tool()).parent / "completions"
PROGRAMS = ("flipbookd", "flipbookctl", "plymouth", "flipbook")

# The typed words, and their completions.
LINES = [
    ("flipbookd --pal", {"--palette"}),
    ("flipbookd --rotate 2", {"270"}),
    ("flipbookd --mode re", {"reboot"}),
    ("flipbookctl has-", {"has-active-terminal"}),
    ("flipbookctl quit --ret", {"--retain"}),
    ("flipbookctl status --j", {"--json"}),
    ("flipbookctl follow rau", {"rauc"}),
    ("flipbookctl follow apt --down", {"--download-only"}),
    ("plymouth unp", {"unpause-progress"}),
    ("plymouth change-mode --re", {"--reboot"}),
    ("plymouth quit --retain", {"--retain-splash"}),
    ("flipbook snap", {"snapshot"}),
    ("flipbook follow rau", {"rauc"}),
]


def file(program: str, shell: str) -> Path:
    name = {"bash": f"{program}.bash", "zsh": f"_{program}", "fish": f"{program}.fish"}[shell]
    return (GENERATED if program == "flipbook" else HANDWRITTEN) / name


@pytest.mark.parametrize("line, expected", LINES)
def test_bash(line, expected):
    words = line.split(" ")
    name = words[0]
    script = f"""
      shopt -s progcomp
      source {file(name, "bash")}
      complete -p {name} >/dev/null || exit 3
      compopt() {{ :; }}
      COMP_LINE={line!r} COMP_POINT={len(line)} COMP_TYPE=9 COMP_CWORD={len(words) - 1}
      COMP_WORDS=({" ".join(map(repr, words))})
      function=$(complete -p {name}) && function=${{function##*-F }} && function=${{function%% *}}
      $function {name} {words[-1]!r} {words[-2]!r}
      printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=TIMEOUT)
    assert (run.returncode, run.stderr) == (0, "")
    assert {word.strip() for word in run.stdout.splitlines() if word.strip()} == expected


@pytest.mark.parametrize("line, expected", LINES)
def test_fish(line, expected, tmp_path):
    # The completion must not run the function that gets the line; only the file is run.
    script = f"source {file(line.split(' ')[0], 'fish')}; complete -C{line!r}"
    run = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True,
                         timeout=TIMEOUT, env={**os.environ, "HOME": str(tmp_path)})
    assert (run.returncode, run.stderr) == (0, "")
    assert {row.split("\t")[0] for row in run.stdout.splitlines()} == expected


@pytest.mark.parametrize("line, expected", LINES)
def test_zsh(line, expected, tmp_path):
    name = line.split(" ")[0]
    (tmp_path / f"_{name}").write_text(file(name, "zsh").read_text())
    # There are completions even if the program itself is not installed.
    (tmp_path / name).symlink_to(tool() if name == "flipbook" else "/bin/true")
    shown = typed_in_zsh(tmp_path, line, next(iter(expected))[len(line.split(" ")[-1]):])
    for word in expected:
        assert word[len(line.split(" ")[-1]):] in shown


def typed_in_zsh(folder: Path, line: str, awaited: str) -> str:
    """zsh's output after a line and a tab."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(TERM="vt100", HOME=str(folder), PATH=f"{folder}:{os.environ['PATH']}")
        os.execvp("zsh", ["zsh", "-f", "-i"])
    try:
        os.write(terminal, f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; "
                           "PS1='re''ady '\n".encode())
        read_until(terminal, "ready ")
        os.write(terminal, line.encode() + b"\t")
        return read_until(terminal, awaited, line)
    finally:
        os.kill(child, 9)
        os.close(terminal)
        os.waitpid(child, 0)


def read_until(terminal: int, awaited: str, after: str = "") -> str:
    """The output after a text, up to another text or until nothing more comes."""
    shown, end = "", time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 65536).decode(errors="replace")
        clean = re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])|[\r\x07]", "", shown)
        if awaited in clean.partition(after)[2] if after else awaited in clean:
            break
    return clean.partition(after)[2] if after else clean


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_the_daemon_is_completed(shell):
    text = subprocess.run([flipbookd(), "--help"], capture_output=True, text=True).stdout
    options = set(re.findall(r"^  (--[a-z-]+)|, (--[a-z-]+)", text, re.M))
    options = {word for pair in options for word in pair if word}
    assert len(options) > 25
    source = file("flipbookd", shell).read_text()
    known = {"--" + word for word in re.findall(r"-l ([a-z-]+)", source)} if shell == "fish" else set(
        re.findall(r"--[a-z][a-z-]+", source))
    assert options == known
