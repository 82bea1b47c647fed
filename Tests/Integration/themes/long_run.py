# SPDX-License-Identifier: Apache-2.0
"""How much the tests of themes do: a little beside all others, or all that is to hold (--long)."""

from run_options import chosen

IS_LONG = chosen.long


def count(usual: int, long: int) -> int:
    """The number for this run."""
    return long if IS_LONG else usual
