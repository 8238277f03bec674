"""TRF files as tournaments: every code by hand, the copied vectors by their declared points."""

from fractions import Fraction
from pathlib import Path

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Period, Player
from fairpair.core.results import Adjourned, Decided, Forfeit, Mark, Result, marks_of
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import ByePoints, Points, Rules
from fairpair.core.tournament import PairingRestriction
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.trf import read
from fairpair.formats.trf.tournament import tournament_of
from formats.sheet import FILES, Person, columns, good, player

WIN, DRAW, LOSS = Mark.WIN, Mark.DRAW, Mark.LOSS
WHITE_WINS, DRAWN, BLACK_WINS = (Decided(m) for m in ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN)))
HALF = Fraction(1, 2)


def of(*lines: str) -> ImportedTournament:
    return tournament_of(good(*lines))


def round_no(imported: ImportedTournament, number: int = 1) -> Round:
    return imported.tournament.rounds[RoundRef(1, number)]


def results(imported: ImportedTournament, number: int = 1) -> dict[tuple[int, ...], Result | None]:
    return {p.seats: p.result for p in round_no(imported, number).pairings.values()}


def totals(imported: ImportedTournament) -> dict[PlayerId, Fraction]:
    """What everybody has: the rules' points, unless they are awarded, and the extra ones."""
    tournament = imported.tournament
    total = dict.fromkeys(tournament.entries, Fraction(0))
    for (player_id, _), points in imported.extra.items():
        total[player_id] += points
    for ref, one in tournament.rounds.items():
        seats = {
            p: points_of(match.result, side, tournament.rules)
            for match in one.pairings.values()
            for side, p in enumerate(match.seats)
        }
        byes = {p: bye_points(kind, tournament.rules) for p, kind in one.byes.items()}
        assert seats.keys() | byes.keys() == total.keys()
        assert not seats.keys() & byes.keys()
        for p, points in (seats | byes).items():
            total[p] += imported.awarded.get((p, ref.round_no), points)
    return total


def points_of(result: Result | None, side: int, rules: Rules) -> Fraction:
    if result is None:
        return Fraction(0)
    mark = marks_of(result)[side]
    if isinstance(result, Forfeit):
        return rules.unplayed_points["forfeit_win" if mark == WIN else "forfeit_loss"]
    return {WIN: rules.points.win, DRAW: rules.points.draw, LOSS: rules.points.loss}[mark]


def bye_points(kind: ByeKind, rules: Rules) -> Fraction:
    if kind == ByeKind.PAIRING:
        assert rules.bye_points is not None
        given = rules.bye_points
        return given.scores["mp"] if given.points is None else given.points
    return rules.unplayed_points[f"{kind.value}_bye"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_copied_files_have_their_declared_points(path: Path) -> None:
    file = read(path.read_bytes()).file
    assert file is not None
    imported = tournament_of(file)
    assert list(imported.tournament.entries) == sorted(p.id for p in file.players)
    assert len(imported.tournament.rounds) == file.rounds_played
    rules = imported.tournament.rules
    assert Rules.read(rules.as_settings()) == rules
    sums, virtual = totals(imported), file.virtual_points(file.rounds_played + 1)
    byes = {bye.id: file.points.worth(bye.kind) for bye in file.next_byes}
    for one in file.players:
        total = sums[PlayerId(one.id)]
        # Programs also write the virtual points and the bye of the coming round into the sum.
        with_bye = total + byes.get(one.id, Fraction(0))
        assert one.points in (total, with_bye, total + virtual[one.id], with_bye + virtual[one.id])


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("1", "0", WHITE_WINS),
        ("0", "1", BLACK_WINS),
        ("=", "=", DRAWN),
        ("W", "L", Decided((WIN, LOSS), rated=False)),
        ("D", "D", Decided((DRAW, DRAW), rated=False)),
        ("L", "W", Decided((LOSS, WIN), rated=False)),
        ("W", "0", Decided((WIN, LOSS), rated=False)),
        ("0", "0", Decided((LOSS, LOSS))),
        ("=", "0", Decided((DRAW, LOSS))),
        ("0", "=", Decided((LOSS, DRAW))),
        ("L", "L", Decided((LOSS, LOSS), rated=False)),
        ("+", "-", Forfeit((WIN, LOSS))),
        ("-", "+", Forfeit((LOSS, WIN))),
        ("-", "-", Forfeit((LOSS, LOSS))),
        ("?", "?", Adjourned()),
        ("", "", None),
    ],
)
def test_results(white: str, black: str, result: Result | None) -> None:
    imported = of(player(1, f"2 b {black}"), player(2, f"1 w {white}"))
    assert results(imported) == {(2, 1): result}
    open_ = RoundStatus.PUBLISHED if result is None else RoundStatus.COMPLETE
    assert round_no(imported).status == open_
    assert not imported.awarded


def test_equal_results_are_one_value() -> None:
    imported = of(
        *(player(1, "2 w 1", "3 b ="), player(2, "1 b 0", "4 w =")),
        *(player(3, "4 w 1", "1 w ="), player(4, "3 b 0", "2 b =")),
    )
    assert len({id(r) for n in (1, 2) for r in results(imported, n).values()}) == 2


def test_tables_and_seats() -> None:
    imported = of(
        *(player(2, "9 - +"), player(9, "2 - -")),
        *(player(1, "7 - +"), player(7, "1 w -")),
        *(player(8, "3 w 1"), player(3, "8 b 0")),
        player(4, "- - U"),
    )
    assert list(imported.tournament.entries) == [1, 2, 3, 4, 7, 8, 9]
    assert round_no(imported).pairings == {
        1: Pairing((PlayerId(7), PlayerId(1)), Forfeit((LOSS, WIN))),
        2: Pairing((PlayerId(2), PlayerId(9)), Forfeit((WIN, LOSS))),  # no colours: the smaller
        3: Pairing((PlayerId(8), PlayerId(3)), WHITE_WINS),
    }


def test_byes() -> None:
    cells = ("- - H", "- - F", "- - U", "- - Z", "")
    first = player(8, "9 w 1"), player(9, "8 b 0")
    imported = of(*first, *(player(n, text) for n, text in enumerate(cells, 1)))
    kinds = [ByeKind.HALF, ByeKind.FULL, ByeKind.PAIRING, ByeKind.ZERO, ByeKind.ZERO]
    assert round_no(imported).byes == dict(enumerate(kinds, 1))


def test_persons_entries_and_requested_byes() -> None:
    who = Person("Müller, Jürgen", rating="2407", federation="GER", fide_id="4600000")
    imported = of(
        *("012 Open", "XXR 4", "240 F   3    1", "240 H   4    2"),
        player(1, "2 w 1", "- - H", who=who),
        player(2, "1 b 0", "", who=Person("Doe", rating="", sex="w", title="WGM", fide_id="0")),
    )
    entries = imported.tournament.entries
    assert imported.tournament.name == "Open"
    assert imported.tournament.created
    assert entries[PlayerId(1)].entrant == Player(
        "Müller, Jürgen", 2407, federation="GER", ids={"fide": "4600000"}
    )
    doe = Player("Doe", None, title="WGM", sex="w", federation="NOR")
    assert entries[PlayerId(2)].entrant == doe
    assert {entry.periods for entry in entries.values()} == {(Period(RoundRef(1, 1)),)}
    assert entries[PlayerId(1)].requested_byes == {2: ByeKind.HALF, 3: ByeKind.FULL}
    assert entries[PlayerId(2)].requested_byes == {4: ByeKind.HALF}


TWO = player(1, "2 w 1"), player(2, "1 b 0")


def test_the_usual_rules() -> None:
    rules = of(*TWO).tournament.rules
    assert rules.points == Points(Fraction(1), HALF, Fraction(0))
    assert rules.bye_points == ByePoints(points=Fraction(1))
    assert rules.unplayed_points == {
        "forfeit_win": 1,
        "forfeit_loss": 0,
        "full_bye": 1,
        "half_bye": HALF,
        "zero_bye": 0,
        "loss_bye": 0,
    }
    assert (rules.game, rules.system, rules.best_of, rules.rounds) == ("chess", "dutch", 1, 1)
    assert rules.standings_tiebreakers == ("BH/C1", "BH", "SB", "PS", "DE")
    assert (rules.fide_edition, rules.boards, rules.primary_score) == ("2026", None, "")
    assert of(player(1), player(2)).tournament.rules.rounds is None
    assert of("142 9", *TWO).tournament.rules.rounds == 9


def test_other_points() -> None:
    settings = "XXS W=3 D=1 PAB=2 FW=4 FL=-1 FPB=5 HPB=1.5 ZPB=0.5 WL=0.25 BL=0.25"
    rules = of(settings, *TWO).tournament.rules
    assert rules.points == Points(Fraction(3), Fraction(1), Fraction(1, 4))
    assert rules.bye_points == ByePoints(points=Fraction(2))
    assert rules.unplayed_points == {
        "forfeit_win": 4,
        "forfeit_loss": -1,
        "full_bye": 5,
        "half_bye": Fraction(3, 2),
        "zero_bye": HALF,
        "loss_bye": Fraction(1, 4),
    }


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["212 PTS,BH/C1,SB"], ("BH/C1", "SB")),
        (["202 BH,SB", "212 pts,DE"], ("DE",)),
        (["202 BH,SB,BH"], ("BH", "SB")),
        (["212 BH,PTS"], ("BH", "PTS")),
        (["212 PTS"], ()),
    ],
)
def test_tiebreaks(lines: list[str], expected: tuple[str, ...]) -> None:
    assert of(*lines, *TWO).tournament.rules.standings_tiebreakers == expected


@pytest.mark.parametrize(
    ("line", "system"),
    [
        ("192 BERGER_ROUNDROBIN_G2", "round_robin"),
        ("192 FIDE_DOUBLEROUNDROBIN", "round_robin"),
        ("192 FIDE_DUTCH_2026_BAKU", "dutch"),
        ("092 Individual: Round-Robin", "round_robin"),
        ("092 Berger tables", "round_robin"),
        ("092 Individual: Swiss-System", "dutch"),
    ],
)
def test_systems(line: str, system: str) -> None:
    imported = of(line, *TWO)
    assert imported.tournament.rules.system == round_no(imported).system == system
    assert of("192 FIDE_DUTCH", "092 Round robin", *TWO).tournament.rules.system == "dutch"


@pytest.mark.parametrize(
    ("start", "edition"),
    [("2026/02/28", "2024"), ("2026/03/01", "2026"), ("2019/01/01", "2024"), ("soon", "2026")],
)
def test_editions(start: str, edition: str) -> None:
    assert of(f"042 {start}", *TWO).tournament.rules.fide_edition == edition


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("142 120", "rounds"),
        ("162  W 101", "points"),
        ("202 " + "B" * 101, "standings_tiebreakers"),
    ],
)
def test_rules_that_cannot_be(line: str, where: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        of(line, *TWO)
    assert (caught.value.code, [p.where for p in caught.value.problems][:1]) == (
        "trf-rules",
        [where],
    )


def test_forbidden_pairs() -> None:
    imported = of(
        *(
            "XXP 1 2",
            "260   1   3    2    3    4",
            "260   3   5    3    4",
            "260   2   2    1    2",
        ),
        *(player(n) for n in range(1, 5)),
    )
    assert imported.tournament.avoided == {
        frozenset({1, 2}): PairingRestriction(True),
        frozenset({2, 3}): PairingRestriction(True, 1, 3),
        frozenset({2, 4}): PairingRestriction(True, 1, 3),
        frozenset({3, 4}): PairingRestriction(True, 1, 5),
    }


def test_too_many_forbidden_pairs() -> None:
    everybody = " ".join(str(n) for n in range(1, 700))
    with pytest.raises(InvalidInputError) as caught:
        of(f"XXP {everybody}", *(player(n) for n in range(1, 700)))
    assert caught.value.code == "too-many-forbidden"


class TestOddPoints:
    def test_black_has_other_points(self) -> None:
        imported = of(
            "XXS BW=2 BL=0.5",
            *(player(1, "2 w 1", "2 b 1", points="3"), player(2, "1 b 0", "1 w 0", points="0.5")),
        )
        assert imported.awarded == {(2, 1): HALF, (1, 2): 2}
        assert totals(imported) == {1: 3, 2: HALF}

    def test_unknown_results(self) -> None:
        lines = "162  X 0.0", player(1, "2 w ?", points="0"), player(2, "1 b ?")
        imported = of(*lines)
        assert results(imported) == {(1, 2): Adjourned()}
        assert imported.awarded == {(1, 1): 0, (2, 1): 0}

    def test_a_kind_of_result(self) -> None:
        imported = of(
            *("299 W         2.0  001    1", "299 H         0.0  000    3"),
            *(player(1, "2 w 1", "2 b 1", points="3"), player(2, "1 b 0", "1 w 0")),
            player(3, "- - H", "- - H", points="0"),
        )
        assert imported.awarded == {(1, 1): 2, (3, 1): 0, (3, 2): 0}
        assert totals(imported) == {1: 3, 2: 0, 3: 0}

    def test_penalties_and_bonuses(self) -> None:
        lines = "299          -0.5  000    1    2", "299           1.0  001    2"
        imported = of(*lines, player(1, "2 w 1", points="0.5"), player(2, "1 b 0", points="0.5"))
        assert imported.extra == {(1, 0): -HALF, (2, 0): -HALF, (2, 1): 1}
        assert totals(imported) == {1: HALF, 2: HALF}
        assert not imported.awarded

    def test_forfeits_without_an_opponent(self) -> None:
        """Old team files (013) have them; the players are the entrants there."""
        old = columns("013", {5: "Oslo", 37: "   1"})
        cells = *TWO, player(3, "- - +"), player(4, "- - -")
        imported = of(old, *cells)
        assert round_no(imported).byes == {3: ByeKind.FULL, 4: ByeKind.ZERO}
        assert not imported.awarded
        odd = of("XXS FW=2 FL=-1", old, *cells)
        assert odd.awarded == {(3, 1): 2, (4, 1): -1}


@pytest.mark.parametrize(
    ("listed", "acceleration"),
    [
        ("1.0", "none"),  # ends before the next round
        ("1.0  1.0", "baku"),
        ("1.0  1.0  0.5", "baku"),
        ("1.0  1.0  0.5  0.5", "baku"),
        ("1.0  1.0  1.0", "none"),
        ("1.0  0.5", "none"),
    ],
)
def test_baku_is_seen_as_soon_as_it_is_listed_for_the_next_round(
    listed: str, acceleration: str
) -> None:
    """Programs of before TRF26 list virtual points round by round."""
    [path] = (path for path in FILES if path.name == "dutch-baku-002.trf")
    text = path.read_text().replace("XXR 5", "XXR 7").replace("1.0  1.0\n", f"{listed}\n")
    file = read(text.encode()).file
    assert file is not None
    assert tournament_of(file).tournament.rules.acceleration == acceleration
