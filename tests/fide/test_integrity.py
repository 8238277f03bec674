"""All integrity events of one tournament in its report."""

from fairpair.app.transfer.exports import Source, get_export
from fairpair.app.use_cases.pairing import draft
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Adjourned
from fairpair.core.rounds import MatchRef
from fairpair.log import commands as c
from fide.events import ByeKind, Event, Table, result
from fide.test_changes import LEAVE, report


def played_by_hand() -> Event:
    """Round 2 has board 1 with turned colours, an adjourned game and a corrected one."""
    event = Event(range(2400, 1600, -100), rounds=7)
    event.pair()
    event.play("1-5 1", "6-2 0", "3-7 1", "8-4 ½")
    seats = [one.seats for one in draft(event.t).tables]
    first, *others = seats
    turned = [first[::-1], *others]
    event.do(c.DraftRound(tuple(Table(n, pair) for n, pair in enumerate(turned, 1))))
    event.with_token(c.PublishRound(), "manual-pairing")
    event.do(c.RecordResult(MatchRef(1, 2, 1), Adjourned()))
    for table in (2, 3, 4):
        event.do(c.RecordResult(MatchRef(1, 2, table), result("½")))
    event.do(c.CompleteRound())
    return event


def test_t39_the_report_has_one_line_of_each_kind() -> None:
    event = played_by_hand()
    event.do(c.RequestBye(PlayerId(8), 3, ByeKind.FULL))
    event.do(c.EditPlayer(PlayerId(5), Player("P5", 2150)))
    event.do(c.RenumberPlayers(), confirm=["numbers-regenerated"])
    event.pair()
    event.do(c.RecordResult(MatchRef(1, 2, 1), result("1")), confirm=["adjourned-decided"])
    event.do(c.CorrectResult(MatchRef(1, 2, 2), result("0"), "slip"), confirm=["correction"])
    for table in event.last.pairings:
        event.do(c.RecordResult(MatchRef(1, 3, table), result("½")))
    event.do(c.CompleteRound())
    event.pair()
    event.do(
        c.CorrectForRating(MatchRef(1, 1, 1), result("0"), "slip"), confirm=["rating-correction"]
    )
    lines = report(event)
    kinds = [line.removeprefix("### ").partition(" @ ")[0] for line in lines]
    assert sorted(kinds) == sorted(
        ["MPA", "FPB", "Regeneration", "Adjournment", "Correction", "Rating correction"]
    )
    rounds = [int(line.partition("Round ")[2].partition(":")[0]) for line in lines]
    assert rounds == sorted(rounds)
    change = c.ChangeRules({"standings_tiebreakers": ["SB"]}, "wanted")
    event.with_token(change, LEAVE)
    assert [line for line in report(event) if "Configuration" in line or "exited" in line] == [
        "### FIDE mode exited @ Round 4",
        "### Configuration @ Round 4: tie-breaks BH/C1,BH,SB,PS,DE => SB",
    ]
    event.do(c.Undo())
    assert "Configuration" not in "".join(report(event))
    assert len(report(event)) == len(lines) + 1  # the exit stays


def test_an_undone_correction_leaves_no_line() -> None:
    event = played_by_hand()
    before = report(event)
    event.do(c.CorrectResult(MatchRef(1, 2, 2), result("0"), "slip"), confirm=["correction"])
    assert len(report(event)) == len(before) + 1
    event.do(c.Undo())
    assert report(event) == before


def test_t17_a_report_with_open_games_says_that_it_is_not_final() -> None:
    event = played_by_hand()
    source = Source(TournamentId("open"), event.log.journal, lambda: event.log.archive, None)
    text = get_export("trf26", "").make(source).decode()
    comments = [line for line in text.splitlines() if line.startswith("###")]
    assert comments[0] == "### Not final: 1 game is open"
    event.do(c.RecordResult(MatchRef(1, 2, 1), result("½")))
    source = Source(TournamentId("open"), event.log.journal, lambda: event.log.archive, None)
    assert "Not final" not in get_export("trf26", "").make(source).decode()


def test_who_meets_a_leaver_of_a_round_robin_wins_by_forfeit() -> None:
    """Six players: 6 plays three games, at least half, and loses the others by forfeit."""
    event = Event(
        range(2500, 1900, -100),
        system="round_robin",
        rounds=None,
        standings_tiebreakers=["SB"],
        pairing_methods={"round_1": "entry_order"},
    )
    for _ in range(3):
        event.pair()
        pairs = [one.seats for one in event.last.pairings.values()]
        event.play(*(f"{white}-{black} ½" for white, black in pairs))
    before = report_lines(event)
    assert "142 5" in before
    event.do(c.DropPlayer(PlayerId(6)))
    for _ in range(2):
        event.pair()
        pairs = [one.seats for one in event.last.pairings.values()]
        event.play(*(f"{white}-{black} ½" for white, black in pairs))
    lines = report_lines(event)
    assert sum(line.endswith(("6 b +", "6 w +")) for line in lines) == 1
    assert [line for line in lines if line.startswith(("###", "XXZ", "240"))] == []


def report_lines(event: Event) -> list[str]:
    source = Source(TournamentId("open"), event.log.journal, lambda: event.log.archive, None)
    return get_export("trf26", "").make(source).decode().splitlines()
