# SPDX-License-Identifier: Apache-2.0
"""How much the tests of themes do: a little beside all others, or all that is to hold (FLIPBOOK_THEMES=--all)."""

import os

IS_LONG = os.environ.get("FLIPBOOK_THEMES") == "--all"


def count(usual: int, long: int) -> int:
    """The number for this run."""
    return long if IS_LONG else usual
