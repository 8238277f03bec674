"""What a file says of every player before the round to be paired (C.04.3 art. 1, and C2).

| fact | from |
|---|---|
| score | results of the rounds played, and the virtual points of this round |
| opponents met, colours | played games, so no forfeits (C.04.2 3.4, 3.5) |
| floats | the last two rounds, played or not |
| may have the bye | no bye of that kind yet, no win's points without playing |
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from fairpair.formats.trf.model import TrfCell, TrfFile, TrfPlayer

PLAYED = frozenset("1=0WDL?")
NONE, MILD, STRONG, ABSOLUTE = range(4)


@dataclass(frozen=True, eq=False)
class Player:
    """One to be paired; `floats` and `colours` as section 2 of the specification has them."""

    id: int
    tpn: int
    number: int
    """As the TPN, without those who never were in a pairing; its parity decides in 5.2.5."""
    score: Fraction
    """With the virtual points of this round."""
    barred: frozenset[int]
    """Opponents met in a game, and forbidden ones."""
    colours: str
    """Of played games, the latest last."""
    floats: tuple[str, str]
    """`down`, `up` or nothing, in the last round and in the one before."""
    may_have_bye: bool
    unplayed: int
    topscorer: bool

    @cached_property
    def difference(self) -> int:
        """Whites less blacks, over played games."""
        return self.colours.count("w") - self.colours.count("b")

    @cached_property
    def colour_preference(self) -> tuple[int, str]:
        """Article 1.7: how strong, and which colour."""
        if abs(self.difference) >= 2:
            return ABSOLUTE, "b" if self.difference > 0 else "w"
        if self.colours[-2:] in ("ww", "bb"):
            return ABSOLUTE, other(self.colours[-1])
        if self.difference:
            return STRONG, "b" if self.difference > 0 else "w"
        if self.colours:
            return MILD, other(self.colours[-1])
        return NONE, ""

    @property
    def strength(self) -> int:
        return self.colour_preference[0]

    @property
    def wants(self) -> str:
        return self.colour_preference[1]


def other(colour: str) -> str:
    """The other colour."""
    return "b" if colour == "w" else "w"


def players_of(file: TrfFile) -> list[Player]:
    """Everybody in the file, absent or not, by rank (1.2)."""
    places = enumerate(file.players, 1)
    tpn = {one.id: place if file.rank_by_position else one.id for place, one in places}
    numbers = _numbers(file, tpn)
    before = [_scores(file, round_no) for round_no in range(1, file.rounds_played + 2)]
    players = []
    for one in file.players:
        games = [cell for cell in one.rounds if cell.result in PLAYED]
        score = before[-1][one.id]
        best_half = file.rounds_played * file.points.win / 2
        players.append(
            Player(
                id=one.id,
                tpn=tpn[one.id],
                number=numbers[one.id],
                score=score,
                barred=frozenset(cell.opponent for cell in games if cell.opponent)
                | _forbidden(file, one.id),
                colours="".join(cell.colour or "" for cell in games),
                floats=(_float(file, one, before, 1), _float(file, one, before, 2)),
                may_have_bye=not any(_bars_bye(file, cell) for cell in one.rounds),
                unplayed=file.rounds_played - len(games),
                topscorer=file.rounds_played + 1 == file.rounds and score > best_half,
            )
        )
    return sorted(players, key=by_rank)


def by_rank(player: Player) -> tuple[Fraction, int]:
    """Article 1.2: higher score first, then lower TPN."""
    return -player.score, player.tpn


def _scores(file: TrfFile, round_no: int) -> dict[int, Fraction]:
    """With what score each player went into this round: points and virtual points."""
    virtual = file.virtual_points(round_no)
    worth = file.points.table
    return {
        player.id: virtual[player.id]
        + sum(worth[cell.result, cell.colour == "b"] for cell in player.rounds[: round_no - 1])
        for player in file.players
    }


def _numbers(file: TrfFile, tpn: dict[int, int]) -> dict[int, int]:
    """Who is absent now and was in no pairing before (no game, forfeit or `U`) is skipped.

    So the SPP answered on 28 August 2026; those have 0 here, which nobody asks for.
    """
    absent = {bye.id for bye in file.next_byes}
    here = [
        player.id
        for player in sorted(file.players, key=lambda player: tpn[player.id])
        if player.id not in absent or any(c.opponent or c.result == "U" for c in player.rounds)
    ]
    return {player.id: 0 for player in file.players} | {one: n for n, one in enumerate(here, 1)}


def _forbidden(file: TrfFile, player: int) -> frozenset[int]:
    now = file.rounds_played + 1
    return frozenset(
        other
        for one in file.forbidden
        if player in one.ids and (one.first_round or 1) <= now <= (one.last_round or now)
        for other in one.ids
        if other != player
    )


def _bars_bye(file: TrfFile, cell: TrfCell) -> bool:
    """C2: an earlier bye of this kind, or a win's points without playing."""
    if cell.result in PLAYED:
        return False
    return cell.result == "U" or file.points.worth(cell.result) >= file.points.win


def _float(file: TrfFile, one: TrfPlayer, before: list[dict[int, Fraction]], ago: int) -> str:
    """Articles 1.4.2 to 1.4.4, of the last round (1) or the one before (2); rounds, not games."""
    if ago > file.rounds_played:
        return ""
    cell = one.rounds[-ago]
    if cell.result in PLAYED:
        scores = before[-ago - 1]
        own, theirs = scores[one.id], scores[cell.opponent or 0]
        return "down" if own > theirs else "up" if own < theirs else ""
    rewarded = cell.result == "U" or file.points.worth(cell.result) > file.points.loss
    return "down" if rewarded else ""
