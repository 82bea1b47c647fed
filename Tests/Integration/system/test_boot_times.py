# SPDX-License-Identifier: Apache-2.0
"""The percentage of a boot by earlier boots, in a whole system: its daemon, its systemd, its unit that remembers."""

import pytest
from guest import Disk

pytestmark = [pytest.mark.qemu, pytest.mark.root]

# Units that take another time in each boot, of which one holds the end of the splash back; and a client that writes down
# each line of a subscription with the time since the kernel's start.
NOISE = r"""
printf '%s\n' '#!/bin/sh' 'flipbookctl subscribe | while read -r line; do read -r up rest </proc/uptime; echo "$up $line"; done' \
  >/usr/local/bin/test-samples
printf '%s\n' '#!/bin/sh' 'sleep "$(awk -v s="$(od -An -N2 -tu2 /dev/urandom)" "BEGIN { print s / 65536 * $1 }")"' \
  >/usr/local/bin/test-noise
chmod 755 /usr/local/bin/test-samples /usr/local/bin/test-noise
cat >/etc/systemd/system/test-samples.service <<'END'
[Unit]
DefaultDependencies=no
After=plymouth-start.service
[Service]
ExecStart=sh -c 'exec /usr/local/bin/test-samples >/run/test-samples'
[Install]
WantedBy=sysinit.target
END
for number in 1 2 3; do
  cat >/etc/systemd/system/test-noise-$number.service <<END
[Unit]
Before=plymouth-quit.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/bin/test-noise $number
[Install]
WantedBy=multi-user.target
END
  systemctl -q enable test-noise-$number.service
done
systemctl -q enable test-samples.service
"""


def samples(guest) -> list[tuple[float, float | None]]:
    """The percentages of the real root's part of the boot, with their times since the kernel's start."""
    result = []
    for line in guest.sh("cat /run/test-samples").splitlines():
        words = dict(word.split("=", 1) for word in line.split(' message="')[0].split()[1:] if "=" in word)
        result.append((float(line.split()[0]), None if words.get("unknown") else float(words["target"])))
    return result


def boot(cold, system, disk) -> tuple[list, float, str]:
    """Boots once; the samples, the boot's duration in seconds, and the remembered boots."""
    guest = cold("splash", system, disk)
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed", check=False)
    guest.wait_for("systemctl is-active flipbook-remember-boot.service")
    memory = guest.sh("cat /var/lib/flipbook/boot-times")
    assert guest.attempt("test -e /run/flipbook/boot-record")[1] == 1
    taken = samples(guest)
    guest.sh("sync")
    guest.send("systemctl poweroff")
    guest.wait_for_end(60)
    guest.end()
    return taken, int(memory.splitlines()[1].split()[1]) / 1000, memory


def error(taken: list, total: float) -> float:
    """The mean difference to the elapsed part of the boot, in points, at each tenth of a second of the samples.

    The boot ends with the hand-over, when 100 is shown; the splash is shown until its outro has ended.
    """
    end = next(at for at, value in taken if value == 100)
    errors, moment = [], taken[0][0]
    while moment < end:
        shown = [value for at, value in taken if at <= moment][-1]
        errors.append(abs(shown - 100 * (1 - (end - moment) / total)))
        moment += 0.1
    return sum(errors) / len(errors)


def run(cold, changed, scratch, count: int) -> None:
    system = changed(NOISE)
    disk = Disk(scratch / "boots.qcow2", system.image).file
    errors = []
    for number in range(count):
        taken, total, memory = boot(cold, system, disk)
        assert len(memory) <= 4096 and len(memory.splitlines()) > 12, memory
        known = [value for _, value in taken if value is not None]
        if number == 0:
            assert known == [], taken
            continue
        assert len(known) == len(taken) and known == sorted(known), taken
        assert known[-1] == 100 and known[-2] <= 99
        errors.append(error(taken, total))
        print(f"boot {number + 1}: {total:.1f} s, mean error {errors[-1]:.1f} points")
    assert sum(errors) / len(errors) < 8, errors


@pytest.mark.seconds(100)
@pytest.mark.short
def test_the_second_boot_has_a_percentage(cold, changed, scratch):
    run(cold, changed, scratch, 2)


# A busy host takes minutes for each boot.
@pytest.mark.timeout(3600)
@pytest.mark.slow
def test_ten_boots_have_a_percentage(cold, changed, scratch):
    run(cold, changed, scratch, 10)
