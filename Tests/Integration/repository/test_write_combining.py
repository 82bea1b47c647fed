# SPDX-License-Identifier: Apache-2.0
"""The model by which `Scripts/bench stores` judges the order of stores."""

import sys

import pytest
from daemon_process import ROOT

sys.path.insert(0, str(ROOT / "Benchmarks"))

from figures.stores import BUFFERS, Combining  # noqa: E402


def bursts(*stores: tuple[int, int]) -> tuple[int, int]:
    """The bursts of whole lines, and those of parts, of stores by address and size."""
    combining = Combining()
    for address, size in stores:
        combining.store(address, size)
    combining.end()
    return combining.whole, combining.parts


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_a_row_stored_from_left_to_right_is_whole_lines(size):
    assert bursts(*((address, size) for address in range(0, 2560, size))) == (40, 0)


def test_a_row_that_ends_in_a_line_leaves_a_part():
    assert bursts(*((address, 16) for address in range(0, 2560 + 16, 16))) == (40, 1)


def test_rows_without_gaps_share_the_line_between_them():
    rows = [(864 * row + column, 16) for row in range(2) for column in range(0, 864, 16)]
    assert bursts(*rows) == (27, 0)


def test_a_vector_over_a_full_line_is_another_burst():
    assert bursts((0, 32), (32, 32), (48, 32), (80, 48)) == (2, 1)


def test_columns_in_more_rows_than_there_are_buffers_are_parts():
    columns = [(4096 * row + 4 * column, 4) for column in range(16) for row in range(BUFFERS + 1)]
    assert bursts(*columns) == (0, 16 * (BUFFERS + 1))


def test_columns_in_as_many_rows_as_there_are_buffers_are_whole_lines():
    columns = [(4096 * row + 4 * column, 4) for column in range(16) for row in range(BUFFERS)]
    assert bursts(*columns) == (BUFFERS, 0)


def test_a_byte_that_is_stored_twice_does_not_stand_for_one_that_is_not():
    combining = Combining()
    for address in (0, 16, 16, 48):
        combining.store(address, 16)
    assert (combining.stored, combining.different) == (64, 48)
