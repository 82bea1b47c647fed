# SPDX-License-Identifier: Apache-2.0
"""Trees of HTML: made of Markdown and of manual pages, searched, changed and written."""

import re
from xml.etree.ElementTree import Element

import html5lib
from problem import output

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def parse(text: str) -> Element:
    """The elements of a part of a page, below one of no meaning."""
    return html5lib.parseFragment(text, container="div", treebuilder="etree", namespaceHTMLElements=False)


def serialise(tree: Element) -> str:
    return html5lib.serialize(tree, tree="etree", quote_attr_values="always", omit_optional_tags=False,
                              alphabetical_attributes=False)


def markdown(text: str) -> Element:
    """As the forges show it: with tables and plain addresses as links."""
    return parse(output("cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", given=text))


def text_of(element: Element) -> str:
    return "".join(element.itertext())


def headings(tree: Element) -> list[Element]:
    return [element for element in tree.iter() if element.tag in HEADINGS]


def slug(text: str, used: set[str]) -> str:
    """The anchor of a heading, as the forges make it, which links in the sources name."""
    plain = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
    name, number = plain, 0
    while name in used:
        number += 1
        name = f"{plain}-{number}"
    used.add(name)
    return name


def add_anchors(tree: Element) -> None:
    """Gives each heading its anchor, with a link to itself."""
    used: set[str] = set()
    for heading in headings(tree):
        heading.set("id", slug(text_of(heading), used))


def parents(tree: Element) -> dict[Element, Element]:
    return {child: parent for parent in tree.iter() for child in parent}


def wrap(tree: Element, tag: str, **attributes: str) -> None:
    """Puts each element of a tag into a box."""
    above = parents(tree)
    for element in list(tree.iter(tag)):
        box = Element("div", attributes)
        parent = above[element]
        index = list(parent).index(element)
        box.tail, element.tail = element.tail, None
        parent.remove(element)
        box.append(element)
        parent.insert(index, box)


def make_scrollable(tree: Element) -> None:
    """What may be wider than a narrow screen scrolls by itself, by the keyboard, too."""
    wrap(tree, "table", **{"class": "table", "tabindex": "0", "role": "region", "aria-label": "Table"})
    for element in tree.iter("pre"):
        element.set("tabindex", "0")


def summary(tree: Element, limit: int = 155) -> str:
    """The first paragraph, as a description of the page: whole sentences, or as many words as there is room for."""
    for paragraph in tree.iter("p"):
        text = re.sub(r"\s+", " ", text_of(paragraph)).strip()
        if len(text) > 20:
            break
    else:
        return ""
    if len(text) <= limit:
        return text
    sentences = text[:limit].rfind(". ")
    return text[: sentences + 1] if sentences > 60 else text[:limit].rsplit(" ", 1)[0] + " …"
