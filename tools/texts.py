"""Brings the catalogues of the pages' texts up to date with the templates and the code.

`python3 do.py texts` writes src/fairpair/language/locale/fairpair.pot and adds new texts to every
fairpair.po, without touching those that are translated. It then names what is still missing.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.pofile import read_po, write_po

from fairpair.app.game_choices import GameChoice, game_choices
from fairpair.app.printing import SHEETS
from fairpair.app.views.info import TITLES as INFO_TITLES
from fairpair.core.header import HEADER
from fairpair.core.rules import GROUPS, RULES
from fairpair.engine.standings.registry import NOT_INSTALLED
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.language.english import ENGLISH, VARIANTS
from fairpair.paper.typesetting import template_texts
from fairpair.presets import Preset, names, preset

WEB = Path(__file__).parent.parent / "src" / "fairpair" / "web"
LOCALE = WEB.parent / "language" / "locale"
PRINTING = WEB.parent / "app" / "printing"
PRINTED = {"text": None, "head": None}
"""What texts of sheets are given to: `job.text` and `job.head`."""
TEMPLATE = LOCALE / "fairpair.pot"
METHODS = [("templates/**.html", "jinja2"), ("**.py", "python")]
OPTIONS = {
    "templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"},
}
KEYWORDS = {"_": None, "gettext": None, "translated": None, "ngettext": (1, 2)}
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)


Found = tuple[str | tuple[str, ...], str, str | None]
"""A text, where it is, and its context."""


def extracted() -> Catalog:
    """All texts of templates, code and declarations."""
    made = _empty(None)
    for text, place, context in (*_page_texts(), *_sheet_texts(), *_messages(), *_declarations()):
        made.add(text, locations=[(place, 0)], context=context)
    return made


def _page_texts() -> Iterator[Found]:
    found = extract_from_dir(str(WEB), METHODS, OPTIONS, keywords=KEYWORDS)
    for file, _line, text, _comments, context in sorted(found, key=lambda one: one[0]):
        yield text, file, context


def _sheet_texts() -> Iterator[Found]:
    for path in sorted(PRINTING.glob("*.py")):
        for _line, text, _comments, _context in extract_from_file("python", path, keywords=PRINTED):
            yield text, "../app/printing", None
    for text in template_texts():
        yield text, "../paper/templates", None


def _messages() -> Iterator[Found]:
    """The texts of codes, and what games say instead of them."""
    for text in ENGLISH.values():
        yield text, "../language/english", None
    for context, variants in VARIANTS.items():
        for text in variants.values():
            yield text, "../language/english/variants.py", context


def _declarations() -> Iterator[Found]:
    """Texts that rules, tie-breaks, games and sheets are declared with."""
    declared = {
        "app/printing": [text for one in SHEETS.values() for text in (one.title, one.about)],
        "engine/standings": [text for one in _tiebreaks() for text in (one.name, one.about)],
        "core/rules.py": [*GROUPS.values(), *(text for r in RULES.values() for text in r.texts)],
        "core/header.py": [text for one in HEADER.values() for text in one.texts],
        "app/views": [*INFO_TITLES],
        "presets": [text for one in _presets() for text in (one.title, one.about)],
    }
    for place, texts in declared.items():
        for text in texts:
            yield text, f"../{place}", None


def _tiebreaks() -> Iterator[Tiebreak]:
    """All of them, and what stands for one that is not installed."""
    yield from TIEBREAKS.values()
    yield NOT_INSTALLED


def _presets() -> Iterator[GameChoice | Preset]:
    """The presets, and the games to choose from, which have a shorter description."""
    yield from game_choices()
    yield from map(preset, names())


def updated(old: Catalog, template: Catalog) -> Catalog:
    """The catalogue of a language with the texts of the template and no others."""
    made = _empty(str(old.locale))
    for message in template:
        if message.id:
            first = message.id if isinstance(message.id, str) else message.id[0]
            known = old.get(first, message.context)
            text = known.string if known and known.id == message.id else None
            made.add(message.id, text, locations=message.locations, context=message.context)
    return made


def missing(catalogue: Catalog) -> list[str]:
    """The texts without a translation."""
    return [
        one.id if isinstance(one.id, str) else one.id[0]
        for one in catalogue
        if one.id and not _said(one.string)
    ]


def _said(text: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(text) if isinstance(text, str) or not text else all(text)


def read(path: Path) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file, locale=None if path == TEMPLATE else path.parent.name)


def write(path: Path, catalogue: Catalog) -> None:
    """A catalogue to its file: the same texts are the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, include_lineno=False)


def main() -> int:
    """Update all; 1 when something is not translated."""
    template = extracted()
    write(TEMPLATE, template)
    lacking = 0
    for path in sorted(LOCALE.glob("*/fairpair.po")):
        catalogue = updated(read(path), template)
        write(path, catalogue)
        for text in missing(catalogue):
            lacking += 1
            print(f"{path.parent.name}: not translated: {text}")
    print(f"{len(template)} texts, {lacking} not translated")
    return 1 if lacking else 0


def _empty(locale: str | None) -> Catalog:
    return Catalog(
        locale,
        project="Fairpair",
        version="1",
        copyright_holder="The Fairpair authors",
        msgid_bugs_address="",
        creation_date=_NO_DATE,
        revision_date=_NO_DATE,
        fuzzy=False,
        header_comment="# Texts of the pages. `python3 do.py texts` adds new ones.",
        last_translator="The Fairpair authors",
        language_team="The Fairpair authors",
    )


if __name__ == "__main__":
    sys.exit(main())
