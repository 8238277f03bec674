"""Texts of organisers as HTML: paragraphs, lists, bold, italics and links; never their own HTML."""

import re
from collections.abc import Iterator
from itertools import groupby

from markupsafe import Markup, escape

_INLINE = re.compile(
    r"\[(?P<label>[^\]\n]{1,300})\]\((?P<target>https?://[^\s()<>\"]{1,500})\)"
    r"|(?P<address>https?://[^\s<>\"]{1,500}[^\s<>\".,;:!?)])"
    r"|\*\*(?P<strong>[^*\n]{1,1000})\*\*"
    r"|\*(?P<stressed>[^*\s][^*\n]{0,1000})\*"
)
_ITEM = re.compile(r"(?:[-*]|(\d{1,3})[.)])\s+(.*)")
_LISTS = {"ul": Markup("<ul>%s</ul>"), "ol": Markup("<ol>%s</ol>")}
_HEADING = re.compile(r"#{1,4}\s+(.*)")


def render_markdown(text: str) -> Markup:
    """The text as HTML.

    >>> render_markdown("**Bring** a <board>")
    Markup('<p><strong>Bring</strong> a &lt;board&gt;</p>')
    """
    blocks = re.split(r"\n\s*\n", text.strip())
    return Markup("\n").join(part for block in blocks if block for part in _block(block))


def _block(block: str) -> Iterator[Markup]:
    """Lines of one kind together: items of a list, a heading, or a paragraph."""
    for kind, group in groupby(block.split("\n"), _kind):
        lines = list(group)
        if kind in ("ul", "ol"):
            items = Markup("").join(Markup("<li>%s</li>") % _inline(_item(line)) for line in lines)
            yield _LISTS[kind] % items
        elif kind == "h3":
            yield from (Markup("<h3>%s</h3>") % _inline(_heading(line)) for line in lines)
        else:
            yield Markup("<p>%s</p>") % Markup("<br>").join(map(_inline, lines))


def _kind(line: str) -> str:
    item = _ITEM.fullmatch(line.strip())
    if item:
        return "ol" if item[1] else "ul"
    return "h3" if _HEADING.fullmatch(line.strip()) else "p"


def _item(line: str) -> str:
    found = _ITEM.fullmatch(line.strip())
    return found[2] if found else line


def _heading(line: str) -> str:
    found = _HEADING.fullmatch(line.strip())
    return found[1] if found else line


def _inline(text: str) -> Markup:
    made, end = Markup(""), 0
    for found in _INLINE.finditer(text):
        made += escape(text[end : found.start()]) + _marked(found)
        end = found.end()
    return made + escape(text[end:])


def _marked(found: re.Match[str]) -> Markup:
    if found["strong"]:
        return Markup("<strong>%s</strong>") % found["strong"]
    if found["stressed"]:
        return Markup("<em>%s</em>") % found["stressed"]
    target = found["target"] or found["address"]
    link = Markup('<a href="%s" rel="nofollow noopener">%s</a>')
    return link % (target, found["label"] or target)
