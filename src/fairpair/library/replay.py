"""Rounds of own data, paired again."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Round, RoundRef
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Proposal
from fairpair.engine.pairing.systems import pair_round
from fairpair.language.message import Message

Seats = tuple[PlayerId, ...]


def replay_rounds(
    t: Tournament, forbidden: Iterable[frozenset[PlayerId]]
) -> tuple[list[Message], list[Message]]:
    """What differs from the engine's pairings, round by round, and what was assumed.

    Each round is paired from those before it as they were played, so one difference stays one.
    """
    notes = []
    if t.rules.rounds is None and t.rounds:
        notes.append(Message("library.assumed-last", argument="total_rounds", round=len(t.rounds)))
        t = replace(t, rules=replace(t.rules, rounds=len(t.rounds)))
    t = replace(t, avoided=dict.fromkeys(forbidden, PairingRestriction(hard=True)))
    found = ([one for ref in t.rounds for one in _differences(x, ref)] for x in _by_colour(t))
    return min(found, key=len), notes


def _by_colour(t: Tournament) -> list[Tournament]:
    """With each initial colour, where it was drawn by lot and so can have been either."""
    if t.rules.initial_colour != "lot" or not t.rules.has_colours:
        return [t]
    both = (replace(t.rules, initial_colour=colour) for colour in ("white", "black"))
    return [replace(t, rules=rules) for rules in both]


def _differences(t: Tournament, ref: RoundRef) -> Iterator[Message]:
    played = t.rounds[ref]
    try:
        expected = pair_round(_before(t, ref))
    except ImpossiblePairingError as error:
        yield Message("check.no-pairing", round=ref.name, reason=error.text)
        return
    found = _tables(played)
    for number, seats in enumerate(_expected(expected), 1):
        there = list(dict.fromkeys(found.get(player, (player,)) for player in seats))
        if _same(t, there, seats):
            continue
        swapped = len(there) == 1 and set(there[0]) == set(seats)
        yield Message(
            "check.wrong-colours" if swapped else "check.wrong-pair",
            round=ref.name,
            board=number,
            expected=_text(t, seats),
            found=[_text(t, one) for one in there],
        )


def _before(t: Tournament, ref: RoundRef) -> Tournament:
    """The tournament right before a round: who rested or was missing in it had asked for that."""
    played = t.rounds[ref]
    entries = dict(t.entries)
    for player in t.entrants_in(ref):
        kind = played.byes.get(player)
        missing = kind is None and player not in played.seated
        if missing or (kind is not None and kind is not ByeKind.PAIRING):
            byes = {ref.round_no: kind or ByeKind.ZERO}
            entries[player] = replace(entries[player], requested_byes=byes)
    rounds = {other: one for other, one in t.rounds.items() if other < ref}
    return replace(t, entries=entries, rounds=rounds)


def _tables(played: Round) -> dict[PlayerId, Seats]:
    return {player: pairing.seats for player, pairing in played.seated.items()}


def _expected(round_: Proposal) -> list[Seats]:
    boards: list[Seats] = [(board.white, board.black) for board in round_.boards]
    resting = [round_.bye] if round_.bye else []
    return [*boards, *((one,) for one in (*resting, *(rest.player for rest in round_.rests)))]


def _same(t: Tournament, there: list[Seats], seats: Seats) -> bool:
    if t.rules.has_colours:
        return there == [seats]
    return len(there) == 1 and set(there[0]) == set(seats)


def _text(t: Tournament, seats: Seats) -> Message:
    names = [t.name_of(player) for player in seats]
    if len(names) == 1:
        return Message("check.bye", player=names[0])
    return Message("check.pair", white=names[0], black=names[1])
