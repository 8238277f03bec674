"""Random tournaments: every round paired by the engine, results by the players' ratings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fairpair.app.files.pairing import next_round
from fairpair.app.simulation.random_plan import FilePlan, RandomFileOptions, settle
from fairpair.app.simulation.results import Lots, winning_chances
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
    TrfForbidden,
    TrfPlayer,
    ranges_of,
)
from fairpair.formats.trf.points import PointSystem
from fairpair.formats.trf.tournament import tournament_of
from fairpair.language.message import Message

_ONE_SIDED = (("+", "-"), ("-", "+"))
_UNUSUAL = (("=", "0"), ("0", "="), ("0", "0"))
_DRAW = ("=", "=")
_WINS = (("1", "0"), ("0", "1"))
_UNRATED = {"1": "W", "=": "D", "0": "L"}
_UNRATED_PLAYS_LIKE = 1400

PairingFunction = Callable[[TrfFile], Proposal]
"""What pairs the next round of a file; `ImpossiblePairingError` if there is none."""

__all__ = ["RandomEvent", "RandomFileOptions", "random_event"]


@dataclass(frozen=True, slots=True)
class RandomEvent:
    """A random tournament, and why it ended early if it did."""

    file: TrfFile
    notes: tuple[Message, ...] = ()


def random_event(
    options: RandomFileOptions,
    seed: str,
    on_progress: Callable[[int, int], None] = lambda _done, _of: None,
    pair: PairingFunction = next_round,
) -> RandomEvent:
    """A whole tournament: the same for the same options and seed, on every computer.

    `on_progress` hears of every round that is done, and of how many. `pair` may be another engine.

    Rounds that cannot be paired, as happens when few players have many rounds, are left out at
    the end, and that is told. `InvalidInputError` if the seed is no text.
    """
    lots = Lots(_text(seed))
    plan = settle(options, lots)
    leaving = _withdrawals(plan, lots)
    file = _initial_file(plan)
    notes: list[Message] = []
    for round_no in range(1, plan.rounds + 1):
        gone = {player for player, last in leaving.items() if last < round_no}
        byes = _byes(plan, lots, round_no, gone)
        try:
            made = pair(replace(file, byes=byes))
        except ImpossiblePairingError:
            notes.append(Message("simulation.file-ends-early", round=round_no))
            break
        file = _play_round(replace(file, byes=byes), made, plan, lots)
        on_progress(round_no, plan.rounds)
    return RandomEvent(_add_ranks(file), tuple(notes))


def _text(seed: str) -> str:
    """The seed, unless no file could tell it: a shell hands over any bytes."""
    try:
        seed.encode()
    except UnicodeEncodeError as error:
        raise InvalidInputError("bad-seed.not-text", seed=repr(seed)) from error
    return seed


def _withdrawals(plan: FilePlan, lots: Lots) -> dict[int, int]:
    """Who withdraws, and after which round; two always stay."""
    leaving = [
        player
        for player in range(1, plan.players + 1)
        if plan.rounds > 1 and lots.happens(plan.withdrawals, "withdraws", player)
    ]
    return {
        player: lots.number(1, plan.rounds - 1, "after", player)
        for player in leaving[: plan.players - 2]
    }


def _initial_file(plan: FilePlan) -> TrfFile:
    file = TrfFile(
        TrfEvent(
            name="Random tournament",
            players_declared=plan.players,
            rated_declared=sum(one is not None for one in plan.ratings),
            program="Fairpair",
        ),
        tuple(
            TrfPlayer(number, f"Player {number:04}", rating=rating)
            for number, rating in enumerate(plan.ratings, 1)
        ),
        rounds=plan.rounds,
        initial_colour=plan.initial_colour,
        points=PointSystem(pairing_bye=plan.bye_points),
        system="FIDE_DUTCH_2026_BAKU" if plan.baku else "FIDE_DUTCH_2026",
        tiebreaks=plan.tiebreaks,
        forbidden=tuple(TrfForbidden(pair) for pair in plan.forbidden),
        comments=(plan.words,),
    )
    virtual = virtual_points(tournament_of(file).tournament)
    return replace(file, acceleration=ranges_of(virtual))


def _byes(plan: FilePlan, lots: Lots, round_no: int, gone: set[int]) -> tuple[TrfBye, ...]:
    """Who is not there in this round; if hardly anybody would be left, all others are."""
    byes = {}
    for player in range(1, plan.players + 1):
        kind = _drawn(plan.byes, lots.share("bye", round_no, player))
        if player not in gone and kind:
            byes[player] = kind
    if plan.players - len(gone) - len(byes) < 2:
        byes = {}
    byes |= dict.fromkeys(gone, "Z")
    return tuple(TrfBye(round_no, kind, player) for player, kind in sorted(byes.items()))


def _drawn(shares: Mapping[str, int], share: float) -> str:
    """The one of some possibilities that a lot means, each with its share in thousandths."""
    for name, thousandths in shares.items():
        share -= thousandths / 1000
        if share < 0:
            return name
    return ""


def _play_round(file: TrfFile, made: Proposal, plan: FilePlan, lots: Lots) -> TrfFile:
    """The file with one more round."""
    cells = {bye.id: TrfCell(None, None, bye.kind) for bye in file.byes}
    if made.bye is not None:
        cells[made.bye] = TrfCell(None, None, "U")
    ratings = {player.id: player.rating or _UNRATED_PLAYS_LIKE for player in file.players}
    colours: Sequence[Colour] = ("w", "b")
    for board in made.boards:
        seats = (board.white, board.black)
        strengths = ratings[board.white], ratings[board.black]
        codes = _result(plan, lots, strengths, (made.round_no, *seats))
        for me, other, colour, code in zip(seats, seats[::-1], colours, codes, strict=True):
            cells[me] = TrfCell(other, colour, code)
    players = tuple(
        replace(player, rounds=(*player.rounds, cells[player.id])) for player in file.players
    )
    return replace(file, players=players, rounds_played=made.round_no, byes=())


def _result(
    plan: FilePlan, lots: Lots, strengths: tuple[int, int], what: tuple[int, ...]
) -> tuple[str, str]:
    """The codes of White and Black."""
    forfeits = {"one": plan.forfeits, "both": plan.double_forfeits}
    forfeited = _drawn(forfeits, lots.share("forfeit", *what))
    if forfeited == "both":
        return ("-", "-")
    if forfeited:
        return _ONE_SIDED[lots.number(0, 1, "who", *what)]
    kinds = {"unusual": plan.unusual, "unrated": plan.unrated_games}
    kind = _drawn(kinds, lots.share("unusual", *what))
    if kind == "unusual":
        return _UNUSUAL[lots.number(0, len(_UNUSUAL) - 1, "which", *what)]
    white, black = _usual(*strengths, lots.share("game", *what))
    return (_UNRATED[white], _UNRATED[black]) if kind else (white, black)


def _usual(white: int, black: int, share: float) -> tuple[str, str]:
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
