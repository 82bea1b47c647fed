"""No DRM device at all: the kernel's old framebuffer, in a mode that the firmware has set."""

from bench import Bench
from displays import Display
from report import Row
from splash import Splash
from story_terminal import expect_mode

COLUMN = "pixels"


def tell(bench: Bench, display: Display, row: Row) -> None:
    with Splash(bench, display, row) as splash:
        console = splash.console()
        splash.sh("daemon_start --animation flow; sleep 1")
        splash.animation = "flow"
        splash.tell("progress 50")
        splash.sh("sleep 1")
        alive = splash.pid_lives()
        row.demand("device", "the framebuffer is used", "" if alive else splash.errors())
        if not alive:
            return
        before = splash.counts()
        times = splash.sh(
            "cat /proc/uptime; frames; wakes 3; frames; cat /proc/uptime", 90
        ).split()
        seconds = float(times[5]) - float(times[0])
        # What vesafb's made-up pixel clock tells.
        rate = float(splash.sh("sed -n 's/.* refresh=\\([0-9.]*\\).*/\\1/p' /tmp/answers | tail -n 1"))
        row.demand("rate", "the pixel clock's rate", "" if 20 <= rate <= 120 else f"{rate} Hz")
        shown, woken = int(times[4]) - int(times[2]), int(times[3])
        row.demand(
            "rate",
            "paced by a timer",
            # A guest that gets little time shows fewer; none shows more.
            "" if rate / 3 * seconds <= shown <= rate * seconds + 1
            else f"{shown} frames in {seconds:.2f} s at {rate} Hz",
        )
        row.demand(
            "rate",
            "a wake-up for each frame",
            # And sometimes it is pushed aside by another program.
            "" if woken <= 1.5 * shown + 10 else f"it woke {woken} times for {shown} frames",
        )
        for _ in range(2):
            splash.sh("sleep 2")
            splash.story += ("sleep 6",)
            splash.tell("fail")
            splash.story += ("sleep 6",)
            splash.sh("sleep 3")
            row.demand(COLUMN, "at rest: as rendered", splash.picture_problem())
            quiet = int(splash.sh("wakes 3"))
            row.demand(
                "still", "no wake-ups", "" if quiet == 0 else f"{quiet} wake-ups in 3 s"
            )
            splash.resume()
        row.demand("leaks", "framebuffer: as much held as before", splash.leak_problem(before))
        row.demand("leaving", "framebuffer: it leaves with status 0", splash.stop())
        row.demand("leaving", "framebuffer: the console", splash.console_problem(console))
        late_and_killed(splash, row)
        row.demand(
            "leaving", "killed and started anew: the console", splash.console_problem(console)
        )


def late_and_killed(splash: Splash, row: Row) -> None:
    """The device comes late; the daemon is killed, and the next one leaves in good order."""
    splash.sh("mv /dev/fb0 /dev/hidden; daemon_start --animation flow; sleep 1; tell progress 50")
    expect_mode(splash, row, "no framebuffer yet: the terminal's text is drawn", "process text")
    splash.sh("mv /dev/hidden /dev/fb0; echo add >/sys/class/graphics/fb0/uevent; sleep 2")
    expect_mode(splash, row, "a late framebuffer: the text is not drawn", "process graphics")
    splash.sh("kill -9 $(cat /tmp/pid); wait_gone")
    splash.sh("daemon_start --animation flow; sleep 1; tell progress 50; sleep 2")
    expect_mode(splash, row, "started after kill -9: the terminal is taken", "process graphics")
    row.demand("leaving", "started after kill -9: it leaves with status 0", splash.stop())
    expect_mode(splash, row, "started after kill -9: the terminal is given back", "auto text")
