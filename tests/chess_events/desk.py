"""A chess tournament by the FIDE rules, to be played in tests."""

from collections.abc import Iterable

from fairpair.app.use_cases.pairing import draft
from fairpair.core.players import Player
from fairpair.core.results import Adjourned, Decided, Forfeit, Mark, Result, win_for
from fairpair.core.rounds import RoundRef
from fairpair.formats.trf.from_tournament import numbers_of
from fairpair.log import commands as c
from fairpair.presets import rules_of
from log_driver import LogDriver

WHITE, BLACK = Decided(win_for(0)), Decided(win_for(1))
DRAW = Decided((Mark.DRAW, Mark.DRAW))
ADJOURNED = Adjourned()
FORFEIT = Forfeit(win_for(0))
RESULTS: dict[str, Result] = {
    "1": WHITE,
    "0": BLACK,
    "=": DRAW,
    "?": ADJOURNED,
    "+": FORFEIT,
    "-": Forfeit(win_for(1)),
}


def new_desk(ratings: Iterable[int | Player | None], **changes: object) -> LogDriver:
    """Players `P1`, `P2` ... with these ratings, initial colour White."""
    desk = LogDriver()
    if changes.get("system", "dutch") == "dutch":
        changes = {"initial_colour": "white", **changes}
    rules = rules_of("fide_dutch", changes)
    desk.do(c.CreateTournament("Open", "seed", rules.as_settings()))
    entrants = tuple(
        one if isinstance(one, Player) else Player(f"P{n}", one) for n, one in enumerate(ratings, 1)
    )
    desk.do(c.RegisterPlayers(entrants))
    return desk


def pair(desk: LogDriver) -> RoundRef:
    """The next round as the engine pairs it, published."""
    desk.do(draft(desk.t), c.PublishRound())
    return max(desk.t.rounds)


def play(desk: LogDriver, results: str) -> None:
    """The next round with these results, board by board, complete."""
    ref = pair(desk)
    for table, result in zip(sorted(desk.t.rounds[ref].pairings), results, strict=True):
        desk.do(c.RecordResult(ref.at(table), RESULTS[result]))
    desk.do(c.CompleteRound())


def boards(desk: LogDriver) -> list[tuple[int, ...]]:
    """The next round by pairing numbers."""
    numbers = numbers_of(desk.t)
    return [tuple(numbers[p] for p in table.seats) for table in draft(desk.t).tables]
