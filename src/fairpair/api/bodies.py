"""Request bodies: strict JSON, with all errors reported at once."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar, get_args

import msgspec
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.config import JsonDict

from fairpair.core.errors import DomainError, FieldProblem, InvalidInputError, InvalidValueError
from fairpair.core.suggestions import nearest
from fairpair.http.problems import HttpError
from fairpair.language.english import ENGLISH
from fairpair.language.message import Message

MOST_TOLD = 100
M = TypeVar("M", bound=BaseModel)


class RequestBody(BaseModel):
    """A body: unknown fields are rejected, and values are not converted.

    Examples in its schema are shown with the operation.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def parse_json(content: bytes, request: Request) -> Any:
    """The JSON of a request; an empty body is an empty object."""
    if not content:
        return {}
    if media_type(request) != "application/json":
        raise unsupported_media_type(request, "application/json")
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if isinstance(error, RecursionError):
            raise HttpError(400, "broken-json.nesting") from error
        raise HttpError(400, "broken-json", problem=str(error)) from error


async def read_json(request: Request) -> Any:
    """The same for a request whose body was not read yet."""
    return parse_json(await request.body(), request)


def media_type(request: Request) -> str:
    """The content type of the body, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def unsupported_media_type(request: Request, *known: str) -> HttpError:
    """The error for a body of another type."""
    sent = media_type(request)
    code = "wrong-content-type" if sent else "wrong-content-type.missing"
    return HttpError(415, code, type=f"{sent!r:.80}", types=known)


def invalid_request(error: RequestValidationError, model: Any = None) -> DomainError:
    """The error with everything that FastAPI found wrong with a request."""
    problems: list[FieldProblem] = []
    for one in error.errors():
        source, *place = one["loc"]
        if source == "body":
            problems.extend(field_problems(model, [{**one, "loc": tuple(place)}]))
        else:
            where = ".".join(map(str, place)) or str(source)
            problems.append(FieldProblem(where, describe_problem(one)))
    return invalid_fields_error(problems)


def validate_model(model: type[M], value: Any) -> M:
    """The value as this model; `InvalidInputError` reports everything that is wrong with it."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        raise invalid_fields_error(list(field_problems(model, found))) from error


def invalid_fields_error(problems: list[FieldProblem]) -> InvalidInputError:
    """The error for a request with invalid fields."""
    where = [p.where for p in problems[:5]] + (["..."] if len(problems) > 5 else [])
    return InvalidInputError("bad-request", where=where, problems=problems[:MOST_TOLD])


def field_problems(model: Any, errors: Iterable[Mapping[str, Any]]) -> Iterator[FieldProblem]:
    """What pydantic found wrong with a body, in our own words."""
    for one in errors:
        place = one["loc"]
        unknown = one["type"] == "extra_forbidden"
        text = _unknown_field_text(model, place) if unknown else describe_problem(one)
        yield FieldProblem(".".join(_format_location(part) for part in place) or "body", text)


def describe_problem(error: Mapping[str, Any]) -> Message:
    """What is wrong with one value, by the kind of error that pydantic gives it."""
    context = error.get("ctx", {})
    raised = context.get("error")
    if isinstance(raised, InvalidValueError):
        return raised.text
    code = f"request.{error['type'].replace('_', '-')}"
    if code not in ENGLISH:
        return Message("literal", text=error["msg"].removeprefix("Value error, "))
    values: dict[str, Any] = {name: str(value) for name, value in context.items()}
    if "expected" in values:
        values["expected"] = values["expected"].replace(" or ", ", ").split(", ")
    return Message(code, **values)


def _format_location(part: int | str) -> str:
    """Lists are counted from 1, as everywhere in texts for people."""
    return str(part + 1) if isinstance(part, int) else part[:40]


def _unknown_field_text(model: Any, place: tuple[int | str, ...]) -> Message:
    names = list(_model_at(model, place[:-1]).model_fields)
    near = nearest(str(place[-1])[:40], names)
    if near:
        return Message("request.unknown-field.similar", similar=near)
    return Message("request.unknown-field", fields=names)


def _model_at(model: Any, place: tuple[int | str, ...]) -> type[BaseModel]:
    """The model whose field is wrong: the place names fields and numbers in lists."""
    found = next(_models_in(model))
    for part in place:
        if part in found.model_fields:
            found = next(_models_in(found.model_fields[str(part)].annotation), found)
    return found


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)


def examples(*values: Mapping[str, Any], any_field: bool = False) -> JsonDict:
    """The examples of a model; `any_field`: no field is required, but at least one of them is."""
    found: JsonDict = {"examples": [dict(value) for value in values]}
    return found | ({"minProperties": 1} if any_field else {})


def schema_ref(model: type[BaseModel]) -> dict[str, str]:
    """Where the description of the API has the schema of a model."""
    return {"$ref": f"#/components/schemas/{model.__name__}"}
