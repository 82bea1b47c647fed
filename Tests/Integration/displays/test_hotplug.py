# SPDX-License-Identifier: Apache-2.0
"""Displays that are plugged, unplugged, and change."""

import pytest
from prompts import Question, never

TWO_HEADS = pytest.mark.cards("card 0 2 320x180@60")
ONE_HEAD = pytest.mark.cards("card 0 1 320x180@60")
KINDS = pytest.mark.parametrize("kind", ["", "legacy", "instant"], ids=["atomic", "legacy", "instant"])


@TWO_HEADS
def test_unplugged_displays_leave_nothing_behind(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.assert_flips(0, 0)
    display_daemon.assert_flips(0, 1)
    before = display_daemon.held()
    for _ in range(6):
        fake_kms.send("connect 0 1 0")
        fake_kms.hotplug()
        display_daemon.wait_for_status("outputs=1")
        fake_kms.send("connect 0 1 1")
        fake_kms.hotplug()
        display_daemon.wait_for_status("outputs=2")
        display_daemon.assert_flips(0, 1)
    assert display_daemon.held() == before
    assert fake_kms.state()["darkened0.0"] == 0


def heap_after(display_daemon, fake_kms, rounds: int) -> tuple[int, int]:
    """How many blocks are allocated after so many rounds of removing and adding, and their bytes."""
    for _ in range(rounds):
        fake_kms.remove_card(0)
        display_daemon.wait_for_status("outputs=0")
        fake_kms.add_card(0, "2 320x180@60")
        display_daemon.wait_for_status("outputs=2")
        fake_kms.send("connect 0 1 0")
        fake_kms.hotplug()
        display_daemon.wait_for_status("outputs=1")
        display_daemon.assert_flips()
    # The minimum of several: memory for a request is allocated while the request lasts.
    readings = []
    for _ in range(5):
        display_daemon.assert_flips()
        state = fake_kms.state()
        readings.append((state["blocks"], state["heap"]))
    return min(readings)


@TWO_HEADS
def test_hotplug_leaves_the_heap_as_it_was(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    blocks, before = heap_after(display_daemon, fake_kms, 5)
    after = heap_after(display_daemon, fake_kms, 20)
    assert after[0] == blocks > 0
    # Each block may include the rest of the chunk that it was made of (fake_kms/heap.c).
    assert abs(after[1] - before) <= 16 * blocks


@ONE_HEAD
def test_a_display_that_changes_its_size_never_goes_dark(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.assert_flips()
    for width, height in ((480, 270), (640, 480), (320, 180)):
        fake_kms.send(f"resize 0 0 {width} {height}")
        fake_kms.hotplug()
        display_daemon.wait_for_status(f"size={width}x{height}")
        display_daemon.assert_flips()
    state = fake_kms.state()
    assert state["darkened0.0"] == 0
    assert state["fbs"] == 2


@KINDS
def test_a_display_is_replaced_by_one_of_another_size(start_display_daemon, kind):
    daemon = start_display_daemon(f"card 0 2 320x180@60 {kind}")
    kms = daemon.kms
    daemon.ask("progress unknown")
    both = kms.wait_for(lambda state: state["flips0.0"] > 5 and state["flips0.1"] > 5)
    assert both, kms.state()
    kms.send("connect 0 1 0")
    kms.hotplug()
    daemon.wait_for_status("outputs=1")
    daemon.assert_flips(0, 0)
    kms.send("resize 0 1 480 270")
    kms.send("connect 0 1 1")
    kms.hotplug()
    daemon.assert_flips(0, 1)
    # The framebuffers of the old display are removed.
    state = kms.wait_for(lambda state: state["fbs"] == both["fbs"])
    assert state, kms.state()
    assert state["darkened0.0"] == 0


@pytest.mark.cards("card 3 1 64x64@60 other-master")
def test_a_new_card_is_used_and_a_removed_one_is_closed(display_daemon, fake_kms):
    display_daemon.wait_for_status("outputs=0")
    display_daemon.wait_for_status("display=none")
    display_daemon.ask("progress unknown")
    for card in (0, 1, 0):
        fake_kms.add_card(card, "1 320x180@60")
        display_daemon.assert_flips(card)
        fake_kms.remove_card(card)
        display_daemon.wait_for_status("outputs=0")
        display_daemon.wait_for_status("display=none")
    assert fake_kms.state()["files"] == 1


@ONE_HEAD
def test_a_card_that_is_bound_again_is_used_at_once(display_daemon, fake_kms):
    display_daemon.ask("progress unknown")
    display_daemon.assert_flips()
    fake_kms.send("remove 0")
    fake_kms.add_card(0, "1 640x480@60")
    display_daemon.wait_for_status("size=640x480")
    display_daemon.assert_flips()
    assert fake_kms.state()["files"] == 1


@KINDS
def test_a_card_removed_during_a_flip_returns_under_another_number(start_display_daemon, kind):
    daemon = start_display_daemon(f"card 0 1 320x180@60 {kind}")
    kms = daemon.kms
    daemon.ask("progress unknown")
    held = {}
    for turn in range(10):
        card = turn % 2
        assert kms.wait_for(lambda state: state.get(f"flips{card}.0", 0) > 5), kms.state()
        now = daemon.held()
        del now["blobs"]
        assert turn < 2 or now == held
        held = now
        kms.remove_card(card)
        assert kms.wait_for(lambda state: state["files"] == 0), "the removed card stays open"
        kms.add_card(1 - card, f"1 320x180@60 {kind}")


@pytest.mark.slow
def test_a_prompt_goes_to_the_terminal_when_the_last_display_is_unplugged(start_display_daemon, person):
    """Also without any command of a client."""
    # All sockets of uevents are one here, and the on-screen keyboard would take the display's event.
    options = ["--keyboard", person.path, "--console", "none", "--on-screen-keyboard", "off"]
    daemon = start_display_daemon("card 0 1 320x180@60", options=options, plymouth=None)
    daemon.wait_for_status("display=Virtual-1")
    question = Question(daemon, "Disk password:")
    # Longer than the daemon waits for a display.
    assert never(lambda: person.read() != "", 3)
    daemon.kms.send("connect 0 0 0")
    daemon.kms.hotplug()
    assert person.sees("Disk password: ")
    person.type("x\r")
    assert question.answer() == b"\2x"
    question.close()
