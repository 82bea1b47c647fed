# SPDX-License-Identifier: Apache-2.0
"""Every frame of the pixel suite has the same bytes on each architecture.

The vectors are the same source everywhere, and other instructions; on 32 bits all arithmetic of 64
bits is too.
"""

FRAMES = 1400  # at least


def test_all_frames_are_the_same(hashed_build, native_hashes):
    run = hashed_build.run(hashed_build.selftest)
    assert run.returncode == 0, run.stderr
    assert len(native_hashes) > FRAMES
    assert run.stdout.splitlines() == native_hashes
