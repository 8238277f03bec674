"""The tables of a round as rows of the work screen: which of them, and all that a row shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairpair.app.use_cases.edits import seen_text
from fairpair.app.views.rounds import ClockView, PairingView, RoundView, search_key
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Pairing, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message
from fairpair.web.desk.round_forms import named_winner
from fairpair.web.lists import Part, has_words, page_of, rows_after
from fairpair.web.site import PageRequest

SHOWN = ("all", "missing", "disputed")


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """What was typed into a row and not saved, and why; `asked` if it can be saved knowingly."""

    message: Message | str
    hint: Message | str
    asked: bool
    form: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of the work screen, with what the page adds to the view of it."""

    p: PairingView
    entered: str
    """Its result, as it can be typed."""
    winner: int | None
    """The side that a level result names."""
    picked: Sequence[PlayerId]
    """Whose boxes are ticked."""
    clock: ClockView | None
    """Of a table with extra time, with the seconds left when the page was made."""
    seconds_left: int
    refused: RefusedEntry | None

    @property
    def id(self) -> int:
        """The number of the table."""
        return self.p.table


def select_tables(visit: PageRequest, ref: RoundRef) -> Part[int]:
    """The page of the tables that are asked for: of one kind, with words, or around one of them."""
    asked, pairings = visit.request.query_params, visit.t.rounds[ref].pairings
    show, find = filter_of(visit), asked.get("q", "").strip()[:100]
    row, words = visit.request.path_params.get("table"), search_key(find).split()
    found = [
        table
        for table, x in sorted(pairings.items())
        if row == table or (_is_shown(x, show) and _is_found(visit.t, table, x, words))
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


def _is_shown(pairing: Pairing, show: str) -> bool:
    if show == "all":
        return True
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
    visit: PageRequest, view: RoundView, seconds_left: int | None, refusal: DomainError | None
) -> list[TableRow]:
    """The rows of these tables."""
    pairings = visit.t.rounds[RoundRef(view.stage, view.round)].pairings
    refused = _refused(visit, refusal) if refusal else None
    picks = visit.many.get("pick", ())
    return [
        TableRow(
            p=p,
            entered=seen_text(pairings[p.table].result),
            winner=named_winner(pairings[p.table]),
            picked=[one.id for one in p.players if str(one.id) in picks],
            clock=view.clock if p.extra_minutes else None,
            seconds_left=seconds_left or 0 if p.extra_minutes else 0,
            refused=refused if visit.request.path_params.get("table") == p.table else None,
        )
        for p in view.pairings
    ]


def _refused(visit: PageRequest, refusal: DomainError) -> RefusedEntry:
    asked = refusal.code == "newer-result"
    return RefusedEntry(refusal.text, refusal.remedy or "", asked, visit.form)
