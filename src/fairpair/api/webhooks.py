"""The webhooks of a tournament: register, list, set going again, remove."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Response
from pydantic import Field

from fairpair.api.bodies import Body, body
from fairpair.api.openapi import answers, problems, takes
from fairpair.api.path_params import HERE, Here
from fairpair.api.write_request import WriteRequest, write_request
from fairpair.app.access.grants import Role
from fairpair.app.access.key_texts import digest
from fairpair.app.access.keys import Access
from fairpair.app.webhooks.registry import SecretRequest, Webhooks, WebhookView, view
from fairpair.core.ids import TournamentId
from fairpair.core.webhooks import Happening, HookFormat
from fairpair.http.authentication import requires

_HookId = Annotated[str, Path(description="The id of a webhook, from the list of webhooks.")]
_REFUSALS = (401, 403, 404, 429, 503)
_EXAMPLES = (
    {"url": "https://example.org/fairpair", "events": ["round-published", "tournament-finished"]},
    {"url": "https://discord.com/api/webhooks/123/abc", "format": "discord"},
)


class WebhookBody(Body):
    """Where to send, and what: everything unless `events` names less."""

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
    """A webhook that was just registered; its secret is shown this once."""

    webhook: WebhookView
    secret: str


@dataclass(frozen=True, slots=True)
class WebhookList:
    """The webhooks of a tournament."""

    webhooks: list[WebhookView]


def router(webhooks: Webhooks, access: Access) -> APIRouter:
    """The routes; all are for organisers."""
    routes = APIRouter(prefix=f"{HERE}/webhooks", tags=["webhooks"])
    organiser = [Depends(requires(Role.ORGANISER))]
    writer = Depends(write_request(Role.ORGANISER))

    @routes.get(
        "",
        operation_id="listWebhooks",
        summary="The webhooks of a tournament",
        description="With how far each has been told, and what was wrong with the last try.",
        responses=answers(200, "The webhooks.", WebhookList, *_REFUSALS),
        dependencies=organiser,
    )
    def list_webhooks(tournament: Here) -> WebhookList:
        return WebhookList([view(one) for one in webhooks.of(TournamentId(tournament))])

    @routes.post(
        "",
        operation_id="registerWebhook",
        summary="Register a webhook",
        description="It hears of everything from now on, each thing at least once and in order."
        " With `json` each request is signed with the secret, which is shown this once.",
        status_code=201,
        responses=answers(201, "It is.", NewWebhook, 400, 409, 413, 415, 422, *_REFUSALS),
        openapi_extra=takes(WebhookBody, *_EXAMPLES),
    )
    def register_webhook(
        asked: Annotated[WriteRequest, writer],
        response: Response,
        wanted: Annotated[WebhookBody, Depends(body(WebhookBody))],
    ) -> NewWebhook:
        happenings = [Happening(name) for name in wanted.events]
        request = SecretRequest(
            asked.order.command_id,
            digest(asked.grant.secret),
            partial(access.secret_text, "whk", asked.grant),
        )
        made = webhooks.register(
            asked.here, wanted.url, HookFormat(wanted.format), happenings, request
        )
        response.headers["Cache-Control"] = "no-store"
        return NewWebhook(view(made), made.secret)

    @routes.post(
        "/{webhook}/resume",
        operation_id="resumeWebhook",
        summary="Try a webhook again",
        description="At once, from where it stopped: what happened in between is told too.",
        responses=answers(200, "It is tried again.", WebhookView, *_REFUSALS),
        dependencies=organiser,
    )
    def resume_webhook(tournament: Here, webhook: _HookId) -> WebhookView:
        return view(webhooks.resume(TournamentId(tournament), webhook))

    @routes.delete(
        "/{webhook}",
        operation_id="removeWebhook",
        summary="Remove a webhook",
        description="It is told nothing any more.",
        status_code=204,
        responses=problems(*_REFUSALS),
    )
    def remove_webhook(asked: Annotated[WriteRequest, writer], webhook: _HookId) -> None:
        webhooks.remove(asked.here, webhook, asked.order.command_id)

    return routes
