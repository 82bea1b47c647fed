# SPDX-License-Identifier: Apache-2.0
"""The table of the daemon's behaviour after failing calls, after a run of pytest."""

from displays.fault_sites import ERRORS, SITES

HEADING = "how the daemon came through: fails once / until that is over; -: the call was not made"


def outcomes(reports) -> dict[tuple[str, str], dict[bool, str]]:
    """The outcomes of each call and errno, by whether it lasted, of what tests have recorded."""
    found: dict[tuple[str, str], dict[bool, str]] = {}
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            if name == "outcome":
                call, error, is_lasting, outcome = value
                found.setdefault((call, error), {})[is_lasting] = outcome
    return found


def write_table(terminal) -> None:
    """Writes the table, if such tests have run."""
    found = outcomes(terminal.stats.get("passed", ()))
    if not found:
        return
    width = max(len(site.name) for site in SITES)
    terminal.section("failing calls to display devices")
    terminal.line(HEADING)
    terminal.line(" " * width + "".join(f"  {error:<12}" for error in ERRORS))
    for site in SITES:
        line = f"{site.name:<{width}}"
        for error in ERRORS:
            cell = found.get((site.name, error), {})
            line += f"  {'/'.join(dict.fromkeys(cell[key] for key in sorted(cell))):<12}"
        terminal.line(line)
