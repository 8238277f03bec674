"""A tournament as a referee would keep it on paper: an independent, deliberately plain model.

Every method is one fact. It changes the sheet or raises `No`. It shares no code with the log.
"""

from typing import Any

Ref = tuple[int, int]


class No(Exception):
    """Not like this, not now."""


def need(condition: object) -> None:
    if not condition:
        raise No


class Model:
    def __init__(self) -> None:
        self.name = ""
        self.created = self.finished = False
        self.rounds_planned: int | None = None
        self.max_byes: int | None = 1
        self.best_of: int | None = 3
        self.check_in = False
        self.players: dict[int, dict[str, Any]] = {}
        self.apart: dict[frozenset[int], tuple[bool, int | None]] = {}
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
        done = self.rounds[self.latest]["status"] == "complete"
        return (self.stage, self.latest[1] + 1) if done else self.latest

    @property
    def undrafted(self) -> Ref:
        return (self.stage, self.latest[1] + 1) if self.latest else (self.stage, 1)

    @property
    def published(self) -> Ref | None:
        seen = [ref for ref, r in self.rounds.items() if r["status"] != "draft"]
        return max(seen) if seen else None

    def gone(self, player: int) -> bool:
        return self.players[player]["periods"][-1][1] is not None

    def there(self, player: int, ref: Ref) -> bool:
        sheet = self.players[player]
        inside = any(a <= ref and (b is None or ref <= b) for a, b in sheet["periods"])
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
        self.not_over((1, round_no))

    def leaves_after(self) -> Ref:
        return self.published or (1, 0)

    def playable(self, ref: Ref, confirmed: tuple[str, ...] | None) -> None:
        tables, byes = self.rounds[ref]["tables"], self.rounds[ref]["byes"]
        placed = [x for seats, _ in tables.values() for x in seats] + list(byes)
        need(all(len(seats) == 2 for seats, _ in tables.values()))
        need(all(number >= 1 for number in tables))
        need(len(placed) == len(set(placed)))
        need(all(x in self.players and self.there(x, ref) for x in placed))
        if ref[0] == 1:
            need(all(x in placed for x in self.players if self.there(x, ref)))
        need(list(byes.values()).count("pairing") <= 1)
        for seats, _ in tables.values():
            hard, until = self.apart.get(frozenset(seats), (False, 0))
            need(not hard or (until is not None and ref[1] > until))
        if confirmed is not None:
            need(self.soft(ref) <= set(confirmed))

    def soft(self, ref: Ref) -> set[str]:
        found = set()
        for seats, _ in self.rounds[ref]["tables"].values():
            for other, sheet in self.rounds.items():
                pairs = [set(s) for s, _ in sheet["tables"].values()]
                if other[0] == ref[0] == 1 and other < ref and set(seats) in pairs:
                    found.add("rematch")
            hard, until = self.apart.get(frozenset(seats), (True, 0))
            if not hard and (until is None or ref[1] <= until):
                found.add("avoided-pair")
            if ref[0] == 1 and any(ref[1] in self.players[x]["byes"] for x in seats):
                found.add("bye-ignored")
        for player, kind in self.rounds[ref]["byes"].items():
            had = sum(r["byes"].get(player) == "pairing" for o, r in self.rounds.items() if o < ref)
            if kind == "pairing" and self.max_byes is not None and had >= self.max_byes:
                found.add("too-many-byes")
        return found

    def stage_done(self) -> None:
        need(self.latest and self.rounds[self.latest]["status"] == "complete")
        played = self.latest[1] if self.latest else 0
        need(self.stage > 1 or self.rounds_planned is None or played >= self.rounds_planned)

    # --- facts -----------------------------------------------------------------------------------

    def create(self, name: str, rounds: int | None) -> None:
        need(not self.created)
        self.created, self.name, self.rounds_planned = True, name, rounds

    def rename(self, name: str) -> None:
        self.live()
        need(name != self.name)
        self.name = name

    def change(self, key: str, value: Any, reason: str) -> None:
        self.live()
        old = getattr(self, key)
        need(old != value)
        if self.published:
            need(reason and key != "best_of")
        if key == "rounds_planned" and value is not None:
            need(value >= sum(ref[0] == 1 for ref in self.rounds))
        setattr(self, key, value)

    def register(self, player: int, name: str, first: Ref, late: bool) -> None:
        self.live()
        need(self.stage == 1)
        need(player not in self.players)
        self.not_over(first)
        need(name not in [x["name"] for x in self.players.values()])
        sheet = {"name": name, "periods": [(first, None)], "in": False, "table": None, "byes": {}}
        self.players[player] = sheet

    def edit(self, player: int, name: str) -> None:
        self.live()
        need(player in self.players)
        need(name not in [x["name"] for x in self.players.values()])
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
        need(after == self.leaves_after())
        periods = self.players[player]["periods"]
        periods[-1] = (periods[-1][0], after)

    def come_back(self, player: int, first: Ref) -> None:
        self.live()
        need(player in self.players and self.gone(player))
        need(first[0] == self.stage and (self.stage == 1 or player in self.cuts[self.stage]))
        need(first > self.players[player]["periods"][-1][1])
        self.not_over(first)
        self.players[player]["periods"].append((first, None))

    def ask_bye(self, player: int, round_no: int, kind: str) -> None:
        self.live()
        need(player in self.players and not self.gone(player))
        self.bye_open(round_no)
        need(round_no not in self.players[player]["byes"])
        self.players[player]["byes"][round_no] = kind

    def unask_bye(self, player: int, round_no: int) -> None:
        self.live()
        need(player in self.players and round_no in self.players[player]["byes"])
        self.bye_open(round_no)
        del self.players[player]["byes"][round_no]

    def fix(self, player: int, table: int | None) -> None:
        self.live()
        need(player in self.players and self.players[player]["table"] != table)
        need(table is None or table not in [x["table"] for x in self.players.values()])
        self.players[player]["table"] = table

    def keep_apart(self, a: int, b: int, hard: bool, until: int | None) -> None:
        self.live()
        need(a in self.players and b in self.players and a != b)
        need(frozenset((a, b)) not in self.apart)
        self.apart[frozenset((a, b))] = (hard, until)

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
            "stale": False,
            "same basis": basis == self.basis(),
        }
        self.playable(ref, confirmed)

    def basis(self) -> Any:
        return [(ref, sorted(r["tables"].items())) for ref, r in sorted(self.rounds.items())]

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
        tables, byes = self.rounds[ref]["tables"], self.rounds[ref]["byes"]
        need(a != b)
        for player in (a, b):
            need(self.seat(ref, player) is not None or player in byes)
            self.open_table(ref, player)
        change = {a: b, b: a}
        for number, (seats, result) in tables.items():
            tables[number] = (tuple(change.get(x, x) for x in seats), result)
        self.rounds[ref]["byes"] = {change.get(x, x): kind for x, kind in byes.items()}
        self.playable(ref, confirmed)

    def replace(self, ref: Ref, out: int, by: int, kind: str, confirmed: tuple[str, ...]) -> None:
        self.changeable(ref)
        need(by in self.players and self.seat(ref, by) is None)
        table = self.seat(ref, out)
        need(table is not None)
        self.open_table(ref, out)
        tables, byes = self.rounds[ref]["tables"], self.rounds[ref]["byes"]
        seats, _ = tables[table]
        tables[table] = (tuple(by if x == out else x for x in seats), None)
        byes.pop(by, None)
        if self.there(out, ref):
            byes[out] = kind
        self.playable(ref, confirmed)

    def add(
        self, ref: Ref, number: int, seats: tuple[int, ...], confirmed: tuple[str, ...]
    ) -> None:
        self.changeable(ref)
        need(number not in self.rounds[ref]["tables"])
        need(all(self.seat(ref, x) is None for x in seats))
        self.rounds[ref]["tables"][number] = (seats, None)
        for player in seats:
            self.rounds[ref]["byes"].pop(player, None)
        self.playable(ref, confirmed)

    def move(self, ref: Ref, table: int, to: int) -> None:
        self.changeable(ref)
        tables = self.rounds[ref]["tables"]
        need(table in tables and table != to and to >= 1)
        swap = {table: to, to: table}
        self.rounds[ref]["tables"] = {swap.get(n, n): x for n, x in tables.items()}

    def publish(self, ref: Ref, anyway: bool) -> None:
        self.live()
        need(ref in self.rounds and self.rounds[ref]["status"] == "draft")
        need(anyway or not self.rounds[ref]["stale"])
        self.playable(ref, None)
        self.rounds[ref]["status"] = "published"

    def complete(self, ref: Ref) -> None:
        self.live()
        need(ref in self.rounds and self.rounds[ref]["status"] == "published")
        need(all(result for _, result in self.rounds[ref]["tables"].values()))
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
        need(self.at_table(ref, table, seats) is None)
        need(self.rounds[ref]["status"] == "published")
        self.possible(ref, result)
        self.rounds[ref]["tables"][table] = (seats, result)

    def correct(
        self, ref: Ref, table: int, seats: tuple[int, ...], result: str, reason: str
    ) -> None:
        need(self.at_table(ref, table, seats) not in (None, result))
        need(reason)
        self.possible(ref, result)
        self.rounds[ref]["tables"][table] = (seats, result)
        for other, sheet in self.rounds.items():
            if other > ref and sheet["status"] == "draft":
                sheet["stale"] = True

    def clear(self, ref: Ref, table: int, seats: tuple[int, ...]) -> None:
        need(self.at_table(ref, table, seats))
        need(self.rounds[ref]["status"] == "published")
        self.rounds[ref]["tables"][table] = (seats, None)

    def cut(self, stage: int, seeds: list[int]) -> None:
        self.live()
        need(stage == self.stage + 1)
        self.stage_done()
        need(len(seeds) >= 2 and len(set(seeds)) == len(seeds))
        for player in seeds:
            need(player in self.players and not self.gone(player))
            need(self.stage == 1 or player in self.cuts[self.stage])
        self.cuts[stage] = seeds

    def finish(self, early: bool) -> None:
        self.live()
        need(self.published)
        if not early:
            self.stage_done()
            results = [x for r in self.rounds.values() for _, x in r["tables"].values()]
            need("adjourned" not in results)
        self.finished = True

    def reopen(self, reason: str) -> None:
        need(self.created and self.finished and reason)
        self.finished = False
