"""People with a function in a tournament, as one text says who they are: `IA Doe, Jane (4600001)`.

The text is kept as it was written; what it says is read from it.
"""

import re

from fairpair.core.dataclass import dataclass

ARBITER_TITLES = ("IA", "FA", "NA", "CA", "IO", "FO", "DI", "FT", "FST", "NI")
_NUMBER = re.compile(r"\((\d{4,10})\)|\b(\d{4,10})\b")
_EMPTY_BRACKETS = re.compile(r"\([\s,;]*\)")
_TITLE = re.compile(rf"(?<![\w-])({'|'.join(ARBITER_TITLES)})(?![\w-])\.?")


@dataclass(frozen=True, slots=True)
class Official:
    """A person with a title and a FIDE number, where these are known."""

    name: str
    title: str = ""
    fide_id: str = ""

    @classmethod
    def read(cls, text: str) -> "Official":
        """Title, name and number in any order; a text that has no such parts is the name.

        >>> Official.read("Doe, Jane 4600001 IA")
        Official(name='Doe, Jane', title='IA', fide_id='4600001')
        """
        number = _NUMBER.search(text)
        rest = text.replace(number[0], " ", 1) if number else text
        title = _TITLE.match(rest.strip()) or _TITLE.search(rest)
        rest = rest.replace(title[0], " ", 1) if title else rest
        name = re.sub(r"\s+", " ", _EMPTY_BRACKETS.sub(" ", rest)).strip(" ,;-")
        if not name:
            return cls(text)
        return cls(name, title[1] if title else "", (number[1] or number[2]) if number else "")

    def __str__(self) -> str:
        """Title and name, as everybody may see them."""
        return f"{self.title} {self.name}".strip()
