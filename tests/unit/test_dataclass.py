"""Frozen dataclasses behave as those of the standard library."""

import copy
import dataclasses
import inspect
import pickle

import pytest

from fairpair.core.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    player: int
    colour: str = "white"
    notes: list[str] = dataclasses.field(default_factory=list, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RankedSeat(Seat):
    rank: int = 0


@dataclass(frozen=True, kw_only=True)
class Size:
    rows: int
    columns: int = 2

    def __post_init__(self) -> None:
        if self.rows < 0:
            raise ValueError


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


def test_it_compares_by_what_is_to_be_compared() -> None:
    assert Seat(1, notes=["late"]) == Seat(1, "white", ["early"])
    assert Seat(1) != Seat(2)
    assert Seat(1) != RankedSeat(1)
    assert {Seat(1), Seat(1, notes=["late"]), Seat(2)} == {Seat(1), Seat(2)}
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())


def test_it_shows_what_is_to_be_shown() -> None:
    assert repr(RankedSeat(1, rank=3)) == "RankedSeat(player=1, colour='white', rank=3)"
    assert repr(Nothing()) == "Nothing()"


def test_it_cannot_be_changed() -> None:
    for one in (Seat(1), RankedSeat(1)):
        with pytest.raises(dataclasses.FrozenInstanceError, match="assign to field 'player'"):
            one.player = 2  # type: ignore[misc]
        with pytest.raises(dataclasses.FrozenInstanceError, match="delete field 'player'"):
            del one.player
    assert not hasattr(Seat(1), "__dict__")


@pytest.mark.parametrize("one", [Seat(1, "black", ["late"]), RankedSeat(1, rank=3), Size(rows=1)])
def test_copies_are_equal(one: Seat | Size) -> None:
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other == one
        assert dataclasses.asdict(other) == dataclasses.asdict(one)


def test_it_can_be_replaced_and_matched() -> None:
    match dataclasses.replace(Seat(1), colour="black"):
        case Seat(player, colour):
            assert (player, colour) == (1, "black")
    assert Seat(1).notes is not Seat(1).notes


def test_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match=r"Seat.__init__\(\) missing 1 required .* 'player'"):
        Seat()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional argument"):
        Size(1)  # type: ignore[call-arg]
    with pytest.raises(ValueError):  # noqa: PT011 - it has no text
        Size(rows=-1)


def test_its_signature_says_its_fields() -> None:
    assert list(inspect.signature(RankedSeat).parameters) == ["player", "colour", "notes", "rank"]
    assert str(inspect.signature(Size)) == "(*, rows: int, columns: int = 2) -> None"
