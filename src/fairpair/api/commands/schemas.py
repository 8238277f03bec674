"""The bodies of requests that change something."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi.openapi.models import Example
from pydantic import AliasChoices, Field, WithJsonSchema, model_validator

from fairpair.api.bodies import RequestBody, examples, schema_ref
from fairpair.app.views.header import header_schema
from fairpair.app.views.rules import rules_schema
from fairpair.core.errors import InvalidValueError
from fairpair.core.ids import PlayerId
from fairpair.core.players import BEST_RATING, Entrant, Player, Team
from fairpair.core.ratings import MOST_RATINGS, ListRating, Ratings
from fairpair.core.rounds import HIGHEST_TABLE, MOST_ROUNDS, Bye, ByeKind, Table
from fairpair.language.message import Message
from fairpair.log.normalise import MOST_K

Number = Annotated[int, Field(ge=1, le=999_999_999)]
PlayerNo = Annotated[PlayerId, Field(ge=1, le=999_999_999)]
RoundNo = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Text = Annotated[str, Field(max_length=1000)]
Codes = Annotated[
    list[Annotated[str, Field(max_length=40)]],
    Field(max_length=20, description="Codes of the rules to override."),
]
MissedKind = Literal["loss", "zero", "half", "full"]
RequestedKind = Literal["half", "zero", "full"]
HEADER_EXAMPLES: dict[str, Example] = {
    "place and days": {
        "value": {"city": "Leipzig", "first_day": "2026-11-20", "last_day": "2026-11-22"}
    },
    "time control": {"value": {"time_control_code": "5400+30", "time_control": None}},
}
HeaderTable = Annotated[dict[str, Any], WithJsonSchema(header_schema())]


class _RulesSchema:
    """Describes a table of rules; extensions are looked for when the description is asked for."""

    @staticmethod
    def __get_pydantic_json_schema__(_schema: Any, _handler: Any) -> dict[str, Any]:
        return rules_schema()


RuleTable = Annotated[dict[str, Any], _RulesSchema()]
GivenKind = Literal["pairing", "full", "half", "zero", "loss"]

_ANA = {"name": "Ana Lima", "rating": 2100, "club": "Rooks"}
_BY_HAND = {
    "draft": True,
    "tables": [{"table": 1, "players": [1, 2]}, {"table": 2, "players": [4, 3]}],
    "byes": [{"id": 5, "kind": "pairing"}],
}


class CreateTournamentRequest(
    RequestBody,
    json_schema_extra=examples(
        {"name": "Friday Night", "preset": "mtg_standard", "config": {"rounds": 4, "cut": 4}},
        {"name": "City Open", "preset": "fide_dutch", "config": {"rounds": 7, "fide": True}},
    ),
):
    """A new tournament: the rules of the preset, with `config` on top."""

    name: Text
    preset: str | None = Field(None, max_length=100)
    config: RuleTable = Field(
        default_factory=dict, max_length=200, validation_alias=AliasChoices("config", "rules")
    )
    draw_seed: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """What every lot is drawn from: the same seed and players give the same draws."""


class ConfigureRequest(
    RequestBody,
    json_schema_extra=examples(
        {"name": "Spring Open"},
        {"rules": {"rounds": 5}, "reason": "more players than expected"},
        any_field=True,
    ),
):
    """What to change; after the start, changing rules needs a reason."""

    name: Text | None = None
    rules: RuleTable | None = Field(
        None, max_length=200, validation_alias=AliasChoices("rules", "config")
    )
    reason: Text = ""

    @model_validator(mode="after")
    def require_any_field(self) -> "ConfigureRequest":
        """A name or rules."""
        if self.name is None and self.rules is None:
            raise InvalidValueError(Message("request.name-or-rules"))
        return self


class ListRatingData(RequestBody):
    """What a rating list says of a player; `period` is its month, `2026-11`."""

    value: int = Field(ge=1, le=BEST_RATING)
    period: Text = ""
    k: int | None = Field(None, ge=0, le=MOST_K)
    source: Text = ""
    by_hand: bool = False
    chosen: bool = False

    def rating(self) -> ListRating:
        """The rating."""
        given = (self.value, self.period, self.k, self.source, self.by_hand, self.chosen)
        return ListRating(*given)


RatingsByList = Annotated[
    dict[str, ListRatingData],
    Field(
        max_length=MOST_RATINGS,
        description="By list: `fide.standard`, `fide.rapid`, `fide.blitz`, `nat.GER`,"
        " `custom.club`, or `manual` for one that was typed. `rating` is the one that counts.",
    ),
]


def _ratings(given: Mapping[str, ListRatingData]) -> Ratings:
    return {key: one.rating() for key, one in given.items()}


class PlayerData(RequestBody):
    """The data of a player; only staff see the birth date, `1990-11-30` or `1990`."""

    name: Text
    rating: int | None = Field(None, ge=0, le=BEST_RATING)
    title: Text = ""
    club: Text = ""
    federation: Text = ""
    sex: Text = ""
    category: Text = ""
    ids: dict[str, str] = Field(default_factory=dict, max_length=20)
    birth: Text = ""
    ratings: RatingsByList = Field(default_factory=dict)

    def player(self) -> Player:
        """The player."""
        return Player(
            self.name,
            self.rating,
            self.title,
            self.club,
            self.federation,
            self.sex,
            self.category,
            self.ids,
            self.birth,
            _ratings(self.ratings),
        )


class EntrantData(PlayerData):
    """A player or, with `members`, a team with its members in board order."""

    members: list[PlayerData] | None = Field(None, max_length=100)

    @model_validator(mode="after")
    def require_player_or_team(self) -> "EntrantData":
        """A team has name, rating, club and federation only."""
        own = [
            k for k in ("title", "sex", "category", "ids", "birth", "ratings") if getattr(self, k)
        ]
        if self.members is not None and own:
            raise InvalidValueError(Message("request.of-members", fields=own))
        return self

    def entrant(self) -> Entrant:
        """The player or team."""
        if self.members is None:
            return self.player()
        members = tuple(one.player() for one in self.members)
        return Team(self.name, members, self.club, self.federation, self.rating)


class EntryTerms(RequestBody):
    """When entrants start, and how the rounds they missed count; by default, the rules decide."""

    from_round: RoundNo | None = None
    missed: MissedKind | None = None

    @property
    def missed_kind(self) -> ByeKind | None:
        """How missed rounds count, if it is said."""
        return None if self.missed is None else ByeKind(self.missed)


class EnterPlayersRequest(EntryTerms):
    """Several players or teams; either all are added or none."""

    players: list[EntrantData] = Field(min_length=1, max_length=10_000)


class EnterPlayerRequest(EntryTerms, EntrantData):
    """One player or team."""


class EditPlayerRequest(
    RequestBody, json_schema_extra=examples({"rating": 1850, "club": "Rooks"}, any_field=True)
):
    """The fields to change; omitted fields stay unchanged."""

    name: Text | None = None
    rating: int | None = Field(None, ge=0, le=BEST_RATING)
    title: Text | None = None
    club: Text | None = None
    federation: Text | None = None
    sex: Text | None = None
    category: Text | None = None
    ids: dict[str, str] | None = Field(None, max_length=20)
    birth: Text | None = None
    ratings: RatingsByList | None = None
    members: list[PlayerData] | None = Field(None, max_length=100)

    @model_validator(mode="after")
    def require_any_field(self) -> "EditPlayerRequest":
        """At least one field; only a rating can be taken away."""
        if not self.model_fields_set:
            raise InvalidValueError(Message("request.no-field"))
        empty = [k for k in self.model_fields_set if k != "rating" and getattr(self, k) is None]
        if empty:
            raise InvalidValueError(Message("request.null", fields=sorted(empty)))
        return self

    def changes(self) -> dict[str, Any]:
        """The fields of an entrant that are set anew."""
        found = {name: getattr(self, name) for name in self.model_fields_set}
        if self.ratings is not None:
            found["ratings"] = _ratings(self.ratings)
        if self.members is not None:
            found["members"] = tuple(one.player() for one in self.members)
        return found


class DropRequest(RequestBody, json_schema_extra=examples({"reason": "has to catch a train"})):
    """Why a player drops. Without `forfeit`, an unfinished match is still played."""

    kind: Literal["withdrawn", "no_show", "expelled"] = "withdrawn"
    forfeit: bool = True
    reason: Text = ""


class LaterRatingRequest(RequestBody, json_schema_extra=examples({"rating": 2150})):
    """The rating from a round on."""

    rating: int = Field(ge=1, le=BEST_RATING)


class ExternalValueData(RequestBody):
    """The value of a player, exact as text; null removes it."""

    player: PlayerNo
    value: int | float | Annotated[str, Field(max_length=40)] | None


class ExternalValuesRequest(
    RequestBody,
    json_schema_extra=examples(
        {"meaning": "blitz play-off", "values": [{"player": 1, "value": "1.5"}]}
    ),
):
    """Values that come from outside, and what they are; without `meaning` that stays."""

    values: list[ExternalValueData] = Field(default_factory=list, max_length=10_000)
    meaning: Text = ""


class OrderTiedRequest(
    RequestBody, json_schema_extra=examples({"players": [3, 1], "reason": "play-off"})
):
    """All players of a tie, best first, and why; without `round` after the last one."""

    players: list[PlayerNo] = Field(max_length=10_000)
    reason: Text
    round: RoundNo | None = None


class RenumberRequest(RequestBody, json_schema_extra=examples({"order": [3, 1, 2]})):
    """All players by their new numbers; without an order by rating and title."""

    order: list[PlayerNo] = Field(default_factory=list, max_length=10_000)


class ExchangeNumbersRequest(RequestBody, json_schema_extra=examples({"a": 1, "b": 2})):
    """The two players, by the numbers of their registration."""

    a: PlayerNo
    b: PlayerNo


class ErasePersonRequest(
    RequestBody, json_schema_extra=examples({"replacement": "A. L."}, {"member": 2})
):
    """Whose data to erase: of a team everybody's, or only that of the member in this position.
    `replacement` is a name to show instead.
    """

    member: Annotated[int, Field(ge=0, le=100)] = 0
    replacement: Text = ""


class ByeRequest(RequestBody, json_schema_extra=examples({"kind": "half"})):
    """The kind of bye."""

    kind: RequestedKind = "half"


class MissedRoundsRequest(
    RequestBody, json_schema_extra=examples({"kind": "zero", "reason": "came late"})
):
    """How all rounds count that the player missed."""

    kind: MissedKind
    reason: Text = ""


class ChooseRatingRequest(RequestBody, json_schema_extra=examples({"list": "fide.rapid"})):
    """The list whose rating counts."""

    list: Text = Field(
        "", description="A key of the player's `ratings`; empty for the one that the rules choose."
    )


class HalfByesRequest(RequestBody, json_schema_extra=examples({"allowed": False})):
    """Whether a player may have half-point byes."""

    allowed: bool


class FixTableRequest(RequestBody, json_schema_extra=examples({"table": 3})):
    """The table a player always plays at."""

    table: int = Field(ge=1, le=HIGHEST_TABLE)


class RestrictionRequest(
    RequestBody, json_schema_extra=examples({"hard": False, "until_round": 3})
):
    """How strictly two players are kept apart, and in which rounds."""

    hard: bool = True
    from_round: RoundNo = 1
    until_round: RoundNo | None = None


class StartRequest(RequestBody, json_schema_extra=examples({"total_rounds": 5})):
    """All rounds, the knockout included; without it, as the rules say. Fewer Swiss rounds than the
    minimum need a reason.
    """

    total_rounds: RoundNo | None = None
    confirmed: Codes = Field(default_factory=list)
    reason: Text = ""


class TableData(RequestBody):
    """The players at a table; the first one has White, or starts."""

    table: int | None = Field(None, ge=1, le=HIGHEST_TABLE)
    players: list[PlayerNo] = Field(min_length=2, max_length=2)


class ByeData(RequestBody):
    """A player with a bye, and its kind; `player` is another name for `id`."""

    player: PlayerNo = Field(validation_alias=AliasChoices("id", "player"))
    kind: GivenKind = "pairing"


class GenerateRoundRequest(
    RequestBody, json_schema_extra=examples({"draft": False}, {"remedy": "rematch"}, _BY_HAND)
):
    """How the round is paired: by the system, by a suggestion (`remedy`) or manually. With
    `adjourn_missing`, games of the current round without a result are recorded as adjourned first.
    """

    draft: bool = False
    confirmed: Codes = Field(default_factory=list)
    remedy: Literal["rematch", "bye", "colours"] | None = None
    tables: list[TableData] | None = Field(None, max_length=5000)
    byes: list[ByeData] | None = Field(None, max_length=5000)
    adjourn_missing: bool = False

    @model_validator(mode="after")
    def require_single_source(self) -> "GenerateRoundRequest":
        """A suggestion is followed, or tables are named."""
        if self.remedy and (self.tables is not None or self.byes is not None):
            raise InvalidValueError(Message("request.remedy-or-tables"))
        return self

    def seats(self) -> tuple[Table, ...]:
        """The tables by hand, numbered as they come where they have no number."""
        return tuple(
            Table(one.table or n, tuple(one.players)) for n, one in enumerate(self.tables or (), 1)
        )

    def rests(self) -> tuple[Bye, ...]:
        """The byes by hand."""
        return tuple(Bye(one.player, ByeKind(one.kind)) for one in self.byes or ())


class PublishRequest(
    RequestBody,
    json_schema_extra=examples({"confirmed": ["rematch"], "reason": "nobody else is left"}),
):
    """`as_it_is`: publish although something has changed since the round was paired. `reason` says
    in the history why a rule is broken.
    """

    as_it_is: bool = False
    confirmed: Codes = Field(default_factory=list)
    reason: Text = ""


class SwapRequest(RequestBody, json_schema_extra=examples({"a": 3, "b": 8, "reason": "brothers"})):
    """The two players to swap. Their new games have the colours of the rules, unless each is to
    have the colour of the other: `keep_colours`.
    """

    a: PlayerNo
    b: PlayerNo
    reason: Text = ""
    confirmed: Codes = Field(default_factory=list)
    keep_colours: bool = False


class ReplaceRequest(RequestBody, json_schema_extra=examples({"out": 3, "by": 11, "bye": "zero"})):
    """`by`, who is unpaired, takes the place of `out`, who gets this kind of bye."""

    out: PlayerNo
    by: PlayerNo
    bye: GivenKind = "zero"
    reason: Text = ""
    confirmed: Codes = Field(default_factory=list)


class RepairBody(
    RequestBody, json_schema_extra=examples({"missing": [3]}, {"missing": [3, 8], "option": 2})
):
    """Who is missing, who has come without a match, and who must have another opponent (`parted`);
    `option` is the number of one of the possibilities. `wide` accepts new opponents more than one
    win apart.
    """

    missing: list[PlayerNo] = Field(default_factory=list, max_length=1000)
    arrived: list[PlayerNo] = Field(default_factory=list, max_length=1000)
    parted: list[PlayerNo] = Field(default_factory=list, max_length=1000)
    option: int = Field(1, ge=1, le=9)
    wide: bool = False
    reason: Text = ""


class MoveTableRequest(RequestBody, json_schema_extra=examples({"table": 12, "to": 1})):
    """The match to move, and its new table; if that is taken, the two matches swap tables."""

    table: int = Field(ge=1, le=HIGHEST_TABLE)
    to: int = Field(ge=1, le=HIGHEST_TABLE)


class ClockRequest(
    RequestBody,
    json_schema_extra=examples(
        {"running": True}, {"running": False, "minutes": 50}, any_field=True
    ),
):
    """Start or pause the clock (`running`), restart it with a number of `minutes`, or both."""

    running: bool | None = None
    minutes: int | None = Field(None, ge=0, le=1440)

    @model_validator(mode="after")
    def require_any_field(self) -> "ClockRequest":
        """One of the two."""
        if self.running is None and self.minutes is None:
            raise InvalidValueError(Message("request.running-or-minutes"))
        return self


class ExtraTimeRequest(RequestBody, json_schema_extra=examples({"minutes": 5})):
    """Total extra minutes for the table; 0 removes them."""

    minutes: int = Field(ge=0, le=999)


class AddTableRequest(RequestBody, json_schema_extra=examples({"players": [9, 17]})):
    """Two unpaired players who play each other."""

    players: list[PlayerNo] = Field(min_length=2, max_length=2)
    table: int | None = Field(None, ge=1, le=HIGHEST_TABLE)
    confirmed: Codes = Field(default_factory=list)


class GiveByeRequest(RequestBody, json_schema_extra=examples({"player": 9, "kind": "half"})):
    """The bye for an unpaired player; in a completed round, a reason is required."""

    player: PlayerNo
    kind: GivenKind
    reason: Text = ""
    confirmed: Codes = Field(default_factory=list)


class ReinstateRequest(EntryTerms, json_schema_extra=examples({"from_round": 4})):
    """The round from which the player plays again."""


class CutRequest(RequestBody, json_schema_extra=examples({"declined": [7]})):
    """Players who decline, or the seeds themselves, best first."""

    declined: list[PlayerNo] = Field(default_factory=list, max_length=1000)
    seeds: list[PlayerNo] | None = Field(None, min_length=2, max_length=512)


class FinishRequest(
    RequestBody, json_schema_extra=examples({"early": True, "reason": "the hall closes"})
):
    """`early`: finish with matches unfinished or rounds left.

    `open_games`: chess games without a result are draws, or annulled.
    """

    early: bool = False
    reason: Text = ""
    open_games: Literal["", "draw", "annul"] = ""


class ReopenRequest(RequestBody, json_schema_extra=examples({"reason": "a result was wrong"})):
    """Why the tournament is reopened."""

    reason: Text


class LeaveFideModeRequest(
    RequestBody, json_schema_extra=examples({"reason": "the players want another scoring"})
):
    """Why the tournament leaves FIDE mode."""

    reason: Text = ""


class DeleteRequest(RequestBody, json_schema_extra=examples({"confirm": "Friday Night"})):
    """The name or ID of the tournament, so that nobody deletes another one by mistake."""

    confirm: Text


class CopyRequest(
    RequestBody, json_schema_extra=examples({"name": "Friday Night 2", "players": True})
):
    """The name of the new tournament; `players`: with all players of the first one."""

    name: Text
    players: bool = False


class SavePresetRequest(
    RequestBody, json_schema_extra=examples({"name": "Club evening", "tournament": "friday-night"})
):
    """The rules of a tournament under a name; `replace`: in place of a preset with this name."""

    name: Text
    tournament: Text
    replace: bool = False


class CommitDrawRequest(
    RequestBody,
    json_schema_extra=examples(
        {}, {"beacon": "drand", "source": "round 5000000, 20 November 2026, 9:00 UTC"}
    ),
):
    """Without `beacon` only the seed is committed to."""

    beacon: Literal["", "nist", "drand", "other"] = ""
    source: str = Field("", max_length=300)


class EnterBeaconRequest(RequestBody, json_schema_extra=examples({"value": "3 11 19 24 37 42"})):
    """The value of the announced public source."""

    value: Text


class RenamePresetRequest(RequestBody, json_schema_extra=examples({"name": "Club evening"})):
    """The new name."""

    name: Text


class UndoRequest(RequestBody, json_schema_extra=examples({"action": 42})):
    """The number of the action, from the history or the response; default: the last action."""

    action: Number | None = None
    reason: Text = ""


class RedoRequest(RequestBody, json_schema_extra=examples({"action": 42})):
    """The number of the undone action; default: the one undone last."""

    action: Number | None = None


ENTRIES_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "anyOf": [schema_ref(EnterPlayersRequest), schema_ref(EnterPlayerRequest)]
                },
                "examples": {
                    "several": {"value": {"players": [_ANA, {"name": "Bo Chen"}]}},
                    "one": {"value": {"name": "Ana Lima", "rating": 2100}},
                    "team": {"value": {"name": "Rooks", "members": [_ANA, {"name": "Cy Diaz"}]}},
                },
            },
            "application/octet-stream": {
                "schema": {
                    "type": "string",
                    "description": "XLSX, ODS, TRF, TDF, WER, or a plain list.",
                },
                "examples": {"list": {"value": "Ana Lima, 2100\nBo Chen"}},
            },
            "text/csv": {
                "schema": {"type": "string"},
                "examples": {"list": {"value": "name,rating,club\nAna Lima,2100,Rooks\n"}},
            },
        },
    }
}
"""The bodies that add players, which no single model describes."""
FILE_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["format", "version", "tournament", "checksum", "events"],
                }
            },
            "text/plain": {"schema": {"type": "string"}},
            "application/xml": {"schema": {"type": "string"}},
            "application/octet-stream": {"schema": {"type": "string"}},
        },
    }
}
"""The file of a tournament."""
