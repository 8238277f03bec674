"""What everybody may know about a tournament beside its rounds: when, where, by whom."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from functools import lru_cache

from babel.dates import format_date, format_interval, format_time

from fairpair.app.views.rounds import planned_rounds
from fairpair.core.dataclass import dataclass
from fairpair.core.header import Header
from fairpair.core.officials import Official
from fairpair.core.rounds import RoundRef
from fairpair.core.time_control import TimeControl
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message, Phrase
from fairpair.language.texts import current_texts

_LOCALES = {"en": "en_GB"}


@dataclass(frozen=True, slots=True)
class InfoLine:
    """A detail with its title; `link` is where it leads, if it does."""

    title: Message
    text: Message | str
    link: str = ""


@dataclass(frozen=True, slots=True)
class RoundDate:
    """When a round begins."""

    title: Message
    start: str


@dataclass(frozen=True, slots=True)
class InfoView:
    """All that is known. Days and times are in the language of the reader."""

    lines: Sequence[InfoLine]
    rounds: Sequence[RoundDate]
    description: str
    regulations: str

    @property
    def known(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.lines or self.rounds or self.description or self.regulations)


def info_view(t: Tournament, _version: int = 0) -> InfoView:
    """The tournament in a few lines."""
    rounds = [
        RoundDate(planned.title, start)
        for planned in planned_rounds(t)
        if (start := round_start(t.header, planned.number))
    ]
    header = t.header
    return InfoView([*_lines(header)], rounds, header.description, header.regulations)


def _lines(header: Header) -> Iterator[InfoLine]:
    country = ", ".join(filter(None, (header.region, header.country)))
    where = ", ".join(filter(None, (header.venue, header.address, header.city, country)))
    officials = [str(Official.read(text)) for text in header.arbiters]
    for title, text, link in (
        ("Date", format_days(header), ""),
        ("Location", where, ""),
        ("Federation", header.federation, ""),
        ("Format", header.play_format, ""),
        ("Time control", format_time_control(header), ""),
        ("Chief arbiter", str(Official.read(header.chief_arbiter)), ""),
        ("Arbiters", "; ".join(officials), ""),
        ("Organised by", header.organiser, ""),
        ("Website", header.website, header.website),
        ("E-mail", header.email, f"mailto:{header.email}"),
    ):
        if text:
            yield InfoLine(Phrase(title), text, link if link != "mailto:" else "")


def format_days(header: Header) -> str:
    """The days of a tournament, first to last."""
    first, last = header.first_known_day, header.last_known_day
    if not first or not last or first == last:
        return format_day(first or last)
    ends = (date.fromisoformat(first), date.fromisoformat(last))
    return str(format_interval(*ends, "yMMMd", locale=_locale()))


def format_day(day: str) -> str:
    """A day: `20 Nov 2026`; nothing for none."""
    return str(format_date(date.fromisoformat(day), "medium", locale=_locale())) if day else ""


def short_day(day: str) -> tuple[str, str]:
    """A day for narrow columns: the number, then weekday and month: `("20", "Fri Nov")`."""
    return _short_day(day, str(_locale()))


@lru_cache(2000)
def _short_day(day: str, locale: str) -> tuple[str, str]:
    found = date.fromisoformat(day)
    return str(found.day), str(format_date(found, "EEE MMM", locale=locale))


def round_start(header: Header, number: int) -> str:
    """Day and time of a round, numbered through all stages; nothing if it is not known."""
    day, clock = header.round_start(number)
    if not day or not clock:
        return format_day(day)
    moment = datetime.combine(date.fromisoformat(day), time.fromisoformat(clock))
    return f"{format_day(day)}, {format_time(moment.time(), 'short', locale=_locale())}"


def start_of(t: Tournament, ref: RoundRef) -> str:
    """Day and time of a round of the plan; nothing if it is not known."""
    numbers = (one.number for one in planned_rounds(t) if one.ref == ref)
    return next((round_start(t.header, number) for number in numbers), "")


def format_time_control(header: Header) -> Message | str:
    """The words that the organiser wrote, or those of the code, with the rating list."""
    if not header.time_control_code:
        return header.time_control
    control = TimeControl.read(header.time_control_code)
    chapter = Message(f"time-control.chapter.{control.chapter or 'none'}")
    words = header.time_control or control.words
    return Message("time-control.with-chapter", words=words, chapter=chapter)


def _locale() -> str:
    language = current_texts().language
    return _LOCALES.get(language, language)


TITLES = ("Date", "Location", "Arbiters")
"""Titles that no field of a header has, to be translated."""
