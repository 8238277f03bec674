"""How an operation gets its arguments: worked out once, then followed in one worker thread.

FastAPI solves the dependencies of an operation anew for every request, each in a thread of its
own. A plan is made from what FastAPI has read out of the signatures, gives the same arguments and
the same errors, and needs a thread only once.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import request_params_to_args
from fastapi.exceptions import RequestValidationError
from fastapi.security.base import SecurityBase

from fairpair.core.dataclass import dataclass

ReadBody = Callable[[], Any]


@dataclass(slots=True)
class Arguments:
    """What a request gives to functions, and what they returned."""

    request: Request
    read_body: ReadBody
    response: Response
    results: dict[Callable[..., Any], Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a request has parameters: an attribute of it, their fields, and their defaults.

    Most requests have none of the optional ones: these are not validated one by one.
    """

    attribute: str
    fields: list[Any]
    defaults: dict[str, Any] | None

    def add_values(self, request: Request, values: dict[str, Any]) -> list[Any]:
        """Put the parameters among the arguments; returns what is wrong with them."""
        sent = getattr(request, self.attribute)
        if self.defaults is not None and not any(one.alias in sent for one in self.fields):
            values.update(self.defaults)
            return []
        if self.attribute == "path_params":
            return self._add_path_values(sent, values)
        found, errors = request_params_to_args(self.fields, sent)
        values.update(found)
        return errors

    def _add_path_values(self, sent: Mapping[str, str], values: dict[str, Any]) -> list[Any]:
        """The same for the parts of the path, which are there once each."""
        errors: list[Any] = []
        for one in self.fields:
            found, wrong = one.validate(sent[one.alias], values, loc=("path", one.alias))
            values[one.name] = found
            errors += wrong or ()
        return errors


@dataclass(frozen=True, slots=True)
class Plan:
    """A function, the plans of those it depends on, and its own parameters.

    `given` are those parameters that get the request or the response itself.
    """

    call: Callable[..., Any]
    name: str | None
    before: tuple["Plan", ...]
    sources: tuple[Source, ...]
    body: Any
    given: tuple[tuple[str, str], ...]

    def run(self, arguments: Arguments) -> Any:
        """Call it; `RequestValidationError` with everything that is wrong with the request."""
        values, errors = self._solve(arguments)
        if errors:
            raise RequestValidationError(errors)
        return self.call(**values)

    def _solve(self, arguments: Arguments) -> tuple[dict[str, Any], list[Any]]:
        values: dict[str, Any] = {}
        errors: list[Any] = []
        for plan in self.before:
            errors += plan._add_result(arguments, values)
        for source in self.sources:
            errors += source.add_values(arguments.request, values)
        if self.body is not None:
            found, wrong = self.body.validate(arguments.read_body(), {}, loc=("body",))
            values[self.body.name] = found
            errors += wrong or ()
        for name, what in self.given:
            values[name] = getattr(arguments, what)
        return values, errors

    def _add_result(self, arguments: Arguments, values: dict[str, Any]) -> list[Any]:
        """Put what the function returns among the arguments of the one that depends on it."""
        if self.call not in arguments.results:
            own, errors = self._solve(arguments)
            if errors:
                return errors
            arguments.results[self.call] = self.call(**own)
        if self.name is not None:
            values[self.name] = arguments.results[self.call]
        return []


def plan_of(dependant: Dependant) -> Plan | None:
    """The plan of a function; None if a part of it has to wait outside of a thread."""
    call: Any = dependant.call
    in_thread = getattr(call, "in_thread", None)
    if in_thread is not None:
        return Plan(in_thread, dependant.name, (), (), None, (("request", "request"),))
    if inspect.iscoroutinefunction(call) or len(dependant.body_params) > 1:
        return None
    # The schemes are there for the description: who sent which key is found by the guard.
    needed = [one for one in dependant.dependencies if not isinstance(one.call, SecurityBase)]
    before = [plan_of(one) for one in needed]
    if None in before:
        return None
    return Plan(
        call,
        dependant.name,
        tuple(plan for plan in before if plan is not None),
        tuple(_sources(dependant)),
        next(iter(dependant.body_params), None),
        _given(dependant),
    )


def _sources(dependant: Dependant) -> Iterator[Source]:
    for attribute, fields in (
        ("path_params", dependant.path_params),
        ("query_params", dependant.query_params),
        ("headers", dependant.header_params),
        ("cookies", dependant.cookie_params),
    ):
        optional = not any(one.field_info.is_required() for one in fields)
        if fields:
            yield Source(
                attribute, fields, {one.name: one.default for one in fields} if optional else None
            )


def _given(dependant: Dependant) -> tuple[tuple[str, str], ...]:
    both = (dependant.request_param_name, "request"), (dependant.response_param_name, "response")
    return tuple((name, what) for name, what in both if name)
