"""Writing through the API: statuses, repeats, confirmations, reports, suggestions, imports."""

import threading
from typing import Any

import pytest

from fairpair.app.transfer.exports import archive_text
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import RoundRef

from .app_server import NAMES, AppServer, problem_of
from .role_server import ADMIN_KEY

R1 = RoundRef(1, 1)
RESULT = "/pairings/1-1-1/result"
REPORT = "/pairings/1-1-1/report"


# --- the statuses of the contract --------------------------------------------------------------


def test_start_is_201_free_and_409_when_already_started(event: AppServer) -> None:
    problem = event.refused(409, "already-started", "POST", "/start", json={"total_rounds": 5})
    assert problem["title"] == "Cup has already started."


def test_the_next_round_waits_for_results_and_names_the_tables(event: AppServer) -> None:
    event.put(RESULT, {"games": [2, 0]})
    problem = event.refused(409, "results-pending", "POST", "/rounds/2/generate", json={})
    assert problem["pending"] == [{"id": f"1-1-{n}", "table": n} for n in (2, 3, 4)]
    assert "tables 2, 3, 4" in problem["detail"]


def test_rounds_come_in_their_order(event: AppServer) -> None:
    event.refused(409, "round-exists", "POST", "/rounds/1/generate")
    event.first_seats_win()
    event.refused(409, "wrong-round", "POST", "/rounds/3/generate")
    event.post("/rounds/2/generate", {"draft": True})
    event.refused(409, "draft-exists", "POST", "/rounds/2/generate")
    event.refused(409, "round-over", "POST", "/rounds/1/swap", json={"a": 1, "b": 2})
    event.refused(404, "unknown-round", "POST", "/rounds/3/publish")
    event.refused(404, "unknown-round", "POST", "/rounds/1/publish?stage=2")


def test_a_closed_round_is_403_unless_an_organiser_corrects_with_a_reason(event: AppServer) -> None:
    event.first_seats_win()
    event.post("/rounds/1/complete")
    other = {"games": [0, 2]}
    event.refused(403, "round-closed", "PUT", RESULT, json=other)
    event.refused(403, "round-closed", "DELETE", RESULT)
    organiser, event.key = event.key, event.staff_key()
    corrected = {**other, "correction": True, "reason": "misread"}
    event.refused(403, "round-closed", "PUT", RESULT, json=corrected)
    event.key = organiser
    without = {**other, "correction": True}
    assert event.refused(422, "bad-value", "PUT", RESULT, json=without)["errors"][0]["where"] == (
        "reason"
    )
    event.put(RESULT, corrected)
    assert str(event.t.rounds[R1].pairings[1].result) == "0-2"


def test_scorekeepers_enter_results_again_while_the_round_runs(event: AppServer) -> None:
    event.key = event.staff_key()
    first = event.put(RESULT, {"games": [2, 0]})
    again = event.put(RESULT, {"games": [2, 1]})
    assert again["version"] == first["version"] + 1
    same = event.put(RESULT, {"games": [2, 1]})
    assert (same["version"], same["action"], same["done"]) == (again["version"], None, [])
    event.good("DELETE", RESULT)
    assert event.t.rounds[R1].pairings[1].result is None
    event.refused(403, "not-yours", "POST", "/rounds/1/complete")


def test_who_did_it_stands_in_the_log(event: AppServer) -> None:
    event.key = event.staff_key()
    event.put(RESULT, {"games": [2, 0]})
    rows = event.service.store.load(event.here)
    assert [row.by for row in rows][:2] == ["admin", "organiser"]
    assert rows[-1].by == "scorekeeper Judge Bo"


def test_an_adjourned_match_is_finished_later(event: AppServer) -> None:
    event.put(RESULT, {"result": "adjourned"})
    event.first_seats_win()
    event.post("/rounds/1/complete")
    event.key = event.staff_key()
    event.put(RESULT, {"games": [2, 1]})
    assert str(event.t.rounds[R1].pairings[1].result) == "2-1"


def test_a_result_for_players_who_left_the_table_is_refused(event: AppServer) -> None:
    seats = list(event.t.rounds[R1].pairings[1].seats)
    event.put(RESULT, {"games": [2, 0], "players": seats})
    wrong = {"games": [2, 1], "players": seats[::-1]}
    event.refused(409, "other-players", "PUT", RESULT, json=wrong)
    event.refused(409, "other-players", "PUT", RESULT, json={**wrong, "games": [2, 0]})


def test_level_knock_out_matches_name_their_winner(event: AppServer) -> None:
    event.refused(422, "impossible-result", "PUT", RESULT, json={"games": [2, 0], "winner": 1})
    event.put(RESULT, {"games": [1, 1], "winner": 2})
    assert str(event.t.rounds[R1].pairings[1].result) == "1-1 (won by side 2)"


# --- versions and repeats -----------------------------------------------------------------------


def test_if_match_keeps_from_changing_what_was_not_seen(event: AppServer) -> None:
    seen = event.version
    headers = {"If-Match": f'"{seen}"'}
    event.put(RESULT, {"games": [2, 0]}, headers=headers)
    body = {"games": [2, 1]}
    event.refused(412, "version-conflict", "PUT", RESULT, json=body, headers=headers)
    event.refused(412, "version-conflict", "POST", "/rounds/1/move", headers=headers, json=_MOVE)
    event.refused(412, "version-conflict", "POST", "/rounds/2/generate", headers=headers)
    event.refused(412, "version-conflict", "POST", "/undo", headers=headers)
    event.refused(412, "version-conflict", "PATCH", "", headers=headers, json={"name": "Open"})
    variant = {"If-Match": f'"{seen + 1}-gz"'}
    event.put(RESULT, body, headers=variant)
    event.put(RESULT, {"games": [0, 2]}, headers={"If-Match": "*"})


_MOVE = {"table": 1, "to": 9}
WRITES: dict[str, tuple[str, str, Any]] = {
    "players": ("POST", "/players", {"players": [{"name": "Ida"}, {"name": "Jo"}]}),
    "edit": ("PATCH", "/players/1", {"rating": 1900}),
    "drop": ("POST", "/players/1/drop", {"reason": "ill"}),
    "bye": ("PUT", "/players/1/byes/2", {"kind": "half"}),
    "table": ("PUT", "/players/1/table", {"table": 4}),
    "apart": ("PUT", "/avoided/1/2", {"hard": True}),
    "result": ("PUT", RESULT, {"games": [2, 1]}),
    "swap": ("POST", "/rounds/1/swap", {"a": 1, "b": 2, "confirmed": []}),
    "move": ("POST", "/rounds/1/move", _MOVE),
    "repair": ("POST", "/rounds/1/repair", {"missing": [1]}),
    "header": ("PATCH", "/header", {"city": "Leipzig"}),
    "rules": ("PATCH", "", {"name": "Open", "rules": {"rounds": 4}, "reason": "more time"}),
    "undo": ("POST", "/undo", {}),
}


@pytest.mark.parametrize("what", WRITES)
def test_a_repeated_request_is_done_once_and_gets_the_first_answer(
    event: AppServer, what: str
) -> None:
    method, path, body = WRITES[what]
    headers = {"Idempotency-Key": "the same"}
    first = event.ask(method, path, json=body, headers=headers)
    assert first.status_code in (200, 201), first.text
    assert "Idempotency-Replayed" not in first.headers
    version = event.version
    event.put("/players/8/table", {"table": 12})  # life goes on
    again = event.ask(method, path, json=body, headers=headers)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert event.version == version + 1
    event.refused(
        409, "command-id-reused", "PUT", "/players/8/table", json={"table": 8}, headers=headers
    )


def test_a_repeated_round_is_made_once(event: AppServer) -> None:
    event.first_seats_win()
    headers = {"Idempotency-Key": "round 2"}
    first = event.ask("POST", "/rounds/2/generate", headers=headers)
    assert first.status_code == 200
    event.first_seats_win()
    again = event.ask("POST", "/rounds/2/generate", headers=headers)
    assert again.content == first.content
    for path, body in (("/rounds/3/generate", {}), ("/rounds/2/generate", {"draft": True})):
        event.refused(409, "command-id-reused", "POST", path, json=body, headers=headers)


def test_the_same_request_many_times_at_once_is_done_once(event: AppServer) -> None:
    event.first_seats_win()
    answers: list[bytes] = []

    def generate() -> None:
        headers = {"Idempotency-Key": "round 2"}
        answers.append(event.ask("POST", "/rounds/2/generate", headers=headers).content)

    threads = [threading.Thread(target=generate) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 1
    assert len(event.t.rounds) == 2


def test_a_repeated_creation_is_the_same_tournament_with_the_same_key(event: AppServer) -> None:
    event.key = ADMIN_KEY
    wanted = {"name": "Spring", "preset": "mtg_standard"}
    headers = {"Idempotency-Key": "spring"}
    one, two = (event.post("/api/tournaments", wanted, headers=headers) for _ in range(2))
    assert one == two
    assert one["id"] == "spring"
    event.key, event.base = one["organiser_key"], one["links"]["self"]
    event.post("/players", {"name": "Ana"})
    assert len(event.service.store.keys.of(TournamentId("spring"))) == 1
    event.key = ADMIN_KEY
    assert event.post("/api/tournaments", wanted, headers=headers) == one
    other = {"name": "Spring", "preset": "infinity"}
    event.refused(409, "command-id-reused", "POST", "/api/tournaments", json=other, headers=headers)


def test_one_players_names_for_requests_are_not_anothers(event: AppServer) -> None:
    one, two = event.t.rounds[R1].pairings[1].seats
    for player in (one, two):
        event.key = event.player_key(player)
        event.post(REPORT, {"games": [2, 1]}, headers={"Idempotency-Key": "1"})
    assert event.t.rounds[R1].pairings[1].result is not None


# --- what needs a word more ---------------------------------------------------------------------


def test_soft_rules_are_broken_knowingly(event: AppServer) -> None:
    event.first_seats_win()
    event.post("/rounds/1/complete")
    met = {p.seats for p in event.t.rounds[R1].pairings.values()}
    tables = [{"players": list(seats)} for seats in met]
    path, body = "/rounds/2/generate", {"tables": tables}
    problem = event.refused(409, "needs-confirmation", "POST", path, json=body)
    assert {one["where"] for one in problem["errors"]} == {"rematch"}
    event.post(path, {**body, "confirmed": ["rematch"]})


def test_rules_after_the_start_need_a_reason(event: AppServer) -> None:
    event.refused(409, "reason-needed", "PATCH", "", json={"rules": {"rounds": 4}})
    event.refused(
        409, "rules-frozen", "PATCH", "", json={"rules": {"system": "dutch"}, "reason": "x"}
    )
    body = {"rules": {"rounds": 3}, "name": "Cup", "reason": "nothing"}
    assert event.good("PATCH", "", body)["done"] == []


def test_undo_names_what_depends_on_it(event: AppServer) -> None:
    problem = event.refused(409, "needed-later", "POST", "/undo", json={"action": 2})
    assert "Round 1 paired" in problem["errors"][0]["message"]
    done = event.put(RESULT, {"games": [2, 0]})
    event.post("/undo", {"action": done["action"], "reason": "wrong table"})
    assert event.t.rounds[R1].pairings[1].result is None
    event.post("/redo", {"action": done["action"]})
    assert event.t.rounds[R1].pairings[1].result is not None


def test_every_suggestion_for_an_impossible_round_can_be_carried_out(event: AppServer) -> None:
    """All have met, or had their bye: each suggestion is followed on a copy."""
    kinds = {kind for size, byes in ((4, 1), (5, 0)) for kind in _followed(event, size, byes)}
    assert kinds == {"bye", "drop", "rematch", "end"}


def _followed(event: AppServer, size: int, byes: int) -> list[str]:
    event.begin(f"Field of {size}", *NAMES[:size], rounds=9, max_byes_per_player=byes)
    round_no = 0
    while True:
        event.first_seats_win()
        round_no += 1
        path = f"/rounds/{round_no}/generate"
        answer = event.ask("POST", path)
        if answer.status_code == 409:
            break
    problem = event.refused(409, "no-legal-pairing", "POST", path, json={})
    assert all(round_.status != "draft" for round_ in event.t.rounds.values())
    assert round_no == 1 or event.t.rounds[RoundRef(1, round_no - 1)].status == "published"
    base, archive = event.base, archive_text(event.service, event.here).encode()
    for n, one in enumerate(problem["suggestions"]):
        _copy(event, archive, f"copy-{size}-{n}")
        for request in one["requests"]:
            there = request["path"].replace(base, event.base)
            event.good(request["method"], there, request["body"])
        if one["kind"] == "drop":
            made = event.post(path)
            assert "zero" in [bye["kind"] for bye in made["round"]["byes"]]
        if one["kind"] in ("bye", "rematch"):
            event.post(f"/rounds/{round_no}/publish")
        assert event.t.finished == (one["kind"] == "end")
    return [one["kind"] for one in problem["suggestions"]]


def test_the_reason_for_publishing_is_in_the_history(event: AppServer) -> None:
    event.begin("Two", "Ana", "Bo")
    event.post("/rounds/1/generate", {"draft": True})
    event.refused(422, "bad-request", "POST", "/rounds/1/publish", json={"reason": "x" * 1001})
    event.post("/rounds/1/publish", {"reason": " the hall\tcloses "})
    entries = event.ask("GET", "/history").json()["entries"]
    assert entries[-1]["reason"] == "the hall closes"


def test_who_is_kept_apart_can_be_let_meet(event: AppServer) -> None:
    event.begin("Two", "Ana", "Bo")
    event.put("/avoided/1/2")
    problem = event.refused(409, "no-legal-pairing", "POST", "/start")
    allow = next(one for one in problem["suggestions"] if one["kind"] == "allow")
    (request,) = allow["requests"]
    assert (request["method"], request["body"]) == ("DELETE", None)
    assert request["path"] in (f"{event.base}/avoided/1/2", f"{event.base}/avoided/2/1")
    event.good(request["method"], request["path"])
    event.post("/start")


def test_the_cut_without_who_declines(event: AppServer) -> None:
    event.begin("Cup", *NAMES, rounds=1, cut=4)
    event.post("/start")
    event.first_seats_win()
    first = event.t.rounds[R1].pairings[1].seats[0]
    event.post("/cut", {"declined": [first]})
    assert first not in event.t.seeds[2]
    assert len(event.t.seeds[2]) == 4
    event.post("/undo")
    event.post("/cut", {"seeds": [1, 2]})
    assert list(event.t.seeds[2]) == [1, 2]


# --- reports by players -------------------------------------------------------------------------


def test_two_players_who_agree_need_no_staff(event: AppServer) -> None:
    one, two = event.t.rounds[R1].pairings[1].seats
    event.key = event.player_key(one)
    assert event.post(REPORT, {"games": [2, 1]})["state"] == "waiting"
    event.key = event.player_key(two)
    assert event.post(REPORT, {"games": [1, 2]})["state"] == "disputed"
    assert event.t.rounds[R1].disputed == (1,)
    assert event.post(REPORT, {"confirm": True})["state"] == "recorded"
    assert str(event.t.rounds[R1].pairings[1].result) == "2-1"
    event.refused(409, "result-recorded", "POST", REPORT, json={"games": [0, 2]})
    rows = event.service.store.load(event.here)
    assert (rows[-1].type, rows[-1].by) == ("result_recorded", f"player {two}")


def test_a_dispute_is_settled_by_the_staff(event: AppServer) -> None:
    staff = event.key
    for player, won in zip(event.t.rounds[R1].pairings[1].seats, ([2, 0], [0, 2]), strict=True):
        event.key = event.player_key(player)
        event.post(REPORT, {"games": won})
    event.key = staff
    event.put(RESULT, {"games": [1, 1, 1]})
    assert event.t.rounds[R1].disputed == ()
    assert str(event.t.rounds[R1].pairings[1].result) == "1-1-1"


def test_players_report_their_own_match_only(event: AppServer) -> None:
    stranger = event.t.rounds[R1].pairings[2].seats[0]
    event.refused(403, "not-a-player", "POST", REPORT, json={"games": [2, 0]})
    event.key = event.player_key(stranger)
    event.refused(409, "not-your-match", "POST", REPORT, json={"games": [2, 0]})
    event.refused(403, "not-yours", "PUT", RESULT, json={"games": [2, 0]})
    event.refused(409, "nothing-to-confirm", "POST", "/pairings/1-1-2/report", json=_CONFIRM)
    both = {"games": [2, 0], "confirm": True}
    event.refused(422, "bad-request", "POST", "/pairings/1-1-2/report", json=both)
    event.refused(422, "bad-request", "POST", "/pairings/1-1-2/report", json={})


_CONFIRM = {"confirm": True}


# --- lists and archives --------------------------------------------------------------------------


def _csv(event: AppServer, text: str | bytes) -> Any:
    return event.ask("POST", "/players", content=text, headers={"Content-Type": "text/csv"})


def test_a_list_from_a_spreadsheet(event: AppServer) -> None:
    text = (
        "\ufeffName;Elo;Fed;Club;Title;FIDE ID\r\nIda, the 2nd;1900;GER;Rooks;WFM;12\r\n;\r\nJo\r\n"
    )
    answer = _csv(event, text)
    assert answer.status_code == 201, answer.text
    ida = event.t.entries[PlayerId(9)].entrant
    assert (ida.name, ida.federation, ida.club) == ("Ida, the 2nd", "GER", "Rooks")
    assert ida.strength == 1900
    assert ida.title == "WFM"  # type: ignore[attr-defined]
    assert ida.ids == {"fide": "12"}  # type: ignore[attr-defined]


def test_all_bad_rows_are_told_at_once_and_nobody_is_entered(event: AppServer) -> None:
    text = "name,rating\nIda,12000\nJo,strong\n,1500\nKim,1,2\nKim,1\nLu,1400\n"
    before = event.version
    problem = problem_of(_csv(event, text))
    assert problem["code"] == "bad-list"
    assert [one["where"] for one in problem["errors"]] == [
        "row 5",
        "row 2 rating",
        "row 3 rating",
        "row 4 name",
        "row 6 name",
    ]
    assert event.version == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the “name” column is missing"),
        ("name\n", "no rows below the header"),
        ("nmae,rating\nAna,1\n", "Did you mean name?"),
        ("name,name\nAna,Bo\n", "appears twice"),
        ('name\n"Ana\n', "is not valid CSV"),
        ("name\nA\x00na\n", "control character"),
        ("name\n" + "x\n" * 10_002, "maximum of 10000"),
    ],
)
def test_lists_that_cannot_be_used(event: AppServer, text: str, said: str) -> None:
    problem = problem_of(_csv(event, text))
    assert said in problem["detail"]


def test_a_list_in_another_encoding(event: AppServer) -> None:
    assert problem_of(_csv(event, "name\nJos\xe9\n".encode("latin-1")))["code"] == "bad-list"


def test_all_namesakes_are_told_at_once(event: AppServer) -> None:
    wanted = {"players": [{"name": "ana"}, {"name": "Zoe"}, {"name": "Bo"}, {"name": "zoe"}]}
    problem = event.refused(409, "duplicate-name", "POST", "/players", json=wanted)
    assert [one["where"] for one in problem["errors"]] == [
        "players.1.name",
        "players.3.name",
        "players.4.name",
    ]


def _copy(event: AppServer, archive: bytes, name: str) -> None:
    event.key = ADMIN_KEY
    made = event.post(
        f"/api/tournaments/import?as={name}",
        content=archive,
        headers={"Content-Type": "application/json"},
    )
    assert made["id"] == name
    event.key, event.base = made["organiser_key"], made["links"]["self"]


def test_a_tournament_comes_from_an_archive(event: AppServer) -> None:
    archive = archive_text(event.service, event.here).encode()
    before = event.t
    _copy(event, archive, "copy")
    assert event.t == before
    event.put(RESULT, {"games": [2, 0]})
    event.key = ADMIN_KEY
    path, how = "/api/tournaments/import?as=copy", {"content": archive}
    json = {"Content-Type": "application/json"}
    event.refused(409, "tournament-exists", "POST", path, **how, headers=json)
    twice = {**json, "Idempotency-Key": "again"}
    other = "/api/tournaments/import?as=copy-2"
    first, again = (event.ask("POST", other, **how, headers=twice) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    event.refused(415, "wrong-content-type", "POST", path, **how)
    event.refused(
        422,
        "archive-damaged",
        "POST",
        path,
        content=archive.replace(b'"Ana"', b'"Eve"'),
        headers=json,
    )
    event.refused(422, "not-an-archive", "POST", path, content=b"{}", headers=json)
    bad = "/api/tournaments/import?as=../etc"
    event.refused(422, "bad-tournament-id", "POST", bad, **how, headers=json)


def test_presets_and_their_changes(event: AppServer) -> None:
    event.key = ADMIN_KEY
    path = "/api/tournaments"
    problem = event.refused(404, "no-preset", "POST", path, json={"name": "A", "preset": "mtg"})
    assert "mtg_standard" in problem["hint"]
    wrong = {"name": "A", "config": {"rouns": 3, "best_of": "three"}}
    problem = event.refused(422, "bad-rules", "POST", path, json=wrong)
    assert [one["where"] for one in problem["errors"]] == ["rouns", "best_of"]
    assert TournamentId("a") not in event.service.store.tournaments()
