"""Which words a TRF dialect has for the same event; columns are the business of `writer`.

| value | TRF16 with the engines' extensions | TRF26 |
|---|---|---|
| virtual points of players | XXA: each id by itself | 250 as it is |
| the Dutch system of 2026 (192) | `FIDE_DUTCH_2025`, which bbpPairings 6.0.0 knows | as it is |
| names | cut to their columns | cut to their columns |

Whatever a dialect has no word for keeps that of the other one, so nothing else changes.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from fairpair.formats.trf.acceleration import TrfAcceleration, runs_of
from fairpair.formats.trf.fields import MOST_ROUNDS
from fairpair.formats.trf.records import TrfFile, TrfForbidden
from fairpair.formats.trf.teams import TrfTeams

Dialect = Literal["trf16", "trf26"]

_PLAYER_NAME, _TEAM_NAME, _NICKNAME = 33, 32, 5
# TEC's earlier codes of the same rules.
_EARLIER_CODES = {
    "FIDE_DUTCH_2026": "FIDE_DUTCH_2025",
    "FIDE_DUTCH_2026_BAKU": "FIDE_DUTCH_2025_BAKU",
}


def spelled(file: TrfFile, dialect: Dialect) -> TrfFile:
    """The same event in a dialect's words: exactly what reading the written file gives back."""
    in_16 = dialect == "trf16"
    return replace(
        file,
        players=tuple(replace(p, name=_cut(p.name, _PLAYER_NAME)) for p in file.players),
        national=tuple(replace(n, name=_cut(n.name, _PLAYER_NAME)) for n in file.national),
        teams=_teams(file.teams),
        byes=tuple(sorted(file.byes, key=lambda bye: (bye.round_no, bye.id))),
        forbidden=tuple(_with_both_ends(one, file.rounds) for one in file.forbidden),
        acceleration=tuple(_singles(file)) if in_16 and by_player(file) else file.acceleration,
        system=_EARLIER_CODES.get(file.system.upper(), file.system) if in_16 else file.system,
    )


def by_player(file: TrfFile) -> bool:
    """Whether XXA can say the acceleration: it is of players, and there are no match points."""
    return not file.teams.numbered and all(one.match_points is None for one in file.acceleration)


def _cut(name: str, width: int) -> str:
    return name.strip(" ")[:width].rstrip(" ")


def _teams(teams: TrfTeams) -> TrfTeams:
    cut = (
        replace(one, name=_cut(one.name, _TEAM_NAME), nickname=_cut(one.nickname, _NICKNAME))
        for one in teams.teams
    )
    return replace(teams, teams=tuple(cut))


def _with_both_ends(one: TrfForbidden, rounds: int | None) -> TrfForbidden:
    """A range that is open at one end is closed, as 260 needs it."""
    if one.first_round is not None or one.last_round is not None:
        last = one.last_round or rounds or MOST_ROUNDS
        one = replace(one, first_round=one.first_round or 1, last_round=last)
    return one.within(rounds)


def _singles(file: TrfFile) -> Iterator[TrfAcceleration]:
    """Every player's runs of rounds with equal points, in the order in which they are named."""
    last = max((one.last_round for one in file.acceleration), default=0)
    by_round = {round_no: file.virtual_points(round_no) for round_no in range(1, last + 1)}
    for player in _named(file):
        points = ((round_no, values[player]) for round_no, values in by_round.items())
        yield from runs_of(player, points)


def _named(file: TrfFile) -> list[int]:
    ids = sorted(player.id for player in file.players)
    ranges = [(one.first_id, one.last_id) for one in file.acceleration]
    return list(dict.fromkeys(i for first, last in ranges for i in ids if first <= i <= last))
