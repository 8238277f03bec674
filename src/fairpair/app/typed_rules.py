"""Rules as people type them: `rounds=6`."""

import json

from fairpair.core.errors import InvalidInputError
from fairpair.core.rules import Rules


def rule_value(key: str, text: str) -> object:
    """What the text means: JSON, else a text; and so does 2024 where the rule has words.

    >>> rule_value("rounds", "6"), rule_value("fide_edition", "2024"), rule_value("system", "dutch")
    (6, '2024', 'dutch')
    """
    try:
        parsed = json.loads(text, parse_float=str)
    except (ValueError, RecursionError):
        return text
    return text if _is_meant_as_text(key, parsed, text) else parsed


def _is_meant_as_text(key: str, parsed: object, text: str) -> bool:
    """Whether the rule takes the text, but not the number it could be."""

    def fits(value: object) -> bool:
        try:
            Rules().with_changes({key: value})
        except InvalidInputError:
            return False
        return True

    return not fits(parsed) and fits(text)
