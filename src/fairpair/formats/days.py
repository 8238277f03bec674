"""Days as other programs write them."""

import re
from datetime import date

_YEAR_FIRST = re.compile(r"(?P<year>\d{4}|\d{2})[/.-](?P<month>\d{1,2})[/.-](?P<day>\d{1,2})")
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})")
_MONTH_FIRST = re.compile(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})")
_SHORT_BIRTH = re.compile(r"(\d{2})\.(\d{2})\.(\d{2})")
_YOUNGEST_BORN = 29
"""Of two digits, these and lower ones are of this century: nobody else is that young."""
_CENTURY_STARTS = 70
_BIRTH = re.compile(r"(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-\d{2}")
_YEAR = re.compile(r"((?:19|20)\d{2})(?:[/.-]\d{1,2}[/.-]0{1,2})?")


def read_day(text: str, *, american: bool = False) -> str:
    """A day in the form `2026-11-20`, empty for none; what is not a day stays as it is.

    >>> read_day("2026/11/20"), read_day("26/11/20"), read_day("20.11.2026"), read_day("0000/00/00")
    ('2026-11-20', '2026-11-20', '2026-11-20', '')
    >>> read_day("11/20/2026", american=True), read_day("soon")
    ('2026-11-20', 'soon')
    """
    written = text.strip()
    if not written.strip("0/.- "):
        return ""
    patterns = (_MONTH_FIRST,) if american else (_YEAR_FIRST, _DAY_FIRST)
    found = next(filter(None, (pattern.fullmatch(written) for pattern in patterns)), None)
    if found is None:
        return written
    year = int(found["year"])
    if len(found["year"]) == 2:
        year += 2000 if year < _CENTURY_STARTS else 1900
    try:
        return date(year, int(found["month"]), int(found["day"])).isoformat()
    except ValueError:
        return written


def read_birth(text: str, *, american: bool = False) -> str:
    """A birth date, or its year where a file has no more; empty for what is neither.

    >>> read_birth("1990/11/30"), read_birth("1990/00/00"), read_birth("1990"), read_birth("x")
    ('1990-11-30', '1990', '1990', '')
    >>> read_birth("13.04.63"), read_birth("23.05.09")
    ('1963-04-13', '2009-05-23')
    """
    short = _SHORT_BIRTH.fullmatch(text.strip())
    if short:
        century = "20" if int(short[3]) <= _YOUNGEST_BORN else "19"
        text = f"{short[1]}.{short[2]}.{century}{short[3]}"
    found = read_day(text, american=american)
    if _BIRTH.fullmatch(found):
        return found
    year = _YEAR.fullmatch(found)
    return year[1] if year else ""


def write_birth(birth: str) -> str:
    """A birth date as reports write it: `1990/11/30`, `1990/00/00` for a year."""
    return f"{birth}/00/00" if len(birth) == 4 else birth.replace("-", "/")
