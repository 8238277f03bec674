"""Texts that people type: tidied where that is harmless, refused where it is not."""

import re
import unicodedata

from fairpair.language.message import Message

LONGEST_NAME = 300

# They change how the text around them is shown, so a name could disguise itself as another.
_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_REFUSED = frozenset({"Cc", "Cs", "Zl", "Zp"})


def normalise_text(text: str) -> str:
    """The text in Unicode's composed form, with single spaces and none at the ends.

    >>> normalise_text("  Ana   Lima ")
    'Ana Lima'
    """
    return re.sub(r"[ \u00a0\t]+", " ", unicodedata.normalize("NFC", text)).strip(" ")


def normalise_lines(text: str) -> str:
    """The same, with line breaks made spaces: for what people type into larger fields."""
    return normalise_text(re.sub(r"[\r\n\u2028\u2029]+", " ", text))


def text_problem(text: str, longest: int = LONGEST_NAME) -> Message | None:
    """What is wrong with a normalised one-line text, if anything.

    >>> str(text_problem("Ana\\x07"))
    'contains a control character (U+0007) at position 4'
    """
    if len(text) > longest:
        return Message("text.too-long", length=len(text), most=longest)
    for place, character in enumerate(text, 1):
        if character in _BIDI_CONTROLS or unicodedata.category(character) in _REFUSED:
            code_point = f"U+{ord(character):04X}"
            return Message("text.control-character", character=code_point, position=place)
    return None


def name_problem(text: str) -> Message | None:
    """What is wrong with a normalised name, if anything; a name needs a visible character."""
    if not any(unicodedata.category(c)[0] in "LNPS" for c in text):
        return Message("text.empty")
    return text_problem(text)


def same_name_key(name: str) -> str:
    """Equal for names that a reader would take for the same, invisible characters left out."""
    if name.isascii():  # nothing in it is invisible or has another form
        return normalise_text(name).casefold()
    seen = "".join(c for c in name if unicodedata.category(c) != "Cf")
    return unicodedata.normalize("NFKC", normalise_text(seen)).casefold()
