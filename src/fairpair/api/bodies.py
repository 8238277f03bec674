"""What comes in the body of a request: read with limits, checked field by field, refused whole."""

from collections.abc import Awaitable, Callable, Iterator
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

import msgspec
from fastapi import Request
from pydantic import BaseModel, ConfigDict, ValidationError

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.http.problems import HttpError

MOST_TOLD = 100
M = TypeVar("M", bound=BaseModel)


class Body(BaseModel):
    """The shape of a body: unknown fields are refused, and nothing is taken for something else."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def body(model: type[M]) -> Callable[[Request], Awaitable[M]]:
    """For `Depends`: the body as this model. Without a body all fields have their defaults."""

    async def read(request: Request) -> M:
        return checked(model, await json_of(request))

    return read


async def json_of(request: Request) -> Any:
    """The JSON of a request; an empty body is an empty object."""
    content = await request.body()
    if not content:
        return {}
    if media_type(request) != "application/json":
        raise wrong_type(request, "application/json")
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HttpError(
            400,
            "broken-json",
            f"The body is no JSON: {str(error) or 'it is too deep'}.",
            "Send complete JSON in UTF-8.",
        ) from error


def checked(model: type[M], value: Any) -> M:
    """The value as this model; `InvalidInputError` tells everything that is wrong with it."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise bad_fields(list(_problems(model, error))) from error


def bad_fields(problems: list[FieldProblem]) -> InvalidInputError:
    """The refusal of a request with wrong fields."""
    where = ", ".join(p.where for p in problems[:5]) + (", ..." if len(problems) > 5 else "")
    return InvalidInputError(
        "bad-request",
        f"This cannot be used: {where}.",
        "Put it right and send it again; nothing was changed.",
        problems[:MOST_TOLD],
    )


def media_type(request: Request) -> str:
    """What the body is said to be, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def wrong_type(request: Request, *known: str) -> HttpError:
    """The refusal of a body of another type."""
    said = media_type(request) or "nothing"
    return HttpError(
        415,
        "wrong-content-type",
        f"The body is said to be {said!r:.80}.",
        f"Send it with the header Content-Type: {' or '.join(known)}",
    )


def _problems(model: type[BaseModel], error: ValidationError) -> Iterator[FieldProblem]:
    for one in error.errors(include_url=False, include_input=False):
        place, message = one["loc"], one["msg"]
        if one["type"] == "extra_forbidden":
            message = _unknown(model, place)
        elif one["type"] == "missing":
            message = "is needed"
        where = ".".join(_shown(part) for part in place) or "body"
        yield FieldProblem(where, message.removeprefix("Value error, "))


def _shown(part: int | str) -> str:
    """Lists are counted from 1, as everywhere in what people read."""
    return str(part + 1) if isinstance(part, int) else part[:40]


def _unknown(model: type[BaseModel], place: tuple[int | str, ...]) -> str:
    names = list(_model_at(model, place[:-1]).model_fields)
    near = get_close_matches(str(place[-1])[:40], names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(names)}"
    return f"is no field here; {hint}"


def _model_at(model: type[BaseModel], place: tuple[int | str, ...]) -> type[BaseModel]:
    """The model whose field is wrong: the place names fields and numbers in lists."""
    for part in place:
        if part in model.model_fields:
            model = next(_models_in(model.model_fields[str(part)].annotation), model)
    return model


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
