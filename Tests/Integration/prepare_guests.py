#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes what guests boot, where the caches have none, so that their tests need not wait for it.

  Tests/Integration/prepare_guests.py [--all]     of kms the first series' kernel, or all; of system the base, with
                                                  the packages of .build/packages
"""

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE / "system")]

import base  # noqa: E402
import install  # noqa: E402
from kms import conftest as kms  # noqa: E402

with tempfile.TemporaryDirectory(prefix="flipbook-guests-") as scratch:
    for series in kms.kernel.SERIES if "--all" in sys.argv else [kms.FIRST]:
        print(f"kms: {kms.provided(kms.cache(), series, Path(scratch)).name}")
print(f"system: {install.provide(base.provide()).folder.name}")
