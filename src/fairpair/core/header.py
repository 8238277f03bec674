"""The header of a tournament: where, when and by whom it is held. No pairing depends on it.

Everything about a field is in its declaration; pages, the API, the command line, files and sheets
follow it. All fields are optional. The name of a tournament is not among them: it is always there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from datetime import date
from itertools import pairwise
from typing import Any

from fairpair.core import header_kinds as kinds
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError, InvalidValueError
from fairpair.core.rules import CARDS, CHESS, SCORED
from fairpair.core.settings import Setting, choice, table, text
from fairpair.core.suggestions import add_suggestion
from fairpair.language.message import Message, Phrase

LONGEST_DETAIL = 1_000_000
"""Of a detail of an imported file: one has all that is kept of its players and matches."""
LONG_TOURNAMENT = 30
"""A tournament of more days than this is reported to FIDE month by month."""
SCREEN_SHOWS = {
    "pairings": "Pairings",
    "standings": "Standings",
    "both": "Pairings and standings in turn",
    "bracket": "Bracket",
    "clock": "Round clock",
    "outlook": "Guarantees",
    "odds": "Odds",
}
"""What big screens can show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderField:
    """Everything about a field.

    `record` is the line of a FIDE report that has it, `required` whether a report must. It matters
    in these `games` only, without names in all. Only `public` fields are shown to everybody, and
    only `editable` ones are in forms. `look`: it is not to be read, but how the tournament looks.
    `title` and `help` are English, for shells to translate.
    """

    kind: Setting
    title: str
    help: str = ""
    record: str = ""
    required: bool = False
    games: tuple[str, ...] = ()
    public: bool = True
    editable: bool = True
    look: bool = False
    default: Any = ""
    key: str = ""

    @property
    def texts(self) -> Iterator[str]:
        """All that is to be translated."""
        yield from filter(None, (self.title, self.help, *self.kind.options.values()))

    def fits(self, games: frozenset[str]) -> bool:
        """Whether it matters in a tournament of such games."""
        return not self.games or not games.isdisjoint(self.games)


def _field(kind: Setting, title: str, help_: str = "", **declared: Any) -> Any:
    made = HeaderField(kind=kind, title=title, help=help_, **declared)
    metadata = {"header": made}
    if isinstance(made.default, dict):
        return field(default_factory=dict, metadata=metadata)
    return field(default=made.default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Header:
    """Every field with its value; days are `2026-11-20`, and empty if they are not known."""

    city: str = _field(kinds.line(), "City", record="022", required=True)
    venue: str = _field(kinds.line(), "Venue", "For example a school, a hall or a shop.")
    address: str = _field(kinds.line(), "Address", "Street and number of the venue.")
    region: str = _field(kinds.line(), "State or province", games=(CARDS,))
    country: str = _field(kinds.line(), "Country", games=(CARDS, SCORED))
    federation: str = _field(
        kinds.federation(),
        "Federation",
        "The FIDE code of the organising federation, for example GER; FID for FIDE itself.",
        record="032",
        required=True,
        games=(CHESS,),
    )
    first_day: str = _field(kinds.day(), "First day", record="042", required=True)
    last_day: str = _field(kinds.day(), "Last day", record="052", required=True)
    round_dates: tuple[str, ...] = _field(
        kinds.round_starts(),
        "Dates and times of the rounds",
        "One round per line, for example 2026-11-20 or 2026-11-20 09:00, in local time.",
        record="132",
        required=True,
        default=(),
    )
    time_control: str = _field(
        kinds.line(),
        "Time control",
        "In words, for example 90 min + 30 s per move.",
        record="122",
        required=True,
        games=(CHESS,),
    )
    time_control_code: str = _field(
        kinds.time_control(),
        "Code of the time control",
        "In seconds, as FIDE reports write it: 5400+30, or 40/5400+30:1800+30 with a second"
        " period after move 40.",
        record="222",
        games=(CHESS,),
    )
    chief_arbiter: str = _field(
        kinds.line(),
        "Chief arbiter",
        "Title, name and FIDE ID, for example IA Doe, Jane (4600001).",
        record="102",
        required=True,
        games=(CHESS,),
    )
    arbiters: tuple[str, ...] = _field(
        kinds.lines(20),
        "Deputy chief arbiters and arbiters",
        "One person per line, written like the chief arbiter.",
        record="112",
        games=(CHESS,),
        default=(),
    )
    tournament_type: str = _field(
        kinds.line(),
        "Type of tournament",
        "As the report is to say it. Leave empty to use the pairing system.",
        record="092",
        games=(CHESS,),
        public=False,
    )
    ranking_method: str = _field(
        kinds.line(),
        "Method of the starting ranks",
        "The code of TRF26, for example GER FIDON.",
        record="172",
        games=(CHESS,),
        public=False,
    )
    rating_lists: tuple[str, ...] = _field(
        kinds.rating_lists(),
        "Rating lists",
        "One list per line, in the order in which they count: fide.standard, fide.rapid,"
        " fide.blitz, fide.effective_rapid, fide.effective_blitz, nat.GER or custom.club. Leave"
        " empty to use the FIDE lists for the time control.",
        games=(CHESS,),
        public=False,
        default=(),
    )
    list_comparison: str = _field(
        choice({"automatic": "Automatically", "on_request": "Only on request"}),
        "Players are compared with the rating lists",
        "Automatically: until round 1 is published, the page Players says how many of them differ.",
        games=(CHESS,),
        public=False,
        default="automatic",
    )
    play_format: str = _field(
        kinds.line(), "Format", "For example Modern or Booster Draft.", games=(CARDS,)
    )
    organiser: str = _field(kinds.line(), "Organised by", "A person, club, shop or federation.")
    organiser_id: str = _field(
        kinds.line(50),
        "Organiser ID",
        "The number of the organiser.",
        public=False,
    )
    sanction_id: str = _field(
        kinds.line(50),
        "Event ID",
        "The number under which the tournament is registered or sanctioned.",
        public=False,
    )
    website: str = _field(kinds.web_address(), "Website", "Starts with https://.")
    email: str = _field(kinds.email(), "E-mail", "Shown to everybody.")
    regulations: str = _field(kinds.paragraphs(), "Regulations", "The text, or a link to it.")
    description: str = _field(
        kinds.paragraphs(),
        "Description",
        "Shown on the tournament's page. You can use **bold**, *italics*, lists and"
        " [links](https://example.org).",
    )
    announcement: str = _field(
        kinds.line(200),
        "Announcement",
        "Shown on the public pages and the big screen, for example: Lunch until 13:30.",
        look=True,
    )
    accent: str = _field(
        kinds.accent(),
        "Colour",
        "The colour of the tournament's pages and pictures. Leave empty to use the colour of the"
        " game.",
        look=True,
    )
    logo: str = _field(
        kinds.picture(),
        "Logo",
        "The name of the uploaded picture. Leave empty to remove it.",
        look=True,
    )
    banner: str = _field(
        kinds.picture(),
        "Banner",
        "The name of the uploaded picture. Leave empty to remove it.",
        look=True,
    )
    screen_show: str = _field(
        choice(SCREEN_SHOWS),
        "Big screen",
        "What all big screens show.",
        default="pairings",
        look=True,
    )
    screen_by: str = _field(
        choice({"table": "By table", "name": "By name"}),
        "Pairings on the big screen",
        default="table",
        look=True,
    )
    screen_seconds: int = _field(
        kinds.amount(3, 120), "Seconds per page of the big screen", default=12, look=True
    )
    public_ratings: str = _field(
        choice({"no": "Staff only", "yes": "Everybody"}),
        "Rating changes are shown to",
        "Estimated changes of FIDE ratings on the public page of each player.",
        games=(CHESS,),
        public=False,
        default="no",
    )
    file_details: Mapping[str, str] = _field(
        table(text(), kinds.line(LONGEST_DETAIL)),
        "Details of the imported file",
        "What only the program needs that wrote the file; exports of the same kind contain it.",
        public=False,
        editable=False,
        default={},
    )

    def with_changes(self, changes: Mapping[str, object]) -> "Header":
        """This header with some fields set anew.

        Raises `InvalidInputError` with everything that is wrong.
        """
        changed = self.with_values(changes)
        problems = list(_contradictions(changed))
        if problems:
            raise _bad_header(problems)
        return changed

    def with_values(self, changes: Mapping[str, object]) -> "Header":
        """The same for values that fitted together when they were stored."""
        values: dict[str, Any] = {}
        problems = []
        for key, value in changes.items():
            if key not in HEADER:
                unknown = add_suggestion(Message("header.unknown"), key, HEADER)
                problems.append(FieldProblem(key, unknown))
                continue
            try:
                empty = value is None or value == ""
                values[key] = HEADER[key].default if empty else HEADER[key].kind.read(value)
            except InvalidValueError as error:
                problems.append(FieldProblem(key, error.text))
        if problems:
            raise _bad_header(problems)
        return replace(self, **values)

    def as_data(self) -> dict[str, Any]:
        """All fields as plain data, which `with_changes` reads."""
        return {key: to_data(getattr(self, key)) for key in HEADER}

    def for_public(self) -> "Header":
        """What everybody may see."""
        return replace(self, **{f.key: f.default for f in HEADER.values() if not f.public})

    @property
    def is_described(self) -> bool:
        """Whether there is anything to read in it."""
        return any(getattr(self, f.key) != f.default for f in HEADER.values() if not f.look)

    @property
    def first_known_day(self) -> str:
        """The first day, or else the day of round 1."""
        return self.first_day or next((start[:10] for start in self.round_dates if start), "")

    @property
    def last_known_day(self) -> str:
        """The last day, or else the day of the last round that has one."""
        days = [start[:10] for start in self.round_dates if start]
        return self.last_day or (days[-1] if days else "")

    def round_start(self, number: int) -> tuple[str, str]:
        """Day and time of a round, numbered from 1 through all stages; empty if not known."""
        start = self.round_dates[number - 1] if number <= len(self.round_dates) else ""
        day_, _, time = start.partition("T")
        return day_, time

    @property
    def days(self) -> int:
        """How many days it lasts; 0 if that is not known."""
        first, last = self.first_known_day, self.last_known_day
        if not first or not last:
            return 0
        return (date.fromisoformat(last) - date.fromisoformat(first)).days + 1


HEADER: Mapping[str, HeaderField] = {
    f.name: replace(f.metadata["header"], key=f.name) for f in fields(Header)
}
"""All declarations, in the order in which they are shown."""


def to_data(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def to_text(value: Any, longest: int = 200) -> str:
    """A value for people, on one line.

    >>> to_text(["2026-11-20T09:00", "2026-11-21"])
    '2026-11-20 09:00, 2026-11-21'
    """
    if isinstance(value, Mapping):
        value = [f"{key} {one}" for key, one in value.items()]
    if isinstance(value, list | tuple):
        texts = [re.sub(r"(?<=\d)T(?=\d)", " ", str(one)) for one in value]
        value = ("; " if any("," in one for one in texts) else ", ").join(texts)
    written = " ".join(str(value).split())
    return written if len(written) <= longest else f"{written[: longest - 1]}…"


def usable_header(found: Mapping[str, object]) -> tuple[Header, list[Message]]:
    """A header with as many of these values as are possible, and notes about the others."""
    header, notes = Header(), []
    for key, value in found.items():
        try:
            header = header.with_changes({key: value})
        except InvalidInputError as error:
            notes.append(
                Message(
                    "import.header-field",
                    field=Phrase(HEADER[key].title),
                    value=to_text(value, 80),
                    problem=error.problems[0].text,
                )
            )
    return header, notes


def _bad_header(problems: Sequence[FieldProblem]) -> InvalidInputError:
    return InvalidInputError("bad-header", problems=problems, n=len(problems))


def _contradictions(header: Header) -> Iterator[FieldProblem]:
    """Days that cannot be: the last before the first, rounds out of order or outside both."""
    first, last = header.first_day, header.last_day
    if first and last and last < first:
        text_ = Message("header.last-before-first", first=first, last=last)
        yield FieldProblem("last_day", text_)
        return
    starts = [(n, start) for n, start in enumerate(header.round_dates, 1) if start]
    for (earlier, one), (later, other) in pairwise(starts):
        if _is_before(other, one):
            values = {"earlier": earlier, "later": later, "before": _shown(one)}
            text_ = Message("header.rounds-out-of-order", start=_shown(other), **values)
            yield FieldProblem("round_dates", text_)
            return
    yield from _rounds_outside(starts, first, last)


def _rounds_outside(
    starts: Sequence[tuple[int, str]], first: str, last: str
) -> Iterator[FieldProblem]:
    """The round that is furthest outside the days of the tournament."""
    if first and starts and starts[0][1][:10] < first:
        number, start = starts[0]
        values = {"round": number, "day": start[:10], "first": first}
        yield FieldProblem("first_day", Message("header.round-before-first", **values))
    if last and starts and starts[-1][1][:10] > last:
        number, start = starts[-1]
        values = {"round": number, "day": start[:10], "last": last}
        yield FieldProblem("last_day", Message("header.round-after-last", **values))


def _is_before(one: str, other: str) -> bool:
    """Whether a start is before another; without a time only the days count."""
    length = min(len(one), len(other))
    return one[:length] < other[:length]


def _shown(start: str) -> str:
    return start.replace("T", " ")
