#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what the files of a release are made of, as SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/).

    packaging/sbom.py VERSION SECONDS LIBRARY=VERSION... FILE...

SECONDS is the time of the release since 1970; each LIBRARY is one of LIBRARIES, or deb:NAME:SOURCE:DEBIAN:ARCHITECTURE,
a package of Debian's whose files are in a tarball; and its version - where none is known. Each component has its purl
(https://github.com/package-url/purl-spec) and its CPE 2.3, by which databases of vulnerabilities name it.
"""

import datetime
import hashlib
import json
import re
import sys
from pathlib import Path
from urllib.parse import quote

SWIFT = ("Apache-2.0 WITH Swift-exception", "https://swift.org/install")
PARSER = "github.com/apple/swift-argument-parser"
# The licence of each, where it is from, its purl before the version, and its vendor and product in CPEs.
LIBRARIES = {"swift-embedded-stdlib": (*SWIFT, "pkg:github/swiftlang/swift", "apple:swift"),
             "swift-stdlib": (*SWIFT, "pkg:github/swiftlang/swift", "apple:swift"),
             "swift-argument-parser": (SWIFT[0], f"https://{PARSER}", f"pkg:swift/{PARSER}",
                                       "apple:swift-argument-parser"),
             "musl": ("MIT", "https://musl.libc.org/releases.html", "pkg:generic/musl", "musl-libc:musl")}
# Vendors and products of Debian's source packages, where they differ from the package's name.
PRODUCTS = {"cairo": "cairographics:cairo", "expat": "libexpat_project:libexpat",
            "fontconfig": "fontconfig_project:fontconfig", "fribidi": "gnu:fribidi", "gcc-12": "gnu:gcc",
            "gdk-pixbuf": "gnome:gdk-pixbuf", "giflib": "giflib_project:giflib", "glib2.0": "gnome:glib",
            "glibc": "gnu:glibc",
            "harfbuzz": "harfbuzz_project:harfbuzz", "icu": "icu-project:international_components_for_unicode",
            "libevent": "libevent_project:libevent", "libpng1.6": "libpng:libpng", "librsvg": "gnome:librsvg",
            "libwebp": "webmproject:libwebp",
            "libx11": "x:libx11", "libxcb": "x:libxcb", "rlottie": "samsung:rlottie",
            "libxkbcommon": "xkbcommon:libxkbcommon", "libxml2": "xmlsoft:libxml2", "pango1.0": "gnome:pango",
            "util-linux": "kernel:util-linux", "xz-utils": "tukaani:xz"}


def cpe(product: str, version: str) -> str:
    """The CPE of a VENDOR:PRODUCT; characters with a meaning of their own are quoted."""
    words = [re.sub(r"([^\w.:*-])", r"\\\1", word) for word in (product, version)]
    return f"cpe:2.3:a:{words[0]}:{words[1]}:*:*:*:*:*:*:*"


def component(name: str, version: str, licence: str, location: str, purl: str, product: str) -> dict:
    """A package that is linked into programs, or whose files are beside them."""
    known = version != "-"
    identity = name if name == "flipbook" or not known else f"{name}-{re.sub('[^0-9A-Za-z.]', '-', version)}"
    bare, _, qualifiers = purl.partition("?")
    references = [("SECURITY", "cpe23Type", cpe(product, upstream(version) if known else "*")),
                  ("PACKAGE-MANAGER", "purl", bare + (f"@{quote(version, safe='~')}" if known else "")
                   + (f"?{qualifiers}" if qualifiers else ""))]
    found = {"SPDXID": f"SPDXRef-{re.sub('[^0-9A-Za-z.-]', '-', identity)}", "name": name, "downloadLocation": location,
             "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
             "copyrightText": "NOASSERTION",
             "externalRefs": [{"referenceCategory": category, "referenceType": kind, "referenceLocator": locator}
                              for category, kind, locator in references]}
    return found | ({"versionInfo": version} if known else {})


def upstream(version: str) -> str:
    """The version of the project in that of a package of Debian's: without its epoch, revision and repacking."""
    number = re.sub(r"^\d+:|-[^-]*$", "", version)
    return re.sub(r"[+.](dfsg|ds).*$", "", number)


def library(word: str) -> dict:
    """A component of an argument LIBRARY=VERSION."""
    name, _, version = word.partition("=")
    if not name.startswith("deb:"):
        return component(name, version, *LIBRARIES[name])
    _, package, source, debian, architecture = name.split(":")
    return component(package, version, "NOASSERTION", f"https://snapshot.debian.org/package/{source}/",
                     f"pkg:deb/debian/{package}?arch={architecture}&distro=debian-{debian}",
                     PRODUCTS.get(source, f"{source}:{source}"))


def digest(name: str, data: bytes) -> dict:
    return {"algorithm": name.upper(), "checksumValue": hashlib.new(name, data).hexdigest()}


def document(version: str, seconds: int, words: list[str], files: list[Path]) -> dict:
    """The whole document; the same for the same arguments and files."""
    entries = []
    for number, file in enumerate(files):
        data = file.read_bytes()
        entries.append({"SPDXID": f"SPDXRef-File-{number}", "fileName": f"./{file.name}",
                        "checksums": [digest("sha1", data), digest("sha256", data)],
                        "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"})
    content = hashlib.sha256("".join(entry["checksums"][1]["checksumValue"] for entry in entries).encode())
    libraries = [library(word) for word in words]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-flipbook")]
    relations += [("SPDXRef-flipbook", "CONTAINS" if word.startswith("deb:") else "STATIC_LINK", entry["SPDXID"])
                  for word, entry in zip(words, libraries, strict=True)]
    relations += [("SPDXRef-flipbook", "CONTAINS", entry["SPDXID"]) for entry in entries]
    own = component("flipbook", version, "Apache-2.0", "NOASSERTION", "pkg:generic/flipbook", "flipbook:flipbook")
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"flipbook-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/flipbook-{version}-{content.hexdigest()[:32]}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: flipbook-packaging/sbom.py"]},
        "packages": [own, *libraries],
        "files": entries,
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                          for one, kind, other in relations]}


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    arguments = sys.argv[3:]
    print(json.dumps(document(sys.argv[1], int(sys.argv[2]), [word for word in arguments if "=" in word],
                              [Path(word) for word in arguments if "=" not in word]), indent=1))
