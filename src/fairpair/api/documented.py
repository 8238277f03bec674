"""How operations are described: their answers, their problems and examples of bodies."""

from typing import Any

from pydantic import BaseModel, Field

Data = dict[str, Any]


class FieldError(BaseModel):
    """One wrong place in what was sent."""

    where: str = Field(examples=["players.3.rating"])
    message: str = Field(examples=["must be from 0 to 9999, not 12000"])


class Problem(BaseModel):
    """Why something was refused (RFC 9457): nothing was changed."""

    type: str = Field(examples=["about:blank"])
    title: str = Field(examples=["Round 2: 1 result pending: table 4."])
    status: int = Field(examples=[409])
    detail: str = Field(examples=["Round 2: 1 result pending: table 4.\nEnter it first."])
    code: str = Field(examples=["results-pending"])
    hint: str = Field(examples=["Enter the missing results first."])
    errors: list[FieldError]
    pending: list[Data] | None = Field(
        None, description="With `results-pending`: the tables without a result, and their ids."
    )
    suggestions: list[Data] | None = Field(
        None, description="With `no-legal-pairing`: what helps, as requests that can be sent."
    )


_WORDS = {
    400: "The body is no JSON.",
    401: "A key is needed, or the one that was sent is not known.",
    403: "The key is not enough for this, or the round is closed.",
    404: "There is no such tournament, player, round or table.",
    409: "Not possible as the tournament stands; the code and the hint say why and what to do.",
    412: "The tournament has another version than `If-Match` says.",
    413: "The body is too large.",
    415: "The body has a type that is not understood here.",
    422: "Something sent makes no sense; all wrong fields are told.",
    429: "Too many wrong keys: wait.",
    503: "The database is in trouble.",
}


def answers(status: int, words: str, model: type, *refusals: int) -> dict[int | str, Data]:
    """The answers of a writing operation: one that is good, and the refusals."""
    codes = refusals or tuple(_WORDS)
    return {status: {"description": words, "model": model}, **problems(*codes)}


def problems(*codes: int) -> dict[int | str, Data]:
    """The description of these refusals."""
    schema = {"$ref": "#/components/schemas/Problem"}
    content = {"application/problem+json": {"schema": schema}}
    return {code: {"description": _WORDS[code], "content": content} for code in codes}


def takes(
    model: type[BaseModel], *examples: Data, needed: bool = True, **others: Data
) -> dict[str, Any]:
    """The description of a JSON body; `others` are further media types."""
    schema = inlined(model)
    content: Data = {
        "application/json": {
            "schema": schema,
            "examples": {f"example {n}": {"value": one} for n, one in enumerate(examples, 1)},
        }
    }
    for name, described in others.items():
        content[name.replace("_", "/")] = described
    return {"requestBody": {"required": needed, "content": content}}


def inlined(model: type[BaseModel]) -> Data:
    """The JSON schema of a model with the models in it written out."""
    schema = model.model_json_schema()
    parts = schema.pop("$defs", {})
    return _written_out(schema, parts)  # type: ignore[no-any-return]


def _written_out(value: Any, parts: Data) -> Any:
    match value:
        case {"$ref": str(ref)}:
            return _written_out(parts[ref.rpartition("/")[2]], parts)
        case dict():
            return {key: _written_out(one, parts) for key, one in value.items()}
        case list():
            return [_written_out(one, parts) for one in value]
        case _:
            return value
