# SPDX-License-Identifier: Apache-2.0
"""Debian's packages of a kernel: found, downloaded and unpacked; nothing is installed."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from kms.checks import GuestError, note
from kms.commands import output, run


@dataclass(frozen=True)
class KernelPackages:
    """The packages of one kernel of the release."""

    series: str  # "6.1"
    release: str  # what uname says
    version: str
    others: tuple  # headers, build rules, source

    @property
    def image(self) -> str:
        return f"linux-image-{self.release}"


def newest(series: str, meta: str) -> KernelPackages:
    """The newest kernel that a package without files of its own stands for."""
    for attempt in ("as it is", "with fresh lists"):
        image = first_match(r"Depends: linux-image-(\S+)", ["apt-cache", "depends", meta])
        if image:
            shown = ["apt-cache", "show", "--no-all-versions"]
            version = first_match(r"Version: (\S+)", [*shown, f"linux-image-{image}"])
            headers = f"linux-headers-{image}"
            needs = output([*shown, headers])
            common = re.search(r"(linux-headers-\S+-common) ", needs)
            rules = re.search(r"(linux-kbuild-[^\s,]+)", needs)
            if version and common and rules:
                # The source must be that of the image: drivers are built from it.
                source = f"linux-source-{series}={version}"
                return KernelPackages(
                    series, image, version, (headers, common[1], rules[1], source)
                )
        if attempt == "as it is":
            refresh_lists()
    raise GuestError(f"apt knows no {meta}; are Debian's package sources configured?")


def first_match(pattern: str, command: list[str]) -> str | None:
    found = re.search(pattern, output(command), re.M)
    return found.group(1) if found else None


def refresh_lists() -> None:
    note("apt-get update")
    run((["sudo"] if os.geteuid() else []) + ["apt-get", "--quiet=2", "update"])


def provide(packages: KernelPackages, folder: Path, root: Path) -> None:
    """Downloads all packages of a kernel and unpacks them below a root of their own."""
    names = [f"{packages.image}={packages.version}", *packages.others]
    note("downloading " + " ".join(names))
    folder.mkdir()
    command = ["apt-get", "--quiet=2", "-o", "APT::Sandbox::User=root", "download", *names]
    try:
        run(command, cwd=folder, timeout=900)
    except GuestError:
        refresh_lists()
        run(command, cwd=folder, timeout=900)
    for file in sorted(folder.glob("*.deb")):
        run(["dpkg-deb", "-x", str(file), str(root)], timeout=300)
        file.unlink()
