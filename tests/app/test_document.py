"""The document of a whole tournament, at every step of it."""

import json
from random import Random
from typing import Any

from app.played_events import event, played_out
from fairpair.app.views.document import document
from fairpair.core.tournament import Tournament
from fairpair.language.message import encode_message
from invariants import broken


def written(t: Tournament) -> Any:
    """The document as programs read it."""
    return json.loads(json.dumps(document(t), default=encode_message))


def test_before_the_first_round_everything_is_planned() -> None:
    found = written(event("small_tournament", 5).t)
    assert [r["type"] for r in found["rounds"]] == [
        *["swiss"] * 3,
        "semi_final",
        "third_place",
        "final",
    ]
    assert [r["message"] for r in found["rounds"]] == [
        "",
        "Waiting for round 1 to complete",
        "Waiting for round 2 to complete",
        "Waiting for round 3 to complete",
        "Waiting for the semi-finals to complete",
        "Waiting for the third-place match to complete",
    ]
    semi = found["rounds"][3]["matches"]
    assert [(m["player1"], m["player1_seed"], m["player2_seed"]) for m in semi] == [
        (None, 1, 4),
        (None, 2, 3),
    ]
    assert all(m["is_placeholder"] and m["status"] == "pending_bracket" for m in semi)
    final = found["rounds"][5]["matches"][0]
    assert (final["player1_waiting"], final["player2_waiting"]) == (
        "winner of semi-final 1",
        "winner of semi-final 2",
    )


def test_it_can_be_written_at_every_step_and_the_invariants_hold() -> None:
    desk = event("medium_tournament", 11)
    seen = set()
    for t in played_out(desk, Random("document"), drops=0.02):
        found = written(t)
        assert not broken(t)
        seen.add(found["championship"]["message"].split(":")[0])
    assert {"Quarter-finals", "Semi-finals", "Final", "Finished"} <= seen
    last = found["rounds"][-1]["matches"][0]
    assert last["status"] == "complete"
    assert last["winner"] in (last["player1"]["id"], last["player2"]["id"])


def test_a_draft_is_not_shown() -> None:
    desk = event("mtg_standard", 4, rounds=2)
    for t in played_out(desk, Random("draft")):
        found = document(t)["rounds"][0]
        assert bool(found["matches"]) == (found["status"] != "locked")
        if found["matches"]:
            assert found["status"] == "unlocked"
            return
