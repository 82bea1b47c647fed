#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what the files of a release are made of, as SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/).

    packaging/sbom.py VERSION SECONDS LIBDRM MUSL FILE...

SECONDS is the time of the release since 1970; LIBDRM and MUSL are versions, or - where none is known.
"""

import datetime
import hashlib
import json
import sys
from pathlib import Path

SWIFT = "Apache-2.0 WITH Swift-exception"


def package(name: str, version: str, licence: str, location: str) -> dict:
    """A package that is linked into programs."""
    found = {"SPDXID": f"SPDXRef-{name}", "name": name, "downloadLocation": location, "filesAnalyzed": False,
             "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION"}
    return found | ({"versionInfo": version} if version != "-" else {})


def digest(name: str, data: bytes) -> dict:
    return {"algorithm": name.upper(), "checksumValue": hashlib.new(name, data).hexdigest()}


def document(version: str, seconds: int, libdrm: str, musl: str, files: list[Path]) -> dict:
    """The whole document; the same for the same arguments and files."""
    entries = []
    for number, file in enumerate(files):
        data = file.read_bytes()
        entries.append({"SPDXID": f"SPDXRef-File-{number}", "fileName": f"./{file.name}",
                        "checksums": [digest("sha1", data), digest("sha256", data)],
                        "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"})
    content = hashlib.sha256("".join(entry["checksums"][1]["checksumValue"] for entry in entries).encode())
    libraries = [package("swift-embedded-stdlib", "-", SWIFT, "https://swift.org/install"),
                 package("libdrm", libdrm, "MIT", "https://dri.freedesktop.org/libdrm/"),
                 package("musl", musl, "MIT", "https://musl.libc.org/releases.html")]
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
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    arguments = sys.argv[1:]
    print(json.dumps(document(arguments[0], int(arguments[1]), *arguments[2:4], list(map(Path, arguments[4:]))),
                     indent=1))
