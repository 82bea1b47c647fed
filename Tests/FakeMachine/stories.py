"""What happens to a display over time, told to the daemon by a machine in memory."""

import time

import framebuffers
from machine import DEVICE, Machine
from watching import expect, wait_for_frames

def survives_the_plug(daemon, shape: str) -> None:
    """Unplugged, plugged, and replaced by a display of another size."""
    machine = Machine(daemon, [f"card 0 2 320x180@60 {shape}"])
    try:
        machine.ask("progress unknown")
        both = machine.wait_for(lambda s: s["flips0.0"] > 5 and s["flips0.1"] > 5)
        expect(both, "not on both displays")
        machine.tell("connect 0 1 0")
        machine.hotplug()
        time.sleep(0.2)
        alone = machine.state()
        expect(
            machine.wait_for(lambda s: s["flips0.0"] > alone["flips0.0"] + 5),
            "the other display stands still",
        )
        machine.tell("resize 0 1 480 270")
        machine.tell("connect 0 1 1")
        machine.hotplug()
        expect(
            machine.wait_for(lambda s: s["flips0.1"] > alone["flips0.1"] + 5),
            "nothing on the display that was replaced",
        )
        state = machine.wait_for(lambda s: s["fbs"] == both["fbs"])
        expect(state, "framebuffers of the old display are kept")
        expect(state["darkened0.0"] == 0, "the other display went dark")
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


def shows_with_one_buffer(daemon, error: str) -> None:
    """The first picture is on the display when the second buffer is refused, and stays."""
    machine = Machine(daemon, ["card 0 1 320x180@60", f"fault CREATE_DUMB:{error}:1:0"])
    try:
        machine.ask("progress unknown")
        state = machine.wait_for(lambda s: s["flips0.0"] > 20)
        expect(state, "it stands still")
        expect(state["darkened0.0"] == 0, "the display went dark")
        expect(state["fbs"] == 1, f"{state['fbs']} framebuffers")
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


def survives_the_loss_of_the_card(daemon, shape: str) -> None:
    """Gone with a flip on its way, and back under another number, ten times."""
    machine = Machine(daemon, [f"card 0 1 320x180@60 {shape}"])
    try:
        machine.ask("progress unknown")
        held = None
        for turn in range(10):
            card = turn % 2
            key = f"flips{card}.0"
            state = machine.wait_for(lambda s: s.get(key, 0) > 5)
            expect(state, f"nothing on the card at its return {turn}")
            now = (state["files"], state["fbs"], state["buffers"], machine.descriptors())
            expect(held is None or turn < 2 or now == held, f"it holds {now}, before {held}")
            held = now
            machine.tell(f"remove {card}")
            machine.uevent("remove", f"{DEVICE}/card{card}")
            expect(machine.wait_for(lambda s: s["files"] == 0), "the lost card stays open")
            machine.tell(f"card {1 - card} 1 320x180@60 {shape}")
            machine.uevent("add", f"{DEVICE}/card{1 - card}")
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


def waits_for_the_master(daemon, shape: str) -> None:
    machine = Machine(daemon, [f"card 0 1 320x180@60 other-master {shape}"])
    try:
        machine.ask("progress unknown")
        time.sleep(0.3)
        expect(machine.state()["flips0.0"] == 0, "it draws although another is master")
        for _ in range(3):
            flips = machine.state()["flips0.0"]
            machine.tell("master 0 0")
            expect(
                machine.wait_for(lambda s: s["flips0.0"] > flips + 5), "it did not take over"
            )
            machine.tell("master 0 1")
            time.sleep(0.3)
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


def gives_the_colours_back(daemon) -> None:
    """Somebody's table of colours, who is gone: plain while we draw, and as it was afterwards."""
    machine = Machine(daemon, ["card 0 1 320x180@60 tinted"])
    try:
        machine.ask("progress unknown")
        wait_for_frames(machine, 5)
        expect(machine.state()["gamma0.0"] == 0, "the picture is tinted")
        after = machine.state_at_end()["gamma0.0"]
        # The sum of the table that a tinted card comes with.
        expect(after == 36, f"the colours are not given back: {after}, not 36")
    finally:
        machine.close()


def hides_the_cursor(daemon) -> None:
    machine = Machine(daemon, ["card 0 1 320x180@60 legacy cursor"])
    try:
        machine.ask("progress unknown")
        wait_for_frames(machine, 5)
        expect(machine.state()["cursor0.0"] == 0, "a cursor is over the picture")
        expect(machine.leave() == 0, "it did not leave in good order")
    finally:
        machine.close()


STORIES = (
    framebuffers.STORIES
    + [
        ("somebody's colours", gives_the_colours_back, ()),
        ("somebody's cursor", hides_the_cursor, ()),
    ]
    + [
        (f"a second buffer refused, {error}", shows_with_one_buffer, (error,))
        for error in ("ENOMEM", "EINVAL", "EACCES")
    ]
    + [
        (f"{words}, {shape or 'atomic'}", story, (shape,))
        for words, story in (
            ("plugged and replaced", survives_the_plug),
            ("card lost and back", survives_the_loss_of_the_card),
            ("another master", waits_for_the_master),
        )
        for shape in ("", "legacy", "instant")
    ]
)
