# SPDX-License-Identifier: Apache-2.0
"""Displays that change while the system starts."""

import pytest
from looks import asks, is_filled, is_splash
from test_boot import login

pytestmark = [pytest.mark.qemu, pytest.mark.root]


@pytest.mark.short
def test_handed_over_to_a_display_manager(cold):
    """A unit as display managers have takes the display; there is no console in between."""
    guest = cold("splash systemd.wants=test-display-manager.service")
    guest.wait_for_frame("splash", is_splash)
    guest.wait_for_agent()
    frame = guest.wait_for_frame(
        "taken", lambda frame: not is_splash(frame), timeout=120
    )
    assert is_filled(frame, "204060"), "neither the splash nor the next program is shown"
    guest.wait_for("! pgrep '^@?flipbookd$'")
    assert is_filled(guest.frame(), "204060")
    assert "deactivated 0" in guest.sh("cat /run/test-dm")


def test_a_firmwares_framebuffer_and_then_a_driver(cold, changed):
    """The initramfs has no driver: the splash is on the firmware's framebuffer, then moves."""
    system = changed(
        "touch /etc/without-drm; echo FLIPBOOK_DRM=no >/etc/flipbook/initramfs.conf"
    )
    guest = cold(
        "splash vga=0x318 test.ask", system, display="vga", has_firmware=True
    )
    frame = guest.wait_for_frame("framebuffer", is_splash)
    assert (frame.width, frame.height) == (1024, 768)
    guest.wait_for_agent()
    first = guest.sh("cat /run/test-initramfs-pid")
    guest.wait_for(f"ls -l /proc/{first}/fd | grep -q card0")
    guest.wait_for_frame("driver", is_splash)
    # Keys that come before the question are no answer.
    guest.wait_for_frame("asked", asks)
    assert guest.pids() == [int(first)]
    guest.type("secret\n")
    assert guest.wait_until_running() == "running"
    assert guest.sh("cat /run/test-ask") == "secret"
    login(guest)


def test_virtio_gpu(cold):
    """A display that has to be sent each change (DIRTYFB): the splash, a password, and the end."""
    guest = cold("splash test.ask", display="virtio")
    guest.wait_for_frame("splash", is_splash)
    guest.wait_for_agent()
    guest.wait_for("ls /run/systemd/ask-password/ask.*")
    guest.wait_for_frame("asked", asks)
    guest.type("secret\n")
    assert guest.wait_until_running() == "running"
    assert guest.sh("cat /run/test-ask") == "secret"
    login(guest)
    guest.send("systemctl poweroff")
    splashes = [is_splash(frame) for frame in guest.wait_for_end(shots="off")]
    # The last frame may be what QEMU shows when the kernel has reset the device.
    assert any(splashes) and all(splashes[splashes.index(True) : -1]), splashes
