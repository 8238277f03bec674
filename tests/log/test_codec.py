"""The stored form: exact both ways, versioned, and never silently misread."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.action_warnings import ActionWarning
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, ExternalValue, Player, RequestState, Team
from fairpair.core.results import (
    Adjourned,
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
)
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.core.rules import Rules
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.codec import KINDS, Codec, Kind, checked
from fairpair.log.describe import describe
from fairpair.log.fold import fold
from fairpair.log.journal import Record, read_journal

from .scripted import play, sheet

CODEC = Codec()

texts = st.text(st.characters(codec="utf-8"), max_size=12)
numbers = st.integers(-(2**40), 2**40)
fractions = st.fractions(min_value=-1000, max_value=1000, max_denominator=1000)
ids = st.integers(1, 10**6).map(PlayerId)
refs = st.builds(RoundRef, st.integers(1, 9), st.integers(0, 99))
matches = st.builds(MatchRef, st.integers(1, 9), st.integers(1, 99), st.integers(1, 9999))
T = TypeVar("T")


def by_seat(entry: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    """One for each seat, of a table of any size."""
    return st.lists(entry, min_size=1, max_size=6).map(tuple)


marks = by_seat(st.sampled_from(Mark))
member = st.builds(
    Player,
    texts,
    st.none() | st.integers(0, 3000),
    *[texts] * 5,
    st.dictionaries(texts, texts, max_size=2),
)
entrants = member | st.builds(Team, texts, st.lists(member, max_size=3).map(tuple), texts, texts)
results: st.SearchStrategy[Result] = st.one_of(
    st.builds(Games, by_seat(st.integers(0, 9)), st.integers(0, 9)),
    st.builds(Decided, marks, st.booleans()),
    st.builds(Forfeit, marks),
    st.builds(Adjourned),
    st.builds(Scored, by_seat(st.dictionaries(texts, fractions, max_size=3))),
    st.builds(
        Boards,
        st.lists(
            st.builds(Board, st.builds(Decided, marks) | st.builds(Forfeit, marks), by_seat(ids)),
            max_size=4,
        ).map(tuple),
    ),
)
plain = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
st.register_type_strategy(RoundRef, refs)
events = st.one_of(
    *(
        st.builds(
            kind.event,
            **{
                name: strategy
                for name, strategy in {
                    "name": texts,
                    "rules": st.dictionaries(texts, plain, max_size=3),
                    "changes": st.dictionaries(texts, plain, max_size=3),
                    "draw_seed": texts,
                    "commitment": texts,
                    "warnings": st.lists(
                        st.just(ActionWarning("leave-fide-mode", 4, {"round": 2})), max_size=2
                    ).map(tuple),
                    "beacon": texts,
                    "source": texts,
                    "value": texts,
                    "reason": texts,
                    "stage": st.integers(1, 9),
                    "seeds": st.lists(ids, max_size=5).map(tuple),
                    "early": st.booleans(),
                    "player": ids,
                    "entrant": entrants,
                    "first_round": refs,
                    "missed": st.sampled_from(ByeKind),
                    "after": refs,
                    "round_no": st.integers(1, 99),
                    "outcome": st.sampled_from(
                        [state for state in RequestState if state is not RequestState.OPEN]
                    ),
                    "kind": st.sampled_from(DropKind)
                    if kind.event is e.PlayerDropped
                    else st.sampled_from(ByeKind),
                    "basis": st.integers(0, 10**6),
                    "from_round": st.integers(1, 99),
                    "a": ids,
                    "b": ids,
                    "hard": st.booleans(),
                    "until_round": st.none() | st.integers(1, 99),
                    "round": refs,
                    "tables": st.lists(
                        st.builds(Table, st.integers(1, 99), by_seat(ids)),
                        max_size=3,
                    ).map(tuple),
                    "byes": st.lists(st.builds(Bye, ids, st.sampled_from(ByeKind)), max_size=3).map(
                        tuple
                    ),
                    "system": texts,
                    "engine": texts,
                    "confirmed": st.lists(texts, max_size=3).map(tuple),
                    "out": ids,
                    "by": ids,
                    "bye": st.sampled_from(ByeKind),
                    "to": st.integers(1, 99),
                    "table": st.builds(Table, st.integers(1, 99), by_seat(ids))
                    if kind.event is e.TableAdded
                    else st.integers(1, 99),
                    "as_it_is": st.booleans(),
                    "match": matches,
                    "players": by_seat(ids),
                    "result": results,
                    "action": st.integers(1, 10**6),
                    "running": st.booleans(),
                    "seconds_left": st.integers(-(10**5), 10**5),
                    "at": texts,
                    "values": st.lists(
                        st.builds(ExternalValue, ids, st.none() | fractions), max_size=3
                    ).map(tuple),
                    "meaning": texts,
                    "length": st.integers(0, 10**5),
                    "minutes": st.integers(0, 999),
                }.items()
                if name in kind.event.__dataclass_fields__  # type: ignore[attr-defined]
            },
        )
        for kind in KINDS
    )
)


@given(events)
def test_every_event_comes_back_as_it_went(event: e.Event) -> None:
    name, version, payload = CODEC.encode(event)
    again = CODEC.decode(name, version, payload)
    assert again == event
    assert type(again) is type(event)
    assert CODEC.encode(again) == (name, version, payload)
    assert json.loads(payload) is not None


@given(events)
def test_every_event_can_be_described(event: e.Event) -> None:
    from fairpair.core.tournament import Tournament

    text = str(describe(event, Tournament()))
    assert not text.startswith("history.")
    assert not re.search(r"\{\w", text), "every placeholder is filled"


def test_every_event_has_one_name() -> None:
    stored = {kind.event for kind in KINDS}
    declared = {x for x in vars(e).values() if isinstance(x, type) and issubclass(x, e.Event)}
    assert stored == declared - {e.Event, e.RoundEvent, e.ResultEvent}
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_numbers_are_exact() -> None:
    score: dict[str, Fraction] = {"op": Fraction(1, 3), "vp": Fraction(7)}
    event = e.ResultRecorded(MatchRef(1, 1, 1), (PlayerId(1), PlayerId(2)), Scored((score, score)))
    assert '{"op":"1/3","vp":7}' in CODEC.encode(event)[2]


@pytest.mark.parametrize(
    ("name", "version", "payload", "code"),
    [
        ("clock_started", 1, "{}", "event-unknown"),
        ("round_published", 2, "{}", "event-unknown"),
        ("round_published", 1, "{}", "event-damaged"),
        ("round_published", 1, '{"round":', "event-damaged"),
        ("round_published", 1, '{"round":{"stage":"1","round_no":1}}', "event-damaged"),
        ("player_edited", 1, '{"player":1,"entrant":{"name":"Ana"}}', "event-damaged"),
        ("player_edited", 1, '{"player":1,"entrant":{"kind":"bot","name":"A"}}', "event-damaged"),
        ("player_edited", 1, '{"player":1,"entrant":7}', "event-damaged"),
    ],
)
def test_what_cannot_be_read_is_refused(name: str, version: int, payload: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        CODEC.decode(name, version, payload)
    assert caught.value.code == code
    assert caught.value.hint


@dataclass(frozen=True)
class _Arrived(e.Event):
    """An event as it is at its third version."""

    player: int
    hall: str
    minutes: int


def test_older_versions_are_lifted_step_by_step() -> None:
    def add_hall(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "hall": "main"}

    def hours_to_minutes(data: dict[str, Any]) -> dict[str, Any]:
        return {"player": data["player"], "hall": data["hall"], "minutes": data["hours"] * 60}

    codec = Codec([Kind("arrived", _Arrived, 3, {1: add_hall, 2: hours_to_minutes})])
    assert codec.decode("arrived", 1, '{"player":7,"hours":2}') == _Arrived(7, "main", 120)
    old = '{"player":7,"hall":"east","hours":1}'
    assert codec.decode("arrived", 2, old) == _Arrived(7, "east", 60)
    assert codec.decode(*codec.encode(_Arrived(7, "east", 5))) == _Arrived(7, "east", 5)
    with pytest.raises(InvalidInputError, match="arrived"):
        codec.decode("arrived", 1, '{"player":7}')


def test_a_command_has_one_fingerprint() -> None:
    def digest(command: c.Command) -> str:
        return checked(command)[1]

    one = c.RecordResult(MatchRef(1, 1, 1), Games((2, 0)))
    assert digest(one) == digest(c.RecordResult(MatchRef(1, 1, 1), Games((2, 0))))
    assert digest(one) != digest(c.RecordResult(MatchRef(1, 1, 1), Games((2, 1))))
    one_way, other_way = ({"op": Fraction(1), "vp": Fraction(2)} for _ in range(2))
    other_way["op"] = other_way.pop("op")
    scores = [c.RecordResult(MatchRef(1, 1, 1), Scored((x, x))) for x in (one_way, other_way)]
    assert digest(scores[0]) == digest(scores[1])
    assert digest(c.CheckIn(PlayerId(1))) != digest(c.CheckOut(PlayerId(1)))


GOLDEN = sorted((Path(__file__).parent.parent / "golden" / "logs").glob("*/*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda x: f"{x.parent.name}/{x.stem}")
def test_logs_of_every_release_fold_for_ever(path: Path) -> None:
    """Each line is seq, action, name, version, payload; beside it stands the state it must give.

    Rules that came later are not looked at.
    """
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    records = [
        Record(seq, action, CODEC.decode(name, version, json.dumps(payload)))
        for seq, action, name, version, payload in rows
    ]
    actual = sheet(read_journal(records).tournament)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    actual["rules"] = {key: actual["rules"][key] for key in expected["rules"]}
    actual = {key: value for key, value in actual.items() if key in expected}
    assert json.loads(json.dumps(actual)) == expected


def test_the_golden_logs_hold_every_event() -> None:
    names = {json.loads(line)[2] for path in GOLDEN for line in path.read_text().splitlines()}
    assert names == {kind.name for kind in KINDS}


def test_todays_log_is_still_the_golden_one() -> None:
    """If this fails, stored bytes changed: raise the event's version and keep the old golden.

    Rules that came later have their defaults.
    """
    newest = max(GOLDEN, key=lambda path: path.parent.name)
    rows = [json.loads(line) for line in newest.read_text(encoding="utf-8").splitlines()]
    played = [[*row[:4], json.loads(row[4])] for row in play()[0]]
    rules, defaults = played[0][4]["rules"], Rules().as_settings()
    later = {key: rules.pop(key) for key in set(rules) - set(rows[0][4]["rules"])}
    assert later == {key: defaults[key] for key in later}
    assert played == rows


def test_rules_keep_their_defaults() -> None:
    """A default is for ever: a log without a key means what it meant when it was written."""
    assert fold([e.TournamentCreated("Old", {}, "s")]).rules == Rules()
    assert Rules().as_settings() == {
        "game": "",
        "system": "swiss",
        "mode": "swiss",
        "rounds": None,
        "total_rounds": None,
        "structure": [],
        "pairing_methods": {},
        "points": {"win": 3, "draw": 1, "loss": 0},
        "best_of": 3,
        "draws_allowed": True,
        "unplayed_points": {},
        "scores": [],
        "primary_score": "",
        "score_limits": {},
        "boards": None,
        "unfinished_matches": "ignore",
        "max_byes_per_player": 1,
        "prevent_consecutive_byes": False,
        "bye_assignment": "random",
        "bye_points": None,
        "late_entry": "loss",
        "check_in": False,
        "few_rounds_reason": "",
        "pairing_tiebreakers": ["omw", "gw", "ogw", "random"],
        "standings_tiebreakers": ["omw", "gw", "ogw", "random"],
        "avoid_repeat_pairings": True,
        "track_pair_downs": True,
        "pairing_criteria": ["pair_downs", "avoided"],
        "avoid_same": [],
        "avoid_same_rounds": None,
        "avoid_same_hard": False,
        "colours": False,
        "color_balance_strict": False,
        "initial_colour": "lot",
        "acceleration": "none",
        "cycles": 1,
        "finals": "single_elimination",
        "cut": None,
        "cut_points": None,
        "cut_ties": "standings",
        "cut_declined": "next",
        "third_place": False,
        "reseed": False,
        "knockout_places": "round",
        "cut_aware_rounds": 0,
        "best_of_rounds": {},
        "advance": "by_hand",
        "table_order": "rank",
        "table_ranges": [],
        "avoid_same_table": False,
        "omw_floor": "33/100",
        "gw_floor": "33/100",
        "min_games_for_gw": 1,
        "buchholz_variant": "standard",
        "byes_in_match_win": True,
        "draw_win_share": "1/2",
        "dropped_cap": 1,
        "freeze_dropped": False,
        "fide_edition": "2026",
        "unrated_rating": None,
        "unrated_method": "none",
        "number_ties": "name",
        "long_event": False,
        "tiebreak_ratings": "first",
        "rating_round": 1,
        "chess960": False,
        "swap_last_rounds": True,
        "fide": False,
        "hidden": False,
        "player_reports": False,
        "show_outlook": False,
        "show_odds": False,
    }


def test_threads_that_decode_for_the_first_time_at_once_do_not_crash() -> None:
    """As they do when a server starts amid the rush at the end of a round."""
    script = Path(__file__).with_name("first_use.py")
    for _ in range(8):
        assert subprocess.run([sys.executable, str(script)], check=False).returncode == 0
