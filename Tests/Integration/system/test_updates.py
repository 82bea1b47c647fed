# SPDX-License-Identifier: Apache-2.0
"""Installations on a system that has our packages, and what becomes of these."""

import re

import pytest
from kms.commands import run
from install import members
from looks import is_splash
from test_boot import login, show

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.apt]


@pytest.mark.short
def test_an_installation_is_followed(guest):
    """install-progress@ shows APT's progress, and the console is there again afterwards."""
    guest.sh("apt-get -qq update")
    guest.send("systemctl start install-progress@hello.service")
    guest.wait_for_frame("followed", is_splash)
    for number in range(40):
        guest.keep(f"{number:02}")
        if guest.has_answer():
            break
        guest.pause(0.5)
    assert guest.answer(120)[1] == 0
    assert "install ok installed" in guest.sh("dpkg-query -W -f '${Status}' hello")
    guest.wait_for("! pgrep '^@?flipbookd$'")
    guest.wait_for_frame("console", lambda frame: not is_splash(frame))
    login(guest)


@pytest.mark.short
def test_an_offline_update(guest, cold, installed):
    """Packages are installed before the system starts, by the requests of PackageKit."""
    guest.sh("mkdir -p /var/lib/system-update; ln -s /var/lib/system-update /system-update; sync")
    guest.send("systemctl poweroff")
    guest.wait_for_end()
    update = cold(disk=guest.disk)
    update.wait_for_frame("splash", is_splash)
    update.wait_for_agent()
    first = update.sh("cat /run/test-initramfs-pid")
    update.wait_for("dmesg | grep -q 'installed hello'", 120)
    update.keep("hello")
    assert update.pids() == [int(first)]
    frames = update.wait_for_end(120, shots="end")
    assert is_splash(frames[-1]), "the last frame before the restart is no splash"
    done = cold(words="", disk=guest.disk)
    done.wait_for_agent()
    for package in ("hello", "tree", "figlet"):
        assert "ok installed" in done.sh(f"dpkg-query -W -f '${{Status}}' {package}")
    assert done.attempt("test -L /system-update")[1] == 1


# PackageKit, a newer version of a small package in a repository of its own, and a record of what is shown.
PACKAGEKIT = r"""
apt-get -y --no-install-recommends install packagekit packagekit-tools iproute2 hello 2>&1
mkdir -p /srv/newer /tmp/newer
dpkg-deb -R /srv/repo/hello_*.deb /tmp/newer
sed -i 's/^Version: .*/&+newer/' /tmp/newer/DEBIAN/control
dpkg-deb --root-owner-group -b /tmp/newer /srv/newer/hello.deb
cd /srv/newer
{
  cat /tmp/newer/DEBIAN/control
  echo "Filename: ./hello.deb"
  stat -c 'Size: %s' hello.deb
  echo "SHA256: $(sha256sum hello.deb | cut -d' ' -f1)"
} >Packages
echo 'deb [trusted=yes] file:/srv/newer ./' >>/etc/apt/sources.list
cat >/etc/systemd/system/test-record.service <<'END'
[Unit]
DefaultDependencies=no
After=local-fs.target plymouth-start.service
Before=packagekit-offline-update.service
[Service]
ExecStart=sh -c 'exec flipbookctl subscribe >/var/log/record'
[Install]
WantedBy=system-update.target
END
systemctl -q enable test-record.service
systemctl -q disable test-offline-update.service
apt-get update 2>&1
"""


def test_an_offline_update_of_packagekit(cold, changed):
    """The real PackageKit updates a package: it reports 100 % of its cache first, and then begins at 0."""
    guest = cold(words="", system=changed(PACKAGEKIT))
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    # PackageKit takes a machine without a default route for offline.
    guest.sh("ip link set lo up; ip route add default dev lo")
    guest.sh("pkcon -p -y --only-download update 2>&1", 300)
    guest.sh("pkcon offline-trigger 2>&1 && test -L /system-update; sync")
    guest.send("systemctl poweroff")
    guest.wait_for_end()
    update = cold(disk=guest.disk)
    frames = update.wait_for_end(240, shots="packagekit")
    assert is_splash(frames[-1])
    done = cold(words="", disk=guest.disk)
    done.wait_for_agent()
    assert "+newer" in done.sh("dpkg-query -W -f '${Version}' hello")
    record = [line for line in done.sh("cat /var/log/record").splitlines() if "updates" in line or "Installing" in line]
    shown = [float(number) for number in re.findall(r"target=([0-9.]+)", "\n".join(record))]
    # Its cache first, and then the update from 0 on.
    assert 100 in shown and min(shown[shown.index(100) :]) < 50, shown
    working = [line for line in record if "Installing Updates - " in line]
    assert working and all("Do not turn off" in line for line in working), record


def newer(package, scratch):
    """The same package with a higher version, as an upgrade brings it."""
    folder = scratch / package.name
    run(["dpkg-deb", "-R", str(package), str(folder)])
    control = folder / "DEBIAN" / "control"
    text = re.sub(r"^(Version: .*)$", r"\1+newer", control.read_text(), flags=re.M)
    text = re.sub(r"\(= ([^)]*)\)", r"(= \1+newer)", text)
    # The version in Provides stays.
    control.write_text(re.sub(r"(Provides: \S+ \(= [^)]*)\+newer\)", r"\1)", text))
    file = scratch / f"{package.name.split('_')[0]}.deb"
    run(["dpkg-deb", "--root-owner-group", "-Znone", "-b", str(folder), str(file)])
    return file


def test_upgraded_while_it_shows(guest, installed, scratch):
    """An upgrade lets the daemon go on that shows something, and the console comes after it."""
    files = [newer(package, scratch) for package in installed.packages]
    guest.sh("sed -i s/^update_initramfs=.*/update_initramfs=no/ /etc/initramfs-tools/update-initramfs.conf")
    show(guest)
    before = guest.pids()
    guest.put(*files)
    guest.sh("cd /root/in; apt-get -y install ./*.deb 2>&1", 300)
    versions = guest.sh("dpkg-query -W -f '${Version} ' flipbookd flipbook flipbook-plymouth")
    assert versions.count("+newer") == 3, versions
    assert guest.pids() == before
    assert is_splash(guest.frame())
    guest.sh("systemctl stop test-wants.service")
    guest.wait_for_frame("console", lambda frame: not is_splash(frame))
    assert guest.pids() == []
    login(guest)


def test_plymouth_comes_back(cold, changed):
    """`apt install plymouth plymouth-themes` of Documentation/splash.md restores Plymouth for the next boot."""
    system = changed(
        "apt-get -y install plymouth plymouth-themes 2>&1; plymouth-set-default-theme tribar;"
        " test \"$(dpkg-query -W -f '${db:Status-Abbrev}'"
        " flipbook-plymouth)\" != 'ii '"
    )
    guest = cold("splash test.ask", system)
    guest.wait_for_agent()
    guest.wait_for("systemctl is-active systemd-ask-password-plymouth.service")
    assert guest.sh("cat /proc/$(cat /run/plymouth/pid)/comm") == "plymouthd"
    assert guest.sh("cat /run/plymouth/pid") == guest.sh("cat /run/test-initramfs-pid")
    assert guest.pids() == []
    guest.sh("sleep 2")
    guest.keep("asked")
    guest.type("secret\n")
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    assert guest.sh("cat /run/test-ask") == "secret"


def test_purged(cold, changed, installed):
    """After `apt-get purge` the initramfs is that of the base, and the next boot as before."""
    system = changed("apt-get -y purge flipbookd flipbook flipbook-plymouth 2>&1")
    before = members(installed.base.initramfs)
    after = members(system.initramfs)
    left = {path for path in after - before if "libplymouth" not in path and "libply" not in path}
    assert not left and not before - after, f"left {left}, lost {before - after}"
    guest = cold(system=system)
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running"
    files = guest.sh(
        "find / -xdev \\( -iname '*flipbook*' -o -iname '*plymouth*' \\) -not -path '/srv/*'"
        " -not -path '/var/lib/systemd/*' -not -path '/var/log/*' -not -path '/usr/share/*'"
        " -not -path '/lib/systemd/*' -not -path '/usr/lib/systemd/*' -not -path '/root/*'"
    )
    ours = [name for name in files.split() if "flipbook" in name]
    assert not ours, ours
    assert not is_splash(guest.frame())
    login(guest)
