"""Random organisers, forbidden moves included, against a model kept on paper."""

import copy
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fairpair.core.errors import DomainError
from fairpair.core.players import Player
from fairpair.core.results import Adjourned, Forfeit, Games, Result, win_for
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import knock_out_of
from fairpair.log import commands as c
from fairpair.log.journal import read_journal
from log_driver import LogDriver, p

from .model import Model, RefusedError

Op = tuple[str, tuple[Any, ...]]

PLAYERS = st.integers(1, 6)
NAMES = st.sampled_from(["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"])
REASONS = st.sampled_from(["", "because"])
TABLES = st.integers(0, 4)
ROUND_NOS = st.integers(1, 4)
ALL_SOFT = ("avoided-pair", "bye-ignored", "bye-not-requested", "rematch", "too-many-byes")
SOFT = st.sampled_from([ALL_SOFT, ("rematch",), ()])
TREE_ONLY = ("tree-broken", "matches-left")
REQUESTED = st.sampled_from([ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL])
RESULTS: dict[str, Result] = {
    "2-0": Games((2, 0)),
    "1-2": Games((1, 2)),
    "1-1": Games((1, 1)),
    "3-1": Games((3, 1)),
    "0-1F": Forfeit(win_for(1)),
    "adjourned": Adjourned(),
}


class Organiser(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.desk = LogDriver()
        self.model = Model()
        # What was done: the number of its first event, and its facts or the action it undoes.
        self.actions: list[tuple[int, list[Op] | int]] = []
        self.issued = 0

    # --- doing and comparing ---------------------------------------------------------------------

    def attempt(self, command: c.Command, *ops: Op, allowed: bool = True) -> bool:
        """Both must agree on whether it goes, and on what it leads to."""
        expected = self.played(ops, copy.deepcopy(self.model)) if allowed else None
        refused = self.refusal(command)
        if refused in TREE_ONLY:
            return False  # the sheet of paper has no tree on it
        if (not refused) != (expected is not None):
            pytest.fail(f"the model says {expected is not None} to {command}, refused: {refused}")
        if expected is None:
            return False
        self.model = expected
        self.actions.append((self.desk.journal.version - len(ops) + 1, list(ops)))
        return True

    def refusal(self, command: c.Command) -> str:
        """The code of the refusal; none when the command was carried out."""
        try:
            self.desk.do(command)
        except DomainError as refused:
            later = refused.code == "needed-later" and refused.problems[0].where
            return "tree-broken" if later and not later.startswith("#") else refused.code
        return ""

    @staticmethod
    def played(ops: Sequence[Op], model: Model) -> Model | None:
        try:
            for name, args in ops:
                getattr(model, name)(*args)
        except RefusedError:
            return None
        return model

    @invariant()
    def sheets_agree(self) -> None:
        assert projection(self.desk.t) == paper(self.model)

    @invariant()
    def whole_log_gives_the_kept_state(self) -> None:
        assert read_journal(self.desk.journal.records) == self.desk.journal

    # --- getting somewhere -----------------------------------------------------------------------

    @initialize(size=st.integers(0, 6), rounds=st.sampled_from([None, 2, 3]), data=st.data())
    def begin(self, size: int, rounds: int | None, data: st.DataObject) -> None:
        """Somewhere in a tournament; with nobody, before its creation."""
        if size:
            self.create(rounds)
            self.register(["Ana", "Bo", "Cy", "Di", "Ed", "Flo"][:size], 1)
            for _ in range(data.draw(st.integers(0, 9))):
                self.advance(data)

    @rule(data=st.data())
    def advance(self, data: st.DataObject) -> None:
        """The next sensible step."""
        latest = self.model.latest
        status = self.model.rounds[latest]["status"] if latest else "complete"
        if status == "draft":
            self.publish(True, ALL_SOFT)
        elif status == "published" and any(
            result is None for _, result in self.model.rounds[self.present]["tables"].values()
        ):
            self.record_all(data.draw(st.sampled_from(["2-0", "1-2"])))
        elif status == "published":
            self.complete()
        else:
            self.draft_well(data, ALL_SOFT)

    # --- the tournament --------------------------------------------------------------------------

    @rule(rounds=st.sampled_from([None, 2, 3]))
    def create(self, rounds: int | None) -> None:
        command = c.CreateTournament("Cup", "seed", {"rounds": rounds})
        self.attempt(command, ("create", ("Cup", rounds)))

    @rule(name=st.sampled_from(["Cup", "Open"]))
    def rename(self, name: str) -> None:
        new = name != self.model.name
        self.attempt(c.RenameTournament(name), ("rename", (name,)), allowed=new)

    @rule(
        change=st.sampled_from(
            [
                ("rounds", "rounds_planned", 1),
                ("swiss_rounds", "rounds_planned", 3),
                ("max_byes_per_player", "max_byes", None),
                ("best_of", "best_of", 5),
                ("system", "system", "dutch"),
                ("check_in", "check_in", True),
                ("check_in", "check_in", False),
                ("player_reports", "reports_on", True),
                ("player_reports", "reports_on", True),
                ("player_reports", "reports_on", False),
            ]
        ),
        reason=REASONS,
    )
    def change_rules(self, change: tuple[str, str, Any], reason: str) -> None:
        key, field, value = change
        command = c.ChangeRules({key: value, "min_games_for_gw": 1}, reason)
        new = getattr(self.model, field) != value
        self.attempt(command, ("change", (field, value, reason)), allowed=new)

    @rule(early=st.booleans())
    def finish(self, early: bool) -> None:
        self.attempt(c.FinishTournament(early), ("finish", (early,)))

    @rule(reason=REASONS)
    def reopen(self, reason: str) -> None:
        self.attempt(c.ReopenTournament(reason), ("reopen", (reason,)))

    @rule(seeds=st.lists(PLAYERS, max_size=4))
    def cut(self, seeds: list[int]) -> None:
        command = c.MakeCut(tuple(map(p, seeds)))
        self.attempt(command, ("cut", (self.model.stage + 1, seeds)))

    @rule(data=st.data())
    def cut_well(self, data: st.DataObject) -> None:
        """When all is played, some of those who are there go on."""
        if self.model.latest and self.model.rounds[self.model.latest]["status"] == "complete":
            self.change_rules(("rounds", "rounds_planned", None), "because")
            here = [x for x in self.model.players if not self.model.gone(x)]
            if here:
                self.cut(data.draw(st.permutations(here))[:4])

    # --- players ---------------------------------------------------------------------------------

    @rule(names=st.lists(NAMES, min_size=1, max_size=4), first=ROUND_NOS)
    def register(self, names: list[str], first: int) -> None:
        ops = [
            ("register", (self.issued + n, x, (1, first), "loss")) for n, x in enumerate(names, 1)
        ]
        command = c.RegisterPlayers(tuple(map(Player, names)), first)
        started = self.model.published is not None and not self.model.finished
        if self.attempt(command, *ops, allowed=not started):
            self.issued += len(names)

    @rule(name=NAMES, first=st.none() | ROUND_NOS, missed=st.none() | REQUESTED)
    def enter_late(self, name: str, first: int | None, missed: ByeKind | None) -> None:
        ref = self.model.unseen if first is None else (self.model.stage, first)
        op = ("register", (self.issued + 1, name, ref, (missed or ByeKind.LOSS).value))
        started = self.model.published is not None or self.model.finished
        if self.attempt(c.EnterLate((Player(name),), first, missed), op, allowed=started):
            self.issued += 1

    @rule(player=PLAYERS, name=NAMES)
    def edit(self, player: int, name: str) -> None:
        new = player in self.model.players and self.model.players[player]["name"] != name
        self.attempt(c.EditPlayer(p(player), Player(name)), ("edit", (player, name)), allowed=new)

    @rule(player=PLAYERS)
    def check_in(self, player: int) -> None:
        self.attempt(c.CheckIn(p(player)), ("arrive", (player,)))

    @rule(player=PLAYERS)
    def check_out(self, player: int) -> None:
        self.attempt(c.CheckOut(p(player)), ("unarrive", (player,)))

    @rule(player=PLAYERS, forfeit=st.booleans())
    def drop(self, player: int, forfeit: bool) -> None:
        ops: list[Op] = [("drop", (player, self.model.leaves_after(player)))]
        if forfeit:
            ops += self.given_up(player)
        self.attempt(c.DropPlayer(p(player), forfeit=forfeit), *ops)

    def given_up(self, player: int) -> list[Op]:
        ops: list[Op] = []
        for ref, sheet in self.model.rounds.items():
            table = self.model.seat(ref, player)
            if table is not None and sheet["status"] == "published":
                seats, result = sheet["tables"][table]
                text = "0-1F" if seats[0] == player else "1-0F"
                ops += [] if result else [("result", (ref, table, seats, text))]
        return ops

    @rule(player=PLAYERS, first=st.none() | ROUND_NOS)
    def reinstate(self, player: int, first: int | None) -> None:
        ref = self.model.unseen if first is None else (self.model.stage, first)
        self.attempt(c.ReinstatePlayer(p(player), first), ("come_back", (player, ref, "loss")))

    @rule(player=PLAYERS, kind=REQUESTED, reason=REASONS)
    def set_missed_rounds(self, player: int, kind: ByeKind, reason: str) -> None:
        running = self.model.published is not None and not self.model.finished
        op = ("set_missed", (player, kind.value))
        command = c.SetMissedRounds(p(player), kind, reason)
        self.attempt(command, op, allowed=bool(reason) or not running)

    @rule(player=PLAYERS, round_no=ROUND_NOS, kind=REQUESTED)
    def request_bye(self, player: int, round_no: int, kind: ByeKind) -> None:
        op = ("ask_bye", (player, round_no, kind.value))
        self.attempt(c.RequestBye(p(player), round_no, kind), op)

    @rule(player=PLAYERS, round_no=ROUND_NOS)
    def withdraw_bye(self, player: int, round_no: int) -> None:
        self.attempt(c.WithdrawByeRequest(p(player), round_no), ("unask_bye", (player, round_no)))

    @rule(player=PLAYERS, round_no=st.none() | ROUND_NOS)
    def make_request(self, player: int, round_no: int | None) -> None:
        self.attempt(c.MakeRequest(p(player), round_no), ("request", (player, round_no)))

    @rule(player=PLAYERS, round_no=st.none() | ROUND_NOS)
    def withdraw_request(self, player: int, round_no: int | None) -> None:
        op = ("close_request", (player, round_no, "withdrawn"))
        self.attempt(c.WithdrawRequest(p(player), round_no), op)

    @rule(data=st.data(), accept=st.booleans(), kind=REQUESTED)
    def answer_request(self, data: st.DataObject, accept: bool, kind: ByeKind) -> None:
        """Mostly a request that there is."""
        known = [(n, r) for n, sheet in self.model.players.items() for r in sheet["requests"]]
        any_one = st.tuples(PLAYERS, st.none() | ROUND_NOS)
        player, round_no = data.draw(any_one | st.sampled_from(known) if known else any_one)
        ops: list[Op] = [
            ("close_request", (player, round_no, "accepted" if accept else "declined"))
        ]
        if accept and round_no is None:
            ops.append(("drop", (player, self.model.leaves_after(player))))
        elif accept:
            ops.append(("ask_bye", (player, round_no, kind.value)))
        self.attempt(c.AnswerRequest(p(player), round_no, accept, kind), *ops)

    @rule(player=PLAYERS, table=st.none() | st.integers(1, 3))
    def fix_table(self, player: int, table: int | None) -> None:
        new = player in self.model.players and self.model.players[player]["table"] != table
        self.attempt(c.FixTable(p(player), table), ("fix", (player, table)), allowed=new)

    @rule(a=PLAYERS, b=PLAYERS, hard=st.booleans(), first=ROUND_NOS, until=st.none() | ROUND_NOS)
    def avoid(self, a: int, b: int, hard: bool, first: int, until: int | None) -> None:
        op = ("keep_apart", (a, b, hard, first, until))
        fits = until is None or first <= until
        self.attempt(c.AvoidPair(p(a), p(b), hard, first, until), op, allowed=fits)

    @rule(a=PLAYERS, b=PLAYERS)
    def allow(self, a: int, b: int) -> None:
        self.attempt(c.AllowPair(p(a), p(b)), ("allow", (a, b)))

    # --- rounds ----------------------------------------------------------------------------------

    @rule(data=st.data(), confirmed=SOFT)
    def draft_well(self, data: st.DataObject, confirmed: tuple[str, ...]) -> None:
        """Everybody who is there, in any order, with the byes they asked for."""
        model, ref = self.model, self.model.upcoming
        present = [x for x in model.players if model.there(x, ref)]
        asked = {x: model.players[x]["byes"].get(ref[1]) for x in present}
        byes = [(x, kind) for x, kind in asked.items() if kind and ref[0] == 1]
        order = data.draw(st.permutations([x for x in present if x not in dict(byes)]))
        if len(order) % 2:
            byes.append((order.pop(), "pairing"))
        tables = [(n // 2 + 1, (order[n], order[n + 1])) for n in range(0, len(order), 2)]
        self.draft(tables, byes, confirmed)

    @rule(
        tables=st.lists(st.tuples(TABLES, st.tuples(PLAYERS, PLAYERS)), max_size=3),
        byes=st.lists(st.tuples(PLAYERS, st.sampled_from(["pairing", "zero"])), max_size=2),
        confirmed=SOFT,
    )
    def draft_anything(self, tables: list[Any], byes: list[Any], confirmed: Any) -> None:
        self.draft(tables, byes, confirmed)

    def draft(self, tables: list[Any], byes: list[Any], confirmed: tuple[str, ...]) -> None:
        command = c.DraftRound(
            tuple(Table(n, tuple(map(p, seats))) for n, seats in tables),
            tuple(Bye(p(x), ByeKind(kind)) for x, kind in byes),
            confirmed=confirmed,
        )
        op = ("draft", (self.model.upcoming, tables, byes, confirmed, self.model.basis()))
        self.attempt(command, op)

    @precondition(lambda self: self.model.stage > 1)
    @rule(data=st.data(), skip=st.integers(0, 1), beyond=st.integers(0, 1))
    def open_matches(self, data: st.DataObject, skip: int, beyond: int) -> None:
        """Some of the knock-out play on while others still play the round before."""
        model = self.model
        latest = model.latest[1] if model.latest else 0
        ref = (model.stage, latest + 1 + (beyond if skip else 0))
        order = data.draw(st.permutations(model.cuts[model.stage]))[skip:]
        tables = [(n + 1, order[2 * n : 2 * n + 2]) for n in range(len(order) // 2)]
        chosen = [(n, tuple(pair)) for n, pair in tables][: data.draw(st.integers(0, 2))]
        command = c.OpenMatches(ref[1], tuple(Table(n, (p(a), p(b))) for n, (a, b) in chosen))
        opened = ("open_early", (ref, chosen, model.basis()))
        playing = {player for _, pair in chosen for player in pair}
        running = [x for x, r in sorted(model.rounds.items()) if r["status"] == "published"]
        before = [
            bye
            for earlier in running
            if earlier[0] == ref[0] and earlier < ref
            for bye in self.walkovers(earlier)
            if bye[1][1] in playing
        ]
        self.attempt(command, *before, opened, ("publish", (ref, False, ())))

    @property
    def present(self) -> tuple[int, int]:
        return self.model.latest or self.model.upcoming

    @rule()
    def discard(self) -> None:
        self.attempt(c.DiscardDraft(), ("discard", (self.present,)))

    @rule(a=PLAYERS, b=PLAYERS, confirmed=SOFT)
    def swap(self, a: int, b: int, confirmed: tuple[str, ...]) -> None:
        op = ("swap", (self.present, a, b, confirmed))
        self.attempt(c.SwapPlayers(p(a), p(b), confirmed=confirmed), op)

    @rule(out=PLAYERS, by=PLAYERS, kind=REQUESTED, confirmed=SOFT)
    def replace(self, out: int, by: int, kind: ByeKind, confirmed: tuple[str, ...]) -> None:
        op = ("replace", (self.present, out, by, kind.value, confirmed))
        self.attempt(c.ReplacePlayer(p(out), p(by), kind, confirmed=confirmed), op)

    @rule(data=st.data(), kind=REQUESTED)
    def replace_well(self, data: st.DataObject, kind: ByeKind) -> None:
        """Somebody with a bye takes a seat."""
        sheet = self.model.rounds.get(self.present, {"byes": {}, "tables": {}})
        seated = [x for seats, _ in sheet["tables"].values() for x in seats]
        if seated and sheet["byes"]:
            out = data.draw(st.sampled_from(seated))
            self.replace(out, data.draw(st.sampled_from([*sheet["byes"]])), kind, ALL_SOFT)

    @rule(a=PLAYERS, b=PLAYERS, table=st.none() | TABLES, confirmed=SOFT)
    def add_table(self, a: int, b: int, table: int | None, confirmed: tuple[str, ...]) -> None:
        tables = self.model.rounds.get(self.present, {"tables": {}})["tables"]
        number = max(tables, default=0) + 1 if table is None else table
        op = ("add", (self.present, number, (a, b), confirmed))
        self.attempt(c.AddTable((p(a), p(b)), table, confirmed), op)

    @rule(data=st.data(), confirmed=SOFT)
    def seat_who_has_no_match(self, data: st.DataObject, confirmed: tuple[str, ...]) -> None:
        """A late entry, if there is one, meets somebody with a bye."""
        sheet = self.model.rounds.get(self.present, {"byes": {}})
        free = [x for x in self.model.players if sheet["byes"] and self.placeless(x)]
        if sheet["byes"] and not free:
            self.enter_late(data.draw(NAMES), self.present[1], None)
            free = [x for x in self.model.players if self.placeless(x)]
        for player in free:
            self.add_table(data.draw(st.sampled_from([*sheet["byes"]])), player, None, confirmed)

    def placeless(self, player: int) -> bool:
        sheet = self.model.rounds[self.present]
        return player not in sheet["byes"] and self.model.seat(self.present, player) is None

    @rule(table=TABLES, to=TABLES)
    def move_table(self, table: int, to: int) -> None:
        self.attempt(c.MoveTable(table, to), ("move", (self.present, table, to)))

    @rule(
        player=PLAYERS,
        kind=st.sampled_from(ByeKind),
        round_no=ROUND_NOS,
        reason=REASONS,
        confirmed=SOFT,
    )
    def give_bye(
        self, player: int, kind: ByeKind, round_no: int, reason: str, confirmed: tuple[str, ...]
    ) -> None:
        ref = (1, round_no)
        sheet = self.model.rounds.get(ref, {"byes": {}, "status": ""})
        op = ("give_bye", (ref, player, kind.value, confirmed))
        command = c.GiveBye(p(player), kind, round_no, 1, reason, confirmed)
        # A later redo may close the round before it: then it stands without a reason.
        reasoned = bool(reason) or sheet["status"] != "complete"
        self.attempt(command, op, allowed=reasoned and sheet["byes"].get(player) != kind)

    @rule(data=st.data(), kind=st.sampled_from(ByeKind), reason=REASONS, confirmed=SOFT)
    def change_a_bye(
        self, data: st.DataObject, kind: ByeKind, reason: str, confirmed: tuple[str, ...]
    ) -> None:
        """Of somebody who has one, in any round of stage 1."""
        byes = [(r, x) for r, s in self.model.rounds.items() if r[0] == 1 for x in s["byes"]]
        if byes:
            where, player = data.draw(st.sampled_from(byes))
            self.give_bye(player, kind, where[1], reason, confirmed)

    @rule(data=st.data())
    def withdraw_a_request(self, data: st.DataObject) -> None:
        asked = [(x, n) for x, s in self.model.players.items() for n in s["byes"]]
        if asked:
            self.withdraw_bye(*data.draw(st.sampled_from(asked)))

    @rule(anyway=st.booleans(), confirmed=SOFT)
    def publish(self, anyway: bool, confirmed: tuple[str, ...]) -> None:
        op = ("publish", (self.present, anyway, confirmed))
        self.attempt(c.PublishRound(anyway, confirmed), op)

    @rule()
    def complete(self) -> None:
        running = self.model.upcoming
        ref = running if running in self.model.rounds else self.present
        self.attempt(c.CompleteRound(), *self.walkovers(ref), ("complete", (ref,)))

    def walkovers(self, ref: tuple[int, int]) -> list[Op]:
        """Byes for those who go on because nobody came; who that is, only the tree can say."""
        tree = knock_out_of(self.desk.t, ref[0]) if ref in self.model.rounds else None
        going = tree.walkovers(RoundRef(*ref)) if tree else ()
        return [("give_bye", (ref, player, "pairing", ())) for player in going]

    # --- results ---------------------------------------------------------------------------------

    def seats(self, ref: tuple[int, int], table: int) -> tuple[int, ...]:
        tables = self.model.rounds.get(ref, {"tables": {}})["tables"]
        return tables.get(table, ((),))[0]  # type: ignore[no-any-return]

    @rule(
        stage=st.integers(1, 2), round_no=ROUND_NOS, table=TABLES, text=st.sampled_from([*RESULTS])
    )
    def record(self, stage: int, round_no: int, table: int, text: str) -> None:
        ref = (stage, round_no)
        op = ("result", (ref, table, self.seats(ref, table), text))
        self.attempt(c.RecordResult(MatchRef(stage, round_no, table), RESULTS[text]), op)

    @precondition(lambda self: self.model.published)
    @rule(data=st.data(), text=st.sampled_from([*RESULTS]), clear=st.booleans())
    def change_a_result(self, data: st.DataObject, text: str, clear: bool) -> None:
        """Of a match that is there, in any round."""
        seen = [ref for ref, x in self.model.rounds.items() if x["status"] != "draft"]
        stage, round_no = data.draw(st.sampled_from(seen))
        table = data.draw(st.sampled_from([*self.model.rounds[stage, round_no]["tables"], 9]))
        if clear:
            self.clear(round_no, table)
        else:
            self.correct(stage, round_no, table, text, "because")

    @precondition(lambda self: self.model.published)
    @rule(text=st.sampled_from(["2-0", "1-2"]))
    def record_all(self, text: str) -> None:
        """Play the running round to its end, so that later rounds are reached."""
        ref = self.model.published
        assert ref is not None
        for table, (seats, result) in list(self.model.rounds[ref]["tables"].items()):
            if result is None:
                match = MatchRef(*ref, table)
                self.attempt(
                    c.RecordResult(match, RESULTS[text]), ("result", (ref, table, seats, text))
                )

    @rule(
        stage=st.integers(1, 2),
        round_no=ROUND_NOS,
        table=TABLES,
        text=st.sampled_from([*RESULTS]),
        reason=REASONS,
    )
    def correct(self, stage: int, round_no: int, table: int, text: str, reason: str) -> None:
        ref = (stage, round_no)
        command = c.CorrectResult(MatchRef(stage, round_no, table), RESULTS[text], reason)
        op = ("correct", (ref, table, self.seats(ref, table), text, reason))
        there = self.model.rounds.get(ref, {"tables": {}})["tables"].get(table, ((), None))[1]
        if stage > 1 and there is not None and winner(there) != winner(text):
            return  # what follows for later matches is for those who know the tree
        self.attempt(command, op, allowed=there != text)

    @rule(round_no=ROUND_NOS, table=TABLES)
    def clear(self, round_no: int, table: int) -> None:
        ref = (1, round_no)
        op = ("clear", (ref, table, self.seats(ref, table)))
        self.attempt(c.ClearResult(MatchRef(1, round_no, table)), op)

    @rule(
        stage=st.integers(1, 2),
        round_no=ROUND_NOS,
        table=TABLES,
        player=PLAYERS,
        text=st.none() | st.sampled_from([*RESULTS]),
    )
    def report(self, stage: int, round_no: int, table: int, player: int, text: str | None) -> None:
        """Without a text, what the opponent said is confirmed."""
        ref = (stage, round_no)
        seats = self.seats(ref, table)
        said = self.model.said(ref, seats)
        others = [said.get(x) for x in seats if x != player]
        meant = text or (others[0] if others else None)
        command = c.ReportResult(
            MatchRef(stage, round_no, table), p(player), RESULTS[text] if text else None
        )
        ops: list[Op] = [("report", (ref, table, seats, player, meant))]
        if others == [meant]:
            ops.append(("result", (ref, table, seats, meant)))
        new = meant is not None and (others == [meant] or said.get(player) != meant)
        self.attempt(command, *ops, allowed=new)

    @precondition(lambda self: self.model.published)
    @rule(data=st.data(), text=st.none() | st.sampled_from(["2-0", "1-2"]))
    def report_what_is_open(self, data: st.DataObject, text: str | None) -> None:
        """As somebody who sits at a table of the last round, with the rule set for it."""
        self.change_rules(("player_reports", "reports_on", True), "because")
        stage, round_no = self.model.published or (1, 1)
        tables = self.model.rounds[stage, round_no]["tables"]
        if tables:
            table = data.draw(st.sampled_from([*tables]))
            player = data.draw(st.sampled_from(tables[table][0]))
            self.report(stage, round_no, table, player, text)

    # --- undo and redo ---------------------------------------------------------------------------

    def stands(self, index: int) -> bool:
        number = self.actions[index][0]
        later = range(index + 1, len(self.actions))
        return not any(self.actions[n][1] == number and self.stands(n) for n in later)

    def without(self, number: int) -> Model | None:
        """The sheet as if this action had not been, or none if something later needs it."""
        self.actions.append((0, number))
        facts = [
            op
            for n, (_, what) in enumerate(self.actions)
            if isinstance(what, list) and self.stands(n)
            for op in what
        ]
        self.actions.pop()
        model = self.played(facts, Model())
        if model is None or any(
            r["status"] == "draft" and not r["same basis"] for r in model.rounds.values()
        ):
            return None
        return model

    def attempt_undo(self, command: c.Command, number: int | None) -> None:
        known = {first: n for n, (first, _) in enumerate(self.actions)}
        possible = number in known and number != 1 and self.stands(known[number])
        if possible and self.model.finished and number is not None:
            possible = self.leaves_the_end_alone(number)
        expected = self.without(number) if possible and number is not None else None
        refused = self.refusal(command)
        if refused in TREE_ONLY:
            return
        assert (not refused) == (expected is not None), (command, refused)
        if expected is not None and number is not None:
            self.model = expected
            self.actions.append((self.desk.journal.version, number))

    def leaves_the_end_alone(self, number: int) -> bool:
        """Of what happened before the end, everything counts as it did, or the end is undone."""
        indices = range(len(self.actions))
        before = [self.stands(n) for n in indices]
        self.actions.append((0, number))
        after = [self.stands(n) for n in indices]
        self.actions.pop()
        ends = [
            n
            for n in indices
            if before[n]
            and isinstance((what := self.actions[n][1]), list)
            and what[0][0] == "finish"
        ]
        return not after[ends[-1]] or before[: ends[-1]] == after[: ends[-1]]

    @rule(number=st.integers(1, 60))
    def undo(self, number: int) -> None:
        self.attempt_undo(c.Undo(number), number)

    @rule()
    def undo_last(self) -> None:
        standing = [
            first
            for n, (first, what) in enumerate(self.actions)
            if isinstance(what, list) and self.stands(n) and first != 1
        ]
        self.attempt_undo(c.Undo(), standing[-1] if standing else None)

    def undoings(self) -> list[tuple[int, int]]:
        """Undo and what it undid, for the undos that stand and took back a fact."""
        facts = {first for first, what in self.actions if isinstance(what, list)}
        return [
            (first, what)
            for n, (first, what) in enumerate(self.actions)
            if isinstance(what, int) and what in facts and self.stands(n)
        ]

    @rule()
    def redo_last(self) -> None:
        undoings = self.undoings()
        self.attempt_undo(c.Redo(), undoings[-1][0] if undoings else None)

    @rule(data=st.data())
    def redo(self, data: st.DataObject) -> None:
        undoings = self.undoings()
        if undoings:
            undo, undone = data.draw(st.sampled_from(undoings))
            self.attempt_undo(c.Redo(undone), undo)

    def teardown(self) -> None:
        """Undoing everything, the last thing first, leaves the tournament as it was created."""
        journal = self.desk.journal
        if not journal.records:
            return
        created = read_journal(r for r in journal.records if r.action == 1).tournament
        while any(r.action > 1 for r in self.desk.journal.effective_records()):
            self.desk.do(c.Undo())
        assert self.desk.t == created


def winner(text: str) -> int:
    """The sign says which side."""
    if text == "adjourned":
        return 0
    a, b = (int(n) for n in text.removesuffix("F").split("-"))
    return (a > b) - (a < b)


def ref(r: RoundRef) -> tuple[int, int]:
    return (r.stage, r.round_no)


def projection(t: Tournament) -> dict[str, Any]:
    """What the log made of it, in the words of the sheet."""
    return {
        "head": (t.created, t.finished, t.name, t.rules.rounds, t.rules.max_byes_per_player),
        "rules": (t.rules.best_of, t.rules.check_in, t.rules.player_reports),
        "players": {
            n: {
                "name": x.entrant.name,
                "periods": [
                    (ref(d.first), d.last and ref(d.last), d.missed.value) for d in x.periods
                ],
                "in": x.checked_in,
                "table": x.fixed_table,
                "byes": dict(x.requested_byes),
                "requests": {
                    y.round_no: state.value for y, state in t.requests.items() if y.player == n
                },
            }
            for n, x in t.entries.items()
        },
        "apart": {p: (x.hard, x.from_round, x.until_round) for p, x in t.avoided.items()},
        "rounds": {
            ref(r): {
                "status": x.status.value,
                "tables": {
                    n: (y.seats, None if y.result is None else str(y.result))
                    for n, y in x.pairings.items()
                },
                "byes": dict(x.byes),
                "reports": {
                    y.seats: {z.player: str(z.result) for z in y.reports}
                    for y in x.pairings.values()
                    if y.reports
                },
                "stale": x.stale,
                "confirmed": x.confirmed,
            }
            for r, x in t.rounds.items()
        },
        "cuts": {stage: list(seeds) for stage, seeds in t.seeds.items()},
    }


def paper(m: Model) -> dict[str, Any]:
    """The sheet itself."""
    rounds = {
        ref: {key: value for key, value in sheet.items() if key != "same basis"}
        for ref, sheet in m.rounds.items()
    }
    return {
        "head": (m.created, m.finished, m.name, m.rounds_planned, m.max_byes),
        "rules": (m.best_of, m.check_in, m.reports_on),
        "players": m.players,
        "apart": m.apart,
        "rounds": rounds,
        "cuts": m.cuts,
    }


class ShortDay(Organiser):
    pass


class LongDay(Organiser):
    pass


_SLOWNESS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
TestShortDay = ShortDay.TestCase
TestShortDay.settings = settings(
    max_examples=60, stateful_step_count=50, deadline=None, suppress_health_check=_SLOWNESS
)
TestLongDay = pytest.mark.slow(LongDay.TestCase)
TestLongDay.settings = settings(
    max_examples=2000, stateful_step_count=100, deadline=None, suppress_health_check=_SLOWNESS
)
