# SPDX-License-Identifier: Apache-2.0
"""The files that Scripts/release makes, with programs that stand in for ours."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from daemon_process import ROOT, theme_tool
from release.conftest import PARSER, VERSION, git

TARBALL = f"flipbookd-{VERSION}-amd64-linux-musl.tar.xz"
SOURCE = f"flipbook-{VERSION}.tar.xz"
TOOL = f"flipbook-theme-{VERSION}-amd64-linux.tar.xz"
SUITES = ("deb12", "deb13")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """A folder of GnuPG's with a throw-away key."""
    # An agent's socket has to have a short name.
    folder = tmp_path_factory.mktemp("k", numbered=True)
    os.environ["GNUPGHOME"] = str(folder)
    folder.chmod(0o700)
    subprocess.run(["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "one@example.org",
                    "ed25519"], check=True, capture_output=True)
    public = subprocess.run(["gpg", "--batch", "--export", "one@example.org"], check=True, capture_output=True).stdout
    (folder / "public.gpg").write_bytes(public)
    yield folder
    subprocess.run(["gpgconf", "--kill", "all"], check=True)
    del os.environ["GNUPGHOME"]


@pytest.fixture(scope="module")
def made(sources, programs, keys, tmp_path_factory) -> Path:
    """The folder of a release, which tests only read."""
    output = tmp_path_factory.mktemp("release")
    run = sources.release(VERSION, "--arch", "amd64", "--arch", "armhf", "--arch", "wasm32", "--programs", programs,
                          "--output", output, "--sign", "one@example.org")
    assert run.returncode == 0, run.stderr
    return output


def entries(file: Path) -> dict[str, tarfile.TarInfo]:
    """What a tarball has, by the names below its one folder."""
    with tarfile.open(file) as tar:
        found = {entry.name.partition("/")[2]: entry for entry in tar}
        folders = {entry.name.partition("/")[0] for entry in found.values()}
    assert folders == {file.name.removesuffix(".tar.xz")}
    assert {(entry.uid, entry.gid) for entry in found.values()} == {(0, 0)}
    return found


def test_it_has_all_files(made):
    assert {file.name for file in made.iterdir()} == {
        SOURCE, f"{SOURCE}.asc", TARBALL, f"flipbookd-{VERSION}-armhf-linux-musl.tar.xz", TOOL,
        f"flipbook-playground-{VERSION}.tar.xz", f"flipbook-{VERSION}.spdx.json", "SHA256SUMS", "SHA256SUMS.asc",
        *(f"{name}_{VERSION}-1~{suite}_amd64.deb" for suite in SUITES
          for name in ("flipbookd", "flipbook", "flipbook-plymouth", "flipbook-theme")),
        *(f"{name}_{VERSION}-1~{suite}_armhf.deb" for suite in SUITES for name in ("flipbookd", "flipbook-plymouth"))}


def test_the_sources_have_their_commit_and_need_no_network(made, sources, tmp_path):
    found = entries(made / SOURCE)
    assert set(git(sources.folder, "ls-files").splitlines()) <= set(found)
    assert "swift-argument-parser/Package.swift" in found
    assert f'exact: "{PARSER}"' in (ROOT / "Package.swift").read_text()
    shutil.unpack_archive(made / SOURCE, tmp_path)
    run = subprocess.run([tmp_path / f"flipbook-{VERSION}/Toolchain/commit"], capture_output=True, text=True)
    assert f"{VERSION} ({run.stdout.strip()})" == sources.line


def test_a_tarball_is_a_root_to_unpack(made):
    found = entries(made / TARBALL)
    assert found["usr/sbin/flipbookd"].mode == 0o755
    assert found["usr/bin/flipbookctl"].linkname == "../sbin/flipbookd"
    for name in ("usr/lib/systemd/system/plymouth-start.service", "usr/share/man/man8/flipbookd.8.gz",
                 "usr/share/initramfs-tools/hooks/flipbook", "etc/flipbook/flipbook.conf",
                 "usr/lib/dracut/modules.d/50flipbook/module-setup.sh", "usr/share/flipbook/init/S00flipbook",
                 "usr/share/flipbook/init/flipbook.openrc", "usr/share/flipbook/init/flipbook.sysvinit",
                 *(f"usr/share/flipbook/themes/{theme.name}.pack" for theme in (ROOT / "config/themes").iterdir()),
                 "usr/share/doc/flipbookd/LICENSE", "usr/share/doc/flipbookd/NOTICES"):
        assert name in found
    assert not {"usr/bin/flipbook", "usr/bin/flipbook-theme"} & set(found)


@pytest.mark.root
def test_the_tool_for_themes_runs_in_a_root_without_libraries(made, sources, tmp_path):
    """Of another C library: BusyBox alone, and two links to where the tool was unpacked."""
    shutil.unpack_archive(made / TOOL, tmp_path / "opt")
    (tmp_path / "bin").mkdir()
    shutil.copy(shutil.which("busybox"), tmp_path / "bin/busybox")
    for name in ("sh", "dirname", "readlink"):
        (tmp_path / "bin" / name).symlink_to("busybox")
    (tmp_path / "bin/flipbook-theme").symlink_to(f"../opt/{TOOL.removesuffix('.tar.xz')}/bin/flipbook-theme")
    run = subprocess.run(["chroot", tmp_path, "/bin/flipbook-theme", "--version"], env={"PATH": "/usr/bin:/usr/sbin:/bin"},
                         capture_output=True, text=True)
    assert (run.stdout, run.stderr) == (f"flipbook-theme {sources.line}\n", "")


def test_the_page_names_the_glibc_that_the_bare_tool_needs():
    printed = subprocess.run(["readelf", "--version-info", "--wide", theme_tool()], check=True, capture_output=True,
                             text=True).stdout
    newest = max(tuple(map(int, number.split("."))) for number in re.findall(r"\bGLIBC_([\d.]+)", printed))
    page = (ROOT / "Documentation/releasing.md").read_text()
    assert re.findall(r"\bGLIBC_[\d.]+", page) == [f"GLIBC_{'.'.join(map(str, newest))}"]


def test_the_tool_for_themes_comes_with_licences_packs_and_pages(made):
    found = entries(made / TOOL)
    for name in ("share/doc/flipbook-theme/licences/libc6", "share/doc/flipbook-theme/LICENSE",
                 "share/flipbook/themes/kiosk.pack", "share/flipbook/page/gallery.html",
                 "share/flipbook/page/flipbook.wasm", "share/man/man1/flipbook-theme.1.gz"):
        assert name in found


def test_the_checksums_are_right(made):
    run = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=made, capture_output=True)
    assert run.returncode == 0
    unlisted = {"SHA256SUMS", "SHA256SUMS.asc", f"{SOURCE}.asc"}
    assert len((made / "SHA256SUMS").read_text().splitlines()) == len(list(made.iterdir())) - len(unlisted)


@pytest.mark.parametrize("name", ["SHA256SUMS", SOURCE])
def test_a_signature_is_of_the_given_key(made, keys, tmp_path, name):
    words = ["gpgv", "--keyring", keys / "public.gpg", made / f"{name}.asc"]
    assert subprocess.run([*words, made / name], capture_output=True).returncode == 0
    (tmp_path / name).write_bytes((made / name).read_bytes() + b"\n")
    assert subprocess.run([*words, tmp_path / name], capture_output=True).returncode == 1


def test_a_package_with_a_static_daemon_needs_nothing(made):
    def field(package, name):
        return subprocess.run(["dpkg-deb", "--field", made / package, name], check=True, capture_output=True,
                              text=True).stdout.strip()
    for suite in SUITES:
        assert field(f"flipbookd_{VERSION}-1~{suite}_armhf.deb", "Depends") == ""
        assert field(f"flipbookd_{VERSION}-1~{suite}_armhf.deb", "Architecture") == "armhf"
        assert field(f"flipbookd_{VERSION}-1~{suite}_amd64.deb", "Depends").startswith("libc6")


def test_the_bill_of_materials_names_each_file_and_component(made):
    bill = json.loads((made / f"flipbook-{VERSION}.spdx.json").read_text())
    listed = {entry["fileName"].removeprefix("./"): entry["checksums"][1]["checksumValue"]
              for entry in bill["files"]}
    others = [file for file in made.iterdir()
              if file.suffix != ".asc" and file.name not in ("SHA256SUMS", f"flipbook-{VERSION}.spdx.json")]
    assert listed == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in others}
    packages = {entry["name"]: entry for entry in bill["packages"]}
    assert {"musl", "swift-embedded-stdlib", "libc6"} < set(packages)
    names = {entry["SPDXID"] for entry in [*bill["packages"], *bill["files"], bill]}
    assert {end for relation in bill["relationships"]
            for end in (relation["spdxElementId"], relation["relatedSpdxElement"])} <= names
    locators = {name: [reference["referenceLocator"] for reference in entry["externalRefs"]]
                for name, entry in packages.items()}
    for cpe, purl in locators.values():
        # Eleven parts after the name of the standard.
        assert cpe.startswith("cpe:2.3:a:") and len(cpe.split(":")) == 13 and purl.startswith("pkg:")
    assert locators["flipbook"] == [f"cpe:2.3:a:flipbook:flipbook:{VERSION}:*:*:*:*:*:*:*",
                                    f"pkg:generic/flipbook@{VERSION}"]
    assert locators["swift-argument-parser"][1] == f"pkg:swift/github.com/apple/swift-argument-parser@{PARSER}"
    version = packages["libc6"]["versionInfo"]
    assert locators["libc6"][0].startswith(f"cpe:2.3:a:gnu:glibc:{version.rpartition('-')[0]}:")
    assert locators["libc6"][1].startswith("pkg:deb/debian/libc6@")


def test_the_same_bytes_come_again(made, sources, programs, tmp_path):
    run = sources.release(VERSION, "--arch", "amd64", "--programs", programs, "--output", tmp_path, TZ="Asia/Tokyo")
    assert run.returncode == 0, run.stderr
    compared = [file for file in tmp_path.iterdir() if file.suffix in (".xz", ".deb")]
    assert len(compared) == 3 + 4 * len(SUITES)
    for file in compared:
        assert file.read_bytes() == (made / file.name).read_bytes(), file.name
