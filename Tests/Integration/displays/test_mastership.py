# SPDX-License-Identifier: Apache-2.0
"""Other masters, and the hand-over of a display."""

import time

import pytest

ONE_HEAD = "card 0 1 320x180@60"


@pytest.mark.cards(f"{ONE_HEAD} other-master")
def test_the_daemon_waits_for_another_master(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.wait_for_status("outputs=0")
    display_daemon.wait_for_status("display=none")
    fake_kms.send("master 0 0")
    display_daemon.assert_flips()
    fake_kms.send("master 0 1")
    time.sleep(0.3)
    before = fake_kms.state()
    time.sleep(1)
    after = fake_kms.state()
    assert after["flips0.0"] == before["flips0.0"]
    assert after["calls"] - before["calls"] < 20
    fake_kms.send("master 0 0")
    display_daemon.assert_flips()


@pytest.mark.parametrize("kind", ["", "legacy", "instant"], ids=["atomic", "legacy", "instant"])
def test_the_display_is_taken_from_another_master_each_time(start_display_daemon, kind):
    daemon = start_display_daemon(f"{ONE_HEAD} other-master {kind}")
    daemon.ask("progress unknown")
    time.sleep(0.3)
    assert daemon.kms.flips() == 0
    for _ in range(3):
        daemon.kms.send("master 0 0")
        daemon.assert_flips()
        daemon.kms.send("master 0 1")
        time.sleep(0.3)


def deactivate(daemon) -> None:
    """Has the daemon release the display, and asserts its state."""
    assert daemon.ask("deactivate") == "ok"
    state = daemon.kms.state()
    assert state["master0"] == -1
    assert state["fb0.0"] >= 1000, "its last frame is gone"
    assert "error" in daemon.ask("has-active-terminal")
    time.sleep(0.1)
    assert daemon.kms.flips() == state["flips0.0"]
    assert daemon.status()["suspended"] == "yes"


@pytest.mark.cards(ONE_HEAD, options=["--handover-timeout", "1"])
def test_the_display_is_given_up_and_taken_again(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    for _ in range(3):
        display_daemon.assert_flips()
        deactivate(display_daemon)
        assert display_daemon.ask("reactivate") == "ok"
    display_daemon.assert_flips()
    assert "suspended" not in display_daemon.status()
    assert fake_kms.state()["darkened0.0"] == 0
    assert display_daemon.ask("quit --retain") == "ok"
    assert display_daemon.wait_for_end() == 0
    assert "nobody took the display over" in display_daemon.log


@pytest.mark.cards(ONE_HEAD, options=["--handover-timeout", "1"])
def test_a_display_that_was_given_up_is_left_with_its_frame(display_daemon):
    """The order of the manual's examples: deactivate, then the next program, then quit --retain."""
    display_daemon.ask("progress unknown")
    display_daemon.assert_flips()
    deactivate(display_daemon)
    assert display_daemon.ask("quit --retain") == "ok"
    assert display_daemon.wait_for_end() == 0
    assert "nobody took the display over; leaving the last frame" in display_daemon.log


@pytest.mark.cards(ONE_HEAD)
def test_a_reactivate_while_the_display_drains_keeps_it(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.assert_flips()
    # No flip completes, so that draining takes its second.
    fake_kms.send("fault event:EIO:0:0")
    with display_daemon.new_client() as waiting:
        waiting.sendall(b"deactivate\n")
        time.sleep(0.2)
        assert display_daemon.ask("reactivate") == "ok"
        answer = waiting.recv(4096)
    assert answer.startswith(b"error: deactivate: ")
    assert fake_kms.state()["master0"] == 0
    fake_kms.send("heal")
    display_daemon.assert_flips()


@pytest.mark.cards("card 0 2 320x180@60")
def test_the_console_is_restored(display_daemon):
    display_daemon.ask("progress unknown")
    display_daemon.assert_flips(0, 1)
    assert display_daemon.ask("quit") == "ok"
    assert display_daemon.wait_for_end() == 0
    assert display_daemon.log == ""
