"""The tables of a round as rows of the work screen: which of them, and all that a row shows."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from fairpair.app.use_cases.edits import seen_text
from fairpair.app.views.history import last_result_change
from fairpair.app.views.people import search_key
from fairpair.app.views.results import Choice, choices_of, short_text
from fairpair.app.views.rounds import ClockView, PairingView, RoundView
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.results import Boards, Result, Scored
from fairpair.core.rounds import Pairing, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import rules_at
from fairpair.language.message import Message
from fairpair.web.desk.round_forms import match_at, named_winner, table_at
from fairpair.web.lists import Part, has_words, page_of, rows_after
from fairpair.web.site import PageRequest, Site

SHOWN = ("all", "missing", "disputed", "late")


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """What was typed into a row and not saved, and why; `asked` if it can be saved knowingly: `by`
    is who has changed the result meanwhile.
    """

    message: Message | str
    hint: Message | str
    asked: bool
    by: str
    form: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ResultButton:
    """A result that takes one click; a second click on the one that is `pressed` removes it."""

    value: str
    text: str
    pressed: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of the work screen, with what the page adds to the view of it."""

    p: PairingView
    entered: str
    """Its result, as it can be typed."""
    buttons: Sequence[ResultButton]
    winner: int | None
    """The side that a level result names."""
    picked: Sequence[PlayerId]
    """Whose boxes are ticked."""
    moved: Sequence[PlayerId]
    """Who was moved here by hand."""
    repeated: Sequence[tuple[int, int]]
    """The side of each player who has its colour again, and in how many games running."""
    clock: ClockView | None
    """Of a table with extra time, with the seconds left when the page was made."""
    seconds_left: int
    late: bool
    """Time is over, and there is no result."""
    refused: RefusedEntry | None

    @property
    def id(self) -> int:
        """The number of the table."""
        return self.p.table


def select_tables(visit: PageRequest, ref: RoundRef, seconds_left: int | None) -> Part[int]:
    """The page of the tables that are asked for: of one kind, with words, or around one of them."""
    asked, pairings = visit.request.query_params, visit.t.rounds[ref].pairings
    show, find = filter_of(visit), asked.get("q", "").strip()[:100]
    row, words = table_at(visit), search_key(find).split()
    found = [
        table
        for table, x in sorted(pairings.items())
        if row == table
        or (_is_shown(x, show, seconds_left) and _is_found(visit.t, table, x, words))
    ]
    if after := _number(asked.get("after", "")):
        return rows_after(found, len(pairings), find, lambda table: table > after)
    wanted = row or _number(asked.get("at", ""))
    at = (lambda table: table >= wanted) if wanted else None
    return page_of(found, len(pairings), find, asked.get("page", ""), at)


def _number(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 8 else 0


def filter_of(visit: PageRequest) -> str:
    """Which tables are to be shown."""
    asked = visit.request.query_params.get("show", "")
    return asked if asked in SHOWN else SHOWN[0]


def is_late(pairing: Pairing, seconds_left: int | None) -> bool:
    """Whether the time of a table is over, with its extra time, and its result is missing."""
    if pairing.result is not None or seconds_left is None:
        return False
    return seconds_left + 60 * pairing.extra_minutes < 0


def _is_shown(pairing: Pairing, show: str, seconds_left: int | None) -> bool:
    if show == "all":
        return True
    if show == "late":
        return is_late(pairing, seconds_left)
    return pairing.result is None and (show == "missing" or pairing.disputed)


def _is_found(t: Tournament, table: int, pairing: Pairing, words: Sequence[str]) -> bool:
    """Whether one of the players has all words: those of two names together would find strangers.

    A number alone is that of the table.
    """
    if not words:
        return True
    if len(words) == 1 and words[0].isdecimal():
        return words[0] == str(table)
    entrants = [t.entries[player].entrant for player in pairing.seats]
    return any(has_words(f"{one.name} {one.club}", words) for one in entrants)


def rows_of(
    visit: PageRequest,
    view: RoundView,
    seconds_left: int | None,
    refused: RefusedEntry | None,
    moved: Container[PlayerId] = (),
) -> list[TableRow]:
    """The rows of these tables; `moved` are those who were moved by hand."""
    rows = (_row(visit, view, p, seconds_left, refused) for p in view.pairings)
    return (
        [replace(row, moved=[one.id for one in row.p.players if one.id in moved]) for row in rows]
        if moved
        else list(rows)
    )


def with_repeated_colours(
    rows: Sequence[TableRow], before: Mapping[PlayerId, Sequence[int]]
) -> list[TableRow]:
    """The same rows with who has the colour of the game before again; `before` are all colours."""
    return [replace(row, repeated=_repeated(row.p, before)) for row in rows]


def _repeated(p: PairingView, before: Mapping[PlayerId, Sequence[int]]) -> list[tuple[int, int]]:
    """Which sides have their colour again, and for how many games, this one included."""
    running = (_running(before.get(one.id, ()), side) for side, one in enumerate(p.players))
    return [(side, count + 1) for side, count in enumerate(running) if count]


def _running(past: Sequence[int], side: int) -> int:
    return sum(1 for _ in takewhile(lambda one: one == side, reversed(past)))


def _row(
    visit: PageRequest,
    view: RoundView,
    p: PairingView,
    seconds_left: int | None,
    refused: RefusedEntry | None,
) -> TableRow:
    ref, picks = RoundRef(view.stage, view.round), visit.many.get("pick", ())
    pairing = visit.t.rounds[ref].pairings[p.table]
    likely = choices_of(rules_at(visit.t, ref.at(p.table)), stage=ref.stage, side=0)
    return TableRow(
        p=p,
        entered=seen_text(pairing.result),
        buttons=_buttons(likely, pairing.result),
        winner=named_winner(pairing),
        picked=[one.id for one in p.players if str(one.id) in picks],
        moved=(),
        repeated=(),
        clock=view.clock if p.extra_minutes else None,
        seconds_left=seconds_left or 0 if p.extra_minutes else 0,
        late=is_late(pairing, seconds_left),
        refused=refused if table_at(visit) == p.table else None,
    )


def _buttons(likely: Sequence[Choice], result: Result | None) -> list[ResultButton]:
    """The likely results, and after them the one that is there if it is a rare one."""
    entered = seen_text(result)
    found = [ResultButton(one.value, short_text(one.value), one.value == entered) for one in likely]
    is_rare = entered and not any(one.pressed for one in found)
    if is_rare and not isinstance(result, Scored | Boards):
        found.append(ResultButton(entered, short_text(entered), pressed=True))
    return found


def refused_entry(
    site: Site, visit: PageRequest, refusal: DomainError | None
) -> RefusedEntry | None:
    """What was typed into the row that was sent, if it was refused."""
    if refusal is None:
        return None
    asked = refusal.code == "newer-result"
    by = _last_actor(site, visit) if asked else ""
    return RefusedEntry(refusal.text, refusal.remedy or "", asked, by, visit.form)


def _last_actor(site: Site, visit: PageRequest) -> str:
    """Who has changed the result of this match last, as the log has it."""
    seq = last_result_change(visit.journal, match_at(visit))
    return site.service.store.load(visit.here, after=seq - 1)[0].by if seq else ""
