# SPDX-License-Identifier: Apache-2.0
"""Recordings of themes: decoded by other programs, they have the frames of `flipbook render`."""

import json
import resource
import signal
import subprocess

import pytest
from daemon_process import theme_tool, tool, wait_until
from PIL import Image, ImageSequence
from themes.pseudo_terminal import Terminal
from themes.samples import LOGO, THEME

SCRIPT = "0 progress 10\n300 progress 60\n700 message halfway there\n1000 done\n"
SIZE = (200, 120)
# 20 frames a second, so that each time is a whole number of milliseconds.
RATE = 20
TIMES = range(0, 1500, 1000 // RATE)


@pytest.fixture
def recorded(theme):
    """Records a theme with a script: returns the file."""
    theme.make("mine", THEME % "203040", logo_svg=LOGO % b"#ff8000")
    (theme.folder / "script").write_text(SCRIPT)

    def record(name: str, *options: str, **arguments):
        theme("record", "mine", "--script", "script", "--fps", str(RATE), "--until", "1500",
              "--size", "%dx%d" % SIZE, "-o", name, *options, **arguments)
        return theme.folder / name

    return record


@pytest.fixture
def frames(theme, recorded):
    """The same frames by the other tool, as bytes R G B."""
    theme("compile", "mine", "-o", "mine.pack")
    (theme.folder / "frames").mkdir()
    subprocess.run(
        [tool(), "render", "--theme", "mine.pack", "--canvas", "%dx%d" % SIZE, "--mode", "boot-up", "--timeline", "script",
         "--at", ",".join(map(str, TIMES)), "-o", "frames/%d.ppm"], cwd=theme.folder, check=True)
    return [Image.open(theme.folder / f"frames/{time}.ppm").convert("RGB").tobytes() for time in TIMES]


def decoded(file, form: str = "rgb24") -> list[bytes]:
    """All frames by ffmpeg, at their rate."""
    run = subprocess.run(["ffmpeg", "-v", "error", "-i", file, "-vf", f"fps={RATE}", "-f", "rawvideo", "-pix_fmt", form, "-"],
                         capture_output=True, check=True, stdin=subprocess.DEVNULL)
    size = SIZE[0] * SIZE[1] * 3
    assert len(run.stdout) % size == 0
    return [run.stdout[start : start + size] for start in range(0, len(run.stdout), size)]


def test_the_frames_differ(frames):
    assert len(set(frames)) > 10


def test_apng(recorded, frames):
    """Without loss; equal frames are one that lasts."""
    file = recorded("out.apng")
    assert decoded(file) == frames
    with Image.open(file) as image:
        assert image.n_frames == sum(1 for old, new in zip([None, *frames], frames) if old != new)
        assert image.info["loop"] == 0
        assert sum(frame.info["duration"] for frame in ImageSequence.Iterator(image)) == 1500


@pytest.mark.slow
def test_y4m_to_standard_output_and_to_a_file(theme, recorded, frames):
    file = recorded("out.y4m")
    raw = file.read_bytes()
    assert raw.startswith(b"YUV4MPEG2 W200 H120 F20:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\nFRAME\n")
    assert len(raw) == raw.index(b"FRAME") + len(frames) * (6 + 200 * 120 * 3)
    # ffmpeg assumes BT.601 for a video of this size; its steps are coarser than ours.
    for ours, theirs in zip(frames, decoded(file), strict=True):
        assert max(abs(a - b) for a, b in zip(ours, theirs)) <= 4
    stdout = theme.folder / "stdout"
    with open(stdout, "wb") as out:
        subprocess.run([theme_tool(), "record", "mine", "--script", "script", "--fps", "20", "--until", "1500", "--size",
                        "200x120", "-o", "-"], cwd=theme.folder, stdout=out, stdin=subprocess.DEVNULL, check=True)
    assert stdout.read_bytes() == raw


def test_images(theme, recorded, frames):
    recorded("f-%03d.png")
    names = sorted(path.name for path in theme.folder.glob("f-*.png"))
    assert names == [f"f-{number:03}.png" for number in range(len(frames))]
    assert [Image.open(theme.folder / name).convert("RGB").tobytes() for name in names] == frames


@pytest.mark.slow
def test_gif(recorded, frames):
    """Each frame has 256 colours of its own for what changed."""
    file = recorded("out.gif")
    for ours, theirs in zip(frames, decoded(file), strict=True):
        assert sum(abs(a - b) for a, b in zip(ours, theirs)) / len(ours) < 0.5
        assert max(abs(a - b) for a, b in zip(ours, theirs)) <= 40
    with Image.open(file) as image:
        assert image.info["loop"] == 0
        assert sum(frame.info["duration"] for frame in ImageSequence.Iterator(image)) == 1500


def test_the_delays_of_a_gif_keep_the_speed(theme):
    """A third of a second is no whole number of hundredths."""
    theme.make("mine", THEME % "203040", logo_svg=LOGO % b"#ff8000")
    (theme.folder / "script").write_text("".join(f"{1000 * n // 30} progress {n}\n" for n in range(90)))
    theme("record", "mine", "--script", "script", "--fps", "30", "--until", "3000", "--size", "64x48", "-o", "out.gif")
    with Image.open(theme.folder / "out.gif") as image:
        assert sum(frame.info["duration"] for frame in ImageSequence.Iterator(image)) == 3000


@pytest.mark.slow
@pytest.mark.parametrize("name, codec", [("out.webm", "vp9"), ("out.mp4", "h264")])
def test_videos(recorded, frames, name, codec):
    file = recorded(name)
    found = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_streams", file],
                           capture_output=True, check=True, stdin=subprocess.DEVNULL)
    stream = json.loads(found.stdout)["streams"][0]
    assert (stream["codec_name"], stream["width"], stream["height"]) == (codec, *SIZE)
    assert (stream["nb_read_frames"], stream["r_frame_rate"]) == (str(len(frames)), f"{RATE}/1")
    for ours, theirs in zip(frames, decoded(file), strict=True):
        assert sum(abs(a - b) for a, b in zip(ours, theirs)) / len(ours) < 4


@pytest.mark.usefixtures("recorded")
def test_a_video_without_its_program(theme, tmp_path):
    run = theme("record", "mine", "-o", "out.webm", status=2, PATH=str(tmp_path))
    assert run.stderr == (
        "flipbook-theme: cannot write out.webm: the program ffmpeg is not installed; .apng and .gif need none\n")


@pytest.mark.usefixtures("recorded")
def test_a_video_that_cannot_be_written(theme):
    run = theme("record", "mine", "-o", "no/such/out.webm", "--until", "200", status=2)
    assert "flipbook-theme: cannot write no/such/out.webm: ffmpeg" in run.stderr


def left(folder) -> list[str]:
    """What a recording has left of its file."""
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("out."))


@pytest.mark.parametrize("suffix", ["apng", "gif", "y4m", "webm"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.usefixtures("recorded")
def test_a_stopped_recording_leaves_nothing(theme, suffix, number):
    process = subprocess.Popen(
        [theme_tool(), "record", "mine", "--size", "400x300", "--until", "600000", "-o", f"out.{suffix}"], cwd=theme.folder,
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: left(theme.folder))
    assert left(theme.folder) == [f"out.{suffix}.{process.pid}.part"]
    process.send_signal(number)
    reason = process.communicate(timeout=60)[1]
    assert process.returncode == 2
    assert f"flipbook-theme: out.{suffix}: stopped by a signal after " in reason
    assert left(theme.folder) == []


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["apng", "gif", "y4m"])
@pytest.mark.usefixtures("recorded")
def test_a_failed_recording_keeps_the_file_that_was_there(theme, suffix):
    """The limit of a file's size is that of a full disk."""
    (theme.folder / f"out.{suffix}").write_text("before")
    run = subprocess.run(
        [theme_tool(), "record", "mine", "--until", "400", "-o", f"out.{suffix}"], cwd=theme.folder, text=True,
        capture_output=True, timeout=120, stdin=subprocess.DEVNULL,
        preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                            resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))))
    assert run.returncode == 2, run.stderr
    assert f"cannot write out.{suffix}: " in run.stderr and run.stderr.count("\n") == 1
    assert left(theme.folder) == [f"out.{suffix}"]
    assert (theme.folder / f"out.{suffix}").read_text() == "before"


def test_a_recording_to_a_link_is_what_it_names(theme, recorded):
    (theme.folder / "out.apng").symlink_to("real.apng")
    recorded("out.apng")
    assert (theme.folder / "out.apng").is_symlink() and (theme.folder / "real.apng").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.slow
def test_progress_is_shown_on_a_terminal_only(theme, recorded):
    terminal = Terminal(theme.folder, theme_tool(), "record", "mine", "--until", "500", "-o", "out.gif")
    assert terminal.end() == 0
    assert b"out.gif: frame 15 of 15" in terminal.said
    assert theme("record", "mine", "--until", "500", "-o", "out.gif").stderr == ""


@pytest.mark.parametrize("words, reason", [
    (["-o", "out.avi"], "output 'out.avi': not .apng, .gif, .y4m, .webm, .mp4, %d.png, %d.ppm or -"),
    (["-o", "out.png"], "images need a place for their number"),
    (["-o", "out.gif", "--fps", "60"], "--fps: 1 to 50 are possible"),
    (["-o", "out.apng", "--fps", "0"], "--fps: 1 to 240 are possible"),
    (["-o", "out.apng", "--until", "999999999"], "--until: more than 864000 frames"),
    (["-o", "out.apng", "--until", "999999999999"], "--until: more than 864000 frames"),
    (["-o", "out.apng", "--script", "late"], "--script: more than 864000 frames"),
    (["-o", "out.apng", "--variant", "none"], "theme mine: has no variant 'none'"),
    (["-o", "out.apng", "--script", "bad"], "bad:2: no command after the time 5"),
    (["-o", "no/such/out.apng", "--until", "100"], "cannot write no/such/out.apng: no such file or directory"),
])
@pytest.mark.usefixtures("recorded")
def test_mistakes(theme, words, reason):
    (theme.folder / "bad").write_text("0 start\n5\n")
    (theme.folder / "late").write_text("999999999999 done\n")
    run = theme("record", "mine", *words, status=2)
    assert reason in run.stderr and run.stderr.count("\n") == 1
