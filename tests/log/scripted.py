"""One scripted tournament with every kind of event in it, for logs that must never change.

Runs without test tools, on any Python: `python scripted.py` prints a digest of log and state.
"""

import hashlib
import json
from fractions import Fraction
from typing import Any

from fairpair.core.action_warnings import ActionWarning
from fairpair.core.draw import mixed_seed
from fairpair.core.ids import PlayerId
from fairpair.core.players import ExternalValue, Player, Team
from fairpair.core.results import (
    Adjourned,
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Scored,
    win_for,
)
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.core.tournament import Admission, Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.codec import Codec
from fairpair.log.decide import decide
from fairpair.log.journal import Journal, Record

CODEC = Codec()
Row = tuple[int, int, str, int, str]


def p(number: int) -> PlayerId:
    return PlayerId(number)


def tables(*pairs: tuple[int, int]) -> tuple[Table, ...]:
    return tuple(Table(n, (p(a), p(b))) for n, (a, b) in enumerate(pairs, 1))


def m(round_no: int, table: int, stage: int = 1) -> MatchRef:
    return MatchRef(stage, round_no, table)


LOTTERY = "3 11 19 24 37 42"
SCRIPT: list[c.Command] = [
    c.CreateTournament(
        "Friday Ünion \N{BLACK CHESS PAWN}",
        "seed-7",
        {"rounds": 4, "omw_floor": 0.25, "bye_points": 0.5, "scores": ["op", "vp"]},
    ),
    c.RenameTournament("Friday Union"),
    c.CommitDraw("other", "the state lottery of 20 November 2026"),
    c.EnterBeacon(LOTTERY),
    c.ChangeRules({"check_in": True, "points": {"win": 1, "draw": "1/2", "loss": 0}}),
    c.RegisterPlayers(
        (
            Player(
                "Ana O'Neil", 2100, "WFM", "Rook & <Pawn>", "IRL", "w", "U18", {"fide": "2500000"}
            ),
            Player("\u05d3\u05e0\u05d4 \u05dc\u05d5\u05d9"),
            Player("\u0627\u0628\u0646 \u0633\u064a\u0646\u0627", 1800),
            Player("Đặng Văn Lâm"),
            Team("Rooks", (Player("Ed", 1500), Player("Flo"))),
        )
    ),
    c.RegisterPlayers((Team("Bishops", (Player("Gus"), Player("Ida"))),), from_round=2),
    *(c.CheckIn(p(n)) for n in (1, 2, 3, 4, 5, 6)),
    c.CheckOut(p(4)),
    c.CheckIn(p(4)),
    c.EditPlayer(p(4), Player("Đặng Văn Lâm", 1650)),
    c.RenumberPlayers((p(3), p(1), p(2), p(4), p(5), p(6))),
    c.ExchangeNumbers(p(2), p(6)),
    c.ExchangeNumbers(p(2), p(6)),
    c.ChangeRules({"long_event": True}),
    c.SetLaterRating(p(4), 3, 1700),
    c.SetLaterRating(p(4), 3, None),
    c.FixTable(p(3), 1),
    c.AvoidPair(p(1), p(2), hard=False, until_round=2),
    c.AvoidPair(p(3), p(4)),
    c.AllowPair(p(4), p(3)),
    c.RequestBye(p(2), 3, ByeKind.HALF),
    c.RequestBye(p(1), 4, ByeKind.FULL),
    c.WithdrawByeRequest(p(1), 4),
    c.MakeRequest(p(1), 4),
    c.WithdrawRequest(p(1), 4),
    c.MakeRequest(p(6), 3),
    c.AnswerRequest(p(6), 3, accept=False),
    c.MakeRequest(p(3), 4),
    c.AnswerRequest(p(3), 4, kind=ByeKind.ZERO),
    c.MakeRequest(p(4)),
    c.DraftRound(
        tables((1, 2), (3, 4)), (Bye(p(5), ByeKind.PAIRING),), confirmed=("avoided-pair",)
    ),
    c.RepairRound((1,), (Table(1, (p(1), p(5))),), (Bye(p(2), ByeKind.PAIRING),), "Bo is late"),
    c.DiscardDraft(),
    c.DraftRound(
        tables((1, 3), (2, 4)),
        (Bye(p(5), ByeKind.PAIRING),),
        "swiss",
        "fairpair 0.1.0",
        mixed_seed("seed-7", LOTTERY),
    ),
    c.SwapPlayers(p(3), p(4), "avoid brothers"),
    c.SwapPlayers(p(2), p(5)),
    c.MoveTable(2, 3),
    c.PublishRound(),
    c.RecordResult(m(1, 1), Games((2, 1), 1)),
    c.RecordResult(m(1, 3), Decided((Mark.DRAW, Mark.DRAW))),
    c.ClearResult(m(1, 3), "wrong table"),
    c.RecordResult(
        m(1, 3),
        Scored(
            (
                {"op": Fraction(7), "vp": Fraction(25, 2)},
                {"op": Fraction(3), "vp": Fraction(80)},
            )
        ),
    ),
    c.CompleteRound(),
    c.CorrectResult(m(1, 1), Adjourned(), "not finished"),
    c.DraftRound(
        tables((1, 5), (3, 2)),
        (Bye(p(4), ByeKind.ZERO), Bye(p(6), ByeKind.PAIRING)),
        confirmed=("bye-not-requested",),
    ),
    c.ReplacePlayer(p(2), p(4), ByeKind.ZERO, "Dana is ill", ("bye-not-requested",)),
    c.RecordResult(m(1, 1), Games((1, 2))),
    c.PublishRound(as_it_is=True),
    c.EnterLate(
        (Team("Knights", (Player("Hal"), Player("Jo"))),), from_round=2, missed=ByeKind.HALF
    ),
    c.CheckIn(p(7)),
    c.AddTable((p(6), p(7))),
    c.SetClock(True, 3000, "2026-11-20T14:00:00+00:00", 3000),
    c.ExtendTime(m(2, 2), 5),
    c.SetClock(False, 1799, "2026-11-20T14:20:01+00:00"),
    c.DropPlayer(p(5), reason="has to leave"),
    c.ChangeRules({"player_reports": True}, "so that it goes faster"),
    c.ReportResult(m(2, 2), p(3), Games((2, 0))),
    c.ReportResult(m(2, 2), p(4), Games((0, 2))),
    c.ReportResult(m(2, 2), p(3)),
    c.RecordResult(
        m(2, 3), Boards((Board(Decided(win_for(0)), (1, 2)), Board(Forfeit(win_for(1)))))
    ),
    c.CompleteRound(),
    c.GiveBye(p(2), ByeKind.HALF, 2, reason="was announced in time"),
    c.SetMissedRounds(p(7), ByeKind.ZERO, "no half points for late comers"),
    c.ReinstatePlayer(p(5)),
    c.Undo(),
    c.Redo(),
    c.Undo(reason="he left after all"),
    c.ChangeRules({"rounds": 2}, "the hall closes"),
    c.MakeCut((p(4), p(1), p(3)), admission=Admission(numbers=(1, 2, 3))),
    c.DraftRound(tables((1, 3)), (Bye(p(4), ByeKind.PAIRING),)),
    c.PublishRound(),
    c.RecordResult(m(1, 1, 2), Games((2, 0))),
    c.OpenMatches(2, tables((4, 1))),
    c.RecordResult(m(2, 1, 2), Games((2, 0))),
    c.CorrectResult(m(1, 1, 2), Games((1, 2)), "misread", void_later=True),
    c.CompleteRound(),
    c.OpenMatches(2, tables((4, 3))),
    c.RecordResult(m(2, 1, 2), Games((2, 0))),
    c.CompleteRound(),
    c.FinishTournament(),
    c.ReopenTournament("prize giving first"),
    c.FinishTournament(early=True),
    c.ErasePerson(p(2)),
    c.ErasePerson(p(3), replacement="A. B."),
    c.ChangeHeader(
        {
            "city": "Leipzig",
            "federation": "GER",
            "first_day": "2026-11-20",
            "last_day": "2026-11-21",
            "round_dates": ["2026-11-20T09:00", "2026-11-21"],
            "chief_arbiter": "IA Doe, Jane (4600001)",
            "time_control_code": "40/5400+30:1800+30",
            "file_details": {"tdf.mode": "CUSTOM"},
        }
    ),
    c.ArchiveTournament(),
    c.UnarchiveTournament(),
    c.RecordWarnings((ActionWarning("leave-fide-mode", 4, {"round": 2}),)),
]


_APART: tuple[e.Event, ...] = (
    e.PairingsOpened(RoundRef(2, 2)),
    e.EditingCancelled(RoundRef(2, 2)),
    e.ColoursCorrected(m(2, 2), (p(3), p(4)), "wrong sheet"),
    e.ColoursCorrected(m(2, 2), (p(4), p(3)), "it was right"),
    e.RatedGameSet(m(1, 1), (p(1), p(4)), Decided(win_for(1)), swapped=True, reason="misread"),
    e.HalfByesBarred(p(1), barred=True),
    e.ExternalValuesSet(
        (ExternalValue(p(1), Fraction(3, 2)), ExternalValue(p(2), None)), "blitz play-off"
    ),
    e.TiedOrdered((p(4), p(1)), "play-off", 2),
)
"""What this tournament has no place for, past `decide`."""


def play() -> tuple[list[Row], Journal]:
    """The log as it is stored, and what it gives."""
    rows: list[Row] = []
    journal = Journal()
    # This tournament is never in FIDE mode, and a deleted one takes no commands: both events go
    # past `decide`.
    steps: tuple[c.Command | e.Event, ...] = (
        e.FideModeLeft(2, "rounds", "the hall closes"),
        *SCRIPT[1:],
    )
    script = (SCRIPT[0], *steps, *_APART, c.DeleteTournament(), e.TournamentRestored())
    for step in script:
        first = journal.version + 1
        events: tuple[e.Event, ...] = (
            (step,) if isinstance(step, e.Event) else decide(journal, step)
        )
        rows += [(first + n, first, *CODEC.encode(event)) for n, event in enumerate(events)]
        journal = journal.extend([Record(first + n, first, x) for n, x in enumerate(events)])
    return rows, journal


def sheet(t: Tournament) -> dict[str, Any]:
    """The state in plain words: what any later release must make of the same log."""
    return {
        "tournament": [t.name, t.phase, t.stage, t.draw_seed],
        "rules": t.rules.as_settings(),
        "players": {
            str(n): [
                x.entrant.name,
                str(x.entrant.strength),
                [f"{d.first} to {d.last}, before {d.missed}" for d in x.periods],
                x.checked_in,
                x.fixed_table,
                {str(k): v for k, v in x.requested_byes.items()},
            ]
            for n, x in t.entries.items()
        },
        "apart": [
            [sorted(pair), x.hard, x.from_round, x.until_round] for pair, x in t.avoided.items()
        ],
        "requests": [[x.player, x.round_no, state] for x, state in t.requests.items()],
        "rounds": {
            str(ref): {
                "status": x.status,
                "made by": [x.system, x.engine, x.draw_seed],
                "tables": {str(n): [y.seats, str(y.result)] for n, y in x.pairings.items()},
                "byes": {str(n): kind for n, kind in x.byes.items()},
                "clock": str(x.clock),
                "longer": {str(n): y.extra_minutes for n, y in x.pairings.items()},
            }
            for ref, x in t.rounds.items()
        },
        "cuts": {str(stage): seeds for stage, seeds in t.seeds.items()},
        "numbers": t.order,
    }


if __name__ == "__main__":
    rows, journal = play()
    text = json.dumps([rows, sheet(journal.tournament)])
    print(hashlib.sha256(text.encode()).hexdigest())  # noqa: T201
