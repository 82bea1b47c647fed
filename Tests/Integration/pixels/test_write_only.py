# SPDX-License-Identifier: Apache-2.0
"""No frame loads a pixel or stores one twice, by the machine's own instructions.

The self-test draws frames of each animation in every format, some in full and some of what differs,
as the daemon does; valgrind's lackey reports each load and each store. Asserted of each frame: no load
from the buffers, no byte stored twice, addresses that only rise, and exactly as many bytes as the
renderer reports to have stored.

One thing is allowed, and counted: inside of a single call libc's memset and memcpy may store in any
order, and store a few bytes at the ends of a run twice, as their vectors overlap there. The call as a
whole must lie behind all that was stored before.
"""

import pytest
from pixels.memory_trace import problems, trace_frames

SCENES = 18


def test_frames_are_written_once_and_in_order(selftest):
    frames, reports = trace_frames(selftest, "frames")
    assert problems(frames, reports) == []
    scenes = {(report[2], report[3]) for report in reports}
    assert len(scenes) >= SCENES
    assert len(reports) >= 3 * len(scenes)
    total = sum(len(frame.stored) for frame in frames.values())
    overlaps = sum(frame.overlaps for frame in frames.values())
    print(f"{len(reports)} frames of {len(scenes)} scenes: {total} bytes stored, each once and in "
          f"order, none loaded ({overlaps} once more within a call of libc's)")


@pytest.mark.parametrize(("mode", "words"), [
    ("read", "loads from the buffers"), ("twice", "bytes stored twice")])
def test_the_trace_shows_a_frame_that_is_not(selftest, mode, words):
    """That the test above can fail: one frame is drawn wrongly."""
    found = problems(*trace_frames(selftest, mode))
    assert any(words in problem for problem in found), found[:4]
