"""From a file to a tournament: entries, rounds with results and byes, rules, odd points."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.dutch.position import Position, virtual_points
from fairpair.engine.pairing.numbers import order_in
from fairpair.engine.pairing.proposal import VirtualPoints
from fairpair.formats.imported import ImportedTournament, round_of
from fairpair.formats.trf.assembly import avoided_of, entries_of, players_of, rules_of
from fairpair.formats.trf.cells import BYES, FORFEITED, LONE_FORFEITS, OUTCOMES, REQUESTED
from fairpair.formats.trf.model import (
    Colour,
    TrfBye,
    TrfCell,
    TrfFile,
    TrfForbidden,
    TrfPlayer,
)
from fairpair.formats.trf.points import PointSystem
from fairpair.formats.trf.remarks import as_counted, as_paired, as_told
from fairpair.formats.trf.team_tournament import team_tournament_of

_ABSENT = {code: code for code in REQUESTED} | LONE_FORFEITS
_ALL_BYES = BYES | {code: BYES[bye] for code, bye in LONE_FORFEITS.items()}


def tournament_of(file: TrfFile) -> ImportedTournament:
    """The tournament in a file. Teams take part where 310 gives them numbers, else players.

    `InvalidInputError` says which rules or team matches of the file have no counterpart here.
    """
    if file.teams.numbered:
        return team_tournament_of(file)
    return _individual_tournament(replace(file, initial_colour=initial_colour(file)))


def _individual_tournament(file: TrfFile) -> ImportedTournament:
    rules = rules_of(file)
    players = sorted(file.players, key=lambda player: player.id)
    listed = file.players if file.rank_by_position else players
    requests = ((bye.id, bye.round_no, bye.kind) for bye in file.byes)
    tournament = Tournament(
        created=True,
        name=file.event.name,
        rules=rules,
        entries=entries_of(players_of(file), requests),
        avoided=avoided_of(file.forbidden, file.rounds_played + 1),
        order=tuple(PlayerId(player.id) for player in listed),
        rounds=as_told(file, _rounds_of(file, rules.system)),
    )
    virtual = _virtual(file)
    return ImportedTournament(
        _accelerate(tournament, virtual), _awarded_points(file), file.penalties(), virtual
    )


def _accelerate(t: Tournament, virtual: VirtualPoints | None) -> Tournament:
    """With Baku acceleration if that is what 250 or XXA list, at least up to the next round.

    What they list of players who were not paired in a round changes nothing.
    """
    upper = [player for player in order_in(t, 1) if (player, 1) in (virtual or {})]
    if not upper:
        return t
    rules = replace(t.rules, acceleration="baku")
    baku = replace(t, rules=rules, last_accelerated=upper[-1])
    last = max(len(t.rounds) + 1, *(round_no for _, round_no in virtual or {}))
    expected = {key: points for key, points in virtual_points(baku).items() if key[1] <= last}
    odd = (key for key, _ in expected.items() ^ (virtual or {}).items())
    return t if any(_counts(t, player, round_no) for player, round_no in odd) else baku


def _counts(t: Tournament, player: PlayerId, round_no: int) -> bool:
    """Whether virtual points of a player in a round decide anything."""
    round_ = t.rounds.get(RoundRef(1, round_no))
    return round_ is None or round_.byes.get(player, ByeKind.PAIRING) == ByeKind.PAIRING


def initial_colour(file: TrfFile) -> Colour | None:
    """As the file says, or as its first game of two players shows who had had no colour before.

    The higher ranked of them has the initial colour if their number is odd (C.04.3, 5.2.5).
    Forfeits show it only if no such game was played; there may be none at all.
    """
    if file.initial_colour or not file.rounds_played:
        return file.initial_colour
    imported = _individual_tournament(file)
    for are_forfeits in (False, True):
        for round_no in range(1, file.rounds_played + 1):
            shown = _colour_shown(file, imported, round_no, are_forfeits=are_forfeits)
            if shown:
                return shown
    return None


def _colour_shown(
    file: TrfFile, imported: ImportedTournament, round_no: int, *, are_forfeits: bool
) -> Colour | None:
    """The initial colour by the first board of a round whose players had had none."""
    cells = {player.id: player.rounds[round_no - 1] for player in file.players}
    paired = [PlayerId(n) for n, cell in cells.items() if cell.opponent or cell.result == "U"]
    position = Position(imported.tournament, imported.past, round_no, paired)
    new = {one.player: cells[one.player] for one in position.players if not one.colours}
    for higher, cell in new.items():  # best first: of two, the higher ranked one comes first
        forfeit = cell.result in FORFEITED.values()
        if cell.opponent in new and cell.colour and forfeit == are_forfeits:
            odd = bool(position.numbers[higher] % 2)
            return "w" if (cell.colour == "w") == odd else "b"
    return None


def _virtual(file: TrfFile) -> VirtualPoints | None:
    """Virtual points by player and round, where 250 or XXA list them."""
    if not file.acceleration:
        return None
    last = max(one.last_round for one in file.acceleration)
    return {
        (PlayerId(number), round_no): points
        for round_no in range(1, last + 1)
        for number, points in file.virtual_points(round_no).items()
        if points
    }


def _rounds_of(file: TrfFile, system: str) -> dict[RoundRef, Round]:
    """All rounds, with the games as the rating report has them where they counted otherwise."""
    reported = _rounds(_in_order(file), file.rounds_played, system)
    as_played = as_counted(file)
    if as_played is file:
        return reported
    counted = _rounds(_in_order(as_played), file.rounds_played, system)
    for ref, round_ in counted.items():
        there = reported[ref].pairings
        changed = {
            table: replace(one, for_rating=there[table])
            for table, one in round_.pairings.items()
            if one != there[table]
        }
        if changed:
            counted[ref] = replace(round_, pairings={**round_.pairings, **changed})
    return counted


def _in_order(file: TrfFile) -> list[TrfPlayer]:
    return sorted(file.players, key=lambda player: player.id)


def _rounds(players: Sequence[TrfPlayer], played: int, system: str) -> dict[RoundRef, Round]:
    """All rounds; tables are in the order of the smaller number at each."""
    cells = {player.id: player.rounds for player in players}
    tables: list[list[Pairing]] = [[] for _ in range(played)]
    byes: list[dict[PlayerId, ByeKind]] = [{} for _ in range(played)]
    for player in players:
        me = PlayerId(player.id)
        for index, cell in enumerate(player.rounds):
            opponent = cell.opponent
            if opponent is None:
                byes[index][me] = _ALL_BYES[cell.result]
            elif opponent > me:
                tables[index].append(_pairing(me, cell, opponent, cells[opponent][index]))
    return {
        RoundRef(1, index + 1): round_of(tables[index], byes[index], system)
        for index in range(played)
    }


def _pairing(me: PlayerId, mine: TrfCell, opponent: int, theirs: TrfCell) -> Pairing:
    """White first; a forfeit may have no colours, then it is the smaller number."""
    if mine.colour == "b" or theirs.colour == "w":
        return Pairing((PlayerId(opponent), me), OUTCOMES[theirs.result, mine.result])
    return Pairing((me, PlayerId(opponent)), OUTCOMES[mine.result, theirs.result])


def _awarded_points(file: TrfFile) -> dict[tuple[PlayerId, int], Fraction]:
    """Points of single rounds that the rules do not give, or that 299 awards.

    Several 299 records for one round add up, as they do when the file is checked.
    """
    odd = _odd_points(file.points)
    awarded = {
        (PlayerId(player.id), round_no): odd[key]
        for player in (file.players if odd else ())
        for round_no, cell in enumerate(player.rounds, 1)
        if (key := (cell.result, cell.colour == "b", cell.opponent is None)) in odd
    }
    for player_id, round_no, usual, points in file.awards():
        where = player_id, round_no
        awarded[where] = awarded.get(where, usual) + points - usual
    return awarded


def _odd_points(points: PointSystem) -> dict[tuple[str, bool, bool], Fraction]:
    """Points that `rules_of` cannot say, by code, whether with Black, and whether alone: other
    points for Black, for `?`, and for forfeits without an opponent.
    """
    ruled = replace(
        points,
        black_win=points.win,
        black_draw=points.draw,
        black_loss=points.loss,
        unknown=points.draw,
    ).table
    odd = {}
    for (code, black), worth in points.table.items():
        for alone in (False, True):
            taken_for = LONE_FORFEITS.get(code, code) if alone else code
            if worth != ruled[taken_for, black]:
                odd[code, black, alone] = worth
    return odd


def before_round(file: TrfFile, round_no: int) -> TrfFile:
    """What the file said when this round was to be paired.

    Points and ranks are left out: they came later. Absent in the round is who has a bye there
    that the pairing did not give. A file without 142 or XXR is taken to have been planned for the
    rounds that it has.
    """
    file = as_paired(file, round_no)
    return replace(
        file,
        players=tuple(
            replace(player, rounds=player.rounds[: round_no - 1], points=None, rank=None)
            for player in file.players
        ),
        rounds=file.rounds or file.rounds_played,
        rounds_played=round_no - 1,
        byes=_byes_in(file, round_no),
        forbidden=tuple(one for one in file.forbidden if _holds(one, round_no)),
        abnormal=tuple(one for one in file.abnormal if (one.round_no or 0) < round_no),
    )


def _byes_in(file: TrfFile, round_no: int) -> tuple[TrfBye, ...]:
    if round_no > file.rounds_played:
        return tuple(bye for bye in file.byes if bye.round_no == round_no)
    cells = ((player.id, player.rounds[round_no - 1]) for player in file.players)
    return tuple(
        TrfBye(round_no, _ABSENT[cell.result], one)
        for one, cell in cells
        if cell.opponent is None and cell.result in _ABSENT
    )


def _holds(one: TrfForbidden, round_no: int) -> bool:
    return (one.first_round or 1) <= round_no <= (one.last_round or round_no)
