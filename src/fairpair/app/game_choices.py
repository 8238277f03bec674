"""What a newcomer chooses from: the games, the plan that is recommended for the field, a sample."""

from collections.abc import Mapping
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.players import Player
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.core.rules import CHESS, Rules
from fairpair.core.vocabulary import conventions_of
from fairpair.engine.fide.departures import departures
from fairpair.engine.rule_validation import change_rules
from fairpair.engine.stages.plan_builder import cut_size, totals
from fairpair.engine.stages.recommend import (
    RoundsWarning,
    preset_for,
    recommendation,
    rounds_warnings,
)
from fairpair.language.message import Message
from fairpair.presets import Preset, added, is_known, preset, rules_of

FINALS = "chess_with_finals"
"""Stands for the chess preset with finals that fits the field."""
ROUND_ROBIN = "fide_round_robin"
TEAMS = "team_chess"
_ORDER = (
    "mtg_standard",
    "fide_dutch",
    ROUND_ROBIN,
    FINALS,
    "pokemon_standard",
    "chess_style",
    "simple_random",
    "infinity",
    TEAMS,
)
_FIDE = ("fide_dutch", ROUND_ROBIN)
"""The presets whose tournaments usually follow the FIDE rules."""
_LARGEST_CUT = 512


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game to choose: its name in forms, a title, and one sentence about it."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The rules for a field. `rounds` is none while they go by the number of players."""

    preset: str
    config: Mapping[str, Any]
    rounds: int | None
    cut: int | None
    text: Message | str
    source: Message | str
    warnings: tuple[RoundsWarning, ...]


def game_choices() -> list[GameChoice]:
    """The games, most common first, then the presets that were added to the built-in ones."""
    return [_game_choice(name) for name in (*_ORDER, *added())]


def game_setup(choice: str, players: int, rounds: str = "", cut: str = "") -> GameSetup:
    """The rules these choices lead to; rounds and cut default to the recommendation for the field.

    `cut` is a number, `none`, or nothing. `InvalidInputError` says which field is wrong.
    """
    if choice == ROUND_ROBIN or (choice not in _ORDER and is_known(choice)):
        return preset_setup(preset(choice), players, rounds, cut)
    if choice not in _ORDER:
        raise _field_error("preset", Message("choice.game"))
    name = preset_for(players) if choice == FINALS else choice
    config = {**_recommended_settings(choice, players), **_chosen_settings(choice, rounds, cut)}
    rules = rules_of(name, config)
    size = cut_size(rules, players)
    planned = rules.rounds if players < 2 else totals(rules, players).swiss_rounds
    text: Message | str = ""
    source: Message | str = ""
    if players >= 2:
        found = recommendation(name, players)
        text, source = found.text, found.source
    odd = rounds_warnings(planned, players, size) if planned and players >= 2 else []
    return GameSetup(name, config, planned, size, text, source, tuple(odd))


def preset_setup(chosen: Preset, players: int, rounds: str = "", cut: str = "") -> GameSetup:
    """The same for a preset with its own rounds and cut: one that somebody has saved or added, or
    of a round robin, where the players give the number of rounds.
    """
    config = _chosen_settings(chosen.name, rounds, cut)
    rules = change_rules(Rules.read(chosen.settings), config)
    size = cut_size(rules, players)
    planned = rules.rounds if players < 2 else totals(rules, players).swiss_rounds
    swiss = rules.system != "round_robin"
    odd = rounds_warnings(planned, players, size) if swiss and planned and players >= 2 else []
    return GameSetup(chosen.name, config, planned, size, "", "", tuple(odd))


def usual_fide_mode(chosen: Preset) -> bool | None:
    """Whether a tournament with this preset is usually in FIDE mode; none if it cannot be."""
    rules = Rules.read(chosen.settings)
    if CHESS not in conventions_of(rules).rules or departures(rules):
        return None
    return rules.fide or chosen.name in _FIDE


def sample_players() -> tuple[Player, ...]:
    """Sixteen players to try things with."""
    return tuple(Player(name, rating, club=club) for name, rating, club in _SAMPLE)


def _game_choice(name: str) -> GameChoice:
    if name == FINALS:
        about = (
            "A chess tournament that ends with a final: three or four Swiss rounds,"
            " then a knockout for the top players, with a size that depends on the"
            " number of players."
        )
        return GameChoice(name, "Chess with knockout", about)
    found = preset(name)
    about = found.about.partition(". ")[0].rstrip(".")
    return GameChoice(name, found.title, f"{about}." if about else "")


def _recommended_settings(choice: str, players: int) -> dict[str, Any]:
    """Rounds and cut by the table of the game; presets with finals have their own."""
    if choice == FINALS or players < 2:
        return {}
    found = recommendation(choice, players)
    return {"rounds": found.rounds, "cut": found.cut}


def _chosen_settings(choice: str, rounds: str, cut: str) -> dict[str, Any]:
    config: dict[str, Any] = {}
    if rounds.strip():
        config["rounds"] = _number("rounds", rounds, 1, MOST_ROUNDS)
    if cut == "none":
        config["cut"] = None
        if choice == FINALS:
            config["mode"] = "swiss"
    elif cut.strip():
        config["cut"] = _number("cut", cut, 2, _LARGEST_CUT)
    return config


def _number(where: str, text: str, low: int, high: int) -> int:
    digits = text.strip()
    if not (
        digits.isascii() and digits.isdigit() and len(digits) < 6 and low <= int(digits) <= high
    ):
        raise _field_error(where, Message("choice.whole-number", low=low, high=high))
    return int(digits)


def _field_error(where: str, text: Message) -> InvalidInputError:
    field = Message(f"choice-field.{where}")
    return InvalidInputError("bad-value.choice", problems=[FieldProblem(where, text)], field=field)


_SAMPLE = (
    ("Ana Lima", 2104, "Rook House"),
    ("Bo Chen", 2050, "Castle Club"),
    ("Cleo Dubois", 1987, "Rook House"),
    ("Darius Novák", 1942, "North Side"),
    ("Elif Kaya", 1921, "Castle Club"),
    ("Fynn Müller", 1893, "Riverside"),
    ("Grace Okafor", 1866, "North Side"),
    ("Hiro Tanaka", 1840, "Riverside"),
    ("Inés García", 1811, "Rook House"),
    ("Jonas Berg", 1788, "North Side"),
    ("Kavya Rao", 1760, "Castle Club"),
    ("Liam O'Brien", 1725, "Riverside"),
    ("Mina Popescu", 1690, "Rook House"),
    ("Noah Weiss", 1654, "North Side"),
    ("Olga Ivanova", 1611, "Castle Club"),
    ("Pedro Santos", 1580, "Riverside"),
)
