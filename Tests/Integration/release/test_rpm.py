# SPDX-License-Identifier: Apache-2.0
"""Fedora's packages, made by Debian's rpmbuild of a tarball like that of a release, and installed in a root."""

import platform
import re
import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT

VERSION = (ROOT / "VERSION").read_text().strip()
RECIPE = ROOT / "packaging/rpm"
STAGE = """
set -e
. packaging/stage.sh
daemon=/bin/echo themes=$2
stage flipbookd "$1" && stage flipbook-plymouth "$1" && stage flipbook-theme "$1" /usr/share/flipbook/themes/
mkdir -p "$1/usr/share/flipbook/init" "$1/usr/share/doc/flipbookd"
cp packaging/alpine/flipbook.initd "$1/usr/share/flipbook/init"
cp LICENSE packaging/NOTICES CHANGELOG.md "$1/usr/share/doc/flipbookd"
find "$1/usr/share/man" -type f -exec gzip -9n {} +
"""


def run(*words, **options) -> str:
    done = subprocess.run(words, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("rpm")
    (folder / "themes").mkdir()
    for theme in (ROOT / "config/themes").iterdir():
        (folder / f"themes/{theme.name}.pack").write_text(f"{theme.name}\n")
    name = f"flipbookd-{VERSION}-{'arm64' if platform.machine() == 'aarch64' else 'amd64'}-linux-musl"
    run("bash", "-c", STAGE, "stage", folder / name, folder / "themes", cwd=ROOT)
    run("tar", "-cJf", f"{name}.tar.xz", name, cwd=folder)
    for file in RECIPE.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    # Debian's packages are not in the database of rpm.
    run("rpmbuild", "-bb", "--nodeps", "--define", f"_sourcedir {folder}", "--define", f"_topdir {folder}/top",
        "flipbook.spec", cwd=folder, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(folder)})
    return {re.match(r"[a-z-]+[a-z]", file.name)[0]: file for file in folder.glob("top/RPMS/*/*.rpm")}


def test_each_file_of_a_tarball_is_in_one_package(packages):
    assert packages.keys() == {"flipbookd", "flipbook-plymouth", "flipbook-selinux"}
    files = {name: set(run("rpm", "-qlp", file).splitlines()) for name, file in packages.items()}
    assert files["flipbook-selinux"] == {"/usr/share/selinux/packages/flipbook.pp"}
    assert not files["flipbookd"] & files["flipbook-plymouth"]
    assert {"/usr/sbin/flipbookd", "/usr/bin/flipbookctl", "/usr/share/flipbook/themes/kiosk.pack",
            "/usr/share/zsh/site-functions/_flipbookctl"} <= files["flipbookd"]
    assert {"/usr/bin/plymouth", "/usr/lib/dracut/modules.d/50flipbook/module-setup.sh",
            "/usr/lib/systemd/system/sysinit.target.wants/plymouth-start.service"} <= files["flipbook-plymouth"]
    assert not [file for file in set.union(*files.values()) if "vendor-completions" in file or "initramfs-tools" in file]


def test_the_splash_replaces_plymouth(packages):
    assert "plymouth = 24.004.60" in run("rpm", "-qp", "--provides", packages["flipbook-plymouth"]).splitlines()
    assert "plymouth" in run("rpm", "-qp", "--conflicts", packages["flipbook-plymouth"]).splitlines()
    assert "/etc/flipbook/flipbook.conf" in run("rpm", "-qp", "--configfiles", packages["flipbookd"])


def test_they_are_installed_and_removed_in_a_root(packages, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    # No shell is in the root for the scripts, which a test below runs.
    rpm = ["rpm", "--root", root, "--dbpath", "/var/lib/rpm", "--nodeps", "--noscripts"]
    run(*rpm, "-i", *packages.values())
    assert (root / "usr/bin/flipbookctl").resolve() == (root / "usr/sbin/flipbookd").resolve()
    (root / "etc/flipbook/flipbook.conf").write_text("FLIPBOOK_OPTIONS=--theme kiosk\n")
    run(*rpm, "-e", "flipbook-plymouth", "flipbook-selinux", "flipbookd")
    left = {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()
            and not file.is_relative_to(root / "var")}
    assert left == {"etc/flipbook/flipbook.conf.rpmsave"}


SCRIPTS = {
    ("flipbookd", "preuninstall", 0): "systemctl stop flipbook-show.service flipbook-follow@*.service",
    ("flipbookd", "preuninstall", 1): "",
    ("flipbookd", "postinstall", 1): "systemctl daemon-reload",
    ("flipbook-plymouth", "preinstall", 1):
        "systemctl --quiet is-active plymouth-start.service\nmkdir -p /run/flipbook-quit",
    ("flipbook-plymouth", "preuninstall", 0): "systemctl stop flipbook.socket",
    ("flipbook-plymouth", "preuninstall", 1): "",
    ("flipbook-plymouth", "postuninstall", 0): "rmdir /run/flipbook-quit\nsystemctl daemon-reload",
    ("flipbook-selinux", "posttrans", 1):
        "semodule --noreload --install /usr/share/selinux/packages/flipbook.pp\nselinuxenabled\nload_policy\n"
        "restorecon /usr/sbin/flipbookd",
    ("flipbook-selinux", "postuninstall", 0):
        "semodule --noreload --remove flipbook\nselinuxenabled\nload_policy\nrestorecon /usr/sbin/flipbookd",
    ("flipbook-selinux", "postuninstall", 1): "",
}


def scripts(package: Path) -> dict[str, str]:
    text = run("rpm", "-qp", "--scripts", package)
    parts = re.split(r"^(\w+) scriptlet \(using /bin/sh\):\n", text, flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2]))


@pytest.mark.parametrize("case", SCRIPTS, ids=lambda case: " ".join(map(str, case)))
def test_a_script_calls(packages, tmp_path, case):
    """As on a machine that runs systemd, with programs that write what they are called with."""
    name, kind, argument = case
    calls, programs = tmp_path / "calls", tmp_path / "programs"
    programs.mkdir()
    for program in ("systemctl", "mkdir", "rmdir", "semodule", "selinuxenabled", "load_policy", "restorecon"):
        (programs / program).write_text(
            f'#!/bin/sh\necho "{program}${{*:+ $*}}" >>{calls}\n[ "$2" != is-active ]\n')
        (programs / program).chmod(0o755)
    script = scripts(packages[name])[kind]
    run("shellcheck", "--shell=sh", "-", input=script)
    run("/bin/sh", "-c", script.replace("/run/systemd/system", str(tmp_path)), "script", str(argument),
        env={"PATH": str(programs)})
    assert (calls.read_text().strip() if calls.exists() else "") == SCRIPTS[case]


def test_a_splash_is_wanted_by_the_word_of_fedora():
    units = [file for folder in ("systemd", "dracut/50flipbook") for file in (ROOT / folder).iterdir()
             if "=|splash\n" in file.read_text()]
    assert len(units) == 10
    for unit in units:
        assert "ConditionKernelCommandLine=|rhgb\n" in unit.read_text()


def test_the_module_for_selinux_is_compiled_with_its_files(packages, tmp_path):
    run("rpm", "--root", tmp_path, "--nodeps", "--noscripts", "-i", packages["flipbook-selinux"])
    run("semodule_unpackage", tmp_path / "usr/share/selinux/packages/flipbook.pp", tmp_path / "module", tmp_path / "files")
    assert "plymouthd_exec_t" in (tmp_path / "files").read_text()
    assert b"plymouthd_t" in (tmp_path / "module").read_bytes()
