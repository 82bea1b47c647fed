#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how many lines of a folder are run by unit tests, and fails where they are too few.

coverage.py EXPORT FOLDER PERCENT: EXPORT is what 'swift test --enable-code-coverage' has written
(llvm-cov's JSON), FOLDER a folder of Sources.
"""

import json
import sys
from pathlib import Path


def main() -> int:
    export, folder, least = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    count, covered = 0, 0
    for file in json.loads(export.read_text())["data"][0]["files"]:
        if f"/{folder}/" not in file["filename"]:
            continue
        lines = file["summary"]["lines"]
        count += lines["count"]
        covered += lines["covered"]
        name = file["filename"].rsplit(f"/{folder}/", 1)[1]
        print(f"{lines['percent']:6.1f} % of {lines['count']:4} lines  {name}")
    percent = 100 * covered / count
    print(f"coverage: unit tests run {percent:.1f} % of the lines of {folder} (at least {least:g} %)")
    return 0 if percent >= least else 1


if __name__ == "__main__":
    sys.exit(main())
