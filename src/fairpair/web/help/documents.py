"""The documentation, read from its Markdown files: pages, their headings and the table of contents.

The files are those of `docs/`; a wheel has a copy of them beside this module. `docs/README.md` is
the table of contents.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from fairpair.core.dataclass import dataclass
from fairpair.http.help_codes import ADDRESS

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

HERE = Path(__file__).parent
_PACKED = HERE / "docs"
FOLDER = _PACKED if _PACKED.is_dir() else HERE.parents[3] / "docs"
CONTENTS = "README"
_COMMENT = re.compile("<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading, and the plain text below it up to the next one."""

    level: int
    anchor: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A page; its first passage has its title."""

    name: str
    html: Markup
    passages: tuple[Passage, ...]

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.passages[0].heading

    @property
    def address(self) -> str:
        """Where the server shows it."""
        return address_of(self.name)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the table of contents, and the names of the pages below it."""

    title: str
    names: tuple[str, ...]


def address_of(name: str) -> str:
    """Where the server shows a page; the table of contents is the first page.

    >>> address_of("how-to/print"), address_of("README")
    ('/help/how-to/print', '/help')
    """
    return ADDRESS if name == CONTENTS else f"{ADDRESS}/{name}"


@cache
def document_names() -> tuple[str, ...]:
    """All pages: their paths without `.md`."""
    found = (path.relative_to(FOLDER).with_suffix("") for path in FOLDER.rglob("*.md"))
    return tuple(sorted(path.as_posix() for path in found))


@cache
def document(name: str) -> Document | None:
    """The page with this name, if there is one."""
    if name not in document_names():
        return None
    tokens = _tokens(name)
    passages = tuple(_passages(tokens))
    for token in tokens:
        token.children = [*_own_links(name, token.children or ())]
    html = _markdown().renderer.render(tokens, _markdown().options, {})
    return Document(name, Markup(html), passages)  # noqa: S704  HTML in our files stays text


@cache
def sections() -> tuple[Section, ...]:
    """The table of contents."""
    found: list[Section] = []
    title = ""
    for before, token in pairwise(_tokens(CONTENTS)):
        if before.type == "heading_open":
            title = _plain(token)
        links = [str(child.attrs["href"]) for child in token.children or () if _is_link(child)]
        names = tuple(link.removesuffix(".md") for link in links if link.endswith(".md"))
        if names and found and found[-1].title == title:
            found[-1] = Section(title, found[-1].names + names)
        elif names:
            found.append(Section(title, names))
    return tuple(found)


def section_of(name: str) -> Section | None:
    """Where a page is in the table of contents."""
    return next((one for one in sections() if name in one.names), None)


# Markdown


@cache
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415  few visitors need help

    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.add_render_rule("table_open", _table_open)
    made.add_render_rule("table_close", _table_close)
    made.add_render_rule("fence", _fence)
    return made


def _tokens(name: str) -> list["Token"]:
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    tokens = _markdown().parse(_COMMENT.sub("", text))
    used = Counter[str]()
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", anchor_of(_plain(inline), used))
    return tokens


def anchor_of(heading: str, used: Counter[str]) -> str:
    """The anchor of a heading, as GitHub makes it.

    >>> used = Counter()
    >>> anchor_of("TDF (Pokémon, TOM)", used), anchor_of("Rules", used), anchor_of("Rules", used)
    ('tdf-pokémon-tom', 'rules', 'rules-1')
    """
    anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    used[anchor] += 1
    return f"{anchor}-{used[anchor] - 1}" if used[anchor] > 1 else anchor


def _passages(tokens: Sequence["Token"]) -> Iterator[Passage]:
    level, anchor, heading = 1, "", ""
    texts: list[str] = []
    for token in tokens:
        if token.type == "heading_open":
            if heading:
                yield Passage(level, anchor, heading, " ".join(texts))
            level, anchor, heading, texts = int(token.tag[1:]), str(token.attrs["id"]), "", []
        elif token.type == "inline" and not heading:
            heading = _plain(token)
        elif token.type in ("inline", "fence"):
            texts.append(_plain(token))
    yield Passage(level, anchor, heading, " ".join(texts))


def _plain(token: "Token") -> str:
    """The words, without marks."""
    if token.children:
        return "".join(_plain(child) for child in token.children)
    return " " if token.type == "softbreak" else token.content


def _is_link(token: "Token") -> bool:
    return token.type == "link_open"


def _own_links(name: str, children: Sequence["Token"]) -> Iterator["Token"]:
    """The same with links to pages of the server; what it does not have is not linked."""
    dead = False
    for child in children:
        if _is_link(child):
            target = _target(name, str(child.attrs["href"]))
            dead = not target
            child.attrSet("href", target)
        if not (dead and child.type in ("link_open", "link_close")):
            yield child


def _target(name: str, link: str) -> str:
    if link.startswith(("https://", "http://", "#")):
        return link
    path, mark, anchor = link.partition("#")
    found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)).removesuffix(".md")
    return f"{address_of(found)}{mark}{anchor}" if found in document_names() else ""


def _table_open(_renderer: object, *_rest: Any) -> str:
    return '<div class="scroll" tabindex="0"><table>'


def _table_close(_renderer: object, *_rest: Any) -> str:
    return "</table></div>"


def _fence(_renderer: object, tokens: Sequence["Token"], at: int, *_rest: Any) -> str:
    return Markup('<pre tabindex="0"><code>%s</code></pre>') % tokens[at].content
