"""The rules of a tournament as data: one frozen value, read key by key from a plain mapping.

Everything about a rule is in its declaration; pages, the API, the command line and the docs show
what is declared here, and translate it. The names are those that organisers' configuration files
use; `swiss_rounds` is another name of `rounds`. A default is for ever: logs of any age rely on
it. A new key defaults to what was done before the key existed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, fields, replace
from fractions import Fraction
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError, InvalidValueError
from fairpair.core.numbers import encode_number
from fairpair.core.registry import Registry
from fairpair.core.results import MOST_GAMES
from fairpair.core.rounds import MOST_ROUNDS, ByeKind
from fairpair.core.settings import (
    Declaration,
    Locked,
    Setting,
    choice,
    exactly,
    flag,
    number,
    optional,
    rule,
    table,
    tables,
    text,
    whole_number,
    words,
)
from fairpair.core.suggestions import add_suggestion
from fairpair.language.message import Message

OTHER_NAMES = {"swiss_rounds": "rounds"}
GROUPS = {
    "rounds": "Rounds",
    "matches": "Matches and points",
    "standings": "Tie-breaks",
    "pairing": "Pairings",
    "byes": "Byes and tables",
    "finals": "Knockout",
    "people": "Players",
    "public": "Public page",
}
"""The subjects of rules and their titles, in the order in which they are shown."""
SYSTEM_TITLES = Registry(
    "fairpair.systems",
    {"swiss": "Swiss", "dutch": "FIDE (Dutch)", "round_robin": "Round robin"},
    lambda found: str(found.value.title),
)
"""The pairing systems by name; extensions add more."""
CARDS, CHESS, SCORED, TEAMS = "card games", "chess", "games with named scores", "teams"
_POINT = number(-100, 100)
_GAMES = whole_number(0, MOST_GAMES)
_ROUNDS = whole_number(1, MOST_ROUNDS)
_SHARE = number(0, 1)


@dataclass(frozen=True, slots=True)
class Points:
    """Match points by outcome."""

    win: Fraction
    draw: Fraction
    loss: Fraction


def _points() -> Setting:
    """`{"win": 3, "draw": 1, "loss": 0}`."""
    parts = dict.fromkeys(("win", "draw", "loss"), _POINT)

    def read(value: object) -> Points:
        return Points(**exactly(value, parts))

    properties = {name: kind.schema for name, kind in parts.items()}
    schema = {"type": "object", "properties": properties, "required": list(parts)}
    return Setting("points", Message("kind.points"), read, schema)


@dataclass(frozen=True, slots=True)
class ByePoints:
    """What a pairing-allocated bye is worth: as games, as plain points, or as named scores."""

    wins: int | None = None
    draws: int | None = None
    points: Fraction | None = None
    scores: Mapping[str, Fraction] = field(default_factory=dict)


def _bye_points() -> Setting:
    """`{"wins": 2, "draws": 0}`, a number of points, or `{"op": 10, "vp": 0, "ap": 0}`."""
    scores = table(text(), number(-10_000, 10_000))

    def read(value: object) -> ByePoints:
        if isinstance(value, Mapping) and "wins" in value:
            return ByePoints(**exactly(value, {"wins": _GAMES, "draws": _GAMES}))
        if isinstance(value, Mapping):
            return ByePoints(scores=scores.read(value))
        return ByePoints(points=_POINT.read(value))

    about = Message("kind.bye-points", kind=_POINT.about)
    return Setting("table", about, read, {"anyOf": [scores.schema, _POINT.schema]})


UNPLAYED = ("forfeit_win", "forfeit_loss", "full_bye", "half_bye", "zero_bye", "loss_bye")
"""The kinds of unplayed rounds whose points can be set; `bye_points` is for the bye of an odd
field."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every key that can be set, with its default; the defaults are Magic's."""

    rounds: int | None = rule(
        optional(_ROUNDS),
        default=None,
        group="rounds",
        title="Number of rounds",
        help="Number of main rounds. Leave empty to play enough rounds for at most one"
        " player to remain unbeaten.",
        affects_pairing=False,
    )
    few_rounds_reason: str = rule(
        text(),
        default="",
        group="rounds",
        title="Reason for fewer rounds",
        help="Why fewer rounds than the minimum are played: three Swiss rounds for five or more "
        "players, two for fewer. Without a reason, such a tournament cannot start.",
        affects_pairing=False,
        rare=True,
    )
    check_in: bool = rule(
        flag(),
        default=False,
        group="people",
        title="Require check-in",
        help="Only players who have checked in are paired.",
    )
    late_entry: ByeKind = rule(
        choice(
            {
                ByeKind.LOSS: "losses",
                ByeKind.ZERO: "zero-point byes (no points)",
                ByeKind.HALF: "half-point byes",
                ByeKind.FULL: "full-point byes",
            },
            made=ByeKind,
        ),
        default=ByeKind.LOSS,
        group="people",
        title="Late entries: missed rounds count as",
        help="How the rounds missed by a late entry count.",
        systems=("swiss", "dutch"),
    )
    advance: str = rule(
        choice(
            {
                "by_hand": "do nothing automatically",
                "complete": "complete the round",
                "publish": "complete the round and publish the next one",
            }
        ),
        default="by_hand",
        group="rounds",
        title="When the last result is in",
        help="What happens automatically when the last result of a round is in.",
        affects_pairing=False,
    )
    game: str = rule(
        text(),
        default="",
        group="rounds",
        title="Game",
        help="The game being played. It determines the recommended number of rounds and the cut.",
        affects_pairing=False,
    )
    system: str = rule(
        choice(SYSTEM_TITLES, lenient=True),
        default="swiss",
        group="rounds",
        title="Pairing system",
        help="How rounds are paired: Swiss, FIDE (Dutch) or round robin.",
        locked=Locked.AFTER_START,
    )
    fide: bool = rule(
        flag(),
        default=False,
        group="rounds",
        title="FIDE mode",
        help="The tournament follows the FIDE rules: other settings are not accepted, and"
        " settings that FIDE fixes once round 1 is paired are locked.",
        locked=Locked.AFTER_START,
        games=(CHESS,),
        affects_pairing=False,
    )
    cycles: int = rule(
        whole_number(1, 4),
        default=1,
        group="rounds",
        title="Round-robin cycles",
        help="How many times each pair of players meets.",
        systems=("round_robin",),
        exclusive=True,
    )
    swap_last_rounds: bool = rule(
        flag(),
        default=True,
        group="rounds",
        title="Swap the last two rounds of a cycle",
        help="With several cycles, the last two rounds before a new cycle are swapped, as FIDE"
        " recommends, so that nobody has the same colour three times in a row.",
        systems=("round_robin",),
        locked=Locked.AFTER_START,
        rare=True,
    )

    cut: int | None = rule(
        optional(whole_number(2, 512)),
        default=None,
        group="finals",
        title="Players in the knockout",
        help="How many players advance to the knockout. Leave empty for no knockout.",
    )
    third_place: bool = rule(
        flag(),
        default=False,
        group="finals",
        title="Third-place match",
        help="The losing semi-finalists play for third place.",
    )
    best_of_rounds: Mapping[str, int] = rule(
        table(text(), whole_number(1, MOST_GAMES)),
        default={},
        group="finals",
        title="Match length by knockout round",
        help="Games per match in individual knockout rounds: final, third_place, semi_final, "
        "quarter_final, round_of_16, play_in.",
        affects_pairing=False,
        rare=True,
    )
    cut_ties: str = rule(
        choice(
            {
                "standings": "decided by tie-breaks",
                "play_in": "play-in matches",
                "all": "all tied players advance",
            }
        ),
        default="standings",
        group="finals",
        title="Ties at the cut",
        help="What happens if players are tied on points at the cut-off.",
    )
    cut_declined: str = rule(
        choice({"next": "the next player moves up", "walkover": "the opponent gets a walkover"}),
        default="next",
        group="finals",
        title="If a qualified player declines",
        help="What happens to the place of a qualified player who declines.",
        rare=True,
    )
    cut_points: Fraction | None = rule(
        optional(_POINT),
        default=None,
        group="finals",
        title="Points needed to qualify",
        help="Every player with at least this many points advances. Leave empty for no minimum.",
        rare=True,
    )
    reseed: bool = rule(
        flag(),
        default=False,
        group="finals",
        title="Reseed after every round",
        help="The highest remaining seed plays the lowest in every round; there is no"
        " fixed bracket.",
        rare=True,
    )
    knockout_places: str = rule(
        choice({"round": "by round reached", "standings": "by standings of the main rounds"}),
        default="round",
        group="finals",
        title="Places from fifth down",
        help="How players who do not reach the semi-finals are ranked: by the knockout round they "
        "reached, or by the standings of the main rounds alone.",
        affects_pairing=False,
        rare=True,
    )
    finals: str = rule(
        choice({"single_elimination": "single elimination"}, lenient=True),
        default="single_elimination",
        group="finals",
        title="Knockout format",
        help="The format of the knockout after the cut.",
        rare=True,
    )
    mode: str = rule(
        choice(
            {
                "swiss": "Main rounds; knockout only if a size is set",
                "swiss_with_elimination": "Main rounds, then a knockout sized to the field",
                "elimination": "Knockout only",
            }
        ),
        default="swiss",
        group="rounds",
        title="Tournament format",
        help="Main rounds only, main rounds followed by a knockout sized to the field, or a "
        "knockout from the start.",
        locked=Locked.AFTER_START,
    )

    points: Points = rule(
        _points(),
        default=Points(Fraction(3), Fraction(1), Fraction(0)),
        group="matches",
        title="Match points",
        help="Match points for a win, a draw and a loss.",
    )
    best_of: int | None = rule(
        optional(whole_number(1, MOST_GAMES)),
        default=3,
        group="matches",
        title="Games per match (best of)",
        help="Maximum number of games in a match; whoever wins more than half of them wins "
        "the match. Leave empty if games are not recorded.",
    )
    draws_allowed: bool = rule(
        flag(),
        default=True,
        group="matches",
        title="Allow draws",
        help="A match may end in a draw.",
    )
    scores: tuple[str, ...] = rule(
        words(unique=True),
        default=(),
        group="matches",
        title="Scores recorded for a match",
        help="The scores recorded for each player, in order of importance. Leave empty if only "
        "the result is recorded.",
        games=(SCORED,),
        locked=Locked.AFTER_START,
    )
    score_limits: Mapping[str, int] = rule(
        table(text(), whole_number(0, 1_000_000)),
        default={},
        group="matches",
        title="Highest value of each score",
        help="The highest value a player can have in a match, by score. Such a score is a whole "
        "number from 0. Leave empty for no limit.",
        games=(SCORED,),
        affects_pairing=False,
        rare=True,
    )
    primary_score: str = rule(
        text(),
        default="",
        group="matches",
        title="Primary score",
        help="The score that ranks players instead of points. For teams: match points (mp) "
        "or game points (gp). Leave empty to rank by points.",
        games=(SCORED, TEAMS),
        rare=True,
    )
    boards: int | None = rule(
        optional(whole_number(1, 100)),
        default=None,
        group="matches",
        title="Boards per team match",
        help="Number of boards in a team match. Leave empty if the match is recorded as a "
        "single result.",
        games=(TEAMS,),
    )
    unplayed_points: Mapping[str, Fraction] = rule(
        table(choice({name: name for name in UNPLAYED}), _POINT),
        default={},
        group="matches",
        title="Points for unplayed rounds",
        help="Points for forfeits and requested byes, if different from the default.",
        rare=True,
    )
    unfinished_matches: str = rule(
        choice({"ignore": "do not count", "draw": "count as draws"}),
        default="ignore",
        group="matches",
        title="Unfinished matches",
        help="How matches without a result count when the tournament is finished.",
        rare=True,
    )

    standings_tiebreakers: tuple[str, ...] = rule(
        words(form="tiebreaks"),
        default=("omw", "gw", "ogw", "random"),
        group="standings",
        title="Tie-breaks, in order",
        help="The tie-breaks that separate players tied on points, in this order.",
    )
    omw_floor: Fraction = rule(
        _SHARE,
        default=Fraction(33, 100),
        group="standings",
        title="Minimum match-win percentage",
        help="An opponent's match-win percentage never counts as less than this. Enter 0 for no "
        "minimum.",
        games=(CARDS,),
    )
    gw_floor: Fraction = rule(
        _SHARE,
        default=Fraction(33, 100),
        group="standings",
        title="Minimum game-win percentage",
        help="A game-win percentage never counts as less than this. Enter 0 for no minimum.",
        games=(CARDS,),
    )
    min_games_for_gw: int = rule(
        _GAMES,
        default=1,
        group="standings",
        title="Minimum games for a game-win percentage",
        help="With fewer games than this, the game-win percentage is 0.",
        games=(CARDS,),
    )
    draw_win_share: Fraction = rule(
        _SHARE,
        default=Fraction(1, 2),
        group="standings",
        title="Value of a draw in win percentages",
        help="How much a draw counts in win percentages, where a win is 1.",
        games=(CARDS,),
    )
    byes_in_match_win: bool = rule(
        flag(),
        default=True,
        group="standings",
        title="Count byes in a player's own win percentage",
        help="Byes count as matches in a player's own match-win percentage.",
        games=(CARDS,),
    )
    dropped_cap: Fraction = rule(
        _SHARE,
        default=Fraction(1),
        group="standings",
        title="Maximum win percentage of a dropped opponent",
        help="The win percentage of a dropped opponent never counts as more than this. Enter 1 "
        "for no maximum.",
        games=(CARDS,),
    )
    freeze_dropped: bool = rule(
        flag(),
        default=False,
        group="standings",
        title="Freeze percentages when a player drops",
        help="A dropped player keeps the percentages they had when they dropped.",
        games=(CARDS,),
    )
    buchholz_variant: str = rule(
        choice(
            {
                "standard": "count all opponents",
                "median": "drop highest and lowest",
                "modified": "drop highest or lowest, depending on score",
            }
        ),
        default="standard",
        group="standings",
        title="Buchholz cut",
        help="Which opponents Buchholz leaves out.",
    )
    fide_edition: str = rule(
        choice({"2024": "2024", "2026": "2026"}),
        default="2026",
        group="standings",
        title="FIDE rules edition",
        help="Which edition of the FIDE tie-break rules applies.",
        games=(CHESS,),
    )
    unrated_rating: int | None = rule(
        optional(whole_number(0, 4000)),
        default=None,
        group="standings",
        title="Rating assumed for unrated players",
        help="The rating assumed for unrated players in tie-breaks. Leave empty to leave them out.",
        games=(CHESS,),
    )

    unrated_method: str = rule(
        choice(
            {
                "none": "leave the tie-break out",
                "lowest": "the lowest rating of the players",
                "mean": "the mean rating of the players",
            }
        ),
        default="none",
        group="standings",
        title="Unrated players without an assumed rating",
        help="How rating-based tie-breaks treat unrated players without an assumed rating.",
        games=(CHESS,),
        rare=True,
    )

    long_event: bool = rule(
        flag(),
        default=False,
        group="standings",
        title="Lasts more than 30 days",
        help="Players can have a different rating from a later round on, because new rating lists"
        " appear during the tournament.",
        games=(CHESS,),
        affects_pairing=False,
        rare=True,
    )
    tiebreak_ratings: str = rule(
        choice(
            {
                "first": "the rating of round 1",
                "chosen": "the rating of a chosen round",
                "round": "the rating of the round in which they met",
            }
        ),
        default="first",
        group="standings",
        title="Rating that counts in tie-breaks",
        help="Which rating of an opponent counts in tie-breaks if it has changed during the "
        "tournament.",
        games=(CHESS,),
        affects_pairing=False,
        rare=True,
    )
    rating_round: int = rule(
        _ROUNDS,
        default=1,
        group="standings",
        title="Round whose ratings count in tie-breaks",
        help="Only used if the rating of a chosen round counts.",
        games=(CHESS,),
        affects_pairing=False,
        rare=True,
    )

    avoid_repeat_pairings: bool = rule(
        flag(),
        default=True,
        group="pairing",
        title="No rematches",
        help="Players never meet the same opponent twice.",
        systems=("swiss",),
    )
    avoid_same: tuple[str, ...] = rule(
        words(("title", "club", "federation", "category")),
        default=(),
        group="pairing",
        title="Avoid pairing players from the same",
        help="Players with the same club, federation, category or title are not paired if it "
        "can be avoided. Leave empty for no restriction.",
        systems=("swiss", "dutch"),
    )
    avoid_same_rounds: int | None = rule(
        optional(_ROUNDS),
        default=None,
        group="pairing",
        title="Avoid these pairings up to round",
        help="Number of rounds this applies to, counted from round 1. Leave empty for all rounds.",
        systems=("swiss", "dutch"),
        rare=True,
    )
    avoid_same_hard: bool = rule(
        flag(),
        default=False,
        group="pairing",
        title="Never pair them (even if no other pairing exists)",
        help="Never pair these players, even if no other pairing exists.",
        systems=("swiss", "dutch"),
        rare=True,
    )
    track_pair_downs: bool = rule(
        flag(),
        default=True,
        group="pairing",
        title="Avoid pairing a player down twice",
        help="A player who was paired down is not paired down again if it can be avoided.",
        systems=("swiss",),
        rare=True,
    )
    pairing_methods: Mapping[str, str] = rule(
        table(text(), text()),
        default={},
        group="pairing",
        title="Pairing method for each round",
        help="Pairing method by round: round_1, round_2 and so on, last_round, and rest for "
        "all others.",
        systems=("swiss", "round_robin"),
        rare=True,
    )
    cut_aware_rounds: int = rule(
        whole_number(0, MOST_ROUNDS),
        default=0,
        group="pairing",
        title="Last rounds that protect the cut",
        help="In this many rounds before the cut, as few as possible of the players who can still"
        " make or miss it meet an opponent on different points.",
        systems=("swiss",),
        exclusive=True,
        rare=True,
    )
    pairing_tiebreakers: tuple[str, ...] = rule(
        words(form="tiebreaks"),
        default=("omw", "gw", "ogw", "random"),
        group="pairing",
        title="Pairing order within a score group",
        help="How players on the same score are ordered for pairing.",
        systems=("swiss",),
        rare=True,
    )
    pairing_criteria: tuple[str, ...] = rule(
        words(("pair_downs", "avoided", "colours")),
        default=("pair_downs", "avoided"),
        group="pairing",
        title="Pairing criteria, most important first",
        help="The criteria for pairing a score group, most important first:"
        " pair_downs, avoided, colours.",
        systems=("swiss",),
        rare=True,
    )
    colours: bool = rule(
        flag(),
        default=False,
        group="pairing",
        title="Assign colours",
        help="Assign colours (or who plays first) and balance them over the rounds.",
        games=(CHESS,),
    )
    color_balance_strict: bool = rule(
        flag(),
        default=False,
        group="pairing",
        title="Strict colour balance",
        help="No player gets the same colour three times in a row, or a colour difference of "
        "three.",
        games=(CHESS,),
        systems=("swiss",),
    )
    number_ties: str = rule(
        choice(
            {
                "name": "by name",
                "fide_id": "by FIDE ID",
                "oldest": "the oldest first",
                "youngest": "the youngest first",
                "lot": "at random",
            }
        ),
        default="name",
        group="pairing",
        title="Pairing numbers for equal ratings",
        help="The order of players with the same rating and title before round 1.",
        games=(CHESS,),
        systems=("dutch",),
        rare=True,
    )
    initial_colour: str = rule(
        choice({"lot": "at random", "white": "white", "black": "black"}),
        default="lot",
        group="pairing",
        title="Initial colour (top seed)",
        help="The colour of the top seed in round 1.",
        games=(CHESS,),
        systems=("swiss", "dutch"),
    )
    acceleration: str = rule(
        choice({"none": "none", "baku": "Baku"}),
        default="none",
        group="pairing",
        title="Acceleration",
        help="Baku acceleration gives the top half virtual points in the first rounds.",
        systems=("dutch",),
        exclusive=True,
        locked=Locked.AFTER_START,
    )

    bye_points: ByePoints | None = rule(
        optional(_bye_points()),
        default=None,
        group="byes",
        title="Value of a bye",
        help="What a pairing-allocated bye is worth, in games, points or scores. Leave empty to "
        "count it as a win.",
        systems=("swiss", "dutch"),
    )
    bye_assignment: str = rule(
        choice(
            {
                "random": "at random",
                "lowest_tiebreaker": "the lowest-ranked player",
                "lowest_rating": "the lowest-rated player",
            }
        ),
        default="random",
        group="byes",
        title="Who gets the bye",
        help="Which of the players with the fewest byes gets the bye.",
        systems=("swiss",),
    )
    max_byes_per_player: int | None = rule(
        optional(whole_number(0, MOST_ROUNDS)),
        default=1,
        group="byes",
        title="Maximum byes per player",
        help="Maximum number of pairing-allocated byes per player. Leave empty for no limit.",
        systems=("swiss",),
    )
    prevent_consecutive_byes: bool = rule(
        flag(),
        default=False,
        group="byes",
        title="No bye in two consecutive rounds",
        help="No player gets a bye in two consecutive rounds.",
        systems=("swiss",),
        rare=True,
    )

    chess960: bool = rule(
        flag(),
        default=False,
        group="matches",
        title="Chess960",
        help="Each round has its own starting position, drawn at random and the same on all"
        " boards.",
        games=(CHESS,),
        affects_pairing=False,
    )

    table_ranges: tuple[str, ...] = rule(
        words(),
        default=(),
        group="byes",
        title="Available tables",
        help="Table numbers to use, for example 1-20. Leave empty to number from 1.",
    )
    table_order: str = rule(
        choice({"rank": "by rank", "random": "at random"}),
        default="rank",
        group="byes",
        title="Table order",
        help="Assign tables by rank or at random.",
    )
    avoid_same_table: bool = rule(
        flag(),
        default=False,
        group="byes",
        title="Different table each round",
        help="Players are not seated at the same table twice if it can be avoided.",
        rare=True,
    )

    hidden: bool = rule(
        flag(),
        default=False,
        group="public",
        title="Hide tournament from the public",
        help="Only people with a key for this tournament can see it.",
        affects_pairing=False,
    )
    show_outlook: bool = rule(
        flag(),
        default=False,
        group="public",
        title="Show guarantees to the public",
        help="The public can see who is guaranteed a top place, and who needs only a win or a"
        " draw for one. Staff can always see this.",
        affects_pairing=False,
    )
    show_odds: bool = rule(
        flag(),
        default=False,
        group="public",
        title="Show odds to the public",
        help="The public can see each player's estimated chances of a top place. Staff can always"
        " estimate them.",
        affects_pairing=False,
    )
    player_reports: bool = rule(
        flag(),
        default=False,
        group="people",
        title="Players can report results",
        help="Players can report their own results. A result counts once both players agree.",
        affects_pairing=False,
    )

    total_rounds: int | None = rule(
        optional(whole_number(1, 199)),
        default=None,
        group="rounds",
        title="Total number of rounds",
        help="Total number of rounds including the knockout, as defined by the preset's plan. "
        "Leave empty if there is no plan.",
        affects_pairing=False,
        rare=True,
    )
    structure: tuple[Mapping[str, Any], ...] = rule(
        tables(),
        default=(),
        group="rounds",
        title="Rounds in the plan",
        help="The type of each round in the plan, as used by presets with a knockout.",
        rare=True,
    )

    @classmethod
    def read(cls, settings: Mapping[str, object]) -> "Rules":
        """The rules these settings describe, with defaults for the rest.

        All wrong settings are reported at once, each unknown key with the nearest valid name.

        >>> Rules.read({"rounds": 5, "omw_floor": 0.25}).omw_floor
        Fraction(1, 4)
        """
        return cls().with_changes(settings)

    def with_changes(self, settings: Mapping[str, object]) -> "Rules":
        """These rules with some keys set anew.

        Raises `InvalidInputError` with everything that is wrong.
        """
        values: dict[str, Any] = {}
        problems = []
        for given, value in settings.items():
            key = OTHER_NAMES.get(given, given)
            if key not in RULES:
                text = add_suggestion(Message("rule.unknown"), given, (*RULES, *OTHER_NAMES))
                problems.append(FieldProblem(given, text))
            elif key in values:
                problems.append(FieldProblem(given, Message("rule.set-twice", rule=key)))
            else:
                try:
                    values[key] = RULES[key].kind.read(value)
                except InvalidValueError as error:
                    problems.append(FieldProblem(given, error.text))
        if problems:
            raise bad_rules(problems)
        return replace(self, **values)

    @property
    def has_colours(self) -> bool:
        """Whether it matters who has White, or begins."""
        wanted = "colours" in self.pairing_criteria
        return self.colours or self.color_balance_strict or wanted or self.system == "dutch"

    @property
    def games_to_win(self) -> int | None:
        """The won games that end a match: 1 of 1, 2 of 2 or 3, 3 of 4 or 5; none where its length
        is open.
        """
        return None if self.best_of is None else self.best_of // 2 + 1

    def for_pairing(self) -> "Rules":
        """These rules without what no pairing depends on, to compare two of them."""
        return replace(self, **{r.key: r.default for r in RULES.values() if not r.affects_pairing})

    def as_settings(self) -> dict[str, Any]:
        """The complete rules as plain data, which `read` turns back into the same rules."""
        return {key: to_plain_data(getattr(self, key)) for key in RULES}


RULES: Mapping[str, Declaration] = {
    f.name: replace(f.metadata["rule"], key=f.name) for f in fields(Rules)
}
"""All declarations, in the order in which they are shown."""
CHANGEABLE_AFTER_START = frozenset(
    rule.key for rule in RULES.values() if rule.locked is Locked.NEVER
)


def bad_rules(problems: Sequence[FieldProblem]) -> InvalidInputError:
    """The error about rules, with everything that is wrong with them."""
    return InvalidInputError("bad-rules", problems=problems)


def to_plain_data(value: Any) -> Any:
    """A rule's value as JSON can hold it."""
    match value:
        case Fraction():
            return encode_number(value)
        case Points():
            return {
                "win": to_plain_data(value.win),
                "draw": to_plain_data(value.draw),
                "loss": to_plain_data(value.loss),
            }
        case ByePoints(wins=int()):
            return {"wins": value.wins, "draws": value.draws}
        case ByePoints(points=Fraction()):
            return to_plain_data(value.points)
        case ByePoints():
            return to_plain_data(value.scores)
        case Mapping():
            return {key: to_plain_data(v) for key, v in value.items()}
        case list() | tuple():
            return [to_plain_data(v) for v in value]
        case _:
            return value
