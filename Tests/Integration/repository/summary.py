# SPDX-License-Identifier: Apache-2.0
"""What the tests of the repository have measured, for the end of a run."""


def write_limits(terminal) -> None:
    """Writes a line for each limit that a test has recorded, whether it holds or not."""
    lines = [value for outcome in ("passed", "failed") for report in terminal.stats.get(outcome, ())
             for name, value in getattr(report, "user_properties", ()) if name == "limit"]
    if not lines:
        return
    terminal.section("limits")
    for line in sorted(lines):
        terminal.line(f"limits: {line}")
