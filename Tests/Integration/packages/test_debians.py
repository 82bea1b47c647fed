# SPDX-License-Identifier: Apache-2.0
"""The same packages in roots of two Debians, of which the older one has Plymouth's units in /lib."""

import pytest

pytestmark = pytest.mark.root

# All entries of the package below systemd's folder, and those that are missing there.
MISSING = r"""
    dpkg -L flipbookd flipbook flipbook-plymouth | grep -E '/systemd/system/' | while read -r file; do
      [ -e "$file" ] || [ -L "$file" ] || echo "$file"
    done"""


@pytest.fixture(params=["over Plymouth", "without Plymouth"])
def target(request, other_machine):
    if request.param == "without Plymouth":
        other_machine.shell("dpkg --purge plymouth")
    return other_machine


@pytest.mark.parametrize("by", ["dpkg", "apt"])
def test_all_units_are_there_and_go_again(target, light, by):
    if by == "dpkg":
        run = target.install(*light.values(), options=("--auto-deconfigure",))
    else:
        run = target.run("apt-get", "install", "--yes", "--no-install-recommends", *target.copy(*light.values()))
    assert run.returncode == 0, run.stdout
    listed = target.shell("dpkg -L flipbookd flipbook flipbook-plymouth")
    assert "/usr/lib/systemd/system/plymouth-start.service" in listed
    assert not [name for name in listed.splitlines() if name.startswith("/lib")]
    assert target.shell(MISSING) == ""
    assert target.shell("dpkg --verify flipbookd flipbook flipbook-plymouth") == ""
    assert "flipbookd" in target.shell("cat /usr/lib/systemd/system/plymouth-start.service")
    run = target.run("dpkg", "--purge", "flipbook-plymouth", "flipbook", "flipbookd")
    assert run.returncode == 0, run.stdout
    # If systemd's own units are in /lib, dpkg assigns the folders of its links to the package alone.
    if not target.shell("dpkg -L systemd | grep -m 1 ^/lib/systemd/system/ || true"):
        assert "not empty" not in run.stdout, run.stdout
    left = target.shell("find /usr/lib/systemd /usr/share/flipbook /etc -name '*flipbook*' 2>/dev/null || true")
    assert left == ""


def test_a_unit_that_cannot_be_put_back_fails_the_installation(other_machine, light):
    other_machine.shell("dpkg --purge plymouth")
    assert other_machine.install(*light.values()).returncode == 0
    other_machine.shell("""
        rm /usr/lib/systemd/system/plymouth-quit.service
        mount --bind /usr/lib/systemd/system /usr/lib/systemd/system
        mount -o remount,bind,ro /usr/lib/systemd/system""")
    run = other_machine.run("sh", "/var/lib/dpkg/info/flipbook-plymouth.postinst", "configure")
    assert run.returncode != 0
    assert "plymouth-quit.service" in run.stdout
