"""What becomes of the games of somebody who leaves a round robin (FIDE C.05, 6.6).

| played until then | games played | games to come |
|---|---|---|
| at least half | count | lost by forfeit |
| less than half, in chess | count for nobody | count for nobody |
"""

from collections import Counter
from collections.abc import Iterator

from fairpair.core.ids import PlayerId
from fairpair.core.results import Forfeit, Mark, win_for
from fairpair.core.rounds import ByeKind, Pairing, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.berger import boards_in, players_by_number

_FORFEITS = {ByeKind.FULL: Mark.WIN, ByeKind.ZERO: Mark.LOSS, None: Mark.LOSS}
"""What a bye, or none, makes of the game of two who were to meet."""
_RESULTS = {marks: Forfeit(marks) for marks in (win_for(0), win_for(1), (Mark.LOSS, Mark.LOSS))}


def forfeited_games(tournament: Tournament, ref: RoundRef) -> Iterator[Pairing]:
    """The games of a published round at no table, because a player left or asked not to play."""
    if tournament.rules.system != "round_robin" or ref.stage != 1:
        return
    round_, order = tournament.rounds[ref], players_by_number(tournament)
    seated = round_.seated.keys()
    for numbers in boards_in(tournament, len(order), ref.round_no):
        seats = tuple(order[number - 1] for number in numbers if number <= len(order))
        if not any(_is_away(tournament, player, ref) for player in seats):
            continue
        kinds = [round_.byes.get(player) for player in seats]
        marks = tuple(_FORFEITS[kind] for kind in kinds if kind in _FORFEITS)
        if marks in _RESULTS and seated.isdisjoint(seats):
            yield Pairing(seats, _RESULTS[marks])


def _is_away(tournament: Tournament, player: PlayerId, ref: RoundRef) -> bool:
    entry = tournament.entries[player]
    return not entry.plays_in(ref) or ref.round_no in entry.requested_byes


def annulled_players(tournament: Tournament, until: int | None = None) -> frozenset[PlayerId]:
    """Who left, by the end of a round or by now, before playing half of the games."""
    rules = tournament.rules
    if rules.system != "round_robin" or not (rules.game == "chess" or rules.has_colours):
        return frozenset()
    gone = {
        player
        for player, entry in tournament.entries.items()
        if entry.dropped and (until is None or entry.left_by(RoundRef(1, until)))
    }
    if not gone:
        return frozenset()
    scheduled = (len(players_by_number(tournament)) - 1) * rules.cycles
    played = Counter(_played_by(tournament))
    return frozenset(player for player in gone if 2 * played[player] < scheduled)


def _played_by(tournament: Tournament) -> Iterator[PlayerId]:
    """The players of every game over the board."""
    for ref, round_ in tournament.published_rounds.items():
        for pairing in round_.pairings.values() if ref.stage == 1 else ():
            if pairing.result is not None and not isinstance(pairing.result, Forfeit):
                yield from pairing.seats
