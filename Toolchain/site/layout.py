# SPDX-License-Identifier: Apache-2.0
"""What all pages have in common: head, navigation, foot."""

import shutil
from dataclasses import dataclass, field
from html import escape
from pathlib import Path, PurePosixPath

from markup import headings, serialise, text_of
from problem import ROOT

ASSETS = ROOT / "Documentation/site"
# The navigation of each page: words, address.
SECTIONS = (
    ("Get it", "docs/install/debian.html"),
    ("Guides", "docs/index.html"),
    ("Gallery", "gallery/index.html"),
    ("Playground", "playground/index.html"),
    ("Manuals", "man/index.html"),
    ("Library", "reference/index.html"),
    ("Comparison", "docs/comparison.html"),
)


def relative(address: str, page: str) -> str:
    """An address of the site as a page writes it, so that the folder may be served anywhere."""
    path, mark, anchor = address.partition("#")
    above = "../" * (len(PurePosixPath(page).parts) - 1)
    common = PurePosixPath(page).parent
    if path == page:
        return mark + anchor if mark else PurePosixPath(page).name
    if common.parts and PurePosixPath(path).parent == common:
        return PurePosixPath(path).name + mark + anchor
    return above + path + mark + anchor


@dataclass
class Site:
    """The folder, and what was written to it."""

    target: Path
    pages: list[str] = field(default_factory=list)
    # Headings with the links below them, (words, address), beside each page of the documentation.
    navigation: list[tuple[str, list[tuple[str, str]]]] = field(default_factory=list)

    def file(self, address: str) -> Path:
        file = self.target / address
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def copy(self, source: Path, address: str) -> None:
        shutil.copyfile(source, self.file(address))

    def write_assets(self) -> None:
        for file in ASSETS.iterdir():
            if file.suffix in (".css", ".js", ".svg"):
                self.copy(file, file.name)

    def header(self, page: str) -> str:
        """The navigation between the parts of the site."""
        section = PurePosixPath(page).parts[0]
        items = []
        for words, address in SECTIONS:
            if page == address:
                mark = ' aria-current="page"'
            # Two sections are single pages of the documentation.
            elif PurePosixPath(address).parts[0] == section and address.endswith("/index.html"):
                mark = ' aria-current="true"' if page not in dict((a, w) for w, a in SECTIONS) else ""
            else:
                mark = ""
            items.append(f'<li><a href="{relative(address, page)}"{mark}>{words}</a></li>')
        return (f'<header class="site"><nav aria-label="Site"><a class="name" href="{relative("index.html", page)}">'
                f'<img src="{relative("mark.svg", page)}" alt="" width="24" height="24">Flipbook</a>'
                f'<ul>{"".join(items)}</ul></nav></header>')

    def write(self, page: str, title: str, description: str, main: str, *, kind: str = "text", scripts: str = "") -> None:
        """Writes a page; `main` is the HTML of its contents."""
        self.pages.append(page)
        assert title and description, f"{page}: a page needs a title and a description"
        name = title if page == "index.html" else f"{title} – Flipbook"
        self.file(page).write_text(f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(name)}</title>
<meta name="description" content="{escape(description)}">
<link rel="icon" href="{relative("mark.svg", page)}" type="image/svg+xml">
<link rel="stylesheet" href="{relative("style.css", page)}">
{scripts}</head>
<body class="page {kind}">
<a class="skip" href="#content">Skip to the contents</a>
{self.header(page)}
{main}
<footer class="site"><p>Flipbook is free software under the <a href="{relative("files/LICENSE.txt", page)}">Apache License 2.0</a>.
<a href="{relative("docs/index.html", page)}">Documentation</a> ·
<a href="{relative("docs/security.html", page)}">Security</a> ·
<a href="{relative("docs/contributing.html", page)}">Contribute</a> ·
<a href="{relative("docs/changelog.html", page)}">Changes</a></p></footer>
</body>
</html>
""")

    def write_document(self, page: str, title: str, description: str, tree, *,
                       links: list[tuple[str, list[tuple[str, str]]]] | None = None) -> None:
        """A page of text, beside the pages of its part of the site, with the list of its own headings."""
        beside = self.navigation if links is None else links
        lists = []
        for heading, entries in beside:
            rows = "".join(f'<li><a href="{relative(address, page)}"{" aria-current=page" if address == page else ""}>'
                           f"{escape(words)}</a></li>" for words, address in entries)
            lists.append(f"<p>{escape(heading)}</p><ul>{rows}</ul>")
        marks = [heading for heading in headings(tree) if heading.tag == "h2" and heading.get("id")]
        contents = ""
        if len(marks) > 2:
            rows = "".join(f'<li><a href="#{escape(mark.get("id"))}">{escape(text_of(mark))}</a></li>' for mark in marks)
            contents = f'<nav class="contents" aria-label="On this page"><p>On this page</p><ul>{rows}</ul></nav>'
        self.write(page, title, description,
                   f'<div class="columns"><main id="content">{serialise(tree)}</main>{contents}'
                   f'<nav class="beside" aria-label="Pages">{"".join(lists)}</nav></div>')
