"""Texts that differ by game: what to say instead of the usual text.

A text that is the same in English but not in other languages stands here too, unchanged, so that
translators see it twice.
"""

from fairpair.language.english import explanations

Text = str | tuple[str, str]


def _key(text: Text) -> str:
    """What a variant is looked up by: the usual text, for one where there are two."""
    return text if isinstance(text, str) else text[0]


_FLOATS = {_key(explanations.TEXTS[code]): text for code, text in explanations.CHESS.items()}

VARIANTS: dict[str, dict[str, Text]] = {
    "chess": {**_FLOATS},
    "team_chess": {**_FLOATS},
    "withdraw": {},
    "cards": {},
    "pokemon": {},
    "wargame": {},
}
