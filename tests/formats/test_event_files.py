"""TDF and WER: what of a file becomes a tournament, and what is refused with a kind word."""

from pathlib import Path

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Decided, Forfeit, Games, Mark, win_for
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.formats import tdf, wer
from fairpair.formats.imported import seeds_of
from fairpair.formats.list_files import read_file
from fairpair.formats.xml_files import external_ids

DATA = Path(__file__).parent / "data"
LEAGUE = (DATA / "league.tdf").read_bytes()
FRIDAY = (DATA / "friday.wer").read_bytes()
R1, R2, R3 = (RoundRef(1, n) for n in (1, 2, 3))
BOTH_LOST = Decided((Mark.LOSS, Mark.LOSS))


def test_a_division_of_a_tdf_file() -> None:
    found = tdf.read(LEAGUE, "masters")
    t = found.tournament
    names = [entry.entrant.name for entry in t.entries.values()]
    assert t.name == "League Cup Harbour Town"
    assert names == ["Ana Lima", "Bo O'Chen", "Cy Dahl", "Dé Ekström", "Eve Faro", "Finn Gray"]
    ana = t.entries[PlayerId(1)].entrant
    ids = {"pokemon": "5000001"}
    assert ana == Player("Ana Lima", category="Masters", ids=ids, birth="2000-02-27")
    assert t.rounds[R1].pairings[4].seats == (1, 2)
    assert t.rounds[R1].pairings[4].result == Decided(win_for(0))
    assert t.rounds[R1].pairings[2].result == Decided(win_for(1))
    assert t.rounds[R1].byes == {5: ByeKind.PAIRING, 6: ByeKind.LOSS}
    assert t.rounds[R2].pairings[1].result == Decided((Mark.DRAW, Mark.DRAW))
    assert t.rounds[R2].pairings[2].result == BOTH_LOST
    assert t.entries[PlayerId(5)].periods[-1].last == R2
    assert t.seeds == {2: (1, 3, 2, 4)}
    assert t.finished
    assert found.settings == {"rounds": 3, "mode": "swiss_with_elimination", "cut": 4}


def test_details_of_persons_are_not_kept_where_they_cannot_be_erased() -> None:
    more = b"<order>1</order><email>ana@example.org</email>"
    found = tdf.read(LEAGUE.replace(b"<order>1</order>", more), "masters")
    assert "example.org" not in str(found.tournament.header)
    assert "order" in str(found.tournament.header)
    assert [str(note) for note in found.notes if note.code == "import.parts"] == [
        "These parts of the file were left out, since they name people: email."
    ]
    assert "import.parts" not in [note.code for note in tdf.read(LEAGUE, "masters").notes]


def test_divisions_are_told_apart() -> None:
    with pytest.raises(InvalidInputError, match="Masters, Junior") as several:
        tdf.read(LEAGUE)
    assert several.value.code == "several-divisions"
    with pytest.raises(InvalidInputError, match="Division Senior has no rounds") as none:
        tdf.read(LEAGUE, "Senior")
    assert "Masters, Junior" in none.value.hint
    juniors = tdf.read(LEAGUE, "junior").tournament
    assert [e.entrant.name for e in juniors.entries.values()] == ["Gus Hall", "Hana Iwai"]


def test_a_wer_file() -> None:
    found = wer.read(FRIDAY)
    t = found.tournament
    assert t.name == "Friday at Rook House"
    assert len(t.entries) == 6  # the judge does not play
    bo = t.entries[PlayerId(2)].entrant
    assert bo == Player("Bo Chen", federation="CN", ids={"dci": "70000002"})
    first = t.rounds[R1]
    assert [p.result for p in first.pairings.values()] == [Games((2, 1)), Games((1, 1), 1)]
    assert first.byes == {5: ByeKind.PAIRING, 6: ByeKind.LOSS}  # Finn came for round 2
    assert t.rounds[R2].pairings[1].result == Forfeit(win_for(0))
    assert t.rounds[R3].pairings[1].result == Games((0, 0), 3)
    assert t.entries[PlayerId(5)].periods[-1].last == R2
    assert t.rounds[RoundRef(2, 2)].pairings[1].seats == (4, 2)
    assert found.settings["best_of"] == 3
    assert found.settings["rounds"] == 3


def test_a_person_without_team_and_match_does_not_play() -> None:
    looking = b'<person id="70000050" first="Only" last="Looking" country="US" />'
    more = looking + b'<person id="70000001"'
    with_one = FRIDAY.replace(b'<person id="70000001"', more, 1)
    assert wer.read(with_one).tournament == wer.read(FRIDAY).tournament
    assert (
        len(wer.players_of(b"<event><participation>" + more + b"/></participation></event>")[1])
        == 2
    )


def test_the_players_alone() -> None:
    found = read_file(LEAGUE)
    assert found.name == "League Cup Harbour Town"
    players = found.listing.entrants()
    assert len(players) == 8
    assert players[6] == Player(
        "Gus Hall", category="Junior", ids={"pokemon": "6000001"}, birth="2015-02-27"
    )
    of_wer = read_file(FRIDAY).listing.entrants()
    assert of_wer[0] == Player("Ana Lima", federation="PT", ids={"dci": "70000001"})


@pytest.mark.parametrize(
    ("old", "new", "where", "told"),
    [
        ('outcome="3"', 'outcome="7"', "round 2, match 1", "outcome '7'"),
        (
            '<player2 userid="5000002"/>',
            '<player2 userid="1"/>',
            "round 1, match 1",
            "not in this division",
        ),
        ("<tablenumber>4<", "<tablenumber>four<", "round 1, match 1, tablenumber", "not a number"),
        (
            'player2 userid="5000003"/><tablenumber>2',
            'player2 userid="5000001"/><tablenumber>2',
            "round 1",
            "two matches for Ana Lima",
        ),
        (
            '<player1 userid="5000004"/><player2 userid="5000003"/>',
            '<player1 userid="5000004"/>',
            "round 1, match 2",
            "only one of its two",
        ),
    ],
)
def test_what_a_tdf_file_gets_wrong_is_named(old: str, new: str, where: str, told: str) -> None:
    text = LEAGUE.decode()
    assert old in text
    with pytest.raises(InvalidInputError) as refusal:
        tdf.read(text.replace(old, new, 1).encode(), "Masters")
    assert refusal.value.code == "bad-tdf"
    assert any(p.where == where and told in p.message for p in refusal.value.problems)


@pytest.mark.parametrize(
    ("old", "new", "where", "told"),
    [
        ('outcome="2" win="1"', 'outcome="9" win="1"', "round 1, match 2", "outcome '9'"),
        (
            'opponent="70000002" outcome',
            'opponent="1" outcome',
            "round 1, match 1",
            "not in the tournament",
        ),
        ('opponent="70000002" outcome', 'opponent="70000003" outcome', "round 1", "two matches"),
        ('win="2" loss="1"', 'win="1" loss="2"', "round 1, match 1", "contradicts its outcome"),
        ('win="2" loss="1"', 'win="x" loss="1"', "round 1, match 1", "not a number"),
        ('win="2" loss="1"', 'win="200" loss="1"', "round 1, match 1", "more games"),
        ('<round number="2"', '<round number="6"', "rounds", "one is missing"),
        ('<round number="5"', '<round number="4"', "rounds", "4 appears twice"),
        ('numberofrounds="3"', 'numberofrounds="many"', "numberofrounds", "not a number"),
        (
            '<member position="A" person="70000001" />',
            '<member position="A" person="70000001" /><member position="B" person="70000002" />',
            "participation/team",
            "individual tournaments",
        ),
    ],
)
def test_what_a_wer_file_gets_wrong_is_named(old: str, new: str, where: str, told: str) -> None:
    text = FRIDAY.decode()
    assert old in text
    with pytest.raises(InvalidInputError) as refusal:
        wer.read(text.replace(old, new, 1).encode())
    assert refusal.value.code == "bad-wer"
    assert any(p.where == where and told in p.message for p in refusal.value.problems)


def test_an_unknown_number_is_made_up_and_read_as_none() -> None:
    people = {
        PlayerId(1): Player("A"),
        PlayerId(2): Player("B", ids={"dci": "77"}),
        PlayerId(3): Player("C", ids={"dci": "77"}),
        PlayerId(4): Player("D", ids={"dci": "x<y"}),
        PlayerId(5): Player("E", ids={"dci": "0555"}),
    }
    made = external_ids(people, "dci")
    assert made == {1: "0000001", 2: "77", 3: "0000002", 4: "0000003", 5: "0000004"}


def test_seeds_that_give_just_these_matches() -> None:
    from fairpair.core.rounds import Pairing
    from fairpair.engine.stages.bracket import seed_order

    # Drawn by hand: 1-2, 3-4, 5-6, 7-8; then 1-8 and 4-5.
    def match(a: int, b: int) -> Pairing:
        return Pairing((PlayerId(a), PlayerId(b)), Decided(win_for(0)))

    rounds = [
        [match(1, 2), match(4, 3), match(5, 6), match(8, 7)],
        [match(1, 8), match(4, 5)],
        [match(1, 4)],
    ]
    seeds = seeds_of(rounds, {PlayerId(n): n for n in range(1, 9)})
    tree = [seeds[number - 1] for number in seed_order(8)]
    meets = [{tree[n], tree[n + 1]} for n in range(0, 8, 2)]
    assert meets == [{1, 2}, {7, 8}, {3, 4}, {5, 6}]
    assert seeds[0] == 1
    usual = [
        [match(5, 4), match(6, 3), match(8, 1), match(2, 7)],
        [match(3, 2), match(5, 1)],
        [match(2, 5)],
    ]
    for played in (1, 2, 3):
        found = seeds_of(usual[:played], {PlayerId(n): n for n in range(1, 9)})
        assert found == tuple(range(1, 9))
    whole = seeds_of(rounds[:1], {PlayerId(n): n for n in range(1, 9)})
    assert sorted(whole) == list(range(1, 9))
    uneven = [[match(2, 3)], [match(1, 2)]]
    assert seeds_of(uneven, {PlayerId(n): n for n in (1, 2, 3)}) == (1, 2, 3)
