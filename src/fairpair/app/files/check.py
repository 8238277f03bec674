"""Checks a report file: pairs every round again and recalculates every rank."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace

from fairpair.app.files.complaints import (
    NoPairing,
    Pair,
    Verdict,
    WrongPair,
    WrongPoints,
    WrongRank,
    reason_text,
)
from fairpair.app.files.pairing import past_of_file
from fairpair.app.files.trf_files import (
    file_and_notes,
    open_games,
    other_system,
    require_no_teams,
    shorten_list,
)
from fairpair.core.ids import PlayerId
from fairpair.core.players import Period
from fairpair.core.rounds import FIRST_ROUND
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.explanation.found_round import Objection, objections
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Proposal
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.standings.codes import is_external
from fairpair.engine.standings.registry import chain_problems
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats import trf
from fairpair.formats.trf.model import TrfFile, TrfReport
from fairpair.formats.trf.remarks import as_counted, as_published
from fairpair.formats.trf.tournament import before_round, initial_colour, tournament_of
from fairpair.language.message import Message

ProgressCallback = Callable[[int, int], None]
"""Hears how many rounds are done, and of how many."""


def check_file(
    data: bytes,
    *,
    system: str | None = None,
    repair: bool = False,
    on_progress: ProgressCallback = lambda _done, _of: None,
) -> Verdict:
    """The verdict on a file; `InvalidInputError` if it cannot be read, or has teams."""
    report = trf.read(data, repair=repair)
    points = _wrong_points(report)
    file, notes = file_and_notes(report, without=_POINTS)
    verdict = check_trf(file, system=system, on_progress=on_progress)
    return replace(verdict, notes=(*notes, *verdict.notes), wrong_points=points)


_POINTS = ("trf.wrong-points", "trf.not-a-number.points")


def _wrong_points(report: TrfReport) -> tuple[WrongPoints, ...]:
    said = [one.text.values for one in report.problems if one.text.code in _POINTS]
    return tuple(WrongPoints(one["player"], one["total"], one["value"]) for one in said)


def check_trf(
    file: TrfFile,
    *,
    system: str | None = None,
    on_progress: ProgressCallback = lambda _done, _of: None,
) -> Verdict:
    """The verdict on what a file says; `InvalidInputError` if it has teams."""
    notes: list[Message] = []
    require_no_teams(file)
    file = as_counted(file)
    other = None if system else other_system(file)
    if other:
        notes.append(Message("note.other-system", system=other))
    elif file.rounds is None:
        notes.append(Message("note.assumed-last", round=file.rounds_played))
    rounds = 0 if other else _last_round_to_check(file, notes)
    pairs, unpairable = _wrong_rounds(file, rounds, on_progress)
    ranks, wrong_ranks = _wrong_ranks(file, notes)
    return Verdict(rounds, ranks, pairs, unpairable, wrong_ranks, tuple(notes))


def _last_round_to_check(file: TrfFile, notes: list[Message]) -> int:
    """The first round with open games, which nothing after it can be paired from, or the last."""
    last = file.rounds_played
    for round_no, games in open_games(file).items():
        if round_no < last:
            code = "note.rounds-not-checked" if round_no + 1 < last else "note.round-not-checked"
            values = {"first": round_no + 1, "last": last, "round": round_no, "n": len(games)}
            notes.append(Message(code, games=shorten_list(games), **values))
        return round_no
    return last


def _wrong_rounds(
    file: TrfFile, rounds: int, on_progress: ProgressCallback
) -> tuple[tuple[WrongPair, ...], tuple[NoPairing, ...]]:
    """Each round from the file's own earlier ones, so that one wrong pairing stays one."""
    file = replace(file, initial_colour=initial_colour(file))
    pairs: list[WrongPair] = []
    unpairable: list[NoPairing] = []
    for round_no in range(1, rounds + 1):
        tournament, past = past_of_file(before_round(file, round_no))
        try:
            expected = pair_round(tournament, past)
        except ImpossiblePairingError as error:
            unpairable.append(NoPairing(round_no, error.text))
        else:
            wrong = list(_wrong_pairs(file, expected))
            if any(not one.has_wrong_colours for one in wrong):
                found = _opponents_in(file, round_no)
                against = objections(tournament, past, expected, found)
                wrong = [_with_reasons(one, against) for one in wrong]
            pairs += wrong
        on_progress(round_no, rounds)
    return tuple(pairs), tuple(unpairable)


def _wrong_pairs(file: TrfFile, expected: Proposal) -> Iterator[WrongPair]:
    found, colourless = _pairs_of(as_published(file, expected.round_no), expected.round_no)
    boards: list[tuple[Pair, str]] = [
        ((board.white, board.black), board.colours_by) for board in expected.boards
    ]
    if expected.bye is not None:
        boards.append(((expected.bye, 0), ""))
    for number, (pair, article) in enumerate(boards, 1):
        there = found[pair[0]]
        if there == pair or (there == pair[::-1] and there in colourless):
            continue
        others = (found[player] for player in pair if player)
        wrong = WrongPair(expected.round_no, number, pair, tuple(dict.fromkeys(others)))
        why = Message("check.why-colours", article=article)
        yield replace(wrong, reasons=(why,)) if wrong.has_wrong_colours else wrong


def _opponents_in(file: TrfFile, round_no: int) -> dict[PlayerId, PlayerId]:
    cells = ((player.id, player.rounds[round_no - 1].opponent) for player in file.players)
    return {PlayerId(one): PlayerId(other) for one, other in cells if other is not None}


def _with_reasons(wrong: WrongPair, against: Sequence[Objection]) -> WrongPair:
    """What is against the boards of its players; else what is against their bracket."""
    if wrong.has_wrong_colours:
        return wrong
    boards = [{player for player in pair if player} for pair in wrong.found]
    own = [one for one in against if not one.of_bracket and one.players in boards]
    expected = set(wrong.expected)
    whole = [one for one in against if one.of_bracket and one.players & expected]
    return replace(wrong, reasons=tuple(map(reason_text, own or whole)))


def _pairs_of(file: TrfFile, round_no: int) -> tuple[dict[int, Pair], set[Pair]]:
    """The pair that everybody is in, and which pairs have no colours, as forfeits may."""
    cells = {player.id: player.rounds[round_no - 1] for player in file.players}
    pairs: dict[int, Pair] = {}
    colourless: set[Pair] = set()
    for one, cell in cells.items():
        other = cell.opponent
        if other is None:
            pairs[one] = (one, 0)
            continue
        colour, theirs = cell.colour, cells[other].colour
        if colour is None and theirs is None:
            pairs[one] = (min(one, other), max(one, other))
            colourless.add(pairs[one])
        else:
            pairs[one] = (other, one) if colour == "b" or theirs == "w" else (one, other)
    return pairs, colourless


def _wrong_ranks(file: TrfFile, notes: list[Message]) -> tuple[int, tuple[WrongRank, ...]]:
    """How many ranks could be checked, and those that do not follow from 212 or 202."""
    given = {PlayerId(p.id): p.rank for p in file.players if p.rank}
    if not given or not (file.ranking or file.tiebreaks):
        return 0, ()
    imported = tournament_of(file)
    rules = imported.tournament.rules
    codes = rules.standings_tiebreakers
    reasons = [
        Message("rule.tiebreak", tiebreak=repr(codes[place - 1]), problem=text)
        for place, text in chain_problems(codes, rules)
    ]
    if any(map(is_external, codes)):
        reasons.append(Message("note.external-values"))
    if any(cell.opponent and not cell.result for p in file.players for cell in p.rounds):
        reasons.append(Message("note.results-missing"))
    if reasons:
        notes.append(Message("note.ranks-not-checked", reasons=reasons))
        return 0, ()
    tournament = _with_leavers(imported.tournament, given)
    inputs = tiebreak_input(tournament, awarded=imported.awarded, extra=imported.extra)
    ranks = Standings(inputs).ranks
    everybody = _places(ranks)
    # Who is not ranked, such as somebody expelled, may have been left out before counting.
    listed = _places({player: rank for player, rank in ranks.items() if player in given})
    wrong = (
        WrongRank(player, everybody[player], rank)
        for player, rank in given.items()
        if rank not in everybody[player] and rank not in listed[player]
    )
    return len(given), tuple(sorted(wrong, key=lambda one: one.found))


def _with_leavers(t: Tournament, ranked: Container[PlayerId]) -> Tournament:
    """Who has no rank in a round robin has left: the games count if half of them were played."""
    if t.rules.system != "round_robin" or not t.rounds:
        return t
    gone = (Period(FIRST_ROUND, max(t.rounds)),)
    entries = {
        player: entry if player in ranked else replace(entry, periods=gone)
        for player, entry in t.entries.items()
    }
    return replace(t, entries=entries)


def _places(ranks: Mapping[PlayerId, int]) -> dict[PlayerId, range]:
    """The ranks one may have: those tied share them, or were told apart by lot."""
    sizes = Counter(ranks.values())
    first: dict[int, int] = {}
    place = 1
    for rank in sorted(sizes):
        first[rank] = place
        place += sizes[rank]
    return {player: range(first[rank], first[rank] + sizes[rank]) for player, rank in ranks.items()}
