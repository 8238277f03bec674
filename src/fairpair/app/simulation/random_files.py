"""Random tournaments: every round paired by the engine, results by the players' ratings."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace

from fairpair.app.files.pairing import next_round
from fairpair.app.simulation.results import Lots, random_rating, winning_chances
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.dutch.position import virtual_points
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Proposal
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.trf.model import (
    Colour,
    TrfBye,
    TrfCell,
    TrfEvent,
    TrfFile,
    TrfPlayer,
    ranges_of,
)
from fairpair.formats.trf.tournament import tournament_of
from fairpair.language.message import Message

_TIEBREAKS = ("BH/C1", "BH", "SB", "PS", "DE")
_BYE_KINDS = "HHHHHHZZZF"
_FORFEITS = (("+", "-"), ("+", "-"), ("-", "+"), ("-", "+"), ("-", "-"))
_DRAW = ("=", "=")
_WINS = (("1", "0"), ("0", "1"))


@dataclass(frozen=True, slots=True)
class RandomFileOptions:
    """What a random tournament is to be like; what is not said is drawn by lot.

    Forfeits are a percentage of the games, byes of each player's rounds, withdrawals
    of a hundred players.
    """

    players: int | None = None
    rounds: int | None = None
    forfeits: int | None = None
    byes: int | None = None
    withdrawals: int | None = None
    baku: bool | None = None


@dataclass(frozen=True, slots=True)
class RandomEvent:
    """A random tournament, and why it ended early if it did."""

    file: TrfFile
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class _FilePlan:
    """A plan with everything said."""

    players: int
    rounds: int
    forfeits: int
    byes: int
    withdrawals: int
    baku: bool


def random_event(
    plan: RandomFileOptions,
    seed: str,
    on_progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> RandomEvent:
    """A whole tournament: the same for the same plan and seed, on every computer.

    `told` hears of every round that is done, and of how many.

    Rounds that cannot be paired, as happens when few players have many rounds, are left out at
    the end, and that is told. `InvalidInputError` if the seed is no text.
    """
    lots = Lots(_text(seed))
    settled = _settle_plan(plan, lots)
    leaving = _withdrawals(settled, lots)
    file = _initial_file(settled, lots, seed)
    notes: list[Message] = []
    for round_no in range(1, settled.rounds + 1):
        gone = {player for player, last in leaving.items() if last < round_no}
        byes = _byes(settled, lots, round_no, gone)
        try:
            made = next_round(replace(file, byes=byes))
        except ImpossiblePairingError:
            notes.append(Message("simulation.file-ends-early", round=round_no))
            break
        file = _play_round(replace(file, byes=byes), made, settled, lots)
        on_progress(round_no, settled.rounds)
    return RandomEvent(_add_ranks(file), tuple(notes))


def _text(seed: str) -> str:
    """The seed, unless no file could tell it: a shell hands over any bytes."""
    try:
        seed.encode()
    except UnicodeEncodeError as error:
        raise InvalidInputError("bad-seed.not-text", seed=repr(seed)) from error
    return seed


def _settle_plan(plan: RandomFileOptions, lots: Lots) -> _FilePlan:
    players = lots.number(10, 120, "players") if plan.players is None else plan.players
    rounds = plan.rounds
    if rounds is None:
        rounds = max(1, min(lots.number(5, 11, "rounds"), players // 2))
    return _FilePlan(
        players,
        rounds,
        _percent(plan.forfeits, 5, lots, "forfeits"),
        _percent(plan.byes, 8, lots, "byes"),
        _percent(plan.withdrawals, 10, lots, "withdrawals"),
        lots.number(1, 4, "baku") == 1 if plan.baku is None else plan.baku,
    )


def _percent(given: int | None, most: int, lots: Lots, what: str) -> int:
    return lots.number(0, most, what) if given is None else given


def _withdrawals(settled: _FilePlan, lots: Lots) -> dict[int, int]:
    """Who withdraws, and after which round; two always stay."""
    leaving = [
        player
        for player in range(1, settled.players + 1)
        if settled.rounds > 1 and lots.happens(settled.withdrawals, "withdraws", player)
    ]
    return {
        player: lots.number(1, settled.rounds - 1, "after", player)
        for player in leaving[: settled.players - 2]
    }


def _initial_file(settled: _FilePlan, lots: Lots, seed: str) -> TrfFile:
    ratings = sorted((random_rating(lots, n) for n in range(settled.players)), reverse=True)
    told = (
        f"fairpair generate --players {settled.players} --rounds {settled.rounds}"
        f" --forfeits {settled.forfeits} --byes {settled.byes}"
        f" --withdrawals {settled.withdrawals} {'--baku' if settled.baku else '--no-baku'}"
        f" --seed {shlex.quote(seed)}"
    )
    file = TrfFile(
        TrfEvent(
            name="Random tournament",
            players_declared=settled.players,
            rated_declared=settled.players,
            program="Fairpair",
        ),
        tuple(
            TrfPlayer(number, f"Player {number:04}", rating=rating)
            for number, rating in enumerate(ratings, 1)
        ),
        rounds=settled.rounds,
        initial_colour="w" if lots.number(0, 1, "initial colour") else "b",
        system="FIDE_DUTCH_2026_BAKU" if settled.baku else "FIDE_DUTCH_2026",
        tiebreaks=_TIEBREAKS,
        comments=(told,),
    )
    virtual = virtual_points(tournament_of(file).tournament)
    return replace(file, acceleration=ranges_of(virtual))


def _byes(settled: _FilePlan, lots: Lots, round_no: int, gone: set[int]) -> tuple[TrfBye, ...]:
    """Who is not there in this round; if hardly anybody would be left, all others are."""
    byes = {
        player: _BYE_KINDS[lots.number(0, len(_BYE_KINDS) - 1, "kind", round_no, player)]
        for player in range(1, settled.players + 1)
        if player not in gone and lots.happens(settled.byes, "bye", round_no, player)
    }
    if settled.players - len(gone) - len(byes) < 2:
        byes = {}
    byes |= dict.fromkeys(gone, "Z")
    return tuple(TrfBye(round_no, kind, player) for player, kind in sorted(byes.items()))


def _play_round(file: TrfFile, made: Proposal, settled: _FilePlan, lots: Lots) -> TrfFile:
    """The file with one more round."""
    cells = {bye.id: TrfCell(None, None, bye.kind) for bye in file.byes}
    if made.bye is not None:
        cells[made.bye] = TrfCell(None, None, "U")
    ratings = {player.id: player.rating or 0 for player in file.players}
    colours: Sequence[Colour] = ("w", "b")
    for board in made.boards:
        seats = (board.white, board.black)
        what = (made.round_no, *seats)
        if lots.happens(settled.forfeits, "forfeit", *what):
            codes = _FORFEITS[lots.number(0, len(_FORFEITS) - 1, "who", *what)]
        else:
            codes = _result(ratings[board.white], ratings[board.black], lots.share("game", *what))
        for me, other, colour, code in zip(seats, seats[::-1], colours, codes, strict=True):
            cells[me] = TrfCell(other, colour, code)
    players = tuple(
        replace(player, rounds=(*player.rounds, cells[player.id])) for player in file.players
    )
    return replace(file, players=players, rounds_played=made.round_no, byes=())


def _result(white: int, black: int, share: float) -> tuple[str, str]:
    for_white, for_black = winning_chances(white, black)
    if share < for_white:
        return _WINS[0]
    return _WINS[1] if share < for_white + for_black else _DRAW


def _add_ranks(file: TrfFile) -> TrfFile:
    """With everybody's points and rank."""
    table = Standings(tiebreak_input(tournament_of(file).tournament)).by_player
    rows = ((player, table[PlayerId(player.id)]) for player in file.players)
    return replace(
        file,
        players=tuple(replace(player, points=row.points, rank=row.rank) for player, row in rows),
    )
