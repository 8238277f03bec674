"""What is exported as a table: pairings, standings, the cross table, players."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from fairpair.app.views.norms import all_norms
from fairpair.app.views.player_rounds import cross_table
from fairpair.app.views.ratings import rating_report
from fairpair.app.views.rounds import RoundView, planned_rounds, round_view
from fairpair.app.views.standings import standings_view
from fairpair.core.players import Player, Team
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.formats.list_columns import PUBLIC_COLUMNS
from fairpair.formats.lists import cells_of
from fairpair.formats.tables import Cell, Table

_PAIRINGS = (
    *("stage", "round", "table", "number 1", "name 1", "points 1", "result"),
    *("points 2", "name 2", "number 2"),
)
_BYE_WORDS = {
    "pairing": "bye",
    "full": "full-point bye",
    "half": "half-point bye",
    "zero": "not paired",
    "loss": "loss",
}


def pairings_table(t: Tournament, round_: RoundRef | None = None) -> Table:
    """A row for each table and bye, of one round or of all; points are those before the round.

    All rounds are those that are published; one by name can be a draft, if `t` has it.
    """
    refs = _published_refs(t) if round_ is None else [round_]
    name = "Pairings" if round_ is None else f"Pairings {round_}"
    rows = (row for ref in refs for row in _round_rows(round_view(t, 0, ref.stage, ref.round_no)))
    return Table(name, _PAIRINGS, tuple(rows))


def standings_table(t: Tournament, until: int | None = None) -> Table:
    """Every rank with its record, games and all tie-breaks, which are exact."""
    view = standings_view(t, 0, until)
    named = ("rank", "number", "name", "rating", "title", "club", "federation", "points")
    counted = ("wins", "draws", "losses", "games won", "games lost", "games drawn", "byes")
    codes = tuple(head.code for head in view.tiebreaks)
    rows = []
    for one in view.players:
        record, games = one.record, one.games
        rows.append(
            (
                *(one.rank, one.id, one.name, one.rating, one.title, one.club, one.federation),
                number_cell(one.points),
                *(record.wins, record.draws, record.losses, games.won, games.lost, games.drawn),
                one.byes,
                *(number_cell(value.value) for value in one.tiebreaks),
                "dropped" if one.dropped else "",
            )
        )
    return Table("Standings", (*named, *counted, *codes, "status"), tuple(rows))


def cross_table_table(t: Tournament) -> Table:
    """Every player's rounds beside each other: the opponent's rank, colour and what came out."""
    view = cross_table(t, 0)
    rounds = tuple(f"round {n}" for n in range(1, view.rounds + 1))
    rows = []
    for one in view.players:
        cells = {cell.round: cell.text for cell in one.cells}
        texts = (cells.get(n, "") for n in range(1, view.rounds + 1))
        rows.append((one.rank, one.id, one.name, one.rating, *texts, number_cell(one.points)))
    return Table("Crosstable", ("rank", "number", "name", "rating", *rounds, "points"), tuple(rows))


def players_table(t: Tournament) -> Table:
    """Everybody in the columns that lists of players are read with; of teams, every member."""
    rows = []
    for entry in t.entries.values():
        match entry.entrant:
            case Player() as player:
                rows.append(cells_of(player))
            case Team() as team:
                own = Player("", team.rating, club=team.club, federation=team.federation)
                if own != Player("") or not team.members:
                    rows.append(cells_of(own, team.name))
                rows += [cells_of(member, team.name) for member in team.members]
    used = tuple(c for c in PUBLIC_COLUMNS if c == "name" or any(row[c] for row in rows))
    return Table("Players", used, tuple(tuple(_cell(c, row[c]) for c in used) for row in rows))


def ratings_table(t: Tournament) -> Table:
    """Everybody's estimated change of the FIDE rating; numbers are exact where the rules are."""
    named = ("number", "name", "rating", "title", "federation")
    counted = ("k", "games", "left out", "score", "expected", "change", "new rating")
    heads = (*named, *counted, "average of opponents", "performance", "first rating")
    rows = [
        (
            *(one.id, one.name, one.rating, one.title, one.federation),
            *(one.k, one.games, one.left_out, number_cell(one.score), number_cell(one.expected)),
            *(number_cell(one.change.lstrip("+") or None), one.new),
            *(one.average, one.performance, one.first),
        )
        for one in rating_report(t, 0).players
    ]
    return Table("Ratings", heads, tuple(rows))


def norms_table(t: Tournament) -> Table:
    """The title norms that are made or within reach, with what is missing."""
    heads = ("number", "name", "norm", "made", "games", "average", "percent", "performance")
    rows = [
        (
            *(player, t.name_of(player), one.title, "yes" if one.met else "no", one.games),
            *(one.average, one.percent, one.performance),
            ", ".join(str(line.text) for line in one.requirements if not line.met),
            str(one.summary),
        )
        for player, one in all_norms(t)
    ]
    return Table("Norms", (*heads, "missing", "summary"), tuple(rows))


def all_tables(t: Tournament) -> Sequence[Table]:
    """Players, standings, the cross table, and the pairings of every round."""
    rounds = [pairings_table(t, ref) for ref in _published_refs(t)]
    return [players_table(t), standings_table(t), cross_table_table(t), *rounds]


def number_cell(text: str | None) -> Cell:
    """A number that a view shows, exactly."""
    return None if text is None else Fraction(text)


def _published_refs(t: Tournament) -> list[RoundRef]:
    there = (one.ref for one in planned_rounds(t) if one.ref in t.rounds)
    return [ref for ref in there if t.rounds[ref].status != RoundStatus.DRAFT]


def _round_rows(view: RoundView) -> Iterator[tuple[Cell, ...]]:
    for one in view.pairings:
        first, second = one.players
        result = "" if one.result is None else str(one.result.text)
        yield (
            *(view.stage, view.round, one.table, first.id, first.name, number_cell(first.points)),
            result,
            *(number_cell(second.points), second.name, second.id),
        )
    for bye in view.byes:
        word = _BYE_WORDS[bye.kind]
        points = number_cell(bye.points)
        yield (view.stage, view.round, None, bye.id, bye.name, points, word, None, "", None)


def _cell(column: str, text: str) -> Cell:
    return int(text) if column == "rating" and text else text
