"""What differs by game: whose words a tournament uses, and what its players write how.

The texts of a game are in `fairpair.language`; here is what is not a text.

>>> vocabulary_of(Rules(game="Chess")), conventions_of(Rules(scores=("op", "vp"))).name
('chess', 'wargame')
"""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.accents import DEFAULT_ACCENT
from fairpair.core.dataclass import dataclass
from fairpair.core.numbers import format_number
from fairpair.core.results import Adjourned, Boards, Games, Result, Scored, winner_text
from fairpair.core.rules import CARDS, CHESS, SCORED, TEAMS, Rules
from fairpair.core.texts import same_name_key
from fairpair.language.message import Message, first_message

_WINS_DRAWS_LOSSES = ("wins", "draws", "losses")
_WINS_LOSSES_DRAWS = ("wins", "losses", "draws")


@dataclass(frozen=True, slots=True)
class GameConventions:
    """The conventions of one vocabulary.

    `record` is the order in which won, drawn and lost matches are written. `player_fields` are the
    columns of player lists that not every game has. `rules` are the kinds of game whose special
    rules apply, `tiebreaks` those whose tie-breaks are usual. `letter_for_forfeits`: a forfeit is
    also typed as `1-0f`. `accent` is the colour of tournaments that have none of their own.
    """

    name: str
    record: tuple[str, str, str] = _WINS_DRAWS_LOSSES
    player_fields: tuple[str, ...] = ()
    rules: frozenset[str] = frozenset()
    tiebreaks: frozenset[str] = frozenset()
    letter_for_forfeits: bool = False
    accent: str = DEFAULT_ACCENT

    @property
    def record_head(self) -> Message:
        """The order of the record as the head of a column: `W-L-D`."""
        return Message(f"record.{'-'.join(self.record)}")

    @property
    def record_label(self) -> Message:
        """The order of the record in words."""
        return Message(f"record.{'-'.join(self.record)}.label")

    def format_record(self, wins: int, draws: int, losses: int) -> str:
        """The record in the order of the game.

        >>> conventions_of(Rules(game="Magic: The Gathering")).format_record(3, 1, 0)
        '3-0-1'
        """
        numbers = {"wins": wins, "draws": draws, "losses": losses}
        return "-".join(str(numbers[part]) for part in self.record)


_CHESS_FIELDS = ("rating", "title", "federation", "sex", "fide_id", "birth")
_CONVENTIONS = {
    one.name: one
    for one in (
        GameConventions(
            "",
            player_fields=("rating", "federation"),
            rules=frozenset({CARDS, CHESS, SCORED, TEAMS}),
        ),
        GameConventions(
            "chess",
            player_fields=_CHESS_FIELDS,
            rules=frozenset({CHESS}),
            tiebreaks=frozenset({"chess"}),
            letter_for_forfeits=True,
            accent="pine",
        ),
        GameConventions(
            "team_chess",
            player_fields=_CHESS_FIELDS,
            rules=frozenset({CHESS, TEAMS}),
            tiebreaks=frozenset({"chess"}),
            letter_for_forfeits=True,
            accent="gold",
        ),
        GameConventions(
            "cards",
            record=_WINS_LOSSES_DRAWS,
            player_fields=("dci",),
            rules=frozenset({CARDS}),
            tiebreaks=frozenset({"cards"}),
            accent="ember",
        ),
        GameConventions(
            "pokemon",
            record=_WINS_LOSSES_DRAWS,
            player_fields=("pokemon_id",),
            rules=frozenset({CARDS}),
            tiebreaks=frozenset({"pokemon", "cards"}),
            accent="violet",
        ),
        GameConventions(
            "wargame",
            rules=frozenset({SCORED}),
            tiebreaks=frozenset({"miniatures"}),
            accent="ocean",
        ),
    )
}
_GAMES = {
    "pokemon": ("pokemon", "pokémon"),
    "team_chess": ("team chess", "chess team"),
    "chess": ("chess", "schach", "échecs", "ajedrez"),
    "cards": (
        "magic",
        "mtg",
        "yu-gi-oh",
        "yugioh",
        "lorcana",
        "flesh and blood",
        "one piece",
        "digimon",
        "star wars: unlimited",
        "netrunner",
        "card game",
        "tcg",
    ),
    "wargame": ("infinity", "warhammer", "wargame", "malifaux", "bolt action", "kill team"),
}
"""What the name of a game contains, by vocabulary; the first that fits counts."""
_PERCENTAGES = frozenset({"omw", "gw", "ogw", "owp", "oowp"})


def vocabulary_of(rules: Rules) -> str:
    """The vocabulary of a tournament: by its game, else by how its rules play; "" if both are
    unknown.

    >>> [vocabulary_of(Rules(game=game)) for game in ("Pokémon TCG", "Team chess", "Table tennis")]
    ['pokemon', 'team_chess', '']
    """
    typed = same_name_key(rules.game)
    found = next((name for name, words in _GAMES.items() if _has_any(typed, words)), "")
    if found == "chess" and rules.boards:
        return "team_chess"
    return found or _vocabulary_by_rules(rules)


def conventions_of(rules: Rules) -> GameConventions:
    """The conventions of a tournament."""
    return _CONVENTIONS[vocabulary_of(rules)]


def player_fields_of(rules: Rules) -> tuple[str, ...]:
    """The fields of players that matter here; the rating also where rules use it."""
    fields = conventions_of(rules).player_fields
    return fields if "rating" in fields or not _uses_rating(rules) else ("rating", *fields)


def score_label(name: str) -> str:
    """A named score for people.

    >>> score_label("op")
    'OP'
    """
    return name.replace("_", " ").upper()


def score_title(name: str) -> Message:
    """The full name of a named score, if it is a usual one.

    >>> str(score_title("op")), str(score_title("tp"))
    ('Objective points', 'TP')
    """
    known = first_message((f"score.{name.lower()}",))
    return known or Message("literal", text=score_label(name))


def format_result(result: Result, rules: Rules) -> str:
    """A result for people, named scores in the order of the rules.

    >>> from fractions import Fraction
    >>> scores = ({"ap": Fraction(3), "op": Fraction(7)}, {"ap": Fraction(1), "op": Fraction(2)})
    >>> format_result(Scored(scores), Rules(scores=("op", "ap")))
    'OP 7 AP 3 : OP 2 AP 1'
    """
    if not isinstance(result, Scored):
        return str(result)
    names = (*rules.scores, *sorted(set(result.scores[0]) - set(rules.scores)))
    sides = (
        " ".join(
            f"{score_label(name)} {format_number(side[name])}" for name in names if name in side
        )
        for side in result.scores
    )
    return " : ".join(sides) + winner_text(result.winner)


def result_text(result: Result, rules: Rules) -> Message | str:
    """The same within a message, so that its words are translated.

    >>> str(result_text(Games((1, 1), winner=0), Rules()))
    '1-1 (won by side 1)'
    """
    if isinstance(result, Adjourned):
        return Message("result.adjourned")
    if isinstance(result, Games | Scored | Boards) and result.winner is not None:
        score = format_result(replace(result, winner=None), rules)
        return Message("result.won-by", score=score, side=result.winner + 1)
    return format_result(result, rules)


def _has_any(text: str, words: Sequence[str]) -> bool:
    return any(word in text for word in words)


def _vocabulary_by_rules(rules: Rules) -> str:
    if rules.scores:
        return "wargame"
    if rules.boards:
        return "team_chess"
    if rules.has_colours:
        return "chess"
    counts_percentages = not _PERCENTAGES.isdisjoint(rules.standings_tiebreakers)
    return "cards" if counts_percentages and not rules.game else ""


def _uses_rating(rules: Rules) -> bool:
    used = (*rules.standings_tiebreakers, *rules.pairing_tiebreakers, rules.bye_assignment)
    methods = (*rules.pairing_methods.values(),)
    return any("rating" in word.lower() for word in (*used, *methods))
