# SPDX-License-Identifier: Apache-2.0
"""Changes of the kernel's source."""

from pathlib import Path

from kms.checks import GuestError


def replace(file: Path, *changes: tuple[str, str]) -> None:
    """Replaces text that must be there, once."""
    text = file.read_text()
    for old, new in changes:
        if text.count(old) != 1:
            raise GuestError(
                f"{file.name} is not as expected:"
                f" '{old.splitlines()[0]}' is there {text.count(old)} times"
            )
        text = text.replace(old, new)
    file.write_text(text)
