"""The names of rounds, which the engine tells in English, in the language of the page."""

import re
from collections.abc import Callable

Translated = Callable[[str], str]
_NUMBERED = re.compile(r"(\D+)(\d+)")


def round_namer(translated: Translated) -> Callable[[str | None], str]:
    """What gives the name of a round.

    >>> name = round_namer(lambda text: text.replace("Round", "Runde"))
    >>> name("Round 3"), name("Round of 16"), name("Final"), name("Stage 2, round 1")
    ('Runde 3', 'Runde of 16', 'Final', 'Stage 2, round 1')
    """
    whole = {
        "Final": translated("Final"),
        "Semi-finals": translated("Semi-finals"),
        "Quarter-finals": translated("Quarter-finals"),
        "Third place": translated("Third place"),
        "Play-in": translated("Play-in"),
    }
    numbered = {
        "Round ": translated("Round %(n)s"),
        "Round of ": translated("Round of %(n)s"),
        "Play-in, round ": translated("Play-in, round %(n)s"),
    }

    def name(title: str | None) -> str:
        if not title:
            return ""
        found = _NUMBERED.fullmatch(title)
        if found and numbered.get(found[1]):
            return numbered[found[1]] % {"n": found[2]}
        return whole.get(title) or title

    return name
