"""Random events of the system `swiss`: any rules, any field, and some rounds played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

from fairpair import pair_round
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Decided, Forfeit, Games, Mark, Result, Scored, win_for
from fairpair.core.rounds import FOR_MISSED_ROUNDS, REQUESTABLE, ByeKind, Pairing, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError, present_in
from fairpair.formats.imported import round_of
from fairpair.presets import names, rules_of

PRESETS = tuple(name for name in names() if rules_of(name, {}).system == "swiss")
METHODS = (
    "random",
    "entry_order",
    "neighbours",
    "halves",
    "score_bracket",
    "top_half",
    "rating_seeded",
    "rating_pools",
    "power",
    "bracket_seeded",
    "direct",
)
BYE_ASSIGNMENTS = ("random", "lowest_tiebreaker", "lowest_rating")
CHAINS: tuple[tuple[str, ...], ...] = (
    ("omw", "gw", "ogw", "random"),
    ("buchholz", "sonneborn_berger", "player_number"),
    ("owp", "oowp", "head_to_head"),
    ("rating", "player_number"),
    ("BH/C1", "DE", "rating"),
    ("rating", "random"),
    ("random",),
    (),
)
DRAW = (Mark.DRAW, Mark.DRAW)
BOTH_LOSE = (Mark.LOSS, Mark.LOSS)


def event(
    players: int, preset: str = "mtg_standard", seed: str = "s", **rules: object
) -> Tournament:
    """A new event with players from 1 on, each weaker than the one before."""
    entries = {
        PlayerId(n): Entry(Player(f"P{n}", 2400 - 10 * n), (Period(RoundRef(1, 1)),))
        for n in range(1, players + 1)
    }
    return Tournament(True, rules=rules_of(preset, rules), entries=entries, draw_seed=seed)


def played(
    tournament: Tournament,
    results: Mapping[tuple[int, int], Result],
    byes: Mapping[int, ByeKind] | None = None,
) -> Tournament:
    """The event with one more round; a number in `byes` had that bye."""
    number = 1 + len(tournament.rounds)
    tables = [Pairing((PlayerId(a), PlayerId(b)), result) for (a, b), result in results.items()]
    given = {PlayerId(player): kind for player, kind in (byes or {}).items()}
    rounds = {**tournament.rounds, RoundRef(1, number): round_of(tables, given, "swiss")}
    return replace(tournament, rounds=rounds)


# Random rules


def random_rules(random: Random, rounds: int) -> Rules:
    """A preset with some keys set anew; so many rounds will have been played."""
    preset = random.choice(PRESETS)
    changes: dict[str, object] = {"rounds": random.choice((None, 3, 7, rounds + 1))}
    points = random.choice(({"win": 3, "draw": 1, "loss": 0}, {"win": 1, "draw": 0.5, "loss": 0}))
    criteria = random.sample(("pair_downs", "avoided", "colours"), random.choice((0, 1, 2, 3, 3)))
    choices: dict[str, object] = {
        "pairing_methods": random_methods(random),
        "points": points,
        "pairing_criteria": criteria,
        "max_byes_per_player": random.choice((0, 1, 2, 2, None, None)),
        "prevent_consecutive_byes": random.random() < 0.5,
        "bye_assignment": random.choice(BYE_ASSIGNMENTS),
        "track_pair_downs": random.random() < 0.7,
        "avoid_repeat_pairings": random.random() < 0.8,
        "avoid_same": random.sample(("club", "federation", "category", "title"), 1),
        "avoid_same_rounds": random.choice((None, 1, 3)),
        "avoid_same_hard": random.random() < 0.3,
        "colours": random.random() < 0.5,
        "color_balance_strict": random.random() < 0.5,
        "initial_colour": random.choice(("lot", "white", "black")),
        "unrated_rating": random.choice((None, 1500)),
    }
    if preset != "infinity":
        choices["pairing_tiebreakers"] = random.choice(CHAINS)
        choices["standings_tiebreakers"] = random.choice(CHAINS)
    changes |= {key: value for key, value in choices.items() if random.random() < 0.6}
    return usable_rules(preset, changes)


def usable_rules(preset: str, changes: Mapping[str, object]) -> Rules:
    """The rules without those that are refused together."""
    try:
        return rules_of(preset, changes)
    except InvalidInputError as error:
        wrong = {problem.where for problem in error.problems}
        return usable_rules(preset, {k: v for k, v in changes.items() if k not in wrong})


def random_methods(random: Random) -> dict[str, str]:
    """For all rounds, some rounds, or the last one."""
    keys = ("rest", "rest", "last_round", *(f"round_{number}" for number in range(1, 8)))
    return {key: random.choice((*METHODS, "halves")) for key in keys if random.random() < 0.5}


# Random fields


def random_entry(random: Random, number: int, rounds: int) -> Entry:
    """A player who may come late, leave, come back, or ask for byes."""
    player = Player(
        f"P{number}",
        random.choice((None, 1500, 1600, 1700, *range(1800, 2400, 7))),
        club=random.choice(("", "A", "B")),
        federation=random.choice(("", "X", "Y", "Z")),
        category=random.choice(("", "U18", "O50", "open")),
        title=random.choice(("", "", "FM")),
    )
    byes = {n: random.choice(REQUESTABLE) for n in range(1, rounds + 2) if random.random() < 0.05}
    return Entry(player, random_periods(random, rounds), requested_byes=byes)


def random_periods(random: Random, rounds: int) -> tuple[Period, ...]:
    """Mostly from the first round to the end."""
    first, last, back = (random.randint(1, rounds + 1) for _ in range(3))
    missed = random.choice(FOR_MISSED_ROUNDS)
    kind = random.random()
    if kind < 0.15:
        return (Period(RoundRef(1, first), missed=missed),)
    if kind < 0.25:
        return (Period(RoundRef(1, 1), RoundRef(1, last)),)
    if kind < 0.3 and last + 1 < back:
        again = Period(RoundRef(1, back), missed=missed)
        return (Period(RoundRef(1, 1), RoundRef(1, last)), again)
    return (Period(RoundRef(1, 1)),)


def random_avoided(
    random: Random, players: Sequence[PlayerId], rounds: int
) -> dict[frozenset[PlayerId], PairingRestriction]:
    """A few pairs that are kept apart, hard or soft, in some rounds or always."""
    avoided = {}
    for _ in range(random.choice((0, 0, 1, 3, len(players)))):
        until = random.choice((None, None, random.randint(1, rounds + 1)))
        one = PairingRestriction(random.random() < 0.3, random.choice((1, 1, rounds + 1, 2)), until)
        avoided[frozenset(random.sample(players, 2))] = one
    return avoided


# Random rounds


def random_result(random: Random, rules: Rules, draws: float) -> Result:
    """Any result that the rules know; so many of them are surely draws."""
    if random.random() < 0.08:
        return Forfeit(random.choice((win_for(0), win_for(1), BOTH_LOSE)))
    drawn = random.random() < draws
    if rules.scores:
        scores = [{s: Fraction(random.randint(0, 3)) for s in rules.scores} for _ in range(2)]
        return Scored((scores[0], scores[0] if drawn else scores[1]))
    if drawn:
        return Games((1, 1))
    if random.random() < 0.3:
        return Decided(random.choice((win_for(0), win_for(1), DRAW)))
    wins = random.choice(((2, 0), (2, 1), (1, 2), (0, 2), (1, 1)))
    return Games(wins, random.choice((0, 0, 1)))


def random_round(random: Random, tournament: Tournament, draws: float) -> Tournament:
    """Any pairing of those who are there, be it a rematch."""
    number = 1 + len(tournament.rounds)
    present = sorted(present_in(tournament, number))
    random.shuffle(present)
    bye = present.pop() if len(present) % 2 else None
    pairs = list(zip(present[::2], present[1::2], strict=True))
    return with_results(random, tournament, pairs, bye, draws)


def engine_round(random: Random, tournament: Tournament, draws: float) -> Tournament:
    """The engine's own pairing."""
    made = pair_round(tournament)
    pairs = [(board.white, board.black) for board in made.boards]
    return with_results(random, tournament, pairs, made.bye, draws)


def with_results(
    random: Random,
    tournament: Tournament,
    pairs: Sequence[tuple[PlayerId, PlayerId]],
    bye: PlayerId | None,
    draws: float = 0.0,
) -> Tournament:
    """One more round with these pairs and byes, and any results."""
    number = 1 + len(tournament.rounds)
    here = RoundRef(1, number)
    byes = {
        int(player): entry.requested_byes[number]
        for player, entry in tournament.entries.items()
        if entry.plays_in(here) and number in entry.requested_byes
    }
    if bye:
        byes[bye] = ByeKind.PAIRING
    results: dict[tuple[int, int], Result] = {
        pair: random_result(random, tournament.rules, draws) for pair in pairs
    }
    return played(tournament, results, byes)


def position(seed: str) -> Tournament:
    """An event before a round: up to ten players, of whom two at least are there, and six rounds.

    Half of them are of any kind; the others are made so that what is rare happens.
    """
    random = Random(seed)
    kind = random.choice((any_position, any_position, knotted_position, small_position))
    tournament = kind(random, seed)
    if len(present_in(tournament, 1 + len(tournament.rounds))) < 2:
        return position(f"{seed}, again")
    return tournament


def any_position(random: Random, seed: str) -> Tournament:
    """Any rules, any field, any past."""
    players = random.choice((*range(2, 11), *range(6, 11)))
    rounds = min(random.randint(0, 6), random.randint(players // 2, 6))
    numbers = [PlayerId(n) for n in range(1, players + 1)]
    tournament = Tournament(
        True,
        rules=random_rules(random, rounds),
        entries={number: random_entry(random, number, rounds) for number in numbers},
        draw_seed=seed,
        avoided=random_avoided(random, numbers, rounds),
    )
    return with_rounds(random, tournament, rounds, random.choice((0, 0.4, 0.9)))


def knotted_position(random: Random, seed: str) -> Tournament:
    """Large groups and many pairs that are kept apart, so that halves are exchanged."""
    method = random.choice(("halves", "top_half", "top_half", "neighbours", "bracket_seeded"))
    tournament = event(
        random.choice((6, 7, 8, 9, 9, 10)),
        random.choice(PRESETS),
        seed,
        pairing_methods={"rest": method},
        color_balance_strict=random.random() < 0.2,
        pairing_criteria=random.sample(("pair_downs", "avoided", "colours"), 3),
        avoid_repeat_pairings=False,
    )
    numbers = tuple(tournament.entries)
    middle = len(numbers) // 2
    hard = random.choice((0, 0.5, 1))
    inside, across = random.choice(((0.3, 0.3), (0.1, 0.8), (0.3, 0.7)))
    avoided = {
        frozenset((a, b)): PairingRestriction(random.random() < hard)
        for a, b in combinations(numbers, 2)
        if random.random() < (across if a <= middle < b else inside)
    }
    tournament = replace(tournament, avoided=avoided)
    return with_rounds(random, tournament, random.choice((0, 0, 1, 3, 5)), random.choice((0.5, 1)))


def small_position(random: Random, seed: str) -> Tournament:
    """Few players who meet again and have several byes."""
    tournament = event(
        random.choice((3, 3, 4, 5)),
        random.choice(PRESETS),
        seed,
        avoid_repeat_pairings=False,
        color_balance_strict=False,
        max_byes_per_player=random.choice((1, 2, None)),
        prevent_consecutive_byes=random.random() < 0.5,
        bye_assignment=random.choice(BYE_ASSIGNMENTS),
    )
    return with_rounds(random, tournament, random.randint(1, 6), 0.4)


def with_rounds(random: Random, tournament: Tournament, rounds: int, draws: float) -> Tournament:
    """The event with rounds paired by the engine, at random, or by turns.

    Where the engine refuses one, that is the round to be paired.
    """
    by_engine = random.choice((0, 0.5, 1))
    for _ in range(rounds):
        try:
            kind = engine_round if random.random() < by_engine else random_round
            tournament = kind(random, tournament, draws)
        except ImpossiblePairingError:
            break
    return tournament
