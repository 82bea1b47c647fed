# SPDX-License-Identifier: Apache-2.0
"""Splashes of other programs become themes that compile, and the report says what they lost."""

import random
import shutil
import signal
import struct
import subprocess
import time
import tomllib
import zipfile
from pathlib import Path

import pytest
from daemon_process import theme_tool
from PIL import Image
from themes.import_samples import bootanimation, dot, frames, imported, png, refused
from themes.pack_reader import Pack


def frames_of(theme) -> list[Path]:
    return sorted((theme.folder / "out/boot").iterdir())


def test_numbered_images_become_a_loop(theme):
    frames(theme.folder / "spin", 12, paper=(16, 20, 24, 255))
    (theme.folder / "spin/readme.txt").write_text("x")
    toml, lines = imported(theme, "spin")
    assert toml["background"] == {"color": "101418"}
    assert toml["animation"]["frames"] == {"kind": "frames", "anchor": "center", "files": "frames/*.png", "rate": 25}
    assert lines[0] == "spin: numbered images"
    assert "taken: f0.png … f11.png: a loop of 12 frames, 64×64 pixels" in lines
    assert "changed: rate: 25 frames a second, since files have none; --rate sets another" in lines
    assert "left out: readme.txt: not part of the sequence" in lines
    # The files are the original's own, in their order.
    assert (theme.folder / "out/frames/11.png").read_bytes() == (theme.folder / "spin/f10.png").read_bytes()


def test_files_can_be_named_with_a_rate(theme):
    frames(theme.folder / "a", 3)
    toml, lines = imported(theme, "a/f2.png", "a/f0.png", "--rate", "12.5")
    assert toml["animation"]["frames"]["rate"] == 12.5
    assert (theme.folder / "out/frames/1.png").read_bytes() == (theme.folder / "a/f0.png").read_bytes()
    assert not [line for line in lines if line.startswith("changed")]


def test_frames_of_several_sizes_get_one(theme):
    folder = frames(theme.folder / "a", 3)
    (folder / "f1.png").write_bytes(png(dot(0, 80, 40)))
    _, lines = imported(theme, "a")
    assert "changed: a: frames of several sizes, all extended to 80×64 pixels" in lines


def test_a_broken_frame_is_left_out(theme):
    folder = frames(theme.folder / "a", 4)
    whole = (folder / "f2.png").read_bytes()
    (folder / "f2.png").write_bytes(whole[:-30])
    (folder / "f3.png").write_bytes(b"no image")
    _, lines = imported(theme, "a")
    assert [line.split(": ")[1] for line in lines if line.startswith("left out")] == ["f2.png", "f3.png"]
    assert len(list((theme.folder / "out/frames").iterdir())) == 2


DESC = "200 320 20\np 2 3 intro\nc 0 0 loop #102030\np 1 0 skipped\nc 1 0 end\n"


@pytest.mark.slow
@pytest.mark.parametrize("method", [pytest.param(zipfile.ZIP_STORED, marks=pytest.mark.slow), zipfile.ZIP_DEFLATED])
def test_a_boot_animation_has_intro_loop_and_outro(theme, method):
    images = [png(dot(n, 200, 320)) for n in range(8)]
    data = bootanimation(DESC, {"intro": images[:2], "loop": images[2:6], "skipped": images[:1],
                                "end": images[6:8]}, method, loop__audio_wav=b"RIFF")
    (theme.folder / "bootanimation.zip").write_bytes(data)
    toml, lines = imported(theme, "bootanimation.zip")
    boot = toml["animation"]["boot"]
    # Two passes of two frames with a pause of three; four; two.
    assert (boot["intro"], boot["outro"], boot["rate"]) == (10, 2, 20)
    assert len(frames_of(theme)) == 16
    assert "finish" not in boot
    assert toml["stage"]["farewell"] == 0.1
    assert toml["background"]["color"] == "102030"
    assert "changed: intro: its background 000000 is within the frames alone" in lines
    assert "left out: skipped: Android skips it, as the boot is complete by then" in lines
    assert "left out: loop/audio.wav: there is no sound" in lines


def test_an_interrupted_loop_ends_at_once_and_fades(theme):
    data = bootanimation("100 100 10 1\nf 0 0 a 5\nc 1 0 b\n", {"a": [png(dot(n, 100, 100)) for n in range(3)],
                                                              "b": [png(dot(4, 100, 100))]})
    (theme.folder / "b.zip").write_bytes(data)
    toml, lines = imported(theme, "b.zip")
    assert toml["animation"]["boot"]["finish"] == "now"
    assert toml["stage"] == {"farewell": 0.1, "leave": 0.5}
    assert toml["text"]["percent"] == {"text": "{percent}", "anchor": [0.5, 0.667]}


@pytest.mark.slow
def test_frames_are_cropped_around_the_centre(theme):
    images = [png(dot(n, 1080, 1920, paper=(0, 0, 0, 255))) for n in range(4)]
    (theme.folder / "b.zip").write_bytes(bootanimation("1080 1920 30\np 0 0 part0\n", {"part0": images}))
    toml, lines = imported(theme, "b.zip")
    with Image.open(frames_of(theme)[0]) as image:
        # The disc begins 20 pixels to the left of the centre; the pixel above it is 6 rows above the centre.
        assert image.size == (40, 12)
    assert "changed: frames of 1080×1920 pixels, cropped to 40×12: the rest is the background" in lines
    assert "width" not in toml["animation"]["boot"]


def test_trimmed_frames_are_put_where_they_belong(theme):
    square = png(Image.new("RGBA", (10, 10), (255, 0, 0, 255)))
    data = bootanimation("100 60 10\np 0 0 a\n", {"a": [square, square]}, a__trim_txt=b"10x10+0+0\n10x10+90+50\n")
    (theme.folder / "b.zip").write_bytes(data)
    imported(theme, "b.zip")
    with Image.open(frames_of(theme)[0]) as first, Image.open(frames_of(theme)[1]) as second:
        assert first.size == second.size == (100, 60)
        assert (first.getbbox(), second.getbbox()) == ((0, 0, 10, 10), (90, 50, 100, 60))


def test_without_a_loop_the_last_frame_stays(theme):
    data = bootanimation("64 64 10\np 1 0 a\n", {"a": [png(dot(n)) for n in range(5)]})
    (theme.folder / "b.zip").write_bytes(data)
    toml, _ = imported(theme, "b.zip")
    assert toml["animation"]["boot"]["intro"] == 4
    assert len(Pack((theme.folder / "out.pack").read_bytes()).sections["FRAM"]) == 5


def test_an_unpacked_boot_animation_is_one_too(theme):
    frames(theme.folder / "boot/part0", 3, "{:04}.png")
    (theme.folder / "boot/desc.txt").write_text("64 64 10\np 0 0 part0\n")
    assert imported(theme, "boot")[1][0] == "boot: a boot animation of Android"


def test_an_archive_in_an_archive_is_found(theme):
    inner = bootanimation("64 64 10\np 0 0 a\n", {"a": [png(dot(0))]})
    with zipfile.ZipFile(theme.folder / "module.zip", "w") as archive:
        archive.writestr("system/media/bootanimation.zip", inner)
        archive.writestr("module.prop", "id=x")
    imported(theme, "module.zip")


class TestHostileArchives:
    """Each is refused with one line, quickly."""

    def write(self, theme, data: bytes) -> str:
        (theme.folder / "b.zip").write_bytes(data)
        return "b.zip"

    def test_cut_anywhere(self, theme):
        whole = bootanimation("64 64 10\np 0 0 a\n", {"a": [png(dot(0))]})
        for length in (4, 30, 100, len(whole) // 2, len(whole) - 23):
            assert "no whole ZIP archive" in refused(theme, self.write(theme, whole[:length]))

    def test_names_that_lead_out_of_the_folder(self, theme):
        data = bootanimation("64 64 10\np 0 0 ../a\n", {"../a": [png(dot(0))], "/etc": [png(dot(0))]})
        assert "desc.txt" not in refused(theme, self.write(theme, data), status=1)
        assert sorted(path.name for path in theme.folder.iterdir()) == ["b.zip"]

    def test_a_bomb(self, theme):
        """1 GiB of zeros in 1 MiB, and a size that the bytes cannot have."""
        data = bootanimation("64 64 10\np 0 0 a\n", {"a": [bytes(200 << 20)]}, zipfile.ZIP_DEFLATED)
        assert "bytes; 67108864 are possible" in refused(theme, self.write(theme, data))
        small = bootanimation("64 64 10\np 0 0 a\n", {"a": [bytes(1000)]}, zipfile.ZIP_DEFLATED)
        at = small.index(b"PK\x01\x02", small.index(b"PK\x01\x02") + 4)
        wrong = small[:at + 24] + struct.pack("<I", 60 << 20) + small[at + 28:]
        assert "cannot hold 62914560" in refused(theme, self.write(theme, wrong))

    @pytest.mark.slow
    def test_many_large_files(self, theme):
        """60 KiB of archive that unpack to 60 MiB each, in any number of files."""
        large = png(dot(0)) + bytes(60 << 20)
        data = bootanimation("64 64 10\np 0 0 a\n", {"a": [large] * 16}, zipfile.ZIP_DEFLATED)
        (theme.folder / "b.zip").write_bytes(data)
        started = time.monotonic()
        assert "more than 768 MiB are read by then" in refused(theme, "b.zip")
        assert time.monotonic() - started < 60

    def test_files_on_the_same_bytes(self, theme):
        data = bytearray(bootanimation("64 64 10\np 0 0 a\n", {"a": [png(dot(0))] * 3}))
        entries = [at for at in range(len(data)) if data[at:at + 4] == b"PK\x01\x02"]
        data[entries[3] + 42:entries[3] + 46] = data[entries[2] + 42:entries[2] + 46]
        assert "overlap; the archive is damaged" in refused(theme, self.write(theme, bytes(data)))

    def test_a_wrong_checksum(self, theme):
        data = bytearray(bootanimation("64 64 10\np 0 0 a\n", {"a": [png(dot(0))]}))
        data[data.index(b"IDAT") + 6] ^= 1
        assert "its checksum is wrong" in refused(theme, self.write(theme, bytes(data)))

    @pytest.mark.parametrize(("desc", "reason"), [
        ("", "it is empty"), ("64 64", "expected WIDTH HEIGHT FPS"), ("64 64 0\np 0 0 a", "expected WIDTH HEIGHT FPS"),
        ("99999 64 10\np 0 0 a", "expected WIDTH HEIGHT FPS"), ("64 64 10\n" + "p 1 0 a\n" * 300, "more than 256 parts")])
    def test_descriptions(self, theme, desc, reason):
        line = refused(theme, self.write(theme, bootanimation(desc, {"a": [png(dot(0))]})))
        assert line.startswith("flipbook-theme: b.zip/desc.txt") and reason in line

    def test_a_description_without_a_part(self, theme):
        assert "it has no part" in refused(theme, self.write(theme, bootanimation("64 64 10\n", {})), status=1)

    @pytest.mark.slow
    def test_endless_passes_are_limited(self, theme):
        data = bootanimation("64 64 10\np 999999 0 a\np 0 0 a\n", {"a": [png(dot(n)) for n in range(8)]})
        _, lines = imported(theme, self.write(theme, data))
        assert "changed: a: 256 passes instead of 999999" in lines


def test_what_to_name_instead_is_in_the_line(theme):
    folder = theme.folder / "all"
    folder.mkdir()
    assert refused(theme, "all") == "flipbook-theme: all: the folder is empty\n"
    for name in ("dog", "beach"):
        (folder / f"{name}.png").write_bytes(png(dot(0)))
    assert refused(theme, "all").endswith("not numbered; name those of the animation, or a logo: beach.png, dog.png\n")
    for name in ("b", "a"):
        (folder / name).mkdir()
        (folder / name / "x.plymouth").write_text("[Plymouth Theme]\n")
    assert refused(theme, "all") == "flipbook-theme: all: a folder of themes; name one of them: a, b\n"
    (theme.folder / "broken.zip").write_bytes(b"no archive")
    assert refused(theme, "broken.zip") == "flipbook-theme: broken.zip: no ZIP archive\n"


def test_many_passes_of_the_last_part_are_the_loop(theme):
    """Forty seconds are longer than a boot; twenty are played, and their end stays."""
    images = [png(dot(n)) for n in range(4)]
    for passes, loop in ((100, range(2, 6)), (50, range(201, 202))):
        (theme.folder / "b.zip").write_bytes(bootanimation(f"64 64 10\np 1 0 a\np {passes} 0 b\n", {"a": images[:2], "b": images}))
        toml, lines = imported(theme, "b.zip")
        assert toml["animation"]["boot"].get("intro", 0) == loop.start
        assert len(list((theme.folder / "out/boot").iterdir())) == loop.stop
        assert ("changed: no part with a COUNT of 0: b is the loop, as its 100 passes take 40 s" in lines) == (passes == 100)
        shutil.rmtree(theme.folder / "out")


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_what_is_nothing_known_is_refused(theme, name):
    assert refused(theme, name).startswith(f"flipbook-theme: {name}: ")


def test_a_theme_is_never_overwritten(theme):
    frames(theme.folder / "a", 3)
    theme.make("out", "flipbook = 1\n")
    run = theme("import", "a", "-o", "out", status=2)
    assert run.stderr == "flipbook-theme: out/theme.toml is there already; name another folder with -o\n"


@pytest.mark.parametrize("file", ["out/frames/1.png", "out/frames/mine.png", "out-preview.png"])
def test_no_file_is_overwritten(theme, file):
    """Not the theme's, nor the filmstrip's; and no file gets among the frames."""
    frames(theme.folder / "a", 3)
    (theme.folder / file).parent.mkdir(parents=True, exist_ok=True)
    (theme.folder / file).write_bytes(b"mine")
    run = theme("import", "a", "-o", "out", "--preview", status=2)
    assert "is there already" in run.stderr and run.stderr.count("\n") == 1
    # Nothing is reported on a theme that is not made.
    assert not run.stdout
    assert (theme.folder / file).read_bytes() == b"mine"
    assert [path for path in theme.folder.rglob("*") if path.is_file() and path.parent.name != "a"] == [theme.folder / file]


def test_a_link_is_not_written_through(theme):
    frames(theme.folder / "a", 3)
    (theme.folder / "out").mkdir()
    (theme.folder / "out/theme.toml").symlink_to("../elsewhere")
    assert "out/theme.toml is there already" in refused(theme, "a")
    assert not (theme.folder / "elsewhere").exists()


@pytest.mark.parametrize(("output", "reason"), [
    ("a/f0.png", "cannot make the folder a/f0.png: it is a file"),
    ("a/f0.png/out", "cannot make the folder a/f0.png/out: a/f0.png is a file"),
    ("none/out", "cannot make the folder none/out: no such file or directory")])
def test_a_folder_that_cannot_be_made_is_named(theme, output, reason):
    frames(theme.folder / "a", 3)
    run = theme("import", "a", "-o", output, status=2)
    assert run.stderr == f"flipbook-theme: {reason}\n"
    # Before the import, which may take long.
    assert not run.stdout


def script_theme(theme, source: str, name: str = "Acme") -> str:
    folder = theme.folder / "acme"
    folder.mkdir()
    (folder / "acme.plymouth").write_text(f"[Plymouth Theme]\nName={name}\nModuleName=script\n[script]\n")
    (folder / "acme.script").write_text(source)
    (folder / "logo.png").write_bytes(png(dot(0)))
    return "acme"


def test_after_a_failure_nothing_stays(theme):
    """A file that cannot be written is found behind others that were."""
    folder = frames(theme.folder / "a", 3)
    (folder / "f2.png").write_bytes(png(Image.frombytes("RGB", (64, 64), random.Random(1).randbytes(3 * 64 * 64))))
    run = subprocess.run(["prlimit", "--fsize=4000", theme_tool(), "import", "a", "-o", "out"],
                         cwd=theme.folder, capture_output=True, text=True, timeout=60,
                         preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
    assert run.returncode == 2 and "cannot write out/frames/3.png" in run.stderr, run
    assert sorted(path.name for path in theme.folder.iterdir()) == ["a"]
    imported(theme, "a")


@pytest.mark.slow
def test_a_theme_that_does_not_compile_is_not_written(theme):
    """It has more elements than a theme can have."""
    folder = script_theme(theme, "i = Image(\"logo.png\"); for (n = 0; n < 300; n++) { s[n] = Sprite(i); s[n].SetX(n * 3); }")
    run = theme("import", folder, "-o", "out", status=1)
    assert "error: 303 elements are too many" in run.stderr
    assert "out/theme.toml: it does not compile, its errors are above; nothing is written" in run.stderr
    assert not (theme.folder / "out").exists()


def test_frames_longer_than_a_pack_s_are_scaled_down(theme):
    (theme.folder / "a").mkdir()
    for index in range(2):
        Image.new("RGB", (8192, 20), (90 * index, 0, 0)).save(theme.folder / f"a/{index}.png")
    _, lines = imported(theme, "a")
    with Image.open(theme.folder / "out/frames/1.png") as image:
        assert image.size == (4096, 10)
    assert any("scaled down to 4096×10" in line for line in lines)


def test_a_name_is_no_option(theme):
    theme("import", script_theme(theme, 's = Sprite(Image("logo.png"));', "--help"))
    assert (theme.folder / "help/theme.toml").exists()


def test_the_folder_is_named_after_the_original(theme):
    """Beside the original, whose name is taken."""
    frames(theme.folder / "a", 3)
    theme("import", "a")
    assert (theme.folder / "a-theme/theme.toml").exists()
    assert tomllib.loads((theme.folder / "a-theme/theme.toml").read_text())["name"] == "a"
