"""How an operation gets its arguments: worked out once, then followed in one worker thread.

FastAPI solves the dependencies of an operation anew for every request, each in a thread of its
own. A plan is made from what FastAPI has read out of the signatures, gives the same arguments and
the same errors, and needs a thread only once.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import request_params_to_args
from fastapi.exceptions import RequestValidationError
from fastapi.security.base import SecurityBase

ReadBody = Callable[[], Any]


@dataclass(slots=True)
class Arguments:
    """What a request gives to functions, and what they returned."""

    request: Request
    read_body: ReadBody
    response: Response
    results: dict[Callable[..., Any], Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """A function, the plans of those it depends on, and its own parameters.

    `sources` are the parameters by what a request has them in; `given` are those that get the
    request or the response itself.
    """

    call: Callable[..., Any]
    name: str | None
    before: tuple["Plan", ...]
    sources: tuple[tuple[str, list[Any]], ...]
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
        for source, fields in self.sources:
            found, wrong = request_params_to_args(fields, getattr(arguments.request, source))
            values.update(found)
            errors += wrong
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
        tuple((source, fields) for source, fields in _sources(dependant).items() if fields),
        next(iter(dependant.body_params), None),
        _given(dependant),
    )


def _sources(dependant: Dependant) -> Mapping[str, list[Any]]:
    return {
        "path_params": dependant.path_params,
        "query_params": dependant.query_params,
        "headers": dependant.header_params,
        "cookies": dependant.cookie_params,
    }


def _given(dependant: Dependant) -> tuple[tuple[str, str], ...]:
    both = (dependant.request_param_name, "request"), (dependant.response_param_name, "response")
    return tuple((name, what) for name, what in both if name)
