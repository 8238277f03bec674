"""Templates to pages: one environment per language, with the files' addresses by content."""

import hashlib
import secrets
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from fairpair import __version__
from fairpair.app.grants import Role
from fairpair.web.languages import LANGUAGES, texts_of

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
    texts = texts_of(language)
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
    }
    return made


def rendered(language: str, template: str, data: dict[str, Any]) -> str:
    """The page in this language."""
    return environment(language).get_template(template).render(data)


@cache
def static(name: str) -> str:
    """The address of a file, which changes with its content: browsers may keep it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"


def _roles(translated: Any) -> dict[str, str]:
    return {
        Role.ADMIN: translated("Administrator"),
        Role.ORGANISER: translated("Organiser"),
        Role.SCOREKEEPER: translated("Scorekeeper"),
        Role.PLAYER: translated("Player"),
    }
