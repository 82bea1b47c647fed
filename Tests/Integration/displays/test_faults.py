# SPDX-License-Identifier: Apache-2.0
"""Every call to a display device fails with every errno, once and until that is over.

Asserted of each case: the daemon lives and answers, does not spin, shows its frames by itself when
only one call has failed, and otherwise at the latest after the fault and a uevent. Then it holds no
more descriptors and kernel objects than without any fault, and ends well.
"""

import pytest
from displays.display_daemon import DisplayDaemon
from displays.fault_sites import ENDS, ERRORS, SITES
from displays.faults import OPTIONS, measure, rule, run

CASES = [pytest.param(site, error, is_lasting,
                      id=f"{site.name}-{error}-{'lasting' if is_lasting else 'once'}")
         for site in SITES for error in ERRORS for is_lasting in (False, True)
         if is_lasting or site.moment not in ENDS]


@pytest.fixture(scope="session")
def baseline():
    """A function that measures what a daemon holds without a fault, once for each card."""
    known: dict[tuple[str, bool], dict[str, int]] = {}

    def measured(site) -> dict[str, int]:
        key = (site.card, site.moment == "replaced")
        if key not in known:
            daemon = DisplayDaemon([site.card], *OPTIONS)
            try:
                known[key] = measure(daemon, site)
            finally:
                daemon.stop()
        return known[key]

    return measured


@pytest.mark.faults
@pytest.mark.parametrize(("site", "error", "is_lasting"), CASES)
def test_the_daemon_survives_a_failing_call(start_display_daemon, baseline, record_property, site,
                                            error, is_lasting):
    held = baseline(site)
    setup = [rule(site, error, is_lasting)] if site.moment == "start" else []
    daemon = start_display_daemon(site.card, *setup, options=OPTIONS)
    outcome = run(daemon, site, error, is_lasting, held)
    record_property("outcome", (site.name, error, is_lasting, outcome))
