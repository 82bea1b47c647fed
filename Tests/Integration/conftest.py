# SPDX-License-Identifier: Apache-2.0
"""Fixtures of all integration tests, and what these need of the machine."""

import os
import shutil
from pathlib import Path

import pytest
import run_options
from daemon_process import Daemon
from displays.fault_table import write_table
from prompts import Person
from repository.summary import write_limits

pytest_plugins = ["guest_runs"]
HERE = Path(__file__).resolve().parent
GROUPED = ("packages", "installed", "release")
# Those with tests that take longest: begun last, one of them would go on when all others have ended.
LONGEST = ("packages", "memory", "release")
# Those with a step of their own in Tests/steps.mk, as they need guests or other builds: collected only where they are named.
NAMED = ("arch", "compared", "kms", "pixels", "playground", "system", "website")
# Those that the quick run omits, as they need programs or packages as they are shipped, or take minutes.
SLOW = ("memory", "packages", "release")
# Those whose tests have many themes, displays or files as cases: the quick run has the first of each test.
ONE_CASE = ("displays", "installed", "playground", "themes")


# The programs that a folder's tests run beside what every Debian has, and the packages that have them.
PROGRAMS = {
    "arch": {"depmod": "kmod", "qemu-aarch64": "qemu-user", "qemu-arm": "qemu-user",
             "qemu-system-aarch64": "qemu-system-arm"},
    "compared": {"dpkg-deb": "dpkg", "plymouth": "plymouth", "qemu-system-x86_64": "qemu-system-x86"},
    "displays": {"gcc": "gcc", "pkg-config": "pkg-config"},
    "installed": {"dpkg-shlibdeps": "dpkg-dev", "fish": "fish", "readelf": "binutils", "zsh": "zsh"},
    "installers": {"cpio": "cpio", "dbus-daemon": "dbus-daemon", "mksquashfs": "squashfs-tools",
                   "openssl": "openssl", "rauc": "rauc", "swupdate-client": "swupdate"},
    "kms": {"cc": "gcc", "depmod": "kmod", "make": "make", "pkg-config": "pkg-config",
            "qemu-system-x86_64": "qemu-system-x86"},
    "memory": {"valgrind": "valgrind"},
    "packages": {"busybox": "busybox-static", "cpio": "cpio", "dh": "debhelper", "dpkg-deb": "dpkg",
                 "dpkg-scanpackages": "dpkg-dev", "dracut": "dracut-core", "lintian": "lintian",
                 "mkinitramfs": "initramfs-tools", "plymouth": "plymouth", "shellcheck": "shellcheck"},
    "pixels": {"valgrind": "valgrind"},
    "playground": {"chromium": "chromium", "node": "nodejs", "wasm-opt": "binaryen"},
    "plymouth": {"plymouth": "plymouth"},
    "release": {"busybox": "busybox-static", "dh": "debhelper", "dpkg-deb": "dpkg", "dpkg-shlibdeps": "dpkg-dev",
                "gcc": "gcc", "gpg": "gnupg", "gpgv": "gpgv", "make": "make", "qemu-arm": "qemu-user",
                "nix-instantiate": "nix-bin", "readelf": "binutils", "shellcheck": "shellcheck", "xz": "xz-utils",
                "rpm": "rpm", "rpmbuild": "rpm", "checkmodule": "checkpolicy", "semodule_unpackage": "semodule-utils"},
    "safety": {"readelf": "binutils", "strace": "strace", "systemd-analyze": "systemd"},
    "systemd": {"systemd-ask-password": "systemd"},
    "terminals": {"gcc": "gcc"},
    "units": {"systemd-analyze": "systemd"},
    "website": {"chromium": "chromium"},
}


def pytest_addoption(parser) -> None:
    run_options.add(parser)


def pytest_configure(config) -> None:
    run_options.choose(config)
    # Some tests kill a daemon; its debug build would write a backtrace for minutes.
    os.environ.setdefault("SWIFT_BACKTRACE", "enable=no")


def pytest_ignore_collect(collection_path: Path, config) -> bool | None:
    """Whether to leave out a folder that is not named."""
    if collection_path.parent != HERE or collection_path.name not in NAMED:
        return None
    named = (Path(word.split("::")[0]).resolve() for word in config.args)
    return None if any(path.is_relative_to(collection_path) for path in named) else True


def pytest_sessionstart(session) -> None:
    """Without root the daemon refuses what most tests ask for: one line instead of a failure for each."""
    needs_root = any("repository" not in Path(path).parts for path in session.config.args)
    if needs_root and os.geteuid() != 0 and not session.config.option.collectonly:
        raise pytest.UsageError("the integration tests need root, as the daemon does: run them with sudo")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item) -> None:
    """A test fails if its program is not installed, and names the package: none is skipped."""
    programs = PROGRAMS.get(item.path.parent.name, {})
    packages = sorted({programs[name] for name in programs if not shutil.which(name)})
    if packages:
        pytest.fail(f"not installed: {' '.join(packages)} (Scripts/setup all installs all that tests need)",
                    pytrace=False)


@pytest.fixture
def start_daemon():
    """A function that starts daemons with options; all still live at the end, or have been ended."""
    daemons = []

    def start(*options: str, **arguments) -> Daemon:
        daemons.append(Daemon(*options, **arguments))
        return daemons[-1]

    yield start
    lives = []
    for daemon in daemons:
        ended = daemon.process.poll()
        if not daemon.is_ended:
            lives.append((ended is None, ended, daemon.log))
            if ended is None:
                lives[-1] = (daemon.end() == 0, daemon.process.returncode, daemon.log)
        daemon.stop()
    for is_well, status, log in lives:
        assert is_well, f"the daemon ended with {status}: {log}"


@pytest.fixture
def daemon(start_daemon) -> Daemon:
    """The shipped daemon, which must live through the test and end well after it."""
    return start_daemon()


@pytest.fixture
def person():
    """A person at a terminal."""
    made = Person()
    yield made
    made.close()


@pytest.fixture
def other():
    """A person at a second terminal."""
    made = Person()
    yield made
    made.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items) -> None:
    """Keeps the tests of a file with slow fixtures on one worker (--dist loadgroup); leaves out tests for --quick."""
    items.sort(key=lambda item: (*LONGEST, item.path.parent.name).index(item.path.parent.name))
    for item in items:
        if item.path.parent.name in GROUPED:
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}-{item.path.stem}"))
        if item.path.parent.name in SLOW:
            item.add_marker(pytest.mark.slow)
    if config.getoption("--quick"):
        leave_out_slow(config, items)


def leave_out_slow(config, items) -> None:
    """Leaves out the tests that are marked as slow, and of those in `ONE_CASE` all cases but the first."""
    kept, omitted, functions = [], [], set()
    for item in items:
        function = (item.path, item.cls, item.originalname)
        is_another_case = item.path.parent.name in ONE_CASE and function in functions
        if is_another_case or item.get_closest_marker("slow"):
            omitted.append(item)
        else:
            kept.append(item)
            functions.add(function)
    items[:] = kept
    config.hook.pytest_deselected(items=omitted)


def pytest_terminal_summary(terminalreporter) -> None:
    write_table(terminalreporter)
    write_limits(terminalreporter)
