"""The header of a tournament: its fields, what a FIDE report still needs, what is odd about it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.header import HEADER, LONG_TOURNAMENT, HeaderField, to_data
from fairpair.core.numbers import format_number
from fairpair.core.officials import Official
from fairpair.core.rules import CHESS
from fairpair.core.time_control import TimeControl
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of
from fairpair.formats.trf.from_tournament import why_not
from fairpair.formats.trf.header import missing_fields
from fairpair.language.message import Message, Phrase


@dataclass(frozen=True, slots=True)
class HeaderFieldView:
    """A field with its value. `form` is how it is filled in: `text`, `paragraphs`, `date`, or
    `lines` for a list. `missing`: a FIDE report still needs it.
    """

    key: str
    title: Message
    about: Message | str
    form: str
    value: Any
    public: bool
    missing: bool


@dataclass(frozen=True, slots=True)
class HeaderView:
    """All fields that matter in the game; `header` has the values as one object, which can be sent
    back. `missing` are the fields that a FIDE report still needs.
    """

    version: int
    fields: Sequence[HeaderFieldView]
    header: Mapping[str, Any]
    missing: Sequence[str]
    notices: Sequence[Message]


def header_view(t: Tournament, version: int) -> HeaderView:
    """The header as it is now."""
    missing = [one.key for one in missing_in_report(t)]
    fields = [
        HeaderFieldView(
            key=one.key,
            title=Phrase(one.title),
            about=Phrase(one.help) if one.help else "",
            form=one.kind.form,
            value=to_data(getattr(t.header, one.key)),
            public=one.public,
            missing=one.key in missing,
        )
        for one in fields_for(t)
    ]
    values = {one.key: one.value for one in fields}
    return HeaderView(version, fields, values, missing, list(report_notices(t)))


def header_schema() -> dict[str, Any]:
    """A table of fields as JSON Schema; null clears a field."""
    properties = {
        one.key: {
            "anyOf": [one.kind.schema, {"type": "null"}],
            "title": one.title,
            "description": one.help,
        }
        for one in HEADER.values()
    }
    return {"type": "object", "properties": properties}


def fields_for(t: Tournament) -> list[HeaderField]:
    """The fields that matter in the game, and others that are set."""
    games = conventions_of(t.rules).rules
    return [one for one in HEADER.values() if one.fits(games) or getattr(t.header, one.key)]


def missing_in_report(t: Tournament) -> Sequence[HeaderField]:
    """The fields that a FIDE report still needs; none for other games."""
    reported = _is_chess(t) and why_not(t) is None
    return missing_fields(t) if reported else ()


def report_notices(t: Tournament) -> Iterator[Message]:
    """What is missing for a FIDE report, or makes it questionable."""
    missing = missing_in_report(t)
    if missing:
        yield Message("report.missing", fields=[Phrase(one.title) for one in missing])
    if not _is_chess(t):
        return
    if t.header.days > LONG_TOURNAMENT:
        yield Message("report.long", days=t.header.days, most=LONG_TOURNAMENT)
    for text in filter(None, (t.header.chief_arbiter, *t.header.arbiters)):
        official = Official.read(text)
        if not official.fide_id:
            yield Message("report.no-number", name=official.name)
    if t.header.time_control_code:
        yield from _time_control_notices(t, TimeControl.read(t.header.time_control_code))


def written_without(t: Tournament) -> Message | None:
    """What a report that was just written does not have, with the records."""
    missing = missing_in_report(t)
    fields = [Message("report.record", field=Phrase(x.title), record=x.record) for x in missing]
    return Message("report.missing-in-file", fields=fields) if fields else None


def _time_control_notices(t: Tournament, control: TimeControl) -> Iterator[Message]:
    limit, minutes = control.rating_limit, control.minutes
    strengths = (entry.entrant.strength for entry in t.entries.values())
    if not control.chapter:
        yield Message("report.time-control-unrated")
    elif limit and minutes and any(one and one >= limit for one in strengths):
        values = {"minutes": format_number(minutes), "limit": limit}
        yield Message("report.time-control-limit", **values)


def _is_chess(t: Tournament) -> bool:
    return conventions_of(t.rules).rules & {CHESS} != frozenset() and t.rules.has_colours
