"""Players and teams: all of them, and one with everything about it."""

from collections.abc import Iterable, Mapping, Sequence

from fairpair.app.views.people import (
    Person,
    fields_of,
    person_fields,
    points_of,
    rating_of,
    require_player,
)
from fairpair.app.views.player_rounds import PlayerRounds, RoundOfPlayer
from fairpair.app.views.standings import standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Player, Team
from fairpair.core.ratings import ListRating
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.table import Standings


@dataclass(frozen=True, slots=True)
class Place:
    """A round, by its stage and its number within the stage."""

    stage: int
    round: int


@dataclass(frozen=True, slots=True)
class RequestedBye:
    """A bye in a coming round, and how it counts."""

    round: int
    kind: str


@dataclass(frozen=True, slots=True)
class PlayerLine(Person):
    """An entrant. `status` is `active` or `dropped`; `kind` is `player` or `team`.

    `ids` are the numbers given by other organisations. Only staff see `birth`. `ratings` is
    what rating lists say, by list; `rating` counts here. `seed` is the place
    in the knockout.
    """

    kind: str
    status: str
    category: str
    sex: str
    ids: Mapping[str, str]
    birth: str
    ratings: Mapping[str, ListRating]
    rank: int | None
    points: str
    seed: int | None
    from_round: Place
    dropped_after: Place | None
    checked_in: bool
    fixed_table: int | None
    requested_byes: Sequence[RequestedBye]
    half_byes_barred: bool
    """Whether the player may have no half-point bye."""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """All players and teams, in order of registration."""

    version: int
    players: Sequence[PlayerLine]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a team; `place` is the position in its list, from 1."""

    place: int
    name: str
    rating: int | None
    title: str
    club: str
    federation: str


@dataclass(frozen=True, slots=True)
class TeamLine(PlayerLine):
    """A team with its members in board order."""

    members: Sequence[Member]


@dataclass(frozen=True, slots=True)
class TeamList:
    """All teams, in order of registration."""

    version: int
    teams: Sequence[TeamLine]


@dataclass(frozen=True, slots=True)
class PlayerView(PlayerLine):
    """An entrant with all rounds so far. `colours`, such as `wbw`, are those of games played."""

    version: int
    rounds: Sequence[RoundOfPlayer]
    opponents: Sequence[PlayerId]
    colours: str
    byes: int
    members: Sequence[Member]


def player_list(t: Tournament, version: int) -> PlayerList:
    """Everybody."""
    return PlayerList(version, player_lines(t, standings_of(t), t.entries))


def player_lines(
    t: Tournament, standings: Standings, players: Iterable[PlayerId]
) -> list[PlayerLine]:
    """The lines of some players, with their places in these standings."""
    lines = _Lines(t, standings)
    return [lines.of(player) for player in players]


def team_list(t: Tournament, version: int) -> TeamList:
    """Those who are teams."""
    lines = _Lines(t, standings_of(t))
    teams = [p for p, entry in t.entries.items() if isinstance(entry.entrant, Team)]
    found = [
        TeamLine(**fields_of(lines.of(team)), members=_members(t.entries[team])) for team in teams
    ]
    return TeamList(version, found)


def player_view(
    t: Tournament, version: int, number: int, standings: Standings | None = None
) -> PlayerView:
    """One of them; `NotFoundError` if there is no such number.

    `standings` are those of now, where they are known already.
    """
    player = require_player(t, number)
    lines = _Lines(t, standings or standings_of(t))
    rounds = PlayerRounds(t, lines.standings.inputs).of(player)
    row = lines.standings.by_player[player]
    colours = "".join(
        one.colour[0] for one in rounds if one.colour and one.kind == "played" and one.stage == 1
    )
    return PlayerView(
        **fields_of(lines.of(player)),
        version=version,
        rounds=rounds,
        opponents=row.opponents,
        colours=colours,
        byes=row.byes,
        members=_members(t.entries[player]),
    )


class _Lines:
    """Lines of one tournament, with the places in its standings."""

    def __init__(self, t: Tournament, standings: Standings) -> None:
        self._t = t
        self.standings = standings
        self._points = points_of(self.standings.inputs)
        self._seeds = {player: n for n, player in enumerate(t.seeds.get(t.stage, ()), 1)}

    def of(self, player: PlayerId) -> PlayerLine:
        """The line of an entrant."""
        t, entry = self._t, self._t.entries[player]
        entrant = entry.entrant
        one = entrant if isinstance(entrant, Player) else None
        last = entry.periods[-1].last
        byes = sorted(entry.requested_byes.items())
        return PlayerLine(
            **person_fields(t, player),
            kind="player" if one else "team",
            status="dropped" if entry.dropped else "active",
            category=one.category if one else "",
            sex=one.sex if one else "",
            ids=one.ids if one else {},
            birth=one.birth if one else "",
            ratings=one.ratings if one else {},
            rank=self.standings.ranks.get(player),
            points=self._points[player],
            seed=self._seeds.get(player),
            from_round=_place(entry.periods[0].first),
            dropped_after=_place(last) if last else None,
            checked_in=entry.checked_in,
            fixed_table=entry.fixed_table,
            requested_byes=[RequestedBye(n, kind.value) for n, kind in byes],
            half_byes_barred=entry.half_byes_barred,
        )


def _place(ref: RoundRef) -> Place:
    return Place(ref.stage, ref.round_no)


def _members(entry: Entry) -> list[Member]:
    members = entry.entrant.members if isinstance(entry.entrant, Team) else ()
    return [
        Member(
            place=n,
            name=one.name,
            rating=rating_of(one),
            title=one.title,
            club=one.club,
            federation=one.federation,
        )
        for n, one in enumerate(members, 1)
    ]
