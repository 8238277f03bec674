"""The `webhooks` section of the description: what a receiver gets, with real payloads."""

from datetime import datetime
from typing import Any, Literal

import msgspec
from pydantic import BaseModel, Field

from fairpair.api.example_event import webhook_examples
from fairpair.app.webhooks.payloads import Payload
from fairpair.app.webhooks.sender import delivery_body, delivery_headers
from fairpair.core.ids import TournamentId
from fairpair.core.webhooks import HookFormat, Webhook

_AT = "2026-11-15T18:33:52.125453+00:00"
_HEADERS = {
    "Fairpair-Event": "The event, as in the body.",
    "Fairpair-Delivery": "The ID of the payload; the same in every delivery of it.",
    "Fairpair-Signature": "`t=` seconds since 1970, `v1=` HMAC-SHA256 of `t`, a full stop and the"
    " body, with the webhook's secret as key.",
}


class WebhookPlayer(BaseModel):
    """A player or team."""

    id: int
    name: str


class WebhookBye(WebhookPlayer):
    """A player without a match; `kind` as in a round."""

    kind: str


class WebhookRound(BaseModel):
    """A round, by its stage and its number within the stage."""

    stage: int
    round: int


class WebhookTable(BaseModel):
    """A match of a published round."""

    pairing: str = Field(description="The ID to enter the result by.")
    table: int
    players: list[WebhookPlayer]


class _Envelope(BaseModel):
    id: str = Field(description="The same in every delivery of this payload.")
    tournament: str
    name: str
    version: int
    at: str = Field(description="When it happened; ISO 8601 in UTC.")


class RoundPublishedPayload(_Envelope):
    """A round was published."""

    event: Literal["round-published"]
    round: WebhookRound
    tables: list[WebhookTable]
    byes: list[WebhookBye]


class ResultChangedPayload(_Envelope):
    """A result was recorded, corrected or cleared, or a match voided."""

    event: Literal["result-changed"]
    round: WebhookRound
    pairing: str
    table: int
    players: list[WebhookPlayer]
    change: Literal["recorded", "corrected", "cleared", "voided"]
    result: str | None


class TournamentFinishedPayload(_Envelope):
    """The tournament was finished; `early` if rounds or results were missing."""

    event: Literal["tournament-finished"]
    early: bool


class UndonePayload(BaseModel):
    """An earlier payload, by its ID, and what it was about as it is now."""

    id: str
    event: Literal["round-published", "result-changed", "tournament-finished"]
    round: WebhookRound | None = None
    pairing: str | None = None
    table: int | None = None
    players: list[WebhookPlayer] | None = None
    result: str | None = None


class ActionUndonePayload(_Envelope):
    """An action that caused earlier payloads was undone, or redone if it `counts` again."""

    event: Literal["action-undone"]
    counts: bool
    concerns: list[UndonePayload]


PAYLOADS: dict[str, type[BaseModel]] = {
    "round-published": RoundPublishedPayload,
    "result-changed": ResultChangedPayload,
    "tournament-finished": TournamentFinishedPayload,
    "action-undone": ActionUndonePayload,
}
"""The model of each event."""


def webhooks() -> dict[str, Any]:
    """Every event as an operation of the receiver."""
    return {event: {"post": _operation(event, one)} for event, one in webhook_examples().items()}


def _operation(event: str, payload: Payload) -> dict[str, Any]:
    model = PAYLOADS[event]
    hook = Webhook("", TournamentId(""), "", HookFormat.JSON, event, "whk_example", _AT, 0)
    body = delivery_body(hook, payload, _AT)
    headers = delivery_headers(hook, payload, body, int(datetime.fromisoformat(_AT).timestamp()))
    return {
        "operationId": f"on{model.__name__.removesuffix('Payload')}",
        "summary": (model.__doc__ or "").partition(";")[0].rstrip("."),
        "description": "Sent to webhooks in the format `json`, in order and at least once.",
        "tags": ["webhooks"],
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": about,
                "schema": {"type": "string"},
                "example": headers[name],
            }
            for name, about in _HEADERS.items()
        ],
        "requestBody": {
            "required": True,
            "content": {
                headers["Content-Type"]: {
                    "schema": {"$ref": f"#/components/schemas/{model.__name__}"},
                    "example": msgspec.json.decode(body),
                }
            },
        },
        "responses": {
            "2XX": {"description": "Received. Anything else is tried again later."},
            "410": {"description": "Nobody listens any more: the webhook is stopped."},
        },
    }
