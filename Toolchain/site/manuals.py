# SPDX-License-Identifier: Apache-2.0
"""The manual pages, by mandoc, with links from one to the other."""

import re
from html import escape
from pathlib import Path

import markup
from layout import Site, relative
from problem import ROOT, output

REFERENCE = re.compile(r"^\((\d)\)")


def files() -> list[Path]:
    return sorted((ROOT / "Documentation").glob("*.[1-8]"), key=lambda file: (file.suffix, file.stem))


def words(file: Path) -> str:
    """What a manual page is about, of its section NAME."""
    text = re.search(r"^\.SH NAME\n(.*\n)", file.read_text(), re.M)[1]
    return text.partition(r" \- ")[2].replace("\\", "").strip()


def tree_of(file: Path) -> markup.Element:
    """A page's contents: its sections are headings of the second level, below the page's name."""
    tree = markup.parse(output("mandoc", "-T", "html", "-O", "fragment", file))
    for table in [child for child in tree if child.get("class") in ("head", "foot")]:
        tree.remove(table)
    for element in tree.iter():
        if element.tag in ("h1", "h2"):
            element.tag = f"h{int(element.tag[1]) + 1}"
    heading = markup.Element("h1")
    heading.text = f"{file.stem}({file.suffix[1:]})"
    tree.insert(0, heading)
    markup.make_scrollable(tree)
    return tree


def link_manuals(tree: markup.Element, page: str, names: set[str]) -> None:
    """Each `name(section)` of these manuals becomes a link."""
    above = markup.parents(tree)
    for element in list(tree.iter("b")):
        section = REFERENCE.match(element.tail or "")
        name = f"{markup.text_of(element)}.{section[1]}" if section else ""
        if name not in names or page == f"man/{name}.html":
            continue
        link = markup.Element("a", {"href": relative(f"man/{name}.html", page)})
        parent = above[element]
        index = list(parent).index(element)
        parent.remove(element)
        link.tail, element.tail = element.tail[section.end():], section[0]
        link.append(element)
        parent.insert(index, link)


def write(site: Site) -> None:
    names = {file.name for file in files()}
    links = [("Manual pages", [(f"{file.stem}({file.suffix[1:]})", f"man/{file.name}.html") for file in files()])]
    rows = []
    for file in files():
        page, title = f"man/{file.name}.html", f"{file.stem}({file.suffix[1:]})"
        tree = tree_of(file)
        link_manuals(tree, page, names)
        about = words(file)
        site.write_document(page, title, f"The manual page {title}: {about}.", tree, links=links)
        rows.append(f'<dt><a href="{file.name}.html">{escape(title)}</a></dt><dd>{escape(about)}</dd>')
    index = markup.parse(f'<h1>Manual pages</h1><p>As <code>man</code> shows them on a machine with Flipbook.</p>'
                         f'<dl class="index">{"".join(rows)}</dl>')
    site.write_document("man/index.html", "Manual pages", "All manual pages of Flipbook: the daemon, its clients, the tools, "
                        "the keys of themes and the format of packs.", index, links=links)
