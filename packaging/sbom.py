#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what the files of a release are made of, as SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/).

    packaging/sbom.py VERSION SECONDS LIBRARY=VERSION... FILE...

SECONDS is the time of the release since 1970; each LIBRARY is one of LIBRARIES, and its version - where none is known.
"""

import datetime
import hashlib
import json
import re
import sys
from pathlib import Path

SWIFT = ("Apache-2.0 WITH Swift-exception", "https://swift.org/install")
# The licence of each, and where it is from.
LIBRARIES = {"swift-embedded-stdlib": SWIFT, "swift-stdlib": SWIFT,
             "swift-argument-parser": (SWIFT[0], "https://github.com/apple/swift-argument-parser"),
             "musl": ("MIT", "https://musl.libc.org/releases.html")}


def package(name: str, version: str, licence: str, location: str) -> dict:
    """A package that is linked into programs."""
    identity = name if name == "flipbook" or version == "-" else f"{name}-{re.sub('[^0-9A-Za-z.]', '-', version)}"
    found = {"SPDXID": f"SPDXRef-{identity}", "name": name, "downloadLocation": location, "filesAnalyzed": False,
             "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION"}
    return found | ({"versionInfo": version} if version != "-" else {})


def digest(name: str, data: bytes) -> dict:
    return {"algorithm": name.upper(), "checksumValue": hashlib.new(name, data).hexdigest()}


def document(version: str, seconds: int, linked: list[str], files: list[Path]) -> dict:
    """The whole document; the same for the same arguments and files."""
    entries = []
    for number, file in enumerate(files):
        data = file.read_bytes()
        entries.append({"SPDXID": f"SPDXRef-File-{number}", "fileName": f"./{file.name}",
                        "checksums": [digest("sha1", data), digest("sha256", data)],
                        "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"})
    content = hashlib.sha256("".join(entry["checksums"][1]["checksumValue"] for entry in entries).encode())
    libraries = [package(name, number, *LIBRARIES[name])
                 for name, _, number in (word.partition("=") for word in linked)]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-flipbook")]
    relations += [("SPDXRef-flipbook", "STATIC_LINK", entry["SPDXID"]) for entry in libraries]
    relations += [("SPDXRef-flipbook", "CONTAINS", entry["SPDXID"]) for entry in entries]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"flipbook-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/flipbook-{version}-{content.hexdigest()[:32]}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: flipbook-packaging/sbom.py"]},
        "packages": [package("flipbook", version, "Apache-2.0", "NOASSERTION"), *libraries],
        "files": entries,
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                          for one, kind, other in relations]}


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    words = sys.argv[3:]
    print(json.dumps(document(sys.argv[1], int(sys.argv[2]), [word for word in words if "=" in word],
                              [Path(word) for word in words if "=" not in word]), indent=1))
