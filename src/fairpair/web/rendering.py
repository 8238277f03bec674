"""Templates to pages, in the language and the words of whoever reads them."""

import hashlib
import secrets
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from fairpair import __version__
from fairpair.app.access.grants import Role
from fairpair.app.views.identity import monogram
from fairpair.app.views.info import short_day
from fairpair.app.views.results import sides_of
from fairpair.core.players import DropKind
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import RULES
from fairpair.core.vocabulary import score_label, score_title
from fairpair.formats.kinds import UPLOADS
from fairpair.formats.list_columns import COLUMNS
from fairpair.language.languages import LANGUAGES
from fairpair.language.message import Message, Phrase, first_message
from fairpair.language.texts import current_texts, use
from fairpair.web.assets import HERE, asset

THEME_COLOUR = "#15191b"
"""The frame of the app on a phone."""


@cache
def environment() -> Environment:
    """The templates; their texts are those of the language that is current when they are used."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translate,
        lambda one, many, n: current_texts().ngettext(one, many, n),
        newstyle=True,
        pgettext=lambda context, text: current_texts().pgettext(context, text),
    )
    made.globals |= {
        "langs": LANGUAGES,
        "version": __version__,
        "static": static,
        "icon": icon,
        "theme_colour": THEME_COLOUR,
        "new_id": lambda: secrets.token_hex(8),
        "roles": ROLES,
        "column_titles": COLUMN_TITLES,
        "sheet_titles": SHEET_TITLES,
        "uploads": ",".join(UPLOADS),
        "upload_hint": Message("file.uploads"),
        "bye_words": BYES,
        "drop_words": DROPS,
    }
    made.filters["translate"] = translate
    made.filters["short_day"] = short_day
    made.filters["monogram"] = monogram
    made.filters["score_label"] = score_label
    made.filters["score_title"] = score_title
    made.filters["sides_of"] = sides_of
    made.filters["field_title"] = field_title
    made.filters["actor_name"] = actor_name
    made.filters["halves"] = halves
    return made


def halves(points: str) -> str:
    """Points as players write them.

    >>> [halves(one) for one in ("0", "0.5", "2.5", "10", "0.25")]
    ['0', '½', '2½', '10', '0.25']
    """
    whole, half, rest = points.partition(".5")
    return points if rest or not half else f"{'' if whole == '0' else whole}½"


def actor_name(by: str) -> str:
    """Who did something, for people, as the log has it: `scorekeeper Judge Bo`."""
    role, space, name = by.partition(" ")
    title = next((title for one, title in ROLES.items() if one == role), role)
    return f"{title}{space}{name}"


def translate(text: str) -> str:
    """A text that is declared below the pages, as the titles of rules are, in the language of the
    reader.
    """
    return current_texts().gettext(text)


def field_title(where: str) -> Message:
    """What people call a field: a rule, a column, or another field of a form.

    >>> str(field_title("players.1.name"))
    'Name'
    """
    if where in RULES:
        return Phrase(RULES[where].title)
    name = where.rpartition(".")[2]
    codes = (f"column.{name}", f"field.{name}")
    unknown = Message("literal", text=where.replace("_", " "))
    return first_message(codes) or unknown


def render(language: str, vocabulary: str, template: str, data: dict[str, Any]) -> str:
    """The page in this language, with the words of this game."""
    with use(language, vocabulary):
        return environment().get_template(template).render(data | {"lang": language})


@cache
def static(name: str) -> str:
    """The address of a file, which changes with its content: browsers may keep it for ever."""
    digest = hashlib.sha256(asset(name)).hexdigest()[:12]
    return f"/static/{name}?{digest}"


@cache
def icon(name: str) -> Markup:
    """A small drawing in the colour of the words beside it; screen readers pass over it."""
    address = f"{static('icons.svg')}#{name}"
    return Markup('<svg class="i" aria-hidden="true"><use href="{}"/></svg>').format(address)


@cache
def asset_fingerprint() -> str:
    """What all templates, texts and files are, in short: another one, other pages."""
    found = hashlib.sha256(__version__.encode())
    for folder in (HERE / "templates", HERE / "styles", HERE / "static", HERE.parent / "language"):
        for path in sorted(folder.rglob("*.*")):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:8]


ROLES = {role: Message(f"role.{role}") for role in Role if role != Role.PUBLIC}
"""What people can be here."""
COLUMN_TITLES = {column: Message(f"column.{column}") for column in COLUMNS}
"""The columns of lists of players."""
BYES = {kind: Message(f"bye-kind.{kind}") for kind in ByeKind}
"""How a round without an opponent counts."""
DROPS = {kind: Message(f"drop-kind.{kind}") for kind in DropKind}
"""Why a player drops."""
SHEET_TITLES = {
    sheet: Message(f"sheet.{sheet}")
    for sheet in (
        *("now", "pairings", "names", "slips", "scoresheets", "standings", "crosstable", "bracket"),
        *("badges", "tents", "report", "startlist", "officials", "arbiter", "ratings", "norms"),
        *("certificates", "it3"),
    )
}
"""The title of each sheet to print."""
