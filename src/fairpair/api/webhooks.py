"""The webhooks of a tournament: register, list, resume, remove."""

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Request
from pydantic import Field

from fairpair.api.bodies import RequestBody, examples
from fairpair.api.json_route import JsonRoute
from fairpair.api.openapi import operation_id, problems
from fairpair.api.path_params import HERE, Here
from fairpair.api.write_request import OrganiserOfAnyVersion
from fairpair.app.access.grants import Role
from fairpair.app.access.key_text import digest
from fairpair.app.webhooks.registry import SecretRequest, Webhooks, WebhookView, webhook_view
from fairpair.core.dataclass import dataclass
from fairpair.core.webhooks import HookFormat, WebhookEvent
from fairpair.http.authentication import require_role

WEBHOOKS = f"{HERE}/webhooks"
_HookId = Annotated[str, Path(description="Webhook ID, from the list of webhooks.")]

routes = APIRouter(
    tags=["webhooks"],
    route_class=JsonRoute,
    generate_unique_id_function=operation_id,
    responses=problems(401, 403, 404, 429, 503),
    dependencies=[Depends(require_role(Role.ORGANISER))],
)


class WebhookRequest(
    RequestBody,
    json_schema_extra=examples(
        {
            "url": "https://example.org/fairpair",
            "events": ["round-published", "tournament-finished"],
        },
        {"url": "https://discord.com/api/webhooks/123/abc", "format": "discord"},
    ),
):
    """Where to send events, and which; all events by default."""

    url: str = Field(min_length=1, max_length=2000)
    format: Literal["json", "discord"] = "json"
    events: list[
        Literal["round-published", "result-changed", "tournament-finished", "action-undone"]
    ] = Field(
        ["round-published", "result-changed", "tournament-finished", "action-undone"],
        min_length=1,
        max_length=4,
    )


@dataclass(frozen=True, slots=True)
class NewWebhook:
    """A new webhook; its secret is returned only once."""

    webhook: WebhookView
    secret: str


@dataclass(frozen=True, slots=True)
class WebhookList:
    """The webhooks of a tournament."""

    webhooks: list[WebhookView]


def _webhooks(request: Request) -> Webhooks:
    webhooks: Webhooks = request.app.state.webhooks
    return webhooks


Registry = Annotated[Webhooks, Depends(_webhooks)]


@routes.get(WEBHOOKS, summary="List webhooks")
def list_webhooks(webhooks: Registry, tournament: Here) -> WebhookList:
    """Includes the delivery status and the last error of each webhook."""
    return WebhookList([webhook_view(one) for one in webhooks.of(tournament)])


@routes.post(
    WEBHOOKS,
    summary="Register a webhook",
    status_code=201,
    responses=problems(400, 409, 413, 415, 422),
)
def register_webhook(
    request: Request, write: OrganiserOfAnyVersion, webhooks: Registry, body: WebhookRequest
) -> NewWebhook:
    """Receives all events from now on, in order and at least once. With `json`, requests are signed
    with a secret that is returned only once. Messages for Discord are in English.
    """
    secret = SecretRequest(
        write.context.command_id,
        digest(write.grant.secret),
        partial(request.app.state.guard.access.secret_text, "whk", write.grant),
    )
    events = [WebhookEvent(name) for name in body.events]
    made = webhooks.register(write.here, body.url, HookFormat(body.format), events, secret)
    write.response.headers["Cache-Control"] = "no-store"
    return NewWebhook(webhook_view(made), made.secret)


@routes.post(f"{WEBHOOKS}/{{webhook}}/resume", summary="Resume a webhook")
def resume_webhook(webhooks: Registry, tournament: Here, webhook: _HookId) -> WebhookView:
    """Resumes immediately from where it stopped, including events missed in between."""
    return webhook_view(webhooks.resume(tournament, webhook))


@routes.delete(f"{WEBHOOKS}/{{webhook}}", summary="Remove a webhook", status_code=204)
def remove_webhook(write: OrganiserOfAnyVersion, webhooks: Registry, webhook: _HookId) -> None:
    """The webhook receives no more events."""
    webhooks.remove(write.here, webhook, write.context.command_id)
