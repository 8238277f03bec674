"""Templates to pages: one environment per language, with the files' addresses by content."""

import hashlib
import secrets
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from fairpair import __version__
from fairpair.app.access.grants import Role
from fairpair.app.wording import Say, match_title, round_namer, sentence_teller, waiting_for
from fairpair.core.players import DropKind
from fairpair.core.rounds import ByeKind
from fairpair.language.languages import LANGUAGES
from fairpair.language.texts import Texts, texts_for, use
from fairpair.paper.languages import said

HERE = Path(__file__).parent
STATIC = HERE / "static"


@cache
def environment(language: str) -> Environment:
    """The templates, speaking this language."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    texts, say = texts_for(language), partial(said, language)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        texts.gettext, texts.ngettext, newstyle=True
    )
    made.globals |= {
        "lang": language,
        "langs": LANGUAGES,
        "version": __version__,
        "static": static,
        "new_id": lambda: secrets.token_hex(8),
        "roles": _roles(texts.gettext),
        "column_titles": lambda: _column_titles(texts.gettext),
        "sheet_titles": lambda: sheet_titles(texts.gettext),
        "waiting_words": partial(waiting_for, say),
        "bye_words": _bye_words(texts.gettext),
        "drop_words": _drop_words(texts.gettext),
    }
    made.filters["named"] = round_namer(texts.gettext)
    made.filters["tiebreak_name"] = say
    made.filters["told"] = str if language == "en" else _teller(texts, say)
    made.filters["match_title"] = partial(match_title, say)
    return made


def _teller(texts: Texts, say: Say) -> Callable[[str], str]:
    """Says what the layers below tell: a text of the catalogue, or a sentence with its values."""
    sentence = sentence_teller(texts.gettext, say)

    def told(text: str) -> str:
        found = texts.gettext(text)
        return found if found != text else sentence(text)

    return told


def render(language: str, template: str, data: dict[str, Any]) -> str:
    """The page in this language."""
    with use(language):
        return environment(language).get_template(template).render(data)


@cache
def static(name: str) -> str:
    """The address of a file, which changes with its content: browsers may keep it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"


@cache
def asset_fingerprint() -> str:
    """What all templates, texts and files are, in short: another one, other pages."""
    found = hashlib.sha256(__version__.encode())
    for folder in (HERE / "templates", HERE / "static", HERE.parent / "language"):
        for path in sorted(folder.rglob("*.*")):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:8]


def _roles(translated: Any) -> dict[str, str]:
    return {
        Role.ADMIN: translated("Administrator"),
        Role.ORGANISER: translated("Organiser"),
        Role.SCOREKEEPER: translated("Scorekeeper"),
        Role.PLAYER: translated("Player"),
    }


def _column_titles(translated: Any) -> dict[str, str]:
    """The columns of lists of players, for people."""
    return {
        "name": translated("Name"),
        "rating": translated("Rating"),
        "title": translated("Title"),
        "club": translated("Club"),
        "federation": translated("Federation"),
        "sex": translated("Sex"),
        "category": translated("Category"),
        "team": translated("Team"),
        "fide_id": translated("FIDE ID"),
        "dci": translated("DCI number"),
        "pokemon_id": translated("Pokemon player ID"),
    }


def _bye_words(translated: Any) -> dict[str, str]:
    """How a round without an opponent counts, for people."""
    return {
        ByeKind.PAIRING: translated("the bye of an odd field"),
        ByeKind.FULL: translated("as a win, full points"),
        ByeKind.HALF: translated("as a draw, half points"),
        ByeKind.ZERO: translated("no points, not played"),
        ByeKind.LOSS: translated("as a loss"),
    }


def _drop_words(translated: Any) -> dict[str, str]:
    """Why somebody leaves, for people."""
    return {
        DropKind.WITHDRAWN: translated("withdrew"),
        DropKind.NO_SHOW: translated("did not show up"),
        DropKind.EXPELLED: translated("was expelled"),
    }


def sheet_titles(translated: Callable[[str], str]) -> dict[str, str]:
    """The title of each sheet of the register."""
    return {
        "pairings": translated("Pairings by table"),
        "names": translated("Pairings by name"),
        "slips": translated("Result slips"),
        "scoresheets": translated("Empty score sheets"),
        "standings": translated("Standings"),
        "crosstable": translated("Cross table"),
        "bracket": translated("Bracket"),
        "badges": translated("Badges"),
        "tents": translated("Table numbers"),
        "report": translated("Tournament report"),
    }
