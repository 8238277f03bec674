"""What has been read so far: filled record by record, then checked and frozen."""

from collections.abc import Callable
from dataclasses import field
from fractions import Fraction
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.formats.trf.cells import column_of
from fairpair.formats.trf.columns import MOST_ROUNDS
from fairpair.formats.trf.lines import InputLine, Line, quote
from fairpair.formats.trf.model import (
    TrfAbnormal,
    TrfAcceleration,
    TrfBye,
    TrfCell,
    TrfForbidden,
    TrfForfeitedMatch,
    TrfLineUp,
    TrfNational,
    TrfTeam,
    TrfTeamPab,
    runs_of,
)
from fairpair.formats.trf.points import BB_CODES, GROUPS

Values = dict[str, Any]
"""What a record says, by the names of its fields."""
Mention = tuple[Line, int, tuple[int, ...]]
_COLOURS = {"white1": "w", "black1": "b"}


@dataclass(slots=True)
class PlayerDraft:
    """A 001 record as read. `readable` is False if its cells cannot be trusted.

    `declared` are the points as written; `values` are all other fields.
    """

    id: int
    line: Line
    cells: list[TrfCell]
    declared: str
    values: Values
    readable: bool = True

    def cell(self, round_no: int) -> TrfCell | None:
        """The cell of a round; None beyond the end of the line."""
        return self.cells[round_no - 1] if round_no <= len(self.cells) else None

    def set_cell(self, round_no: int, cell: TrfCell) -> None:
        """Write a cell."""
        while len(self.cells) < round_no:
            self.cells.append(TrfCell(None, None, ""))
        self.cells[round_no - 1] = cell


@dataclass(slots=True)
class Draft:
    """All records of a file. The methods `keep_...` say what becomes of a record's values.

    `event`, `file` and `team_settings` are attributes of `TrfEvent`, `TrfFile` and `TrfTeams`;
    `first_lines` are where they stood first.
    """

    event: Values = field(default_factory=dict)
    file: Values = field(default_factory=dict)
    team_settings: Values = field(default_factory=dict)
    first_lines: dict[str, Line] = field(default_factory=dict)
    points: dict[str, Fraction] = field(default_factory=dict)
    players: list[PlayerDraft] = field(default_factory=list)
    national: list[TrfNational] = field(default_factory=list)
    byes: list[tuple[Line, TrfBye]] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    forbidden: list[TrfForbidden] = field(default_factory=list)
    ranges: list[TrfAcceleration] = field(default_factory=list)
    singles: list[tuple[Line, TrfAcceleration]] = field(default_factory=list)
    abnormal: list[TrfAbnormal] = field(default_factory=list)
    teams: list[TrfTeam] = field(default_factory=list)
    team_numbers: set[int | None] = field(default_factory=set)
    old_teams: list[TrfTeam] = field(default_factory=list)
    line_ups: list[TrfLineUp] = field(default_factory=list)
    forfeited: list[TrfForfeitedMatch] = field(default_factory=list)
    player_mentions: list[Mention] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)

    @property
    def rounds(self) -> int | None:
        """The number of rounds of the event (142, XXR)."""
        return self.file.get("rounds")

    @property
    def has_teams(self) -> bool:
        """Whether `0000 - +` can occur (013, 310)."""
        return bool(self.teams or self.old_teams)

    @property
    def of_teams(self) -> bool:
        """Whether teams are the participants, so that 240, 250, 260 and 299 name teams (310)."""
        return bool(self.teams)

    def mention(self, line: Line, column: int, ids: tuple[int, ...], numbers_of: str) -> None:
        """Remember whom a record names from a column on; participants are teams in a team event."""
        mentions = self.player_mentions if numbers_of == "players" else self.mentions
        mentions.append((line, column, ids))

    def keep_player(self, source: InputLine, values: Values) -> None:
        """001; a line whose fields are not in their columns has nothing but its number."""
        line, found = source.line, source.found
        player, readable = values.pop("id"), "rounds" in values
        cells, declared = values.pop("rounds", []), values.pop("points", "")
        if player == 0:
            found.error(line.number, 5, "bad-id")
        if len(cells) > MOST_ROUNDS:
            place = line.number, column_of(MOST_ROUNDS + 1)
            found.error(*place, "too-many-rounds.line", count=len(cells), most=MOST_ROUNDS)
            del cells[MOST_ROUNDS:]
        if player:
            self.players.append(PlayerDraft(player, line, cells, declared, values, readable))

    def keep_rounds(self, source: InputLine, values: Values) -> None:
        """142 and XXR must agree."""
        rounds, known = values["rounds"], self.rounds
        if known not in (None, rounds):
            source.contradiction(5, "rounds", rounds=rounds, known=known)
        else:
            self.file["rounds"] = rounds

    def keep_colour(self, source: InputLine, values: Values) -> None:
        """152 and XXC must agree."""
        colour = values["initial_colour"]
        if self.file.get("initial_colour") not in (None, colour):
            source.contradiction(5, "colour")
        self.file["initial_colour"] = colour

    def keep_settings(self, source: InputLine, values: Values) -> None:
        """The words of XXC."""
        for word in values["words"]:
            if word in _COLOURS:
                self.keep_colour(source, {"initial_colour": _COLOURS[word]})
            else:
                self.file["rank_by_position"] = True

    def keep_points(self, source: InputLine, values: Values) -> None:
        """162, XXS and the BB records may all say points, but not differently."""
        said = values["points"]
        if source.line.key in BB_CODES:
            said = [(5, {BB_CODES[source.line.key]: said})]
        for column, points in said:
            wrong = [c for c, p in points.items() if self._differs(source.line.key, c, p)]
            if wrong:
                source.contradiction(column, "points", code=wrong[0])
            else:
                self.points |= points

    def _differs(self, key: str, code: str, value: Fraction) -> bool:
        """Whether a code, the group it belongs to or a member of it has another value.

        In XXS a later code overrides an earlier one: `W=3.0 BW=4.0`.
        """
        groups = [group for group, members in GROUPS.items() if code in members]
        related = [*groups, *GROUPS.get(code, ())] + ([] if key == "XXS" else [code])
        return any(self.points.get(one, value) != value for one in related)

    def keep_match_points(self, source: InputLine, values: Values) -> None:  # noqa: ARG002
        """362: the later value of a symbol counts."""
        for _, points in values["points"]:
            self.team_settings |= points

    def keep_byes(self, source: InputLine, values: Values) -> None:
        """240 has one bye for each number."""
        self.byes += [
            (source.line, TrfBye(values["round_no"], values["kind"], one)) for one in values["ids"]
        ]

    def keep_absent(self, source: InputLine, values: Values) -> None:  # noqa: ARG002
        """XXZ is about the round to be paired, which is not known yet."""
        self.absent += values["ids"]

    def keep_forbidden(self, source: InputLine, values: Values) -> None:
        """260 and XXP; one number alone forbids nothing."""
        if len(values["ids"]) > 1:
            self.forbidden.append(TrfForbidden(**values, line=source.line.number))

    def keep_virtual_points(self, source: InputLine, values: Values) -> None:
        """XXA: equal points of neighbouring rounds are one range."""
        player = values["player"]
        self.mention(source.line, 5, (player,), "participants")
        runs = runs_of(player, enumerate(values["points"], 1))
        self.singles += [(source.line, one) for one in runs]

    def keep_team(self, source: InputLine, values: Values) -> None:
        """310; a team without a readable number still makes the event one of teams."""
        team = TrfTeam(**values)
        if team.number in self.team_numbers:
            place = source.line.number, 5
            source.found.error(*place, "duplicate-team", team=team.number)
        self.team_numbers.add(team.number)
        self.teams.append(team)

    def keep_team_pab(self, source: InputLine, values: Values) -> None:  # noqa: ARG002
        """320: the last one counts."""
        self.team_settings["pab"] = TrfTeamPab(**values)

    def keep_national(self, source: InputLine, values: Values) -> None:
        """The federation is the record's name."""
        self.national.append(TrfNational(federation=source.line.key, **values))


RecordHandler = Callable[[Draft, InputLine, Values], None]


def first_counts(part: str, *, note: bool = True) -> RecordHandler:
    """Keep the values in a part of the draft; of two records that differ the first one counts."""

    def keep(draft: Draft, source: InputLine, values: Values) -> None:
        line = source.line
        known = draft.first_lines.setdefault(line.key, line)
        if known is line:
            getattr(draft, part).update(values)
        elif note and known.value != line.value:
            source.note(1, "repeated-record", value=quote(line.value))

    return keep


def last_counts(part: str) -> RecordHandler:
    """Keep the values in a part of the draft; a later record overrides an earlier one."""

    def keep(draft: Draft, source: InputLine, values: Values) -> None:  # noqa: ARG001
        getattr(draft, part).update(values)

    return keep


def all_count(part: str) -> RecordHandler:
    """Keep the values of all such records, one after the other."""

    def keep(draft: Draft, source: InputLine, values: Values) -> None:  # noqa: ARG001
        kept = getattr(draft, part)
        kept.update({name: (*kept.get(name, ()), value) for name, value in values.items()})

    return keep


def added_to(part: str, make: Callable[..., Any]) -> RecordHandler:
    """Add what is made of the values to one of the draft's lists."""

    def keep(draft: Draft, source: InputLine, values: Values) -> None:  # noqa: ARG001
        getattr(draft, part).append(make(**values))

    return keep
