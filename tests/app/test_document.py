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
    assert [r["status"] for r in found["rounds"]] == ["unlocked", *["locked"] * 5]
    assert [r["message"] for r in found["rounds"]] == [
        found["championship"]["message"],
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
    assert [(m["determined_by_round"], m["requires_top_k"]) for m in semi] == [(3, 4)] * 2
    assert {m["player1_color"] for m in semi} == {None}
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
        assert found["status"] == "unlocked"
        if found["matches"]:
            assert "message" not in found
            return
        assert found["message"] == document(t)["championship"]["message"]


def test_a_round_is_unlocked_as_soon_as_it_can_be_paired() -> None:
    desk = event("small_tournament", 5)
    for t in played_out(desk, Random("locks")):
        found, done = written(t), sum(r["status"] == "complete" for r in written(t)["rounds"])
        states = [r["status"] for r in found["rounds"]]
        if t.finished:
            assert set(states) == {"complete"}
            continue
        assert states[done : done + 1] in (["unlocked"], []), states
        assert all(r["message"] for r in found["rounds"] if r["status"] == "locked")
        if found["championship"]["message"].endswith("all results are in"):
            assert states[done : done + 2] in (["unlocked", "unlocked"], ["unlocked"]), states
        if done == 3 and not t.seeds:
            semi = found["rounds"][3]
            assert semi["message"] == "All rounds are complete: the cut can be made"
            assert semi["matches"][0]["player1_waiting"] == "waiting for the cut"


def test_the_players_of_a_match_are_in_the_order_of_its_result() -> None:
    """The first has White; who has won is who the result says."""
    for seed in range(4):
        desk = event("medium_tournament", 12)
        colours: dict[int, str] = {}
        for t in played_out(desk, Random(f"order {seed}")):
            last = written(t)
        for match in (m for r in last["rounds"] for m in r["matches"]):
            assert (match["player1_color"], match["player2_color"]) == ("white", "black")
            first, second = match["player1"]["id"], match["player2"]["id"]
            assert match["result"] in ("1-0", "0-1", "0-0-1")
            winner = {"1-0": first, "0-1": second}.get(match["result"])
            assert match["winner"] == winner
            colours[first] = colours.get(first, "") + "W"
            colours[second] = colours.get(second, "") + "B"
        assert not any("WWW" in had or "BBB" in had for had in colours.values())


def test_which_round_says_who_plays() -> None:
    found = written(event("medium_tournament", 12).t)
    said = [
        (r["type"], m["determined_by_round"], m["requires_top_k"])
        for r in found["rounds"][3:]
        for m in r["matches"][:1]
    ]
    assert said == [
        ("quarter_final", 3, 8),
        ("semi_final", 4, 4),
        ("third_place", 5, None),
        ("final", 5, None),
    ]
