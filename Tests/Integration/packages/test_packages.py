# SPDX-License-Identifier: Apache-2.0
"""The contents of the packages: the same bytes each time, in accordance with Debian's rules."""

import re
import shutil
import subprocess
from pathlib import Path

from daemon_process import ROOT
from packages.conftest import build


def lines(*words) -> list[str]:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()


def contents(package: Path) -> dict[str, str]:
    """The contents of a package: ls's line for each file, by its name."""
    found = {}
    for line in lines("dpkg-deb", "--contents", package):
        mode, owner, _, _, _, name = line.split(None, 5)
        found[name.split(" -> ")[0].removeprefix(".")] = f"{mode} {owner} {name}"
    return found


def field(package: Path, name: str) -> str:
    return lines("dpkg-deb", "--field", package, name)[0]


def test_built_again_elsewhere_they_are_the_same_bytes(packages, tmp_path):
    again = build(tmp_path / "again", TZ="Pacific/Auckland", LC_ALL="C.UTF-8")
    for name, path in packages.items():
        assert again[name].name == path.name
        assert again[name].read_bytes() == path.read_bytes()


def test_no_program_depends_on_where_it_was_built(packages, tmp_path):
    """A build ID would differ: it also depends on the debugging information."""
    programs = []
    for name, path in packages.items():
        subprocess.run(["dpkg-deb", "--extract", path, tmp_path / name], check=True)
        programs += [file for file in (tmp_path / name).rglob("*")
                     if file.is_file() and not file.is_symlink() and file.read_bytes()[:4] == b"\x7fELF"]
    assert {file.name for file in programs} >= {"flipbookd", "flipbook"}
    for file in programs:
        assert bytes(ROOT) not in file.read_bytes(), file
        assert ".note.gnu.build-id" not in "".join(lines("readelf", "--sections", "--wide", file)), file


def test_another_version_is_in_the_name_and_in_what_they_depend_on(programs, tmp_path):
    newer = build(tmp_path, "--programs", str(programs), "--version", "9.8.7-1")
    assert newer["flipbook"].name.startswith("flipbook_9.8.7-1_")
    assert "flipbookd (= 9.8.7-1)" in field(newer["flipbook"], "Depends")
    assert "flipbookd (= 9.8.7-1)" in field(newer["flipbook-plymouth"], "Depends")


def test_lintian_finds_nothing(packages):
    run = subprocess.run(["lintian", "--fail-on", "error,warning", "--allow-root", *packages.values()],
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_lintian_finds_nothing_in_the_source_package(tmp_path):
    """Of a tarball with the files that it looks into, and the version that packaging/debian has."""
    folder = tmp_path / "flipbook"
    (folder / "swift-argument-parser").mkdir(parents=True)
    (folder / "swift-argument-parser/LICENSE.txt").touch()
    for name in ("LICENSE", "README.md"):
        shutil.copy(ROOT / name, folder)
    subprocess.run(["tar", "-C", tmp_path, "-cJf", tmp_path / "flipbook.tar.xz", "flipbook"], check=True)
    version = f"{(ROOT / 'VERSION').read_text().strip()}-1"
    subprocess.run([ROOT / "Scripts/package", "--source", tmp_path / "flipbook.tar.xz", "--version", version,
                    "--output", tmp_path / "made"], check=True, capture_output=True)
    run = subprocess.run(["lintian", "--fail-on", "error,warning", "--allow-root", *(tmp_path / "made").glob("*.dsc")],
                         capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "")


def test_overrides_have_a_reason():
    files = list((ROOT / "packaging/debian").glob("*.lintian-overrides"))
    assert files
    for path in files:
        text = path.read_text()
        assert re.match(r"(# .+\n)+[a-z-]+: ", text), path


def test_all_that_is_listed_is_there_and_belongs_to_one_package(packages):
    seen: dict[str, str] = {}
    for name, path in packages.items():
        for file, line in contents(path).items():
            assert " root/root " in line
            if not line.startswith("d"):
                assert file not in seen, f"{file} is in {seen[file]} and in {name}"
                seen[file] = name
    for line in (ROOT / "packaging/manifest").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        package, mode, destination, source = line.split()
        if package == "flipbook-theme":
            continue  # made with --theme alone
        source = source.replace("@completions@", ".build/shipped/completions")
        if mode.endswith("?") and not (ROOT / source).exists():
            continue
        name = destination.replace("@units@", "/usr/lib/systemd/system")
        if "/man/" in name:
            name += ".gz"
        assert seen.get(name, seen.get("/usr" + name)) == package, destination


def test_links_lead_to_a_file_of_ours(packages):
    everything = {name: line for path in packages.values() for name, line in contents(path).items()}
    links = {name: line.split(" -> ")[1] for name, line in everything.items() if line.startswith("l")}
    assert len(links) > 15
    for name, target in links.items():
        folder = Path(name).parent / Path(target).parent
        parts: list[str] = []
        for part in folder.parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        leads_to = str(Path(*parts) / Path(target).name)
        assert leads_to in everything, f"{name} -> {target}"


def test_what_is_sourced_from_etc_is_a_configuration_file(packages):
    for path in packages.values():
        listed = lines("dpkg-deb", "--info", path, "conffiles") if any(
            "conffiles" in line for line in lines("dpkg-deb", "--info", path)) else []
        in_etc = [name for name, line in contents(path).items()
                  if name.startswith("/etc/") and not line.startswith("d")]
        assert sorted(listed) == sorted(in_etc)


def test_they_take_plymouths_place(packages):
    path = packages["flipbook-plymouth"]
    assert field(path, "Conflicts") == "plymouth"
    assert field(path, "Replaces") == "plymouth"
    assert re.fullmatch(r"plymouth \(= [0-9.]+\)", field(path, "Provides"))
    assert "activate-noawait update-initramfs" in lines("dpkg-deb", "--info", path, "triggers")


def test_what_the_programs_need_is_depended_on(packages):
    assert re.fullmatch(r"libc6 \(>= 2\.\d+\)", field(packages["flipbookd"], "Depends"))
    tool = field(packages["flipbook"], "Depends")
    for library in ("libpng16-16", "libstdc++6"):
        assert library in tool


def test_both_units_of_the_daemon_have_the_same_sandbox():
    units = [(ROOT / "systemd" / f"{name}.service").read_text() for name in ("plymouth-start", "flipbook-show")]
    sandboxes = [text[text.index("# It needs the display devices"):] for text in units]
    assert sandboxes[0] == sandboxes[1]
    assert "\nProtectSystem=strict\n" in sandboxes[0]


def test_help_and_wrong_options():
    help = subprocess.run([ROOT / "Scripts/package", "--help"], capture_output=True, text=True)
    assert help.returncode == 0 and "--programs DIR" in help.stdout
    for words in (["--nonsense"], ["--version"], ["--programs", "/nonexistent"]):
        run = subprocess.run([ROOT / "Scripts/package", *words], capture_output=True, text=True)
        assert run.returncode == 1 and run.stderr.startswith("package: "), words
        assert run.stderr.count("\n") == 1
