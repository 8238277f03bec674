"""How a tie-break is declared, and the sum in which its number is given together with its terms.

A new tie-break is one function under `@tiebreak` in a module of `tiebreaks/`, or one under
`@tiebreak_among_tied` if it only looks at those who are still tied.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal, NamedTuple, ParamSpec, Required, TypedDict, TypeVar, Unpack

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.registry import Extension, Registry, reason_of, warn
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.language.message import Message

P = ParamSpec("P")
T = TypeVar("T")
Part = PlayerRound | Message
"""What a term stands for: a round of the player, or something named."""
Groups = list[list[PlayerId]]
"""Players who were tied, best first; those in one group still are."""


class Sum(NamedTuple):
    """Terms in units of `1/unit`; the value is the sum of those not cut, divided by `over`.

    `least` is a floor under the whole value; `rounded` makes it a whole number, halves up.
    """

    parts: Sequence[Part]
    amounts: Sequence[int]
    unit: int = 1
    over: int = 1
    cut: Sequence[int] = ()
    least: Fraction | None = None
    rounded: bool = False

    @property
    def ratio(self) -> tuple[int, int]:
        """The value as numerator and denominator, not reduced: whole numbers are fast."""
        total = sum(self.amounts)
        for place in self.cut:
            total -= self.amounts[place]
        below = self.unit * self.over
        if self.least is not None and total * self.least.denominator < (
            self.least.numerator * below
        ):
            return self.least.numerator, self.least.denominator
        if self.rounded:
            return (2 * total + below) // (2 * below), 1
        return total, below

    @property
    def value(self) -> Fraction:
        """The exact number."""
        return Fraction(*self.ratio)


TiebreakFn = Callable[[PlayerId], Sum | None]
"""A tie-break made ready for one tournament: a player's sum, none where it is undefined."""
Prepare = Callable[[TiebreakInput, Options], TiebreakFn]
Split = Callable[[TiebreakInput, Options, Sequence[PlayerId]], Groups]
ValueWithinTie = Callable[[TiebreakInput, Options, Sequence[PlayerId], PlayerId], Sum]
Note = Callable[[TiebreakInput, Options, PlayerId, PlayerRound], Message | None]
NumberStyle = Literal["points", "percent", "whole", "place"]


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A declared tie-break. It has either `prepare` or, if it looks at the tied only, `split`."""

    code: str
    name: str
    about: str
    clause: str
    """Where the rule stands."""
    range: str
    games: tuple[str, ...]
    minimum: str = ""
    """The rule with the smallest percentage that counts."""
    lower_is_better: bool = False
    modifiers: str = ""
    """The letters of the modifiers it takes, see `codes`."""
    scores: bool = False
    """Whether it can be taken of another score (`BH:GP`, `sos:vp`)."""
    shown: NumberStyle = "points"
    terms: NumberStyle | None = None
    """How its terms are shown, where that differs."""
    last: bool = False
    """Leaves nobody tied, so nothing can follow it."""
    compares: bool = False
    """Looks at what a win or a draw is worth, which a named score does not have."""
    swiss_only: bool = False
    teams_only: bool = False
    prepare: Prepare | None = None
    """Makes it ready for a tournament; what comes back is asked for every player."""
    split: Split | None = None
    """Puts players who are still tied into groups."""
    inside: ValueWithinTie | None = None
    """What one of the tied has from the matches among them."""
    note: Note | None = None
    """Why a round counts as it does, where that is not plain: "floor", "counts as own score"."""


class _Facts(TypedDict, total=False):
    """What one can say of a tie-break that looks at the tied."""

    name: Required[str]
    about: Required[str]
    clause: Required[str]
    modifiers: str
    scores: bool
    compares: bool
    teams_only: bool


def undefined(_player: PlayerId) -> None:
    """What a tie-break gives that cannot be used in this tournament."""


def _prepare_nothing(_inputs: TiebreakInput, _options: Options) -> TiebreakFn:
    return undefined


def require_usable(own: Tiebreak) -> None:
    """Raise `InvalidInputError` unless it can be computed."""
    if (own.prepare is None) == (own.split is None):
        raise InvalidInputError("extension-kind.tiebreak")


def _installed(found: Extension) -> Tiebreak:
    """A tie-break of a package: where it fails it separates nobody, and a warning says why."""
    own: Tiebreak = found.value

    def attempt(make: Callable[[], T], otherwise: T) -> T:
        try:
            return make()
        except Exception as error:  # noqa: BLE001 - whatever a package does
            facts = {"name": found.name, "package": found.package, "reason": reason_of(error)}
            warn(Message("extension.tiebreak-failed", **facts))
            return otherwise

    if own.split is not None:
        split = own.split
        return replace(
            own,
            split=lambda inputs, options, tied: attempt(
                lambda: _require_groups(split(inputs, options, tied), tied), [list(tied)]
            ),
        )
    prepare = own.prepare or _prepare_nothing

    def prepared(inputs: TiebreakInput, options: Options) -> TiebreakFn:
        none: TiebreakFn = undefined
        of = attempt(lambda: prepare(inputs, options), none)
        return lambda player: attempt(lambda: _require_sum(of(player)), None)

    return replace(own, prepare=prepared)


def _require_sum(value: object) -> Sum | None:
    if value is None or isinstance(value, Sum):
        return value
    raise InvalidInputError("extension-kind.sum", found=type(value).__name__)


def _require_groups(made: Groups, tied: Sequence[PlayerId]) -> Groups:
    if sorted(player for group in made for player in group) != sorted(tied):
        raise InvalidInputError("extension-kind.groups")
    return made


TIEBREAKS = Registry[Tiebreak]("fairpair.tiebreaks", {}, _installed)
"""By code in capitals, in the order of declaration: pages and commands list them so."""


def _register(entry: Tiebreak) -> None:
    if entry.code.upper() in TIEBREAKS.built_in:
        raise AssertionError(f"two tie-breaks have the code {entry.code}")
    TIEBREAKS.built_in[entry.code.upper()] = entry


def _as_decorator(make: Callable[P, Tiebreak]) -> Callable[P, Callable[[Prepare], Prepare]]:
    def declare(*args: P.args, **facts: P.kwargs) -> Callable[[Prepare], Prepare]:
        def register(prepare: Prepare) -> Prepare:
            _register(replace(make(*args, **facts), prepare=prepare))
            return prepare

        return register

    return declare


tiebreak = _as_decorator(Tiebreak)
"""Declares the function below as a tie-break; takes the fields of `Tiebreak`, the code first."""


def tiebreak_among_tied(
    code: str,
    *,
    inside: ValueWithinTie,
    games: tuple[str, ...] = ("chess",),
    **facts: Unpack[_Facts],
) -> Callable[[Split], Split]:
    """Declares the function below as a tie-break whose number is the place among the tied."""

    def register(split: Split) -> Split:
        entry = Tiebreak(
            code,
            **facts,
            range="place among the tied players",
            games=games,
            lower_is_better=True,
            shown="place",
            split=split,
            inside=inside,
        )
        _register(entry)
        return split

    return register


def count(parts: Sequence[Part]) -> Sum:
    """One for each."""
    return Sum(parts, [1] * len(parts))


def mean(parts: Sequence[Part], amounts: Sequence[int], unit: int = 1) -> Sum | None:
    """The average; undefined when there is nothing to average."""
    return Sum(parts, amounts, unit, len(amounts)) if amounts else None
