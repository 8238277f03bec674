"""`fairpair round`, `cut`, `finish`, `undo`, `settings`: each action and option."""

import shlex
from pathlib import Path

from .shell import Shell


def seats(shell: Shell) -> dict[int, list[int]]:
    round_ = shell.json("round", "cup")
    return {x["table"]: [p["id"] for p in x["players"]] for x in round_["pairings"]}


def test_a_draft_is_made_changed_thrown_away_and_published(shell: Shell) -> None:
    shell.begun("rounds=3")
    assert "There are no rounds yet" in shell.refuse(3, "round", "cup")
    assert "not published" in shell.do("round", "cup", "draft")
    before = seats(shell)
    a, b = before[1][0], before[2][0]
    said = shell.do("round", "cup", "swap", str(a), str(b), "--reason", "brothers")
    assert "swapped in round 1" in said
    assert seats(shell)[1][0] == b
    missing = [str(seats(shell)[n][0]) for n in (1, 2)]
    words = ("round", "cup", "repair", "--missing", missing[0], "--missing", missing[1])
    left = [seats(shell)[n][1] for n in (1, 2)]
    shown = shell.do(*words, "--preview")
    assert "1. At least 1 change is needed." in shown
    assert len(shell.json(*words, "--preview")["options"]) == 1
    parted = ("round", "cup", "repair", "--parted", missing[0], "--preview")
    assert "At least 2 changes are needed." in shell.do(*parted)
    assert "repaired" in shell.do(*words)
    assert sorted(next(two for two in seats(shell).values() if left[0] in two)) == sorted(left)
    shell.do("undo", "cup")
    assert seats(shell)[1][0] == b
    shell.do("round", "cup", "move", "1", "9")
    assert 9 in seats(shell)
    shell.do("round", "cup", "discard")
    shell.refuse(3, "round", "cup", "show", "1")
    shell.refuse(3, "round", "cup", "publish")
    shell.do("round", "cup", "draft")
    assert "Round 1 is already paired but not published" in shell.refuse(4, "round", "cup", "draft")
    assert "4 results missing" in shell.do("round", "cup", "publish")
    assert shell.json("round", "cup", "show", "1", "--stage", "1")["status"] == "published"
    assert [x["status"] for x in shell.json("round", "cup", "list")["rounds"]] == [
        "published",
        "locked",
        "locked",
    ]
    assert "upcoming" in shell.do("round", "cup", "list")


def test_byes_seats_and_tables_by_hand(shell: Shell) -> None:
    shell.begun("rounds=3", names=("Ana", "Bo", "Cy", "Di", "Ed"))
    shell.do("players", "cup", "bye", "ana", "1", "--kind", "zero")
    shell.play()
    bye = next(one["id"] for one in shell.json("round", "cup")["byes"])
    assert bye == 1
    out = seats(shell)[1][0]
    words = ("round", "cup", "replace", str(out), "ana", "--kind", "full", "--reason", "ill")
    shell.do(*words, "--confirm", "bye-ignored", "--confirm", "bye-not-requested")
    assert 1 in seats(shell)[1]
    assert shell.json("round", "cup")["byes"][0] == {
        **shell.json("round", "cup")["byes"][0],
        "id": out,
        "kind": "full",
    }
    shell.do("round", "cup", "bye", str(out), "--kind", "half", "--round", "1", "--stage", "1")
    assert shell.json("round", "cup")["byes"][0]["kind"] == "half"
    assert shell.type("round", "cup", "add", "1", "2").code == 4


def test_two_without_a_match_get_a_table(shell: Shell) -> None:
    shell.begun("rounds=3", names=("Ana", "Bo", "Cy", "Di"))
    shell.do("players", "cup", "bye", "1", "1", "--kind", "zero")
    shell.do("players", "cup", "bye", "2", "1", "--kind", "zero")
    shell.play()
    words = ("round", "cup", "add", "ana", "bo", "--table", "7")
    assert "--confirm bye-ignored" in shell.refuse(4, *words)
    shell.do(*words, "--confirm", "bye-ignored")
    assert seats(shell)[7] == [1, 2]


def test_a_rule_is_broken_only_knowingly(shell: Shell) -> None:
    shell.begun("rounds=3", names=("Ana", "Bo", "Cy", "Di"))
    shell.play("2-0", "2-0")
    first = seats(shell)
    shell.do("round", "cup", "draft")
    second = seats(shell)
    partner = next(y for x, y in map(tuple, first.values()) if x == second[1][0])
    swapped = ("round", "cup", "swap", str(second[1][1]), str(partner))
    refused = shell.refuse(4, *swapped)
    assert "repeat the command with --confirm rematch" in refused
    assert seats(shell) == second
    shell.do(*swapped, "--confirm", "rematch")
    assert "(confirmed)" in shell.do("round", "cup")
    shell.do("round", "cup", "publish", "--confirm", "rematch", "--reason", "the hall closes")
    assert "(the hall closes)" in shell.do("history", "cup", "--limit", "1")


def test_what_cannot_be_paired_says_what_to_type(shell: Shell) -> None:
    shell.begun("rounds=3", names=("Ana", "Bo"))
    shell.play("2-0")
    refused = shell.refuse(1, "round", "cup", "next")
    assert "fairpair round cup draft --remedy rematch" in refused
    assert "fairpair finish cup --early --reason 'No legal pairing was left.'" in refused
    assert "Round 2: not published" in shell.do("round", "cup", "draft", "--remedy", "rematch")
    shell.do("round", "cup", "next")
    shell.do("result", "cup", "1", "0-2")
    shell.do("finish", "cup", "--early", "--reason", "No legal pairing was left.")
    assert shell.json("status", "cup")["state"] == "finished"


def test_every_command_that_a_refusal_names_can_be_typed(shell: Shell) -> None:
    shell.begun("rounds=3", names=("Ana", "Bo", "Cy", "Di"))
    for a, b in (("1", "2"), ("1", "3"), ("1", "4")):
        shell.do("players", "cup", "apart", a, b)
    refused = shell.refuse(1, "round", "cup", "draft")
    typed = [line.strip() for line in refused.splitlines() if line.startswith("    fairpair ")]
    assert any(" together " in one for one in typed)
    for one in typed:
        words = shlex.split(one)[1:]
        before = shell.version
        assert shell.type(*words).code == 0, one
        assert shell.version > before
        shell.do("undo", "cup")


def test_the_clock(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play()
    assert "50:00" in shell.do("round", "cup", "clock", "50")
    assert "started" in shell.do("round", "cup", "clock", "start")
    assert shell.json("round", "cup")["clock"]["running"] is True
    assert "Clock: " in shell.do("round", "cup")
    shell.do("round", "cup", "clock", "pause")
    for what in ("soon", "-1", "1441", "99999"):
        assert shell.type("round", "cup", "clock", what).code == 2, what


def test_undo_and_redo(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play("2-0", "2-0", "2-0")
    last = shell.json("history", "cup", "--limit", "1")["entries"][0]
    undone = shell.do("undo", "cup", "--reason", "wrong table")
    assert f"#{last['action']} undone: Round 1, table 3" in undone
    assert shell.json("round", "cup")["pairings"][2]["result"] is None
    assert f"#{last['action']} redone: Round 1, table 3" in shell.do("redo", "cup")
    assert shell.json("round", "cup")["pairings"][2]["result"]["text"] == "2-0"
    shell.do("undo", "cup", str(last["action"]))
    shell.do("redo", "cup", str(last["action"]))
    refused = shell.refuse(4, "undo", "cup", "1")  # the players came with the tournament
    assert "The creation of a tournament cannot be undone" in refused
    assert shell.type("undo", "cup", "0").code == 2
    assert "9999" in shell.refuse(3, "undo", "cup", "9999")
    told = shell.do("history", "cup", "--after", "0", "--limit", "3")
    assert "3 of " in told
    assert "Zoe" in told
    assert "Cup" in told


def test_settings_are_shown_and_changed(shell: Shell) -> None:
    shell.begun("rounds=3")
    assert {x["key"] for x in shell.json("settings", "cup", "rounds", "cut")["rules"]} == {
        "rounds",
        "cut",
    }
    changed = shell.json("settings", "cup", "--changed")["rules"]
    assert any(x["key"] == "rounds" for x in changed)
    assert all(x["value"] != x["default"] for x in changed)
    shell.do("settings", "cup", "--set", "rounds=4", "--set", 'points={"win":2,"draw":1,"loss":0}')
    assert shell.json("settings", "cup")["config"]["points"]["win"] == 2
    shell.do("settings", "cup", "--name", "Spring Cup")
    assert shell.json("status", "Spring Cup")["name"] == "Spring Cup"
    shell.do("settings", "cup", "--recommended")
    assert shell.json("settings", "cup")["config"]["rounds"] == 3
    assert "Did you mean rounds?" in shell.refuse(3, "settings", "cup", "round")
    assert "contra" not in shell.refuse(2, "settings", "cup", "rounds", "--set", "cut=4")
    shell.play()
    assert "requires a reason" in shell.refuse(4, "settings", "cup", "--set", "rounds=4")
    shell.do("settings", "cup", "--set", "rounds=4", "--reason", "more time")
    shell.refuse(4, "settings", "cup", "--set", "system=dutch", "--reason", "x")
    assert "(can no longer be changed)" in shell.do("settings", "cup", "system")


def test_the_cut_without_somebody_and_with_chosen_seeds(shell: Shell) -> None:
    shell.begun("rounds=1", "cut=4")
    shell.play("2-0", "2-0", "2-0", "2-0")
    best = shell.json("standings", "cup")["players"][0]["id"]
    shell.do("cut", "cup", "--without", str(best))
    tree = shell.json("bracket", "cup")
    names = [s["player"]["id"] for m in tree["rounds"][0]["matches"] for s in m["seats"]]
    assert best not in names
    shell.do("undo", "cup")
    shell.do("cut", "cup", "--seed", "4", "--seed", "7", "--seed", "1", "--seed", "2")
    tree = shell.json("bracket", "cup")
    assert {s["player"]["id"] for m in tree["rounds"][0]["matches"] for s in m["seats"]} == {
        *(4, 7, 1, 2)
    }
    shell.do("round", "cup", "draft", "--publish")
    shell.do("result", "cup", "1", "2-0")
    assert shell.type("round", "cup", "open").code == 4
    shell.do("result", "cup", "2", "2-0")
    assert "Final: 1 result missing" in shell.do("round", "cup", "next")
    shell.do("result", "cup", "1", "2-0")
    assert "Provisional ranking" in shell.do("standings", "cup", "--final")
    shell.do("finish", "cup")
    assert "Final ranking" in shell.do("standings", "cup", "--final")
    assert shell.type("reopen", "cup").code == 2
    shell.do("reopen", "cup", "--reason", "one more look")
    assert shell.json("status", "cup")["state"] == "running"


def test_a_tournament_is_ended_early_only_when_that_is_said(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play()
    assert "Enter the missing results" in shell.refuse(4, "finish", "cup")
    shell.do("finish", "cup", "--early", "--reason", "the hall closes")


def test_extra_time_and_missed_rounds(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play()
    shell.do("round", "cup", "extra-time", "2", "5")
    assert shell.json("round", "cup")["pairings"][1]["extra_minutes"] == 5
    assert "already the case" in shell.do("round", "cup", "extra-time", "2", "5")
    assert shell.type("round", "cup", "extra-time", "99", "5").code == 3
    shell.do("players", "cup", "add", "Late")
    shell.do("players", "cup", "missed", "late", "half", "--reason", "the train was late")
    assert shell.json("players", "cup", "show", "late")["points"] == "1"
    assert shell.type("players", "cup", "missed", "late", "pairing").code == 2


def test_rounds_and_cut_as_recommended(shell: Shell, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("\n".join(f"Player {n}" for n in range(1, 25)))
    shell.do("new", "Cup", "--players", str(names), "--recommended")
    rules = shell.json("settings", "cup")["config"]
    advised = shell.json("presets", "recommend", "24", "--game", "mtg_standard")
    assert (rules["rounds"], rules["cut"]) == (advised["rounds"], advised["cut"])
    assert shell.type("new", "Other", "--recommended").code == 2
    shell.do("new", "Empty")
    assert "Add players first" in shell.refuse(4, "settings", "empty", "--recommended")
