"""Frozen dataclasses that are quick to define; use them as those of the standard library.

The standard library compiles six methods for every frozen class, and Fairpair has some hundred
classes: that was half of the start of a short command. Here the methods are shared, and `__init__`
alone is compiled, when the first object of the class is made.

>>> @dataclass(frozen=True, slots=True)
... class Seat:
...     table: int
...     colour: str = "white"
>>> Seat(3), Seat(3) == Seat(3, "white"), hash(Seat(3)) == hash(Seat(4))
(Seat(table=3, colour='white'), True, False)
"""

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import partial
from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn


class _Init:
    """The `__init__` of a class until it is used: then it is compiled and takes this place."""

    def __init__(self, owner: type) -> None:
        self.owner = owner

    def __get__(self, instance: object, owner: type) -> Any:
        made = _compiled_init(self.owner)
        type.__setattr__(self.owner, "__init__", made)
        return made if instance is None else partial(made, instance)


def _compiled_init(owner: Any) -> FunctionType:
    """The function that sets all fields from its arguments and their defaults."""
    names: dict[str, Any] = {"store": object.__setattr__, "MISSING": MISSING}
    all_fields = sorted(fields(owner), key=attrgetter("kw_only"))
    words = [_parameter(one, names) for one in all_fields]
    if all_fields and all_fields[-1].kw_only:
        words.insert(sum(not one.kw_only for one in all_fields), "*")
    lines = [f"store(self, {one.name!r}, {_value(one)})" for one in all_fields]
    if hasattr(owner, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(('self', *words))}):\n {body}", names)  # noqa: S102 - our names
    made: FunctionType = names["__init__"]
    made.__qualname__ = f"{owner.__qualname__}.__init__"
    made.__annotations__ = {one.name: one.type for one in all_fields} | {"return": None}
    return made


def _parameter(one: Field[Any], names: dict[str, Any]) -> str:
    """How a field stands among the parameters; its default becomes one of the names."""
    if one.default_factory is not MISSING:
        names[f"new_{one.name}"] = one.default_factory
        return f"{one.name}=MISSING"
    if one.default is MISSING:
        return one.name
    names[f"default_{one.name}"] = one.default
    return f"{one.name}=default_{one.name}"


def _value(one: Field[Any]) -> str:
    if one.default_factory is MISSING:
        return one.name
    return f"new_{one.name}() if {one.name} is MISSING else {one.name}"


def _comparison(names: list[str]) -> dict[str, Callable[..., Any]]:
    """`__eq__` and `__hash__` by these fields."""
    values: Callable[[Any], Any] = attrgetter(*names) if names else type

    def __eq__(self: object, other: object) -> Any:  # noqa: N807
        if other.__class__ is self.__class__:
            return values(self) == values(other)
        return NotImplemented

    def __hash__(self: object) -> int:  # noqa: N807
        return hash(values(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _repr(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


_SHARED: dict[str, Any] = {
    "__repr__": _repr,
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _state,
    "__setstate__": _set_state,
}


def _frozen(cls: Any, **options: bool) -> Any:
    """The class with its fields and the methods of a frozen dataclass."""
    made = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
    compared = [one.name for one in fields(made) if one.compare]
    for name, method in (_SHARED | _comparison(compared)).items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    made.__init__ = _Init(made)
    return made


def _dataclass(cls: type | None = None, /, *, frozen: bool = False, **options: bool) -> Any:
    if cls is None and frozen and not options.keys() & {"order", "eq"}:
        return partial(_frozen, **options)
    return dataclasses.dataclass(cls, frozen=frozen, **options)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - to be imported from here
else:
    dataclass = _dataclass
