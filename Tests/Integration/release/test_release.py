# SPDX-License-Identifier: Apache-2.0
"""What Scripts/release makes, with programs that stand in for ours: nothing is built."""

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from daemon_process import ROOT

VERSION = (ROOT / "VERSION").read_text().strip()
TARBALL = f"flipbookd-{VERSION}-amd64-linux-musl.tar.xz"


def release(*words, folder: Path = ROOT, **environment) -> subprocess.CompletedProcess:
    return subprocess.run([folder / "Scripts/release", *words], capture_output=True, text=True,
                          env=os.environ | environment)


@pytest.fixture(scope="module")
def programs(tmp_path_factory) -> Path:
    """BusyBox in place of static daemons, echo in place of programs that need libraries, and a page."""
    folder = tmp_path_factory.mktemp("programs")
    for name in ("amd64", "armhf"):
        (folder / name).mkdir()
        shutil.copy(shutil.which("busybox"), folder / name / "flipbookd")
    for name in ("flipbookd", "flipbook"):
        shutil.copy("/bin/echo", folder / name)
    (folder / "wasm32").mkdir()
    (folder / "wasm32/index.html").write_text("<!doctype html>\n")
    return folder


@pytest.fixture(scope="module")
def made(programs, tmp_path_factory) -> Path:
    """The folder of a release, which tests only read."""
    output = tmp_path_factory.mktemp("release")
    run = release(VERSION, "--arch", "amd64", "--arch", "armhf", "--arch", "wasm32", "--programs", programs,
                  "--output", output)
    assert run.returncode == 0, run.stderr
    return output


def test_it_has_all_files(made):
    assert {file.name for file in made.iterdir()} == {
        TARBALL, f"flipbookd-{VERSION}-armhf-linux-musl.tar.xz", f"flipbook-playground-{VERSION}.tar.xz",
        f"flipbook-{VERSION}.spdx.json", "SHA256SUMS",
        *(f"{name}_{VERSION}-1_amd64.deb" for name in ("flipbookd", "flipbook", "flipbook-plymouth")),
        *(f"{name}_{VERSION}-1_armhf.deb" for name in ("flipbookd", "flipbook-plymouth"))}


def test_a_tarball_is_a_root_to_unpack(made):
    with tarfile.open(made / TARBALL) as tar:
        entries = {entry.name.partition("/")[2]: entry for entry in tar}
    assert entries["usr/sbin/flipbookd"].mode == 0o755
    assert entries["usr/bin/flipbookctl"].linkname == "../sbin/flipbookd"
    for name in ("usr/lib/systemd/system/plymouth-start.service", "usr/share/man/man8/flipbookd.8.gz",
                 "usr/share/initramfs-tools/hooks/flipbook", "etc/flipbook/flipbook.conf",
                 "usr/share/doc/flipbookd/LICENSE", "usr/share/doc/flipbookd/NOTICES"):
        assert name in entries
    assert "usr/bin/flipbook" not in entries
    assert {(entry.uid, entry.gid) for entry in entries.values()} == {(0, 0)}


def test_the_checksums_are_right(made):
    run = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=made, capture_output=True)
    assert run.returncode == 0
    assert len((made / "SHA256SUMS").read_text().splitlines()) == len(list(made.iterdir())) - 1


def test_a_package_with_a_static_daemon_needs_nothing(made):
    def field(package, name):
        return subprocess.run(["dpkg-deb", "--field", made / package, name], check=True, capture_output=True,
                              text=True).stdout.strip()
    assert field(f"flipbookd_{VERSION}-1_armhf.deb", "Depends") == ""
    assert field(f"flipbookd_{VERSION}-1_armhf.deb", "Architecture") == "armhf"
    assert field(f"flipbookd_{VERSION}-1_amd64.deb", "Depends").startswith("libc6")


def test_the_bill_of_materials_names_each_file(made):
    bill = json.loads((made / f"flipbook-{VERSION}.spdx.json").read_text())
    listed = {entry["fileName"].removeprefix("./"): entry["checksums"][1]["checksumValue"]
              for entry in bill["files"]}
    others = [file for file in made.iterdir() if file.name not in ("SHA256SUMS", f"flipbook-{VERSION}.spdx.json")]
    assert listed == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in others}
    assert {"musl", "swift-embedded-stdlib"} < {entry["name"] for entry in bill["packages"]}
    names = {entry["SPDXID"] for entry in [*bill["packages"], *bill["files"], bill]}
    assert {end for relation in bill["relationships"]
            for end in (relation["spdxElementId"], relation["relatedSpdxElement"])} <= names


def test_the_same_bytes_come_again(made, programs, tmp_path):
    run = release(VERSION, "--arch", "amd64", "--programs", programs, "--output", tmp_path, TZ="Asia/Tokyo")
    assert run.returncode == 0, run.stderr
    for file in tmp_path.iterdir():
        if file.suffix in (".xz", ".deb"):
            assert file.read_bytes() == (made / file.name).read_bytes(), file.name


def copy_without(folder: Path, old: str, new: str) -> Path:
    """The scripts beside a CHANGELOG.md in which a text is another."""
    own = folder / "own"
    for name in ("Scripts", "packaging"):
        shutil.copytree(ROOT / name, own / name)
    shutil.copy(ROOT / "VERSION", own)
    text = (ROOT / "CHANGELOG.md").read_text()
    assert old in text
    (own / "CHANGELOG.md").write_text(text.replace(old, new))
    return own


def test_a_version_without_an_entry_is_refused(tmp_path, programs):
    folder = copy_without(tmp_path, f"## [{VERSION}] - ", "## [0.0.1] - ")
    run = release(VERSION, "--programs", programs, "--output", tmp_path / "out", folder=folder)
    assert run.returncode == 1
    assert run.stderr == f"release: CHANGELOG.md has no entry '## [{VERSION}] - DATE'\n"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("words", "line"), [
    (["9.9.9"], f"the file VERSION has {VERSION}, not 9.9.9"),
    ([VERSION, "--arch", "vax"], "no release is made for 'vax', but for amd64 arm64 armhf riscv64 wasm32"),
    ([], "which version? see --help"),
])
def test_bad_arguments_are_refused_in_one_line(words, line):
    run = release(*words)
    assert (run.returncode, run.stderr) == (1, f"release: {line}\n")


def test_a_daemon_that_needs_libraries_is_refused(programs, tmp_path):
    (tmp_path / "amd64").mkdir()
    shutil.copy("/bin/echo", tmp_path / "amd64/flipbookd")
    run = release(VERSION, "--arch", "amd64", "--programs", tmp_path, "--output", tmp_path / "out")
    assert run.returncode == 1
    assert "is not static" in run.stderr
    assert not list((tmp_path / "out").iterdir())
