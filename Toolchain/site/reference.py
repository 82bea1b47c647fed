# SPDX-License-Identifier: Apache-2.0
"""The reference of the library, of the compiler's symbol graphs, as pages that need no script."""

import json
import re
from dataclasses import dataclass, field
from html import escape

import markup
from documents import Documents
from layout import Site, relative
from problem import ROOT, Problem

GRAPHS = ROOT / ".build/site-symbols"
TYPES = ("swift.struct", "swift.enum", "swift.class", "swift.protocol")
# The kinds of members, in the order of the page.
GROUPS = (("Cases", ("swift.enum.case",)), ("Types", ("swift.associatedtype", "swift.typealias")),
          ("Initialisers", ("swift.init",)), ("Type properties", ("swift.type.property",)),
          ("Properties", ("swift.property", "swift.subscript")), ("Methods", ("swift.method",)),
          ("Type methods", ("swift.type.method",)), ("Operators", ("swift.func.op", "swift.func")))


@dataclass
class Symbol:
    """A public declaration."""

    identifier: str
    kind: str
    path: list[str]
    fragments: list[dict]
    comment: str
    place: tuple
    page: str = ""
    anchor: str = ""
    members: list["Symbol"] = field(default_factory=list)
    conformances: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.page}#{self.anchor}"


def write(site: Site, documents: Documents) -> None:
    files = sorted(GRAPHS.glob("*.symbols.json"))
    if not files:
        raise Problem(f"no {GRAPHS.relative_to(ROOT)}; 'Scripts/docs site' makes it")
    modules: dict[str, list[Symbol]] = {}
    for file in files:
        # A module's extensions of another's types are in a file with both names.
        modules.setdefault(re.split("[.@]", file.name)[0], []).extend(read(file))
    known = {}
    for name, symbols in modules.items():
        used: set[str] = set()
        for symbol in symbols:
            symbol.page = f"reference/{name.lower()}.html"
            symbol.anchor = markup.slug(re.sub(r"[^\w]+", "-", "-".join(symbol.path)).strip("-") or "operator", used)
            known[symbol.identifier] = symbol
    contents = descriptions(documents)
    shown = {name: symbols for name, symbols in modules.items() if symbols}
    links = [("Modules", [(name, f"reference/{name.lower()}.html") for name in shown])]
    for name, symbols in shown.items():
        write_module(site, name, symbols, known, contents[name], links)
    rows = "".join(
        f'<h2 id="{name.lower()}"><a href="{name.lower()}.html">{name}</a></h2><p>{escape(contents[name])}</p><p class="types">'
        + " ".join(f'<a href="{relative(symbol.address, "reference/index.html")}"><code>{escape(".".join(symbol.path))}</code></a>'
                   for symbol in symbols if symbol.kind in TYPES) + "</p>" for name, symbols in shown.items())
    index = markup.parse(
        "<h1>The library</h1><p>The public declarations of the Swift library: <code>import Flipbook</code> imports all modules "
        'but <code>FlipbookClient</code>, for programs that drive the daemon, <code>FlipbookDisplay</code>, for programs that own '
        'the displays, <code>FlipbookSeat</code>, which they need to do so without root, and <code>StageTest</code>, for tests. <a href="../docs/stages.html">A stage of your own</a> shows how they '
        f"are used.</p>{rows}")
    site.write_document("reference/index.html", "The library", "The public declarations of Flipbook's Swift library, module by module.",
                        index, links=links)


def read(file) -> list[Symbol]:
    """The symbols of a module, in the order of the sources, with their members."""
    graph = json.loads(file.read_text())
    symbols = {}
    for entry in graph["symbols"]:
        comment = "\n".join(line["text"] for line in entry.get("docComment", {}).get("lines", []))
        location = entry.get("location", {})
        position = location.get("position", {})
        place = (location.get("uri", ""), position.get("line", 0), position.get("character", 0))
        identifier = entry["identifier"]["precise"]
        symbols[identifier] = Symbol(identifier, entry["kind"]["identifier"], entry["pathComponents"],
                                     entry["declarationFragments"], comment, place)
    for relation in graph["relationships"]:
        source, target = symbols.get(relation["source"]), symbols.get(relation["target"])
        if source and target and relation["kind"] in ("memberOf", "requirementOf") and source.kind not in TYPES:
            target.members.append(source)
        if source and relation["kind"] == "conformsTo":
            name = target.path[-1] if target else relation.get("targetFallback", "").removeprefix("Swift.")
            if name and name != "SendableMetatype":
                source.conformances.append(name)
    ordered = sorted(symbols.values(), key=lambda symbol: symbol.place)
    for symbol in ordered:
        symbol.members.sort(key=lambda member: member.place)
    return ordered


def descriptions(documents: Documents) -> dict[str, str]:
    """What ARCHITECTURE.md says of each module."""
    table = next(documents.trees["ARCHITECTURE.md"].iter("table"))
    rows = [[markup.text_of(cell) for cell in row] for row in table.iter("tr")]
    return {row[0].strip(): row[1].strip().rstrip(".") + "." for row in (
        [cell for cell in row if cell.strip()] for row in rows[1:])}


def declaration(symbol: Symbol, known: dict[str, Symbol]) -> str:
    parts = []
    for fragment in symbol.fragments:
        text = escape(fragment["spelling"])
        other = known.get(fragment.get("preciseIdentifier", ""))
        if other and other is not symbol:
            text = f'<a href="{escape(relative(other.address, symbol.page))}">{text}</a>'
        elif fragment["kind"] in ("keyword", "attribute"):
            text = f'<span class="word">{text}</span>'
        parts.append(text)
    return f'<pre class="declaration"><code>{"".join(parts)}</code></pre>'


def comment(symbol: Symbol, known: dict[str, Symbol]) -> str:
    """The documentation comment; a name in two backquotes is a link where it is a public one."""
    if not symbol.comment:
        return ""
    tree = markup.markdown(re.sub(r"``([^`\n]+)``", r"`\1`", symbol.comment))
    names = {".".join(other.path): other for other in known.values()}
    above = markup.parents(tree)
    for code in list(tree.iter("code")):
        text = markup.text_of(code)
        other = names.get(text) or names.get(".".join([*symbol.path[:1], text]))
        if other is None or other is symbol or above[code].tag in ("a", "pre"):
            continue
        link = markup.Element("a", {"href": relative(other.address, symbol.page)})
        link.tail, code.tail = code.tail, None
        index = list(above[code]).index(code)
        above[code].remove(code)
        above[code].insert(index, link)
        link.append(code)
    return markup.serialise(tree)


def write_module(site: Site, name: str, symbols: list[Symbol], known: dict, about: str, links: list) -> None:
    parts = [f"<h1>{name}</h1><p>{escape(about)}</p>"]
    members = {member.identifier for symbol in symbols for member in symbol.members}
    for symbol in symbols:
        if symbol.kind not in TYPES:
            continue
        parts.append(f'<h2 id="{symbol.anchor}">{escape(".".join(symbol.path))}</h2>{declaration(symbol, known)}{comment(symbol, known)}')
        if symbol.conformances:
            parts.append(f'<p class="dim">Conforms to {escape(", ".join(sorted(set(symbol.conformances))))}.</p>')
        parts += groups(symbol.members, known, "h3")
    others = [symbol for symbol in symbols if symbol.kind not in TYPES and symbol.identifier not in members]
    if others:
        parts.append('<h2 id="functions">Functions and extensions</h2>')
        parts += [entry(symbol, known) for symbol in others]
    tree = markup.parse("".join(parts))
    for pre in tree.iter("pre"):
        pre.set("tabindex", "0")
    types = sum(symbol.kind in TYPES for symbol in symbols)
    site.write_document(f"reference/{name.lower()}.html", f"{name}: reference",
                        f"The module {name} of Flipbook's library: {types} types and {len(symbols) - types} other public declarations.",
                        tree, links=links)


def groups(members: list[Symbol], known: dict, heading: str) -> list[str]:
    parts = []
    for title, kinds in GROUPS:
        of_kind = [member for member in members if member.kind in kinds]
        if of_kind:
            parts.append(f"<{heading}>{title}</{heading}>")
            parts += [entry(member, known) for member in of_kind]
    return parts


def entry(symbol: Symbol, known: dict) -> str:
    return f'<section class="symbol" id="{symbol.anchor}">{declaration(symbol, known)}{comment(symbol, known)}</section>'
