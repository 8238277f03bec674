"""Checks any round, paired by the engine or manually, against the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import combinations

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import HIGHEST_TABLE, ByeKind, Pairing, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.contender import (
    BLACK,
    WHITE,
    ColourPreference,
    Contender,
    may_meet,
)
from fairpair.engine.pairing.colours import colour_preference, played_colours
from fairpair.engine.pairing.restrictions import forbidden_opponents
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that the round breaks: a hard one is an error, a soft one can be confirmed.

    Two breaches are equal if they concern the same players, whatever their text.
    """

    code: str
    message: Message = field(compare=False)
    who: frozenset[PlayerId] = frozenset()
    hard: bool = True


SOFT = frozenset(
    {
        "avoided-pair",
        "bye-ignored",
        "bye-not-requested",
        "colour",
        "consecutive-byes",
        "rematch",
        "too-many-byes",
    }
)
"""The breaches that can be confirmed."""


def breaches(
    tournament: Tournament,
    round_: RoundRef,
    pairings: Mapping[int, Pairing],
    byes: Mapping[PlayerId, ByeKind],
) -> list[Breach]:
    """All rules that a round of these tables and byes breaks, hard ones first.

    How many may sit at a table is for the log to ask (`validate.table_seats`).
    """
    known = {p: kind for p, kind in byes.items() if p in tournament.entries}
    sound = [x for x in pairings.values() if all(p in tournament.entries for p in x.seats)]
    found = [
        *_tables(pairings),
        *_presence(tournament, round_, pairings, byes),
        *_meetings(tournament, round_, sound),
        *_colours(tournament, round_, sound),
        *_byes(tournament, round_, sound, known),
    ]
    return sorted(found, key=lambda b: not b.hard)


def _tables(pairings: Mapping[int, Pairing]) -> Iterator[Breach]:
    for number, pairing in pairings.items():
        if not 1 <= number <= HIGHEST_TABLE:
            text = Message("breach.table-number", table=number, most=HIGHEST_TABLE)
            yield Breach("table-number", text, frozenset(pairing.seats))


def _presence(
    t: Tournament,
    round_: RoundRef,
    pairings: Mapping[int, Pairing],
    byes: Iterable[PlayerId],
) -> Iterator[Breach]:
    """Everybody who takes part is in the round exactly once, and nobody else."""
    placed = Counter(player for pairing in pairings.values() for player in pairing.seats)
    placed.update(iter(byes))
    for player, times in placed.items():
        values = {"player": t.name_of(player), "round": round_.name}
        who = frozenset([player])
        if player not in t.entries:
            yield Breach("unknown-player", Message("breach.unknown-player", number=player), who)
        elif not t.takes_part(player, round_):
            yield Breach("not-taking-part", Message("breach.not-taking-part", **values), who)
        if times > 1:
            text = Message("breach.placed-twice", **values, times=times)
            yield Breach("placed-twice", text, who)
    if round_.stage == 1:
        for player in t.entrants_in(round_):
            if player not in placed:
                text = Message("breach.left-out", player=t.name_of(player))
                yield Breach("left-out", text, frozenset([player]))


def _meetings(t: Tournament, round_: RoundRef, pairings: Iterable[Pairing]) -> Iterator[Breach]:
    met = _met_before(t, round_) if t.rules.avoid_repeat_pairings and round_.stage == 1 else {}
    barred, apart = forbidden_opponents(t, round_) if round_.stage == 1 else ({}, {})
    for a, b in (two for pairing in pairings for two in combinations(pairing.seats, 2)):
        pair = frozenset((a, b))
        players = [t.name_of(a), t.name_of(b)]
        if pair in met:
            text = Message("breach.rematch", players=players, round=met[pair].name)
            yield Breach("rematch", text, pair, hard=False)
        hard, soft = (b in kept.get(a, ()) for kept in (barred, apart))
        if hard or soft:
            yield Breach(
                "avoided-pair", Message("breach.avoided-pair", players=players), pair, hard
            )


def _met_before(t: Tournament, round_: RoundRef) -> dict[frozenset[PlayerId], RoundRef]:
    return {
        frozenset(pair): ref
        for ref, earlier in t.rounds.items()
        if ref < round_ and ref.stage == round_.stage and earlier.status != RoundStatus.DRAFT
        for pairing in earlier.pairings.values()
        for pair in combinations(pairing.seats, 2)
    }


def _colours(t: Tournament, round_: RoundRef, pairings: Iterable[Pairing]) -> Iterator[Breach]:
    """Where the rules are strict, nobody has a colour for the third time in a row, or three times
    more than the other. Only for tables of two: the first seat is White.
    """
    if round_.stage != 1 or not (t.rules.color_balance_strict or t.rules.system == "dutch"):
        return
    before = played_colours(t, round_)
    for pairing in (x for x in pairings if len(x.seats) == 2):
        for side, player in enumerate(pairing.seats):
            _, _, preference, due, _ = colour_preference(before.get(player, []))
            if preference == ColourPreference.ABSOLUTE and due != side:
                colour = "white" if side == WHITE else "black"
                text = Message(f"breach.colour-{colour}", player=t.name_of(player))
                yield Breach("colour", text, frozenset([player]), hard=False)


def _byes(
    t: Tournament,
    round_: RoundRef,
    pairings: Iterable[Pairing],
    byes: Mapping[PlayerId, ByeKind],
) -> Iterator[Breach]:
    """In stage 1; in a knockout several of the best seeds may have one."""
    if round_.stage != 1:
        return
    allocated = [p for p, kind in byes.items() if kind == ByeKind.PAIRING]
    if len(allocated) > 1:
        text = Message("breach.several-byes", players=list(map(t.name_of, allocated)))
        yield Breach("several-byes", text, frozenset(allocated))
    for player in allocated:
        yield from _bye_limits(t, round_, player)
    for player, kind in byes.items():
        if kind not in (ByeKind.PAIRING, t.entries[player].requested_byes.get(round_.round_no)):
            text = _bye_text("bye-not-requested", t, player, round_)
            yield Breach("bye-not-requested", text, frozenset([player]), hard=False)
    for player in (p for pairing in pairings for p in pairing.seats):
        if round_.round_no in t.entries[player].requested_byes:
            text = _bye_text("bye-ignored", t, player, round_)
            yield Breach("bye-ignored", text, frozenset([player]), hard=False)


def _bye_limits(t: Tournament, round_: RoundRef, player: PlayerId) -> Iterator[Breach]:
    had = [
        ref
        for ref, earlier in t.rounds.items()
        if ref < round_ and earlier.byes.get(player) in (ByeKind.PAIRING, ByeKind.FULL)
    ]
    limit = t.rules.max_byes_per_player
    if limit is not None and len(had) >= limit:
        text = Message("breach.too-many-byes", player=t.name_of(player), n=len(had), limit=limit)
        yield Breach("too-many-byes", text, frozenset([player]), hard=False)
    if t.rules.prevent_consecutive_byes and had and had[-1].next == round_:
        text = _bye_text("consecutive-byes", t, player, had[-1])
        yield Breach("consecutive-byes", text, frozenset([player]), hard=False)


def _bye_text(code: str, t: Tournament, player: PlayerId, round_: RoundRef) -> Message:
    return Message(f"breach.{code}", player=t.name_of(player), round=round_.name)


def verify_round(
    players: Sequence[Contender],
    boards: Sequence[tuple[Contender, Contender]],
    bye: Contender | None,
) -> None:
    """Everybody once; C1, C2, C3 and the forbidden pairs kept; no absolute preference denied.

    `boards` are White and Black.
    """
    seated = [player.player for board in boards for player in board]
    seated += [bye.player] if bye else []
    _require(sorted(seated) == sorted(p.player for p in players), "not everybody is there once")
    _require((bye is not None) == (len(players) % 2 == 1), "a bye too many or too few")
    _require(bye is None or bye.may_have_bye, "a second bye (C2)")
    for white, black in boards:
        who = f"{white.player} - {black.player}"
        _require(may_meet(white, black), f"{who} may not meet (C1, C3)")
        topscorers = white.topscorer or black.topscorer
        _require(topscorers or _may_have(white, WHITE), f"{who}: White once too often")
        _require(topscorers or _may_have(black, BLACK), f"{who}: Black once too often")


def _may_have(player: Contender, colour: int) -> bool:
    """Whether the colour does not go against an absolute preference (1.7.1)."""
    return player.preference != ColourPreference.ABSOLUTE or player.colour == colour


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(f"The pairing engine made an impossible round: {message}.")
