# SPDX-License-Identifier: Apache-2.0
"""The packages on a machine: installed, upgraded, removed, in the place of the real Plymouth."""

import re

import pytest
from packages.conftest import build

pytestmark = pytest.mark.root

NAMES = ["flipbook", "flipbookd", "flipbook-plymouth"]
CLIENT_OF_PLYMOUTH = "test -L /usr/bin/plymouth && readlink /usr/bin/plymouth"


def state(machine, name: str) -> str:
    run = machine.run("dpkg-query", "--show", "--showformat=${db:Status-Status}", name)
    return run.stdout if run.returncode == 0 else "not-installed"


def test_each_program_of_each_unit_is_there(installed):
    missing = installed.shell(r"""
        for unit in $(dpkg -L flipbookd flipbook flipbook-plymouth | grep -E 'system/[^/]+\.service$'); do
          sed -nE 's/^Exec[A-Za-z]*=[-@:+!]*([^ ]+).*/\1/p' $unit
        done | sort -u | while read -r program; do
          [ -x "$program" ] || echo "$program"
        done""")
    assert missing == ""


def test_systemd_finds_nothing_wrong_with_the_units(installed):
    units = installed.shell(r"""
        dpkg -L flipbookd flipbook flipbook-plymouth | grep -E 'system/[^/]+\.(service|path|socket)$' |
          sed 's/@\./@example./'""").split()
    assert len(units) > 18
    run = installed.run("systemd-analyze", "verify", "--man=no", *units)
    ours = [line for line in run.stdout.splitlines() if "flipbook" in line or "plymouth" in line]
    assert ours == []


def test_they_replace_plymouth_and_what_was_replaced_stays_ours(machine, light):
    assert state(machine, "plymouth") == "installed"
    run = machine.install(*light.values(), options=("--auto-deconfigure",))
    assert run.returncode == 0, run.stdout
    assert state(machine, "plymouth") in ("config-files", "not-installed")
    assert machine.shell(CLIENT_OF_PLYMOUTH) == "flipbookctl\n"
    # Plymouth's removal deletes its own files, but not Flipbook's of the same name.
    assert machine.shell("dpkg --verify flipbookd flipbook flipbook-plymouth") == ""
    for unit in ("plymouth-start.service", "plymouth-quit.service", "flipbook.service"):
        machine.shell(f"test -e /lib/systemd/system/{unit}")
    assert "flipbookd" in machine.shell("cat /lib/systemd/system/plymouth-start.service")


def test_what_belongs_to_plymouth_alone_is_gone(installed):
    assert state(installed, "plymouth") != "installed"
    assert installed.shell("dpkg -S /usr/sbin/plymouthd") == "flipbook-plymouth: /usr/sbin/plymouthd\n"
    installed.shell("test ! -e /usr/share/initramfs-tools/hooks/plymouth")


# A repository inside, with a package by the name of the real one.
REPOSITORY = """
    mkdir -p /tmp/p/DEBIAN /tmp/p/usr/bin /tmp/repository
    echo '#!/bin/sh' >/tmp/p/usr/bin/plymouth
    printf 'Package: plymouth\\nVersion: 99-1\\nArchitecture: all\\nMaintainer: A <a@example.org>\\n' \
      >/tmp/p/DEBIAN/control
    echo 'Description: stands for the real one' >>/tmp/p/DEBIAN/control
    dpkg-deb --build /tmp/p /tmp/repository/plymouth.deb >/dev/null
    cd /tmp/repository && dpkg-scanpackages -m . >Packages 2>/dev/null
    rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*
    echo 'deb [trusted=yes] file:/tmp/repository ./' >/etc/apt/sources.list
    apt-get update >/dev/null 2>&1
"""


@pytest.mark.apt
def test_apt_changes_from_plymouth_to_ours_and_back(machine, light):
    machine.shell(REPOSITORY)
    assert state(machine, "plymouth") == "installed"
    run = machine.run("apt-get", "install", "--yes", "--no-install-recommends",
                      *machine.copy(*light.values()))
    assert run.returncode == 0, run.stdout
    assert [state(machine, name) for name in NAMES] == ["installed"] * 3
    assert state(machine, "plymouth") != "installed"
    assert machine.shell("dpkg -S /usr/bin/plymouth") == "flipbook-plymouth: /usr/bin/plymouth\n"
    run = machine.run("apt-get", "install", "--yes", "plymouth")
    assert run.returncode == 0, run.stdout
    assert [state(machine, name) for name in NAMES] == ["installed", "installed", "config-files"]
    assert machine.shell("dpkg -S /usr/bin/plymouth") == "plymouth: /usr/bin/plymouth\n"
    machine.shell("test ! -e /lib/systemd/system/plymouth-start.service && "
                  "test ! -e /usr/share/initramfs-tools/hooks/flipbook")


def test_ours_installed_again_after_that_removes_plymouth(installed, light):
    installed.shell("dpkg --remove flipbook-plymouth >/dev/null && rm -f /usr/bin/plymouth")
    assert installed.install(light["flipbook-plymouth"]).returncode == 0
    assert installed.shell(CLIENT_OF_PLYMOUTH) == "flipbookctl\n"


# Files that dpkg and systemctl write for every package, and Python for every program of it.
RECORDS = re.compile(r"/var/(log|cache)/|/var/lib/dpkg/|/usr/lib/python3")


def test_purged_they_leave_nothing(machine, light):
    machine.shell("dpkg --force-depends --purge plymouth >/dev/null 2>&1")
    # As on a machine that runs systemd, where no splash is shown; a socket of somebody else is enabled there.
    machine.shell("""
        mkdir -p /run/systemd/system /etc/systemd/system/sockets.target.wants
        printf '#!/bin/sh\ncase "$*" in *is-active*) exit 3 ;; enable*) exec /usr/bin/systemctl "$@" ;; esac\n' \
          >/usr/local/sbin/systemctl
        chmod +x /usr/local/sbin/systemctl""")
    before = machine.files()
    assert machine.install(*light.values()).returncode == 0
    machine.shell("test -d /run/flipbook-quit; systemctl enable flipbook.socket "
                  "flipbook-follow@rauc.service flipbook-agent.path 2>&1")
    assert len(machine.files() - before) > 60
    run = machine.run("dpkg", "--purge", *NAMES)
    assert run.returncode == 0, run.stdout
    assert [name for name in sorted(machine.files() - before) if not RECORDS.match(name)] == []


def stopped(machine) -> set[str]:
    """The units that 'systemctl stop' has got since the last call, by a script."""
    calls = machine.shell("touch /tmp/calls; cat /tmp/calls; rm /tmp/calls").splitlines()
    return {word for call in calls if call.startswith("stop ") for word in call.split()[1:]}


def test_removed_they_stop_their_services_and_no_splash(installed, light):
    installed.shell("""
        mkdir -p /run/systemd/system; rm -f /usr/sbin/policy-rc.d
        printf '#!/bin/sh\necho "$*" >>/tmp/calls\n' >/usr/local/sbin/systemctl
        chmod +x /usr/local/sbin/systemctl""")
    assert installed.install(*light.values()).returncode == 0
    assert stopped(installed) == set()
    assert installed.run("dpkg", "--remove", "flipbook-plymouth").returncode == 0
    assert stopped(installed) == {"flipbook.socket"}
    assert installed.run("dpkg", "--remove", "flipbook", "flipbookd").returncode == 0
    # Except install-progress@, which may run this removal.
    assert stopped(installed) == {"flipbook-agent.path", "flipbook-agent.service", "flipbook-follow@systemd.service",
                                  "flipbook-follow@*.service", "flipbook-show.service"}


def test_the_socket_unit_is_stopped_with_the_splash(installed):
    """The socket accepts no more connections, and another daemon needs the path."""
    line = installed.shell("sed -n 's/^ExecStartPost=-//p' /lib/systemd/system/plymouth-quit-wait.service")
    script = f"""
        printf '#!/bin/sh\necho "$*" >>/tmp/calls\n' >/usr/local/sbin/systemctl
        chmod +x /usr/local/sbin/systemctl
        rm -f /run/flipbook.sock /tmp/calls; {{}}
        {line}
        touch /tmp/calls; cat /tmp/calls"""
    listen = "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"/run/flipbook.sock\")'"
    assert installed.shell(script.format("")) == ""
    assert installed.shell(script.format(listen)) == "--no-block stop flipbook.socket\n"


def test_there_is_no_kernel_whose_initramfs_would_be_rebuilt(machine):
    assert machine.shell("ls /boot /var/lib/initramfs-tools | grep -v : || true").strip() == ""


def test_removed_they_keep_the_configuration_only(installed):
    installed.shell("echo 'FLIPBOOK_OPTIONS=\"--animation flow\"' >/etc/flipbook/flipbook.conf")
    assert installed.run("dpkg", "--remove", *NAMES).returncode == 0
    assert sorted(installed.shell("ls /etc/flipbook").split()) == ["flipbook.conf", "initramfs.conf"]
    assert "flow" in installed.shell("cat /etc/flipbook/flipbook.conf")


def test_an_upgrade_keeps_what_was_configured_and_asks_nothing(installed, programs, tmp_path):
    installed.shell("echo 'FLIPBOOK_OPTIONS=\"--animation flow\"' >/etc/flipbook/flipbook.conf")
    newer = build(tmp_path / "newer", "--programs", str(programs), "--version", "9.8.7-1")
    run = installed.install(*newer.values())
    assert run.returncode == 0, run.stdout
    assert "9.8.7-1" in installed.shell("dpkg-query --show flipbookd")
    assert "flow" in installed.shell("cat /etc/flipbook/flipbook.conf")
    assert installed.shell("dpkg --verify flipbook flipbook-plymouth") == ""


def test_set_default_theme(installed):
    assert installed.shell("plymouth-set-default-theme") == "ring\n"
    names = set(installed.shell("plymouth-set-default-theme --list").split())
    assert names >= {"download", "flow", "ring"}
    installed.shell("echo 'FLIPBOOK_OPTIONS=\"--scale 2 --animation ring --rings 2\"' "
                    ">/etc/flipbook/flipbook.conf; plymouth-set-default-theme flow")
    assert installed.shell("plymouth-set-default-theme") == "flow\n"
    assert "--scale 2 --animation flow --rings 2" in installed.shell("cat /etc/flipbook/flipbook.conf")
    installed.shell("echo 'FLIPBOOK_OPTIONS=\"--scale 2\"' >/etc/flipbook/flipbook.conf; "
                    "plymouth-set-default-theme download")
    assert installed.shell("plymouth-set-default-theme") == "download\n"
    installed.shell("plymouth-set-default-theme --reset")
    assert installed.shell("plymouth-set-default-theme") == "ring\n"


    for words in (["spinner"], ["--nonsense"], ["flow", "ring"], ["--list", "ring"]):
        run = installed.run("plymouth-set-default-theme", *words)
        assert run.returncode == 1 and run.stdout.count("\n") == 1, words
        assert run.stdout.startswith("plymouth-set-default-theme: ")


def test_set_default_theme_makes_the_initramfs_anew(installed):
    installed.shell("printf '#!/bin/sh\\necho made $*\\n' >/usr/local/sbin/update-initramfs; "
                    "chmod +x /usr/local/sbin/update-initramfs")
    assert installed.shell("plymouth-set-default-theme --rebuild-initrd") == "made -u\n"
    assert installed.shell("plymouth-set-default-theme -R flow && plymouth-set-default-theme") == (
        "made -u\nflow\n")


def test_the_initramfs_is_made_anew_when_they_come_and_when_they_go(machine, light):
    run = machine.install(*light.values())
    assert run.returncode == 0 and "Processing triggers for initramfs-tools" in run.stdout
    run = machine.run("dpkg", "--remove", "flipbook-plymouth")
    assert run.returncode == 0 and "Processing triggers for initramfs-tools" in run.stdout
