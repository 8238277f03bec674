"""What is said about a round, checked by exhaustive search."""

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import groupby

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.explanation.reasons import (
    FORBIDDEN,
    ORDER,
    Cause,
    FloatExplanation,
    PassedOver,
    RoundExplanation,
    RuledOut,
)
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.pairing.systems import explain_player
from fairpair.engine.standings.sheet import Kind
from fairpair.formats.trf import read_or_raise
from fairpair.formats.trf.model import TrfFile
from pairing.candidates import all_candidates, floating
from pairing.facts import PLAYED, Player, players_of
from pairing.positions import position, tangled
from pairing.reference import Cost, Group, Pairs, falling_scores, round_of

from .explained_rounds import (
    CRITERIA,
    KINDS,
    VECTORS,
    ExplainedRound,
    board_text,
    float_text,
    name_of,
    round_lines,
)


def positions(seeds: Iterable[int]) -> Iterator[tuple[str, ExplainedRound]]:
    for make in (position, tangled):
        for seed in seeds:
            try:
                yield (
                    f"{make.__name__} {seed}",
                    ExplainedRound(read_or_raise(make(seed).encode())[0]),
                )
            except ImpossiblePairingError:
                continue


def vectors() -> Iterator[tuple[str, ExplainedRound]]:
    for path in sorted(VECTORS.glob("*/*.trf")):
        try:
            yield str(path), ExplainedRound(read_or_raise(path.read_bytes())[0])
        except ImpossiblePairingError:
            continue


class ExhaustiveRound:
    """What exhaustive search and the file's own facts say of an explained round."""

    def __init__(self, found: ExplainedRound) -> None:
        self.found = found
        self.round = round_of(found.file)
        self.players = {one.id: one for one in self.round.players}
        self.opponents: dict[int, int] = {}
        for board in found.proposal.boards:
            self.opponents |= {board.white: board.black, board.black: board.white}
        self._allowed: dict[Group, list[tuple[tuple[object, ...], Pairs]]] = {}

    def bracket(self, score: Fraction) -> tuple[Group, Group, list[Group]]:
        """The players moved down into the group of this score, its residents, and the groups
        below.
        """
        groups = [tuple(g) for _, g in groupby(self.round.players, key=lambda one: one.score)]
        place = next(n for n, group in enumerate(groups) if group[0].score == score)
        above = [one for group in groups[:place] for one in group]
        here = {*above, *groups[place]}
        mdps = [
            one
            for one in above
            if one.id not in self.opponents
            or self.players[self.opponents[one.id]] not in set(above)
        ]
        assert here
        return tuple(mdps), groups[place], groups[place + 1 :]

    def allowed(self, score: Fraction) -> list[tuple[tuple[object, ...], Pairs]]:
        """Every candidate that obeys C1 to C5, with what C6 to C21 count in it."""
        mdps, residents, lower = self.bracket(score)
        known = self._allowed.get(residents)
        if known is None:
            known = list(self._candidates(mdps, residents, lower))
            self._allowed[residents] = known
        return known

    def _candidates(
        self, mdps: Group, residents: Group, lower: list[Group]
    ) -> Iterator[tuple[tuple[object, ...], Pairs]]:
        round_, below = self.round, [one for group in lower for one in group]
        ahead: dict[Group, Cost] = {}
        for pairs in all_candidates(round_, (*mdps, *residents), mdps):
            floaters = floating(pairs, (*mdps, *residents))
            if not round_.completable((*floaters, *below)):
                continue
            if lower and floaters not in ahead:
                sets = round_.floating_sets(floaters, lower[0], lower[1:])
                ahead[floaters] = len(sets[0]), falling_scores(sets[0])
            takes_bye = len(floaters) == 1 and floaters[0].score == round_.bye_score
            unplayed = floaters[0].unplayed if takes_bye else 0
            first = len(floaters), falling_scores(floaters), ahead.get(floaters), unplayed
            yield (*first, *round_.quality(pairs, floaters, mdps)), pairs

    def chosen(self, score: Fraction) -> tuple[tuple[object, ...], Pairs]:
        made = {frozenset(two) for two in self.opponents.items()}
        mdps, residents, _ = self.bracket(score)
        here = {one.id for one in (*mdps, *residents)}
        inside = {two for two in made if two <= here}
        return next(
            one
            for one in self.allowed(score)
            if {frozenset((a.id, b.id)) for a, b in one[1]} == inside
        )

    def hindrance(self, score: Fraction, fits: Callable[[Pairs], bool]) -> str:
        """C6 if there are no such candidates at all, C5 if only the bye would be too high."""
        mdps, residents, _ = self.bracket(score)
        bracket = (*mdps, *residents)
        candidates = [two for two in all_candidates(self.round, bracket, mdps) if fits(two)]
        if not candidates:
            return "C6"
        complete = (self.with_any_bye(score, floating(two, bracket)) for two in candidates)
        return "C5" if any(complete) else "C4"

    def with_any_bye(self, score: Fraction, floaters: Group) -> bool:
        """Whether these and all below can be paired, whatever the score of the bye."""
        everybody = frozenset((*floaters, *(p for g in self.bracket(score)[2] for p in g)))
        apart = frozenset(floaters)
        if len(everybody) % 2 == 0:
            return self.round.matchable(everybody, apart)
        return any(
            one.may_have_bye and self.round.matchable(everybody - {one}, apart - {one})
            for one in everybody
        )

    def first_difference(self, score: Fraction, fits: Callable[[Pairs], bool]) -> str | None:
        """The criterion that tells the best of these candidates from the one chosen."""
        costs = [cost for cost, pairs in self.allowed(score) if fits(pairs)]
        if not costs:
            return self.hindrance(score, fits)
        best, mine = min(costs), self.chosen(score)[0]
        assert mine <= best
        differing = (n for n, two in enumerate(zip(mine, best, strict=True)) if two[0] != two[1])
        return next((CRITERIA[n] for n in differing), None)


def has(pairs: Pairs, wanted: Collection[frozenset[int]]) -> bool:
    return {frozenset((a.id, b.id)) for a, b in pairs} >= set(wanted)


def ids(pairs: Pairs) -> Iterator[tuple[int, int]]:
    for a, b in pairs:
        yield from ((a.id, b.id), (b.id, a.id))


def check_boards(exhaustive: ExhaustiveRound, why: RoundExplanation) -> None:
    for board in why.boards:
        for one in board.instead:
            said = one.ruled_out
            pair = frozenset[int]((one.player, one.opponent))
            inside = dict(ids(exhaustive.chosen(board.group.score)[1]))
            assert inside.get(one.opponent) == one.opponent_has
            a, b = exhaustive.players[one.player], exhaustive.players[one.opponent]
            if said.by in ("C1", "C3", FORBIDDEN):
                check_meeting(exhaustive.found.file, a, b, said)
                continue
            assert exhaustive.round.can_meet(a, b)
            wanted: list[frozenset[int]] = [pair]
            if said.given_earlier:
                free = partial(has, wanted=[pair])
                assert exhaustive.first_difference(board.group.score, free) is None
                wanted += earlier(exhaustive, board.group.score, pair)
            found = exhaustive.first_difference(board.group.score, partial(has, wanted=wanted))
            assert (found or ORDER) == said.by
            if said.by == ORDER:
                check_order(exhaustive, board.group.score, pair, said)


def places(exhaustive: ExhaustiveRound, score: Fraction) -> dict[int, int]:
    """Where everybody of a bracket stands."""
    mdps, residents, _ = exhaustive.bracket(score)
    return {one.id: n for n, one in enumerate((*mdps, *residents))}


def earlier(
    exhaustive: ExhaustiveRound, score: Fraction, pair: frozenset[int]
) -> list[frozenset[int]]:
    """The pairs of the bracket whose better player comes before this pair's."""
    place = places(exhaustive, score)
    top = min(place[p] for p in pair)
    made = (frozenset((a.id, b.id)) for a, b in exhaustive.chosen(score)[1])
    return [two for two in made if min(place[p] for p in two) < top]


def check_order(
    exhaustive: ExhaustiveRound, score: Fraction, pair: frozenset[int], said: RuledOut
) -> None:
    """The pair that is said to come first has one of the two, and no other of theirs is sooner;
    without an earlier one the upper player could have had the natural opponent as well.
    """
    place = places(exhaustive, score)
    made = (sorted((a.id, b.id), key=lambda p: place[p]) for a, b in exhaustive.chosen(score)[1])
    theirs = sorted((two for two in made if pair & set(two)), key=lambda two: place[two[0]])
    top = min(pair, key=lambda p: place[p])
    if theirs and place[theirs[0][0]] <= place[top]:
        assert list(said.who) == theirs[0]
    else:
        assert not said.who
        assert top not in exhaustive.opponents or top not in dict(ids(exhaustive.chosen(score)[1]))
    before = earlier(exhaustive, score, pair)
    if not any(pair & two for two in before):
        wanted = partial(has, wanted=[pair, *before])
        assert exhaustive.first_difference(score, wanted) is None


def check_meeting(file: TrfFile, a: Player, b: Player, said: RuledOut) -> None:
    cells = next(one.rounds for one in file.players if one.id == a.id)
    if said.by == "C1":
        cell = cells[(said.round_no or 0) - 1]
        assert (cell.opponent, cell.result in PLAYED) == (b.id, True)
    elif said.by == "C3":
        assert a.colour_preference == b.colour_preference == (3, a.wants)
        assert not any(one.topscorer for one in (a, b))
    else:
        met = {cell.opponent for cell in cells if cell.result in PLAYED}
        assert b.id in a.barred - met


def check_floats(exhaustive: ExhaustiveRound, why: RoundExplanation) -> None:
    floats = [*why.floats, *([why.bye.floated] if why.bye else [])]
    for one in floats:
        score = one.group.score
        mdps, residents, _ = exhaustive.bracket(score)
        bracket = (*mdps, *residents)
        assert {p.id for p in mdps} == set(one.group.moved)
        assert len(bracket) == one.group.size
        left_over = {p.id for p in floating(exhaustive.chosen(score)[1], bracket)}
        assert left_over == {one.player, *one.others}
        check_cause(exhaustive, one, bracket)
        for kept in one.kept:
            check_kept(exhaustive, one, kept, left_over)


def check_cause(exhaustive: ExhaustiveRound, one: FloatExplanation, bracket: Group) -> None:
    own = exhaustive.players[one.player]
    moved = set(one.group.moved)
    others = [p for p in bracket if p is not own and not {p.id, own.id} <= moved]
    alone = not any(exhaustive.round.can_meet(own, p) for p in others)
    assert (one.cause is Cause.NO_OPPONENT) == (alone and len(bracket) > 1)
    if alone and len(bracket) > 1:
        assert {kept.player for kept in one.nobody} == {p.id for p in others}
        for kept in one.nobody:
            check_meeting(
                exhaustive.found.file, own, exhaustive.players[kept.player], kept.ruled_out
            )
        return
    count = len(one.others) + 1
    assert (one.cause is Cause.ODD) == (count == len(bracket) % 2)
    if one.cause in (Cause.UNPAIRABLE, Cause.REST, Cause.BYE):
        assert one.cause is cause_of_many(exhaustive, one, bracket)
    if one.staying is not None:
        stays = exhaustive.first_difference(
            one.group.score, lambda pairs: any(own in two for two in pairs)
        )
        assert stays == one.staying.by


def cause_of_many(exhaustive: ExhaustiveRound, one: FloatExplanation, bracket: Group) -> Cause:
    """Why more than the odd one is left over."""
    mdps = tuple(p for p in bracket if p.id in one.group.moved)
    every = [floating(two, bracket) for two in all_candidates(exhaustive.round, bracket, mdps)]
    count = len(one.others) + 1
    if min(map(len, every)) == count:
        return Cause.UNPAIRABLE
    fewer = (floaters for floaters in every if len(floaters) < count)
    sooner = any(exhaustive.with_any_bye(one.group.score, floaters) for floaters in fewer)
    return Cause.BYE if sooner else Cause.REST


def check_kept(
    exhaustive: ExhaustiveRound, why: FloatExplanation, kept: PassedOver, left_over: set[int]
) -> None:
    said, instead = kept.ruled_out, (left_over - {why.player}) | {kept.player}
    mdps, residents, _ = exhaustive.bracket(why.group.score)
    found = exhaustive.first_difference(
        why.group.score,
        lambda pairs: {p.id for p in floating(pairs, (*mdps, *residents))} == instead,
    )
    if said.by == "C2":
        assert found in ("C4", "C5", "C6")
        check_barred(exhaustive, kept)
    else:
        assert (found or ORDER) == said.by
    check_downfloats(exhaustive, said)


def check_downfloats(exhaustive: ExhaustiveRound, said: RuledOut) -> None:
    ago = {"C14": 0, "C18": 0, "C16": 1, "C20": 1}.get(said.by)
    assert len(said.kinds) == (0 if ago is None else len(said.who))
    for player, kind in zip(said.who, said.kinds, strict=False):
        assert exhaustive.players[player].floats[ago or 0] == "down"
        cells = next(one.rounds for one in exhaustive.found.file.players if one.id == player)
        result = cells[exhaustive.found.proposal.round_no - 2 - (ago or 0)].result
        assert (result in PLAYED) == (kind is Kind.PLAYED)
        assert KINDS.get(result, kind) == kind


def check_barred(exhaustive: ExhaustiveRound, kept: PassedOver) -> None:
    assert not exhaustive.players[kept.player].may_have_bye
    cells = next(one.rounds for one in exhaustive.found.file.players if one.id == kept.player)
    result = cells[(kept.ruled_out.round_no or 0) - 1].result
    assert KINDS.get(result, kept.ruled_out.kind) == kept.ruled_out.kind


def check_bye(exhaustive: ExhaustiveRound, why: RoundExplanation) -> None:
    if why.bye is None:
        assert len(exhaustive.players) % 2 == 0
        return
    own, round_ = exhaustive.players[why.bye.player], exhaustive.round
    assert why.bye.score == own.score
    assert why.bye.changed is None
    assert own.score == round_.bye_score
    lower = {one.id for one in round_.players if one.score < own.score}
    assert {kept.player for kept in why.bye.lower} == lower
    for kept in why.bye.lower:
        if kept.ruled_out.by == "C2":
            check_barred(exhaustive, kept)
        else:
            rest = frozenset(round_.players) - {exhaustive.players[kept.player]}
            assert not round_.matchable(rest)


def check_facts(found: ExplainedRound) -> None:
    """Scores, preferences, games and numbers are those of the file."""
    facts = {one.id: one for one in players_of(found.file)}
    given, round_no = found.past.virtual or {}, found.proposal.round_no
    virtual = {p: given.get((PlayerId(p), round_no), Fraction(0)) for p in facts}
    for board in found.why.boards:
        assert board.scores == (facts[board.white].score, facts[board.black].score)
        assert board.virtual == (virtual[board.white], virtual[board.black])
        paired = [p for one in found.why.boards for p in (one.white, one.black)]
        paired += [found.proposal.bye] if found.proposal.bye else []
        assert board.group.accelerated == any(virtual[p] for p in paired)
        colours = board.colours
        for side in (colours.white, colours.black):
            fact = facts[side.player]
            assert (side.games, side.preference, side.wants[:1]) == (
                fact.colours,
                *fact.colour_preference,
            )
        ranked = sorted((facts[board.white], facts[board.black]), key=lambda one: one.tpn)
        higher = min(ranked, key=lambda one: -one.score)
        assert colours.higher == higher.id
        if colours.number is not None:
            assert colours.number == higher.number
        assert (board.down is None) == (board.scores[0] == board.scores[1])


def check_text(found: ExplainedRound) -> None:
    lines = round_lines(found.why, lambda player: f"player {player}")
    assert len(lines) >= len(found.why.boards)
    assert not any(word in text for text in lines for word in ("None", "somebody", "{", "  "))
    floats = lines[len(found.why.boards) :]
    assert all(
        text.count("the bye would go to a player with a higher score") <= 1 for text in floats
    )
    for one in found.why.floats:
        if one.staying is not None:
            text = float_text(one, name_of)
            assert text.count(f"({one.staying.by}") == 1
            said = any(f"{was} paired down in the previous" in text for was in ("was", "were"))
            assert one.staying.by not in ("C14", "C18") or not said
    for board in found.why.boards:
        if "have the same colour history, but" in board_text(board, name_of):
            assert board.colours.white.games == board.colours.black.games


def check_players(found: ExplainedRound) -> None:
    for board in found.why.boards:
        for player in (board.white, board.black):
            one = explain_player(found.tournament, found.past, found.proposal, player)
            assert one.board == board
            assert list(one.floats) == [f for f in found.why.floats if f.player == player]
    if found.why.bye:
        bye = found.why.bye.player
        one = explain_player(found.tournament, found.past, found.proposal, bye)
        assert (one.board, one.bye) == (None, found.why.bye)


def check_all(found: ExplainedRound, *, largest: int = 8) -> None:
    check_facts(found)
    check_text(found)
    check_players(found)
    exhaustive = ExhaustiveRound(found)
    if len(exhaustive.players) <= largest:
        assert all(board.group.as_ruled for board in found.why.boards)
        check_boards(exhaustive, found.why)
        check_floats(exhaustive, found.why)
        check_bye(exhaustive, found.why)
