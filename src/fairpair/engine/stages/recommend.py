"""How many Swiss rounds and which cut: the tables of the games, and what the numbers add up to.

These are not rules of a tournament: an organiser may choose otherwise, and gets a warning if that
is unusual.
"""

import re
import unicodedata

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.language.message import Message

SMALL, MEDIUM, LARGE = "small_tournament", "medium_tournament", "large_tournament"


@dataclass(frozen=True, slots=True)
class Tier:
    """From this number of players on: rounds, and the size of the cut, if there is one.

    Without `rounds` they are as many as leave one player unbeaten.
    """

    least: int
    rounds: int | None
    cut: int | None = None
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """A table of recommendations. `names` are the games and presets that it is for."""

    title: str
    source: Message
    names: tuple[str, ...]
    tiers: tuple[Tier, ...]

    def tier(self, players: int) -> Tier:
        """The entry for this number of players; for fewer than the table has, its first entry."""
        return next((t for t in reversed(self.tiers) if t.least <= players), self.tiers[0])


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What a guide recommends, fitted to the field; `preset` is the one made for this size."""

    rounds: int
    cut: int | None
    source: Message
    text: Message
    preset: str = ""


@dataclass(frozen=True, slots=True)
class RoundsWarning:
    """Something unusual about a number of rounds: a stable code, what it is, what to do."""

    code: str
    text: Message
    hint: Message


GENERAL = Guide(
    "One unbeaten player",
    Message("guide.general"),
    ("fide_dutch", "fide_round_robin", "chess_style", "team_chess", "simple_random"),
    (Tier(2, None),),
)
MAGIC = Guide(
    "Magic: The Gathering",
    Message("guide.magic"),
    ("mtg_standard", "magic", "mtg"),
    (
        Tier(2, 3),
        Tier(5, 3, None, Message("guide-note.elimination")),
        Tier(9, 5, 4, Message("guide-note.booster-draft")),
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
    Message("guide.pokemon-cup"),
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
    Message("guide.pokemon-challenge"),
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
    Message("guide.yugioh"),
    ("yugioh", "yugioh_tcg", "ygo"),
    (Tier(2, None), Tier(9, None, 4), Tier(33, None, 8)),
)
FLESH_AND_BLOOD = Guide(
    "Flesh and Blood",
    Message("guide.flesh-and-blood"),
    ("flesh_and_blood", "fab"),
    (
        Tier(2, 3),
        Tier(9, 5, 4, Message("guide-note.draft")),
        Tier(17, 5, 8),
        Tier(33, 6, 8),
        Tier(65, 7, 8),
        Tier(129, 8, 8),
        Tier(225, 9, 8),
        Tier(385, 10, 8),
        Tier(737, None, 8, Message("guide-note.beyond-source", players=736)),
    ),
)
LORCANA = Guide(
    "Disney Lorcana",
    Message("guide.lorcana"),
    ("disney_lorcana", "lorcana"),
    (
        Tier(2, 3),
        Tier(9, 4, 4),
        Tier(17, 5, 8),
        Tier(33, None, 8, Message("guide-note.beyond-source", players=32)),
    ),
)
INFINITY = Guide(
    "Infinity",
    Message("guide.infinity"),
    ("infinity",),
    (Tier(2, 3), Tier(9, 4), Tier(17, 5)),
)
CHESS_FINALS = Guide(
    "Chess with knockout",
    Message("guide.chess-finals"),
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
    """Rounds and cut for this number of players, within what T2 and the field allow.

    >>> str(recommendation("mtg_standard", 40).text)
    '40 players: 6 Swiss rounds, then the top 8'
    """
    if players < 2:
        raise InvalidStateError("too-few-players.for-plan")
    guide = guide_of(game_or_preset)
    tier = guide.tier(players)
    wanted = unbeaten_rounds(players) if tier.rounds is None else tier.rounds
    rounds = min(max(wanted, fewest_rounds(players)), most_rounds(players))
    cut = None if tier.cut is None else min(tier.cut, players)
    code = "recommendation.cut" if cut else "recommendation.no-cut"
    text = Message(code, players=players, n=rounds, cut=cut)
    if tier.note:
        text = Message("recommendation.with-note", recommendation=text, note=tier.note)
    preset = preset_for(players) if guide is CHESS_FINALS else ""
    return Recommendation(rounds, cut, guide.source, text, preset)


def preset_for(players: int) -> str:
    """The chess preset with a knockout that fits this number of players.

    >>> [preset_for(n) for n in (10, 11, 30, 31)]
    ['small_tournament', 'medium_tournament', 'medium_tournament', 'large_tournament']
    """
    return SMALL if players <= 10 else MEDIUM if players <= 30 else LARGE


def unbeaten_rounds(players: int) -> int:
    """The number of rounds after which, without draws, at most one player is unbeaten.

    >>> [unbeaten_rounds(n) for n in (2, 8, 9, 16)]
    [1, 3, 4, 4]
    """
    return (players - 1).bit_length()


def fewest_rounds(players: int) -> int:
    """At least 3 Swiss rounds for 5 or more players, 2 below; two players can only play one."""
    return min(3 if players >= 5 else 2, most_rounds(players))


def most_rounds(players: int) -> int:
    """How many rounds until all have met each other and, if the field is odd, had the bye."""
    return players if players % 2 else players - 1


def rounds_warnings(rounds: int, players: int, cut: int | None = None) -> list[RoundsWarning]:
    """What is unusual about this number of Swiss rounds for the field; nothing if all is well."""
    if players < 2:
        return []
    length = _too_few(rounds, players) or _too_many(rounds, players)
    unbeaten = _unbeaten(rounds, players, cut)
    return [warning for warning in (length, unbeaten) if warning]


def _warning(code: str, rounds: int, players: int, **values: int) -> RoundsWarning:
    text = Message(f"rounds-warning.{code}", n=rounds, players=players, **values)
    return RoundsWarning(code, text, Message(f"{text.code}.hint", **text.values))


def _too_few(rounds: int, players: int) -> RoundsWarning | None:
    fewest = fewest_rounds(players)
    if rounds >= fewest:
        return None
    return _warning("too-few-rounds", rounds, players, fewest=fewest)


def _too_many(rounds: int, players: int) -> RoundsWarning | None:
    most = most_rounds(players)
    if rounds > most:
        return _warning("too-many-rounds", rounds, players, most=most)
    # So long everybody has at least half the field still to meet, and a round must exist (Dirac).
    # Up to four players always can be paired to the end.
    safe = most if players <= 4 else (players + 1) // 2
    if rounds <= safe:
        return None
    return _warning("many-rounds", rounds, players, first=safe + 1, safe=safe)


def _unbeaten(rounds: int, players: int, cut: int | None) -> RoundsWarning | None:
    room = cut or 1
    unbeaten = -(-players // 2**rounds)
    if unbeaten <= room:
        return None
    more = unbeaten_rounds(-(-players // room))
    values = {"n": rounds, "players": players, "unbeaten": unbeaten, "more": more, "cut": cut}
    code = "rounds-warning.many-unbeaten" if cut is None else "rounds-warning.many-unbeaten-cut"
    return RoundsWarning(
        "many-unbeaten", Message(code, **values), Message(f"{code}.hint", **values)
    )


def _key(text: str) -> str:
    """Letters and digits only, without accents: `Yu-Gi-Oh!` is `yugioh`."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[^a-z0-9]", "", plain)
