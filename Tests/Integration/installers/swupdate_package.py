# SPDX-License-Identifier: Apache-2.0
"""A package for SWUpdate with two files."""

import os
import subprocess
from pathlib import Path

from daemon_process import wait_until
from installers.following import TIMEOUT, Following, make_certificate, run, wait_until_connected

IMAGES = ("img.bin", "img2.bin")


class SWUpdate:
    """A signed package; if it is to fail, its second file cannot be written."""

    def __init__(self, folder: Path, is_good: bool) -> None:
        self.package = folder / "t.swu"
        # So that SWUpdate's sockets are in the folder.
        self.environment = {**os.environ, "TMPDIR": str(folder), "RUNTIME_DIRECTORY": str(folder)}
        self.words = ["swupdate", "-H", "board:1.0", "-k", folder / "cert.pem"]
        make_certificate(folder)
        targets = [folder / "out1", folder / "out2" if is_good else folder / "missing/out2"]
        files = []
        for image, target in zip(IMAGES, targets):
            (folder / image).write_bytes(os.urandom(300_000))
            digest = run("sha256sum", folder / image).stdout.split()[0].decode()
            files.append(
                f'{{ filename = "{image}"; path = "{target}"; sha256 = "{digest}"; }}')
        (folder / "sw-description").write_text(
            'software = { version = "1"; hardware-compatibility: [ "1.0" ]; files: ('
            + ",".join(files) + "); }\n")
        run("openssl", "cms", "-sign", "-in", "sw-description", "-out", "sw-description.sig",
            "-signer", "cert.pem", "-inkey", "key.pem", "-outform", "DER", "-nosmimecap", "-binary",
            cwd=folder)
        members = "".join(f"{name}\n" for name in ("sw-description", "sw-description.sig", *IMAGES))
        with open(self.package, "wb") as package:
            subprocess.run(["cpio", "-o", "-H", "crc"], cwd=folder, stdout=package, check=True,
                           stderr=subprocess.DEVNULL, input=members.encode())

    def send(self) -> None:
        """Has SWUpdate's client give the package to the service."""
        subprocess.run(["swupdate-client", self.package], env=self.environment,
                       capture_output=True)

    def followed(self, following: Following) -> int:
        """Gives the package to a service; the follower's exit status."""
        folder = following.folder
        following.start(*self.words, env=self.environment)
        for name in ("swupdateprog", "sockinstctrl"):
            assert wait_until((folder / name).exists, TIMEOUT)
        follower = following.follow("follow", "swupdate", "--once", env=self.environment)
        wait_until_connected(follower)
        self.send()
        return follower.wait(TIMEOUT)
