"""The names of what can be printed, in the language of the page."""

from collections.abc import Callable

Translated = Callable[[str], str]


def sheet_titles(translated: Translated) -> dict[str, str]:
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
