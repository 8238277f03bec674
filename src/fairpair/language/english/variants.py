"""Texts that differ by game: what to say instead of the usual text.

A text that is the same in English but not in other languages stands here too, unchanged, so that
translators see it twice.
"""

VARIANTS: dict[str, dict[str, str | tuple[str, str]]] = {
    "chess": {},
    "team_chess": {},
    "withdraw": {},
    "cards": {},
    "pokemon": {},
    "wargame": {},
}
