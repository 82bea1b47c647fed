#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes Documentation/tour.md from the frames that the tests of this folder have saved.

  Tests/Integration/system/tour.py      after the tests, in .build/system/shots
"""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SHOTS = ROOT / ".build" / "system" / "shots"
TOUR = ROOT / "Documentation" / "tour"
LIMIT = 300_000  # bytes of all images
# Name, the newest shot that matches, and its caption.
STOPS = (
    ("initramfs", "boot-*.png", "The boot, from the initramfs on."),
    ("passphrase", "test_the_passphrase_of_the_root-typed.png",
     "The passphrase prompt for an encrypted root, in the initramfs."),
    ("refused", "test_the_passphrase_of_the_root-asked-again.png", "The passphrase was wrong: the prompt asks again."),
    ("password", "test_a_password_in_the_real_root-typed.png",
     "A password prompt of systemd, later in the boot."),
    ("update", "test_an_offline_update-hello.png",
     "An offline update: packages are installed before the system starts."),
    ("installation", "test_an_installation_is_followed-*.png",
     "`systemctl start install-progress@hello`: APT's progress on a running machine."),
    ("theme", "test_a_theme_is_applied-applied.png",
     "`flipbook-theme apply acme.pack`: a custom theme, at the moment at which it is applied."),
    ("theme-passphrase", "boot-theme/boot-asked-*.png",
     "The next boot, after `apply --keep`: the same theme in the initramfs, on a machine set to German."),
    ("shutdown", "test_the_splash_of_the_shutdown[[]poweroff[]]-poweroff-*.png",
     "The shutdown, until the machine is off."),
)  # fmt: skip


def main() -> None:
    shutil.rmtree(TOUR, ignore_errors=True)
    TOUR.mkdir()
    lines = [
        "# A tour",
        "",
        "The display of a Debian 12 with the three packages, in QEMU at 1280 × 800.",
        "The tests of `Tests/Integration/system` took these shots, and",
        "`Tests/Integration/system/tour.py` writes this page from them.",
    ]
    for name, pattern, text in STOPS:
        shots = sorted(SHOTS.glob(pattern))
        if not shots:
            print(f"tour: no shot {pattern}; run the tests of {Path(__file__).parent.name} first")
            continue
        # The middle shot of a boot and of an installation, otherwise the last.
        shot = shots[len(shots) // 2 if name in ("initramfs", "installation") else -1]
        shutil.copyfile(shot, TOUR / f"{name}.png")
        lines += ["", f"![{text}](tour/{name}.png)", "", text]
    (ROOT / "Documentation" / "tour.md").write_text("\n".join(lines) + "\n")
    size = sum(file.stat().st_size for file in TOUR.glob("*.png"))
    assert size <= LIMIT, f"{size} bytes of images, of at most {LIMIT}"
    print(f"tour: {len(list(TOUR.glob('*.png')))} images, {size} bytes")


if __name__ == "__main__":
    main()
