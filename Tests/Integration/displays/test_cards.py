# SPDX-License-Identifier: Apache-2.0
"""Cards that stay: their rates, colours, cursors and buffers, and a display at rest."""

import time

import pytest
from daemon.notify_socket import NotifySocket
from prompts import Question

ONE_HEAD = "card 0 1 320x180@60"
FIRST_TABLE = 36  # the sum of the gamma table that a tinted card begins with


@pytest.mark.cards(ONE_HEAD, "card 1 1 640x480@75")
def test_cards_keep_their_own_rates(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.assert_flips(0)
    display_daemon.assert_flips(1)
    display_daemon.wait_for_status("refresh=60.000")
    display_daemon.wait_for_status("refresh2=75.000")
    state = fake_kms.state()
    assert state["modesets0.0"] == 0
    assert state["modesets1.0"] == 0


@pytest.mark.cards("card 0 2 320x180@60", "card 1 1 640x480@75",
                   options=["--animation", "download"])
def test_a_display_at_rest_causes_no_wakeup(display_daemon, fake_kms):
    display_daemon.wait_for_status("outputs=3")
    assert fake_kms.wait_for(lambda state: state.get("flips1.0", 0) >= 1)
    time.sleep(0.5)
    before = fake_kms.state()
    time.sleep(2)
    after = fake_kms.state()
    assert after["polls"] == before["polls"]
    assert after["calls"] == before["calls"]


@pytest.mark.cards(ONE_HEAD)
def test_a_lost_flip_event_is_made_up_for(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.assert_flips()
    fake_kms.send("fault event:EIO:0:1")
    time.sleep(0.5)
    display_daemon.assert_flips()


def test_a_short_watchdog_of_the_service_managers_waits_longer_for_a_modeset(start_display_daemon, monkeypatch):
    manager = NotifySocket()
    monkeypatch.setenv("NOTIFY_SOCKET", manager.environment["NOTIFY_SOCKET"])
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    daemon = start_display_daemon(ONE_HEAD)
    daemon.ask("progress unknown")
    # The kernel may wait four times ten seconds in one call.
    manager.wait("WATCHDOG=1\nWATCHDOG_USEC=45000000\n")
    daemon.wait_for_frames(2)
    manager.wait("WATCHDOG=1\nWATCHDOG_USEC=2000000\n")
    manager.wait("WATCHDOG=1\n")
    assert not any("USEC" in message for message in manager.messages[-1:]), manager.messages
    assert daemon.log.count("which may take long; extending the service manager's watchdog") == 1, daemon.log
    manager.close()


@pytest.mark.cards(f"{ONE_HEAD} tinted")
def test_the_gamma_table_is_linear_and_then_restored(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.wait_for_frames(5)
    assert fake_kms.state()["gamma0.0"] == 0
    assert display_daemon.state_at_exit()["gamma0.0"] == FIRST_TABLE


@pytest.mark.cards(f"{ONE_HEAD} legacy cursor")
def test_another_programs_cursor_is_hidden(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.wait_for_frames(5)
    assert fake_kms.state()["cursor0.0"] == 0


@pytest.mark.parametrize("error", ["ENOMEM", "EINVAL", "EACCES"])
def test_one_buffer_is_enough(start_display_daemon, error):
    """The first frame is shown when the second buffer is refused, and frames go on."""
    daemon = start_display_daemon(ONE_HEAD, f"fault CREATE_DUMB:{error}:1:0")
    daemon.ask("progress unknown")
    state = daemon.kms.wait_for(lambda state: state["flips0.0"] > 20)
    assert state, daemon.kms.state()
    assert state["darkened0.0"] == 0
    assert state["fbs"] == 1


def test_a_password_is_typed_at_the_terminal_of_tty(start_display_daemon, person):
    """At one that is not the active terminal."""
    daemon = start_display_daemon(ONE_HEAD, options=["--tty", person.path, "--keyboard", "auto"],
                                  plymouth=None)
    question = Question(daemon, "Pass:")
    person.type("sesam\r")
    assert question.answer() == b"\2sesam"
    question.close()
