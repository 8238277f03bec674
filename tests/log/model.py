"""A tournament as a referee would keep it on paper: an independent, deliberately plain model.

Every method is one fact. It changes the sheet or raises `RefusedError`. It shares no code with the
log.
"""

from typing import Any

Ref = tuple[int, int]


class RefusedError(Exception):
    """Not like this, not now."""


def alike(a: Any, b: Any) -> bool:
    """Whether two bases are the same for everybody who is in both."""
    return (a[:2], a[3]) == (b[:2], b[3]) and all(
        b[2].get(n, missed) == missed for n, missed in a[2].items()
    )


def need(condition: object) -> None:
    if not condition:
        raise RefusedError


class Model:
    def __init__(self) -> None:
        self.name = ""
        self.created = self.finished = False
        self.rounds_planned: int | None = None
        self.max_byes: int | None = 1
        self.best_of: int | None = 3
        self.system = "swiss"
        self.check_in = False
        self.reports_on = False
        self.players: dict[int, dict[str, Any]] = {}
        self.apart: dict[frozenset[int], tuple[bool, int, int | None]] = {}
        self.rounds: dict[Ref, dict[str, Any]] = {}
        self.cuts: dict[int, list[int]] = {}

    # --- questions -------------------------------------------------------------------------------

    def live(self) -> None:
        need(self.created and not self.finished)

    @property
    def stage(self) -> int:
        return max(self.cuts, default=1)

    @property
    def latest(self) -> Ref | None:
        mine = [ref for ref in self.rounds if ref[0] == self.stage]
        return max(mine) if mine else None

    @property
    def upcoming(self) -> Ref:
        if self.latest is None:
            return (self.stage, 1)
        mine = [ref for ref in self.rounds if ref[0] == self.stage]
        undone = [ref for ref in mine if self.rounds[ref]["status"] != "complete"]
        return min(undone) if undone else (self.stage, self.latest[1] + 1)

    @property
    def unseen(self) -> Ref:
        if self.latest is None:
            return (self.stage, 1)
        draft = self.rounds[self.latest]["status"] == "draft"
        return self.latest if draft else (self.stage, self.latest[1] + 1)

    @property
    def published(self) -> Ref | None:
        seen = [ref for ref, r in self.rounds.items() if r["status"] != "draft"]
        return max(seen) if seen else None

    def gone(self, player: int) -> bool:
        return self.players[player]["periods"][-1][1] is not None

    def there(self, player: int, ref: Ref) -> bool:
        sheet = self.players[player]
        inside = any(a <= ref and (b is None or ref <= b) for a, b, _ in sheet["periods"])
        invited = ref[0] == 1 or player in self.cuts.get(ref[0], [])
        return inside and invited and (sheet["in"] or not self.check_in)

    def seat(self, ref: Ref, player: int) -> int | None:
        tables = self.rounds[ref]["tables"]
        return next((n for n, (seats, _) in tables.items() if player in seats), None)

    def not_over(self, ref: Ref) -> None:
        need(ref[0] != self.stage or ref >= self.upcoming)
        need(ref[0] != 1 or self.rounds_planned is None or ref[1] <= self.rounds_planned)

    def bye_open(self, round_no: int) -> None:
        need(self.stage == 1)
        need(self.rounds.get((1, round_no), {"status": "draft"})["status"] == "draft")

    def leaves_after(self, player: int) -> Ref:
        """The last round they saw: of those that opened early the last one they are in."""
        seen = [(1, 0)]
        for ref, r in self.rounds.items():
            placed = player in r["byes"] or self.seat(ref, player) is not None
            if r["status"] != "draft" and (ref <= self.upcoming or placed):
                seen.append(ref)
        return max(seen)

    def free(self, ref: Ref, seats: tuple[int, ...]) -> None:
        """Nobody is in the middle of a match of another round."""
        for other, r in self.rounds.items():
            if other != ref and other[0] == ref[0] and r["status"] == "published":
                busy = [x for s, result in r["tables"].values() if result is None for x in s]
                need(not set(busy) & set(seats))

    def faults(self, ref: Ref) -> tuple[set[Any], set[Any]]:
        """What is wrong with a round: what cannot be, and what can be confirmed by its code."""
        tables, byes = self.rounds[ref]["tables"], self.rounds[ref]["byes"]
        placed = [x for seats, _ in tables.values() for x in seats] + list(byes)
        hard: set[Any] = {
            ("seats", frozenset(s)) for n, (s, _) in tables.items() if len(s) != 2 or n < 1
        }
        hard |= {("twice", x) for x in placed if placed.count(x) > 1}
        hard |= {("who", x) for x in placed if x not in self.players or not self.there(x, ref)}
        if ref[0] == 1:
            there = {x for x in self.players if self.there(x, ref)}
            hard |= {("left out", x) for x in there - set(placed)}
        soft: set[Any] = set()
        for seats, _ in tables.values():
            if len(seats) == 2 and all(x in self.players for x in seats):
                self.meeting_faults(ref, seats, hard, soft)
        if ref[0] == 1:
            self.bye_faults(ref, hard, soft)
        return hard, soft

    def meeting_faults(
        self, ref: Ref, seats: tuple[int, ...], hard: set[Any], soft: set[Any]
    ) -> None:
        for other, sheet in self.rounds.items():
            pairs = [set(s) for s, _ in sheet["tables"].values()]
            if other[0] == ref[0] == 1 and other < ref and set(seats) in pairs:
                soft.add(("rematch", frozenset(seats)))
        strict, first, last = self.apart.get(frozenset(seats), (False, 99, 0))
        if ref[0] == 1 and first <= ref[1] and (last is None or ref[1] <= last):
            (hard if strict else soft).add(("avoided-pair", frozenset(seats)))
        if ref[0] == 1:
            soft |= {("bye-ignored", x) for x in seats if ref[1] in self.players[x]["byes"]}

    def bye_faults(self, ref: Ref, hard: set[Any], soft: set[Any]) -> None:
        byes = {x: kind for x, kind in self.rounds[ref]["byes"].items() if x in self.players}
        left_over = [x for x, kind in byes.items() if kind == "pairing"]
        if len(left_over) > 1:
            hard.add(("several", frozenset(left_over)))
        for player in left_over:
            had = sum(r["byes"].get(player) == "pairing" for o, r in self.rounds.items() if o < ref)
            if self.max_byes is not None and had >= self.max_byes:
                soft.add(("too-many-byes", player))
        for player, kind in byes.items():
            if kind not in ("pairing", self.players[player]["byes"].get(ref[1])):
                soft.add(("bye-not-requested", player))

    def playable(self, ref: Ref) -> None:
        hard, soft = self.faults(ref)
        need(not hard and {code for code, _ in soft} <= self.rounds[ref]["confirmed"])

    def no_worse(
        self, ref: Ref, before: tuple[set[Any], set[Any]], confirmed: tuple[str, ...]
    ) -> None:
        hard, soft = self.faults(ref)
        need(not hard - before[0])
        need({code for code, _ in soft - before[1]} <= set(confirmed))
        self.rounds[ref]["confirmed"] |= set(confirmed)

    def stage_done(self) -> None:
        need(self.latest and self.upcoming not in self.rounds)
        played = self.latest[1] if self.latest else 0
        need(self.stage > 1 or self.rounds_planned is None or played >= self.rounds_planned)

    def nothing_adjourned(self) -> None:
        results = [x for r in self.rounds.values() for _, x in r["tables"].values()]
        need("adjourned" not in results)

    # --- facts -----------------------------------------------------------------------------------

    def create(self, name: str, rounds: int | None) -> None:
        need(not self.created)
        self.created, self.name, self.rounds_planned = True, name, rounds

    def rename(self, name: str) -> None:
        self.live()
        self.name = name

    def change(self, key: str, value: Any, reason: str) -> None:
        self.live()
        if self.published:
            need(reason and key != "system")
        if key == "rounds_planned":
            need(value is None or value >= sum(ref[0] == 1 for ref in self.rounds))
            need(self.stage == 1 or value == self.rounds_planned)
        free = ("rounds_planned", "reports_on")
        if key not in free and getattr(self, key) != value:
            self.make_stale()
        setattr(self, key, value)

    def register(self, player: int, name: str, first: Ref, missed: str) -> None:
        self.live()
        need(self.stage == 1)
        need(player not in self.players)
        self.not_over(first)
        need(name not in [x["name"] for x in self.players.values()])
        sheet = {
            "name": name,
            "periods": [(first, None, missed)],
            "in": False,
            "table": None,
            "byes": {},
            "requests": {},
        }
        self.players[player] = sheet

    def edit(self, player: int, name: str) -> None:
        self.live()
        need(player in self.players)
        need(name not in [x["name"] for n, x in self.players.items() if n != player])
        self.players[player]["name"] = name

    def arrive(self, player: int) -> None:
        self.live()
        need(player in self.players and not self.players[player]["in"] and not self.gone(player))
        self.players[player]["in"] = True

    def unarrive(self, player: int) -> None:
        self.live()
        need(player in self.players and self.players[player]["in"] and not self.published)
        self.players[player]["in"] = False

    def drop(self, player: int, after: Ref) -> None:
        self.live()
        need(player in self.players and not self.gone(player))
        need(after == self.leaves_after(player))
        periods = self.players[player]["periods"]
        periods[-1] = (periods[-1][0], after, periods[-1][2])
        self.players[player]["requests"] = {}

    def come_back(self, player: int, first: Ref, missed: str) -> None:
        self.live()
        need(player in self.players and self.gone(player))
        need(first[0] == self.stage and (self.stage == 1 or player in self.cuts[self.stage]))
        need(first > self.players[player]["periods"][-1][1])
        self.not_over(first)
        self.players[player]["periods"].append((first, None, missed))
        if first[0] > 1:
            self.make_stale()

    def set_missed(self, player: int, kind: str) -> None:
        self.live()
        need(player in self.players)
        self.make_stale()
        sheet = self.players[player]
        sheet["periods"] = [(a, b, kind) for a, b, _ in sheet["periods"]]

    def ask_bye(self, player: int, round_no: int, kind: str) -> None:
        self.live()
        need(player in self.players and not self.gone(player))
        self.bye_open(round_no)
        self.not_over((1, round_no))
        need(round_no not in self.players[player]["byes"])
        self.players[player]["byes"][round_no] = kind
        self.players[player]["requests"].pop(round_no, None)

    def unask_bye(self, player: int, round_no: int) -> None:
        self.live()
        need(player in self.players and round_no in self.players[player]["byes"])
        self.bye_open(round_no)
        del self.players[player]["byes"][round_no]

    def request(self, player: int, round_no: int | None) -> None:
        self.live()
        need(player in self.players and not self.gone(player))
        need(self.players[player]["requests"].get(round_no) != "open")
        if round_no is not None:
            need(self.stage == 1 and (1, round_no) not in self.rounds)
            self.not_over((1, round_no))
            need(round_no not in self.players[player]["byes"])
        self.players[player]["requests"][round_no] = "open"

    def close_request(self, player: int, round_no: int | None, outcome: str) -> None:
        self.live()
        need(player in self.players)
        need(self.players[player]["requests"].get(round_no) == "open")
        if outcome == "declined":
            self.players[player]["requests"][round_no] = outcome
        else:
            del self.players[player]["requests"][round_no]

    def fix(self, player: int, table: int | None) -> None:
        self.live()
        need(player in self.players)
        others = [x["table"] for n, x in self.players.items() if n != player]
        need(table is None or table not in others)
        self.players[player]["table"] = table

    def keep_apart(self, a: int, b: int, hard: bool, first: int, until: int | None) -> None:
        self.live()
        need(a in self.players and b in self.players and a != b)
        need(frozenset((a, b)) not in self.apart)
        self.apart[frozenset((a, b))] = (hard, first, until)

    def allow(self, a: int, b: int) -> None:
        self.live()
        need(frozenset((a, b)) in self.apart)
        del self.apart[frozenset((a, b))]

    def draft(
        self,
        ref: Ref,
        tables: list[tuple[int, tuple[int, ...]]],
        byes: list[tuple[int, str]],
        confirmed: tuple[str, ...],
        basis: Any,
    ) -> None:
        self.live()
        need(ref == self.upcoming and ref not in self.rounds)
        need(ref[0] > 1 or self.rounds_planned is None or ref[1] <= self.rounds_planned)
        need(len(dict(tables)) == len(tables) and len(dict(byes)) == len(byes))
        need(tables or byes)
        self.rounds[ref] = {
            "status": "draft",
            "tables": {number: (seats, None) for number, seats in tables},
            "byes": dict(byes),
            "reports": {},
            "stale": False,
            "confirmed": set(confirmed),
            "same basis": alike(basis, self.basis()),
        }
        self.playable(ref)

    def open_early(self, ref: Ref, tables: list[tuple[int, tuple[int, ...]]], basis: Any) -> None:
        """The next round of a knock-out begins with those who are through."""
        self.live()
        latest = self.latest
        need(ref[0] > 1 and ref == (self.upcoming if latest is None else (ref[0], latest[1] + 1)))
        need(latest is None or self.rounds[latest]["status"] != "draft")
        need(tables and len(dict(tables)) == len(tables))
        for _, seats in tables:
            self.free(ref, seats)
        self.rounds[ref] = {
            "status": "draft",
            "tables": {number: (seats, None) for number, seats in tables},
            "byes": {},
            "reports": {},
            "stale": False,
            "confirmed": set(),
            "same basis": alike(basis, self.basis()),
        }
        self.playable(ref)

    def basis(self) -> Any:
        """What a pairing is made from; who is there in a knock-out only."""
        rounds = {ref: (dict(r["tables"]), dict(r["byes"])) for ref, r in self.rounds.items()}
        missed = {n: [x[2] for x in sheet["periods"]] for n, sheet in self.players.items()}
        there = [x for x in self.cuts.get(self.stage, []) if self.there(x, self.upcoming)]
        rules = (self.best_of, self.max_byes, self.check_in, self.system)
        return rounds, rules, missed, there if self.stage > 1 else []

    def discard(self, ref: Ref) -> None:
        self.live()
        need(ref in self.rounds and self.rounds[ref]["status"] == "draft")
        del self.rounds[ref]

    def changeable(self, ref: Ref) -> None:
        self.live()
        need(ref in self.rounds and self.rounds[ref]["status"] != "complete")

    def open_table(self, ref: Ref, player: int) -> None:
        table = self.seat(ref, player)
        need(table is None or self.rounds[ref]["tables"][table][1] is None)

    def swap(self, ref: Ref, a: int, b: int, confirmed: tuple[str, ...]) -> None:
        self.changeable(ref)
        before = self.faults(ref)
        tables, byes = self.rounds[ref]["tables"], self.rounds[ref]["byes"]
        need(a != b)
        for player in (a, b):
            need(self.seat(ref, player) is not None or player in byes)
            self.open_table(ref, player)
        change = {a: b, b: a}
        for number, (seats, result) in tables.items():
            tables[number] = (tuple(change.get(x, x) for x in seats), result)
            if tables[number][0] != seats:
                self.forget(ref, seats)
        self.rounds[ref]["byes"] = {change.get(x, x): kind for x, kind in byes.items()}
        self.no_worse(ref, before, confirmed)

    def replace(self, ref: Ref, out: int, by: int, kind: str, confirmed: tuple[str, ...]) -> None:
        self.changeable(ref)
        before = self.faults(ref)
        need(by in self.players and self.seat(ref, by) is None)
        self.free(ref, (by,))
        table = self.seat(ref, out)
        need(table is not None)
        self.open_table(ref, out)
        tables, byes = self.rounds[ref]["tables"], self.rounds[ref]["byes"]
        seats, _ = tables[table]
        self.forget(ref, seats)
        tables[table] = (tuple(by if x == out else x for x in seats), None)
        byes.pop(by, None)
        if self.there(out, ref):
            byes[out] = kind
        self.no_worse(ref, before, confirmed)

    def add(
        self, ref: Ref, number: int, seats: tuple[int, ...], confirmed: tuple[str, ...]
    ) -> None:
        self.changeable(ref)
        before = self.faults(ref)
        need(number not in self.rounds[ref]["tables"])
        need(all(self.seat(ref, x) is None for x in seats))
        self.free(ref, seats)
        self.rounds[ref]["tables"][number] = (seats, None)
        for player in seats:
            self.rounds[ref]["byes"].pop(player, None)
        self.no_worse(ref, before, confirmed)

    def give_bye(self, ref: Ref, player: int, kind: str, confirmed: tuple[str, ...]) -> None:
        self.live()
        need(ref in self.rounds and player in self.players and self.seat(ref, player) is None)
        complete = self.rounds[ref]["status"] == "complete"
        before = self.faults(ref)
        self.rounds[ref]["byes"][player] = kind
        confirmed = (*confirmed, "bye-not-requested")
        if complete:
            self.rounds[ref]["confirmed"] |= set(confirmed)
        else:
            self.no_worse(ref, before, confirmed)
        self.make_stale(ref)

    def make_stale(self, ref: Ref = (0, 0)) -> None:
        for other, sheet in self.rounds.items():
            if other > ref and other[0] == self.stage and sheet["status"] == "draft":
                sheet["stale"] = True

    def move(self, ref: Ref, table: int, to: int) -> None:
        self.changeable(ref)
        tables = self.rounds[ref]["tables"]
        need(table in tables and table != to and to >= 1)
        swap = {table: to, to: table}
        self.rounds[ref]["tables"] = {swap.get(n, n): x for n, x in tables.items()}

    def publish(self, ref: Ref, anyway: bool, confirmed: tuple[str, ...]) -> None:
        self.live()
        need(ref in self.rounds and self.rounds[ref]["status"] == "draft")
        need(anyway or not self.rounds[ref]["stale"])
        self.rounds[ref]["confirmed"] |= set(confirmed)
        self.playable(ref)
        self.rounds[ref]["status"] = "published"

    def complete(self, ref: Ref) -> None:
        self.live()
        need(ref in self.rounds and self.rounds[ref]["status"] == "published")
        need(all(result for _, result in self.rounds[ref]["tables"].values()))
        need(ref == self.upcoming)
        if ref[0] > 1:
            self.nothing_adjourned()
        self.rounds[ref]["status"] = "complete"

    def at_table(self, ref: Ref, table: int, seats: tuple[int, ...]) -> str | None:
        self.live()
        need(ref in self.rounds and self.rounds[ref]["status"] != "draft")
        need(table in self.rounds[ref]["tables"])
        there: tuple[tuple[int, ...], str | None] = self.rounds[ref]["tables"][table]
        need(there[0] == seats)
        return there[1]

    def possible(self, ref: Ref, result: str) -> None:
        if result == "adjourned" or result.endswith("F"):
            return
        a, b = (int(n) for n in result.split("-"))
        need(ref[0] == 1 or a != b)
        if self.best_of is not None:
            wins = self.best_of // 2 + 1
            need(max(a, b) <= wins and (a, b) != (wins, wins))

    def result(self, ref: Ref, table: int, seats: tuple[int, ...], result: str) -> None:
        there = self.at_table(ref, table, seats)
        need(there is None or (there == "adjourned" and result != "adjourned"))
        need(there or self.rounds[ref]["status"] == "published")
        self.possible(ref, result)
        self.rounds[ref]["tables"][table] = (seats, result)
        self.forget(ref, seats)
        self.make_stale(ref)

    def report(
        self, ref: Ref, table: int, seats: tuple[int, ...], player: int, result: str
    ) -> None:
        need(self.at_table(ref, table, seats) is None)
        need(self.reports_on and player in seats and self.rounds[ref]["status"] == "published")
        self.possible(ref, result)
        self.rounds[ref]["reports"].setdefault(seats, {})[player] = result

    def said(self, ref: Ref, seats: tuple[int, ...]) -> dict[int, str]:
        """What the players of a table say, by player."""
        said: dict[int, str] = self.rounds.get(ref, {"reports": {}})["reports"].get(seats, {})
        return said

    def forget(self, ref: Ref, seats: tuple[int, ...]) -> None:
        """What these players said counts no more."""
        self.rounds[ref]["reports"].pop(seats, None)

    def correct(
        self, ref: Ref, table: int, seats: tuple[int, ...], result: str, reason: str
    ) -> None:
        need(self.at_table(ref, table, seats) is not None)
        need(reason)
        running = self.rounds[ref]["status"] != "complete"
        need(ref[0] == 1 or result != "adjourned" or running)
        self.possible(ref, result)
        self.rounds[ref]["tables"][table] = (seats, result)
        self.make_stale(ref)

    def clear(self, ref: Ref, table: int, seats: tuple[int, ...]) -> None:
        need(self.at_table(ref, table, seats))
        need(self.rounds[ref]["status"] == "published")
        self.rounds[ref]["tables"][table] = (seats, None)

    def cut(self, stage: int, seeds: list[int]) -> None:
        self.live()
        need(stage == 2 and self.stage == 1)
        self.stage_done()
        self.nothing_adjourned()
        need(len(seeds) >= 2 and len(set(seeds)) == len(seeds))
        for player in seeds:
            need(player in self.players and not self.gone(player))
        self.cuts[stage] = seeds

    def finish(self, early: bool) -> None:
        self.live()
        need(self.published)
        if not early:
            self.stage_done()
            self.nothing_adjourned()
        self.finished = True

    def reopen(self, reason: str) -> None:
        need(self.created and self.finished and reason)
        self.finished = False
