"""How many Swiss rounds and which cut: the tables of the games, and what the numbers add up to.

Nothing here is a rule of a tournament: an organiser may choose otherwise, and is told what is odd.
"""

import re
import unicodedata
from dataclasses import dataclass

from fairpair.core.errors import InvalidStateError

SMALL, MEDIUM, LARGE = "small_tournament", "medium_tournament", "large_tournament"


@dataclass(frozen=True, slots=True)
class Tier:
    """From so many players on: rounds, and the size of the cut, if there is one.

    Without `rounds` they are as many as leave one player unbeaten.
    """

    least: int
    rounds: int | None
    cut: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """A table of recommendations. `names` are the games and presets that it is for."""

    title: str
    source: str
    names: tuple[str, ...]
    tiers: tuple[Tier, ...]

    def tier(self, players: int) -> Tier:
        """What it says for so many players; for fewer than it knows of, as for the fewest."""
        return next((t for t in reversed(self.tiers) if t.least <= players), self.tiers[0])


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What a guide recommends, fitted to the field; `preset` is the one made for this size."""

    rounds: int
    cut: int | None
    source: str
    text: str
    preset: str = ""


@dataclass(frozen=True, slots=True)
class RoundsWarning:
    """Something odd about a number of rounds: a stable code, what is odd, what to do."""

    code: str
    text: str
    hint: str


_ENDS = "the source ends at {} players; more rounds by the power of two"

GENERAL = Guide(
    "One unbeaten player",
    "arithmetic: rounds until one player at most is unbeaten",
    ("fide_dutch", "chess_style", "team_chess", "simple_random"),
    (Tier(2, None),),
)
MAGIC = Guide(
    "Magic: The Gathering",
    "Magic Tournament Rules, appendix E (required for Premier events, else advice)",
    ("mtg_standard", "magic", "mtg"),
    (
        Tier(2, 3),
        Tier(5, 3, None, "the appendix has three rounds of single elimination instead"),
        Tier(9, 5, 4, "4 rounds and the top 8 if that is a booster draft"),
        Tier(17, 5, 8),
        Tier(33, 6, 8),
        Tier(65, 7, 8),
        Tier(129, 8, 8),
        Tier(227, 9, 8),
        Tier(410, 10, 8),
    ),
)
POKEMON_CUP = Guide(
    "Pokemon League Cup",
    "Play! Pokemon Tournament Rules Handbook, 5.5.6, League Cup, from reports about it",
    ("pokemon_standard", "pokemon", "pokemon_tcg", "pokemon_cup"),
    (
        Tier(2, 3),
        Tier(9, 4, 4),
        Tier(13, 5, 4),
        Tier(21, 5, 8),
        Tier(33, 6, 8),
        Tier(65, 7, 8),
        Tier(129, 8, 8),
        Tier(227, 9, 8),
        Tier(410, 10, 8),
    ),
)
POKEMON_CHALLENGE = Guide(
    "Pokemon League Challenge",
    "Play! Pokemon Tournament Rules Handbook, 5.5.6, League Challenge, from reports about it",
    ("pokemon_challenge",),
    (
        Tier(2, 3),
        Tier(9, 4),
        Tier(17, 5),
        Tier(33, 6),
        Tier(65, 7),
        Tier(129, 8),
        Tier(257, 9),
        Tier(513, 10),
    ),
)
YUGIOH = Guide(
    "Yu-Gi-Oh!",
    "Konami tournament policy 2.5, tiers 1 and 2, second hand; the cut is optional",
    ("yugioh", "yugioh_tcg", "ygo"),
    (Tier(2, None), Tier(9, None, 4), Tier(33, None, 8)),
)
FLESH_AND_BLOOD = Guide(
    "Flesh and Blood",
    "Flesh and Blood Tournament Rules and Policy, appendix A.2",
    ("flesh_and_blood", "fab"),
    (
        Tier(2, 3),
        Tier(9, 5, 4, "4 rounds and the top 8 if that is a draft"),
        Tier(17, 5, 8),
        Tier(33, 6, 8),
        Tier(65, 7, 8),
        Tier(129, 8, 8),
        Tier(225, 9, 8),
        Tier(385, 10, 8),
        Tier(737, None, 8, _ENDS.format(736)),
    ),
)
LORCANA = Guide(
    "Disney Lorcana",
    "numbers seen at events; the official document was not read",
    ("disney_lorcana", "lorcana"),
    (Tier(2, 3), Tier(9, 4, 4), Tier(17, 5, 8), Tier(33, None, 8, _ENDS.format(32))),
)
INFINITY = Guide(
    "Infinity",
    "Infinity tournament rules of 2014",
    ("infinity",),
    (Tier(2, 3), Tier(9, 4), Tier(17, 5)),
)
CHESS_FINALS = Guide(
    "Chess with finals",
    "Full Tournament Generation System 2.0 (small, medium, large); "
    "Chess Tournament System Core Principles 2.0, section 9, for 3 and 4 players",
    ("chess", SMALL, MEDIUM, LARGE),
    (Tier(2, 3, 2), Tier(5, 3, 4), Tier(11, 3, 8), Tier(31, 4, 16)),
)
GUIDES = (
    MAGIC,
    POKEMON_CUP,
    POKEMON_CHALLENGE,
    YUGIOH,
    FLESH_AND_BLOOD,
    LORCANA,
    INFINITY,
    CHESS_FINALS,
    GENERAL,
)


def guide_of(game_or_preset: str) -> Guide:
    """The table for a game or a preset; for any other text the general one.

    >>> guide_of("Yu-Gi-Oh! TCG").title, guide_of("Pokémon").title, guide_of("Go").title
    ('Yu-Gi-Oh!', 'Pokemon League Cup', 'One unbeaten player')
    """
    key = _key(game_or_preset)
    for guide in GUIDES:
        if key in {_key(name) for name in (guide.title, *guide.names)}:
            return guide
    return GENERAL


def recommendation(game_or_preset: str, players: int) -> Recommendation:
    """Rounds and cut for so many players, within what T2 and the field allow.

    >>> recommendation("mtg_standard", 40).text
    '40 players: 6 Swiss rounds, then the top 8'
    """
    if players < 2:
        raise InvalidStateError(
            "too-few-players",
            "A tournament needs at least two players.",
            "Ask again when more are registered.",
        )
    guide = guide_of(game_or_preset)
    tier = guide.tier(players)
    wanted = unbeaten_rounds(players) if tier.rounds is None else tier.rounds
    rounds = min(max(wanted, fewest_rounds(players)), most_rounds(players))
    cut = None if tier.cut is None else min(tier.cut, players)
    text = f"{players} players: {_count(rounds, 'Swiss round')}"
    text += f", then the top {cut}" if cut else ", no cut"
    preset = preset_for(players) if guide is CHESS_FINALS else ""
    return Recommendation(
        rounds, cut, guide.source, f"{text} ({tier.note})" if tier.note else text, preset
    )


def preset_for(players: int) -> str:
    """The chess preset with finals that is made for so many players.

    >>> [preset_for(n) for n in (10, 11, 30, 31)]
    ['small_tournament', 'medium_tournament', 'medium_tournament', 'large_tournament']
    """
    return SMALL if players <= 10 else MEDIUM if players <= 30 else LARGE


def unbeaten_rounds(players: int) -> int:
    """After so many rounds without draws no more than one player is unbeaten.

    >>> [unbeaten_rounds(n) for n in (2, 8, 9, 16)]
    [1, 3, 4, 4]
    """
    return (players - 1).bit_length()


def fewest_rounds(players: int) -> int:
    """At least 3 Swiss rounds for 5 or more players, 2 below; two players can only play one."""
    return min(3 if players >= 5 else 2, most_rounds(players))


def most_rounds(players: int) -> int:
    """So many rounds until everybody has met everybody and, if the field is odd, had the bye."""
    return players if players % 2 else players - 1


def rounds_warnings(rounds: int, players: int, cut: int | None = None) -> list[RoundsWarning]:
    """What is odd about so many Swiss rounds for this field; nothing if all is well."""
    if players < 2:
        return []
    asked = f"{_count(rounds, 'round')} for {players} players"
    length = _too_few(asked, rounds, players) or _too_many(asked, rounds, players)
    unbeaten = _unbeaten(asked, rounds, players, cut)
    return [warning for warning in (length, unbeaten) if warning]


def _too_few(asked: str, rounds: int, players: int) -> RoundsWarning | None:
    fewest = fewest_rounds(players)
    if rounds >= fewest:
        return None
    text = f"{asked}: too few for standings that mean something."
    return RoundsWarning("too-few-rounds", text, f"Play at least {fewest}.")


def _too_many(asked: str, rounds: int, players: int) -> RoundsWarning | None:
    most = most_rounds(players)
    if rounds > most:
        text = f"{asked}: after {most} everybody has met everybody."
        hint = f"Play at most {most}, or allow rematches."
        return RoundsWarning("too-many-rounds", text, hint)
    # So long everybody has at least half the field still to meet, and a round must exist (Dirac).
    # Up to four players always can be paired to the end.
    safe = most if players <= 4 else (players + 1) // 2
    if rounds <= safe:
        return None
    text = f"{asked}: from round {safe + 1} on there may be no pairing without a rematch."
    hint = f"Play at most {safe}, or a round robin, which has a plan for all rounds."
    return RoundsWarning("many-rounds", text, hint)


def _unbeaten(asked: str, rounds: int, players: int, cut: int | None) -> RoundsWarning | None:
    room = cut or 1
    unbeaten = -(-players // 2**rounds)
    if unbeaten <= room:
        return None
    text = f"{asked}: up to {unbeaten} may win all their matches"
    more = f"Play {unbeaten_rounds(-(-players // room))} or more"
    if cut is None:
        return RoundsWarning("many-unbeaten", f"{text}.", f"{more}.")
    return RoundsWarning(
        "many-unbeaten", f"{text}, and only {cut} go on.", f"{more}, or let more players go on."
    )


def _key(text: str) -> str:
    """Letters and digits only, without accents: `Yu-Gi-Oh!` is `yugioh`."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[^a-z0-9]", "", plain)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
