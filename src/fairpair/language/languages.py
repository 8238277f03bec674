"""The languages there are, and which one somebody gets."""

from collections.abc import Mapping
from typing import Literal

Language = Literal["en", "de", "fr", "es"]
LANGUAGES: dict[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
}
"""Each with its name for itself, in the order of the menu."""
DEFAULT: Language = "en"


def language_for(chosen: str | None, accepted: str) -> str:
    """What the reader chose, else the first language of `Accept-Language` that there is.

    >>> language_for(None, "it-CH, de;q=0.9, en;q=0.8"), language_for("en", "de")
    ('de', 'en')
    """
    if chosen in LANGUAGES:
        return chosen
    wanted = [(_quality(part), part) for part in accepted.split(",")]
    for quality, part in sorted(wanted, key=lambda item: -item[0]):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in LANGUAGES and quality > 0:
            return code
    return DEFAULT


def language_of_environment(environment: Mapping[str, str]) -> str:
    """The language of a terminal, from the variables that all programs read.

    >>> language_of_environment({"LANG": "de_CH.UTF-8"}), language_of_environment({"LC_ALL": "C"})
    ('de', 'en')
    """
    locale = next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)),
        "",
    )
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return DEFAULT
    preferred = [*environment.get("LANGUAGE", "").split(":"), locale]
    codes = (part.replace("-", "_").partition("_")[0].lower() for part in preferred)
    return next((code for code in codes if code in LANGUAGES), DEFAULT)


def _quality(part: str) -> float:
    try:
        return float(part.partition("q=")[2] or 1)
    except ValueError:
        return 0.0
