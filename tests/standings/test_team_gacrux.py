"""Random team events against gacrux: every code that both know, both editions, values and ranks.

Where gacrux is wrong by the text of C.07 it is not asked, for just those events:

| code | gacrux | the text |
|---|---|---|
| EDE | goes on with the secondary score in a group that it made | 13.3.3: restart with the primary |
| EDEBT EDEBB EDET EDEB | BC, TBR, BBE of the matches between the two, whatever their totals | 12: "in all games played by the team in the tournament", 13.3.2: "tied in both MP and GP" |
| BC | also with unequal game points | 12.1: only "when all tied teams have the same" |
| BC TBR BBE | a match nobody played is won on all boards, even those where both were missing | 12: board forfeits are "standard wins or losses" |
| FB:GP AOB:GP/F SSSC/F | a forfeit loss of the last round still ends in voluntarily unplayed rounds, so byes before it are drawn; not so on match points | 8.3: paired, therefore a draw |
| KS:GP in a round robin | a team that only forfeited takes a round from everybody's maximum | 9.2 |
| WIN WON REP STD of :GP | count boards in place of rounds | 7: rounds; MTB26 has none of them on :GP |

EDEBT and the like are compared with what EDE, BC, TBR and BBE of gacrux give one after another.
No event has match points for a lost match and ranks by game points: gacrux gives none for a
forfeit then, and our rules cannot say so, since `unplayed_points` are game points there.
"""  # noqa: E501

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import pytest

from fairpair.engine.standings.registry import link_of
from fairpair.engine.standings.sheet import REQUESTED, VOLUNTARY, Kind
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from standings.fairpair_values import column, file_from, inputs_from, ranks
from standings.oracle import Oracle, Value, gacrux_values
from standings.team_events import random_team_event, random_team_round_robin, team_league

SONNEBORN = ("EMMSB", "EMGSB", "EGMSB", "EGGSB")
CUTS = ("", "/C1", "/C2", "/P", "/C1/P", "/C2/P")
CODES = (
    *("PS:MP", "PS:GP", "PS:GP/C1", "PS:MP/C2", "WIN:MP", "WON:MP", "MPVGP"),
    *("KS:MP", "KS:GP", "KS:GP/L+1", "KS:MP/L-1"),
    *(f"SB:{score}{cut}" for score in ("MP", "GP") for cut in CUTS),
    *(f"{code}{cut}" for code in SONNEBORN for cut in CUTS),
    *("SSSC", "SSSC/P", "SSSC/K3", "SSSC/K10", "TPN"),
)
BUCHHOLZ = tuple(
    f"BH:{score}{cut}" for score in ("MP", "GP") for cut in (*CUTS, "/M1", "/M2", "/M1/P")
)
AVERAGES = ("AOB", "AOB:MP", "AOB:GP")
FORE = tuple(
    f"{code}:{score}{cut}"
    for score in ("MP", "GP")
    for code, cut in (("FB", ""), ("FB", "/C1"), ("FB", "/M1"), ("FB", "/P"), ("AOB", "/F"))
)
ENCOUNTERS = ("DE", "DE:MP", "DE:GP", "DE:GP/P", "EDE", "EDE/P", "TBR", "BBE")
BOARDS = {"BC", "TBR", "BBE"}
WITH_BOARDS = {
    "EDEBT": ("BC", "TBR"),
    "EDEBB": ("BC", "BBE"),
    "EDET": ("TBR",),
    "EDEB": ("BBE",),
    "EDEBT/P": ("BC", "TBR"),
}
LISTS = (
    ("MPVGP", "EDE", "EMGSB/C1", "EGGSB"),
    ("EDE", "MPVGP", "BC", "TBR"),
    ("SSSC", "DE:GP", "BBE", "EMMSB/C2", "TPN"),
    ("MPVGP", "BC", "EDE/P", "PS:GP"),
)
SLOW = pytest.mark.slow


@dataclass(frozen=True)
class Event:
    """One event as both see it."""

    text: str
    predetermined: bool
    edition: str = "2026"

    @cached_property
    def inputs(self) -> TiebreakInput:
        return inputs_from(self.text, edition=self.edition, predetermined=self.predetermined)

    @property
    def score(self) -> str:
        return "GP" if self.inputs.rules.primary_score == "gp" else "MP"

    def theirs(self, *codes: str) -> Oracle:
        return _theirs(self.text, self.edition, self.predetermined, f"PTS:{self.score}", *codes)

    def values(self, code: str) -> dict[int, Value]:
        """Of a code that depends on who is tied."""
        return self.theirs(code).values[code]

    @property
    def has_wrong_fore(self) -> bool:
        """Somebody's last round is a forfeit loss, with a requested bye just before."""
        return any(
            kinds[-1] is Kind.FORFEIT_LOSS and bool(REQUESTED & set(_unwanted_end(kinds)))
            for kinds in self._kinds()
        )

    @property
    def has_wrong_koya(self) -> bool:
        return self.predetermined and any(Kind.PLAYED not in kinds for kinds in self._kinds())

    @property
    def has_wrong_boards(self) -> bool:
        """A match that nobody played, won on some boards only."""
        rows = self.inputs.sheet.rows.values()
        return any(o.kind is Kind.FORFEIT_WIN and 0 in o.boards for row in rows for o in row)

    def _kinds(self) -> list[list[Kind]]:
        return [[o.kind for o in row] for row in self.inputs.sheet.rows.values()]


@lru_cache(maxsize=32)
def _theirs(text: str, edition: str, predetermined: bool, *codes: str) -> Oracle:
    return gacrux_values(text, codes, edition=edition, predetermined=predetermined)


def _unwanted_end(kinds: Sequence[Kind]) -> Iterator[Kind]:
    for kind in reversed(kinds):
        if kind not in VOLUNTARY:
            return
        yield kind


def rounded(values: dict[int, Value], places: int) -> dict[int, Value]:
    """As gacrux rounds: halves up."""
    scale = 10**places
    return {
        team: None if value is None else Fraction(int(value * scale + Fraction(1, 2)), scale)
        for team, value in values.items()
    }


def ours(event: Event, code: str) -> dict[int, Value]:
    """Our values in gacrux's precision."""
    found = column(event.inputs, code)
    if code.startswith("AOB"):
        return rounded(found, 2 if event.inputs.sheet.rounds < 9 else 3)
    return rounded(found, 2) if code.startswith("SSSC") else found


def assert_values(event: Event) -> None:
    codes = [*CODES, *(() if event.predetermined else (*BUCHHOLZ, *AVERAGES))]
    if event.has_wrong_koya:
        codes = [code for code in codes if not code.startswith("KS:GP")]
    found = event.theirs(*codes).values
    for code in codes:
        assert ours(event, code) == found[code], code
    for code in ENCOUNTERS:
        if code in BOARDS and event.has_wrong_boards:
            continue
        assert ours(event, code) == event.values(code), code


def assert_fore(event: Event) -> None:
    codes = [*(() if event.predetermined else FORE), f"SSSC:{event.score}/F"]
    if event.has_wrong_fore:
        codes = [code for code in codes if ":GP" not in code]
    found = event.theirs(*codes).values
    for code in codes:
        mine = ours(event, code.replace(f"SSSC:{event.score}", "SSSC"))
        assert mine == found[code], code


def assert_boards(event: Event) -> None:
    """Board counts, and what follows the extended encounter of two."""
    if event.has_wrong_boards:
        return
    inputs, link = event.inputs, link_of("BC", event.inputs.rules)
    inside = link.tiebreak.inside
    assert inside is not None
    counts = {team: inside(inputs, link.options, (), team).value for team in inputs.sheet.rows}
    assert counts == event.values("BC")
    for code, boards in WITH_BOARDS.items():
        encounter = "EDE/P" if code.endswith("/P") else "EDE"
        assert ranks(inputs, [code]) == _told_apart(event, encounter, boards), code


def _told_apart(event: Event, encounter: str, boards: Sequence[str]) -> dict[int, int]:
    """gacrux's ranks by the encounter; of exactly two that are level, by the boards as well."""
    before = event.theirs(encounter).ranks
    after = event.theirs(encounter, *boards).ranks
    other = event.values("MPVGP")
    groups: dict[int, list[int]] = {}
    for team, rank in before.items():
        groups.setdefault(rank, []).append(team)
    level = [g for g in groups.values() if len(g) == 2 and other[g[0]] == other[g[1]]]
    return before | {team: after[team] for group in level for team in group}


def assert_ranks(event: Event) -> None:
    for codes in LISTS:
        if BOARDS & set(codes) and event.has_wrong_boards:
            continue
        assert ranks(event.inputs, codes) == event.theirs(*codes).ranks, codes


def assert_agreement(text: str, *, predetermined: bool, edition: str = "2026") -> None:
    event = Event(text, predetermined, edition)
    declared = {team.number: team for team in file_from(text).teams.teams}
    primary = column(event.inputs)
    assert primary == event.theirs().values[f"PTS:{event.score}"]
    by_matches = {team: one.match_points for team, one in declared.items()}
    by_games = {team: one.game_points for team, one in declared.items()}
    assert primary == (by_games if event.score == "GP" else by_matches)
    assert column(event.inputs, "MPvGP") == (by_matches if event.score == "GP" else by_games)
    for check in (assert_values, assert_fore, assert_boards, assert_ranks):
        check(event)


SEEDS = [0, *(pytest.param(start, marks=SLOW) for start in range(10, 300, 10))]
MAKERS = pytest.mark.parametrize("make", [random_team_event, random_team_round_robin])


@MAKERS
@pytest.mark.parametrize("start", SEEDS)
def test_random_events(make: Callable[[int], str], start: int) -> None:
    for seed in range(start, start + 10):
        edition = "2024" if seed % 5 == 4 else "2026"
        predetermined = make is random_team_round_robin
        assert_agreement(make(seed), predetermined=predetermined, edition=edition)


RESTARTING = team_league(
    *("1 11=0 2, 3 1111 4", "1 11=0 3, 4 11=0 5", "4 11=0 1, 5 1111 2"),
    *("5 11=0 1, 2 1111 3", "2 11=0 4, 3 11=0 5"),
    boards=4,
)


def test_a_new_group_restarts_with_the_primary_score() -> None:
    """Worked out in `test_team_tiebreaks`; if gacrux follows one day, the table above is old."""
    event = Event(RESTARTING, predetermined=True)
    assert ranks(event.inputs, ["EDE"]) == {5: 1, 1: 2, 2: 3, 3: 4, 4: 5}
    assert event.theirs("EDE").ranks == {5: 1, 2: 2, 1: 3, 3: 4, 4: 5}


def test_the_exclusions_are_narrow() -> None:
    events = [Event(random_team_event(seed), predetermined=False) for seed in range(60)]
    events += [Event(random_team_round_robin(seed), predetermined=True) for seed in range(60)]
    assert sum(event.has_wrong_fore for event in events) < 6
    assert sum(event.has_wrong_koya for event in events) < 6
    assert sum(event.has_wrong_boards for event in events) < 6


def test_everything_happens() -> None:
    seen: set[tuple[Kind, bool]] = set()
    for seed in range(60):
        inputs = inputs_from(random_team_event(seed))
        for row in inputs.sheet.rows.values():
            seen |= {(o.kind, inputs.rules.primary_score == "gp") for o in row}
    wanted = set(Kind) - {Kind.LOSS_BYE}
    assert seen == {(kind, by_games) for kind in wanted for by_games in (False, True)}


@MAKERS
def test_a_seed_gives_one_event(make: Callable[[int], str]) -> None:
    assert make(7) == make(7) != make(8)
