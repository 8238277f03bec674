"""Sending one payload to one webhook: address, request and the meaning of the response."""

import asyncio
import hashlib
import hmac
import time
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

import msgspec

from fairpair import __version__
from fairpair.app.webhooks import addresses
from fairpair.app.webhooks.payloads import Payload
from fairpair.core.webhooks import HookFormat, Webhook
from fairpair.language.message import Message

if TYPE_CHECKING:
    import httpx

_SUPPRESS_EMBEDS = 4
_LONGEST_WAIT = 3600


class RetryableError(Exception):
    """The delivery failed, but may succeed after at least `after` seconds."""

    def __init__(self, why: Message, after: int = 0) -> None:
        super().__init__(why)
        self.after = after


class PermanentError(Exception):
    """The delivery failed for good."""


class Sender:
    """Sends payloads; each request may take `timeout` seconds in total.

    It goes to the address that was checked, even if the name leads elsewhere a moment later. The
    client of HTTP is imported and made for the first payload: most servers have no webhooks.
    """

    def __init__(self, *, allow_private: bool = False, timeout: float = 10) -> None:
        self._allow_private = allow_private
        self._timeout = timeout
        self._client: httpx.AsyncClient | None = None

    async def close(self) -> None:
        """Send nothing more."""
        if self._client is not None:
            await self._client.aclose()

    def _make_client(self) -> "httpx.AsyncClient":
        """A client that follows no redirects, uses no proxy, keeps no connections."""
        import httpx  # noqa: PLC0415

        return httpx.AsyncClient(
            timeout=self._timeout,
            trust_env=False,
            follow_redirects=False,
            limits=httpx.Limits(max_connections=32, max_keepalive_connections=0),
        )

    async def send(self, webhook: Webhook, payload: Payload, at: str) -> None:
        """Send it, or raise `RetryableError` or `PermanentError` with the reason."""
        import httpx  # noqa: PLC0415

        self._client = client = self._client or self._make_client()
        parts = urlsplit(webhook.url)
        body = delivery_body(webhook, payload, at)
        headers = delivery_headers(webhook, payload, body, int(time.time()))
        try:
            async with asyncio.timeout(self._timeout):
                place = await self._address(parts, webhook.tries)
                request = client.build_request(
                    "POST",
                    httpx.URL(webhook.url).copy_with(host=place),
                    content=body,
                    headers={"Host": parts.netloc, **headers},
                    extensions={"sni_hostname": parts.hostname},
                )
                # Only the status counts: whatever it wants to say besides is not read.
                response = await client.send(request, stream=True)
                await response.aclose()
        except (TimeoutError, httpx.TimeoutException):
            seconds = f"{self._timeout:g}"
            raise RetryableError(Message("webhook.no-response", seconds=seconds)) from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise RetryableError(
                Message("webhook.unreachable", error=type(error).__name__)
            ) from None
        _check_response(response)

    async def _address(self, parts: SplitResult, tries: int) -> str:
        """One of the addresses of the host; another one after a failure."""
        host, port = str(parts.hostname), addresses.default_port(parts)
        found = await asyncio.to_thread(addresses.resolve_host, host, port)
        if not found:
            raise RetryableError(Message("webhook.unknown-host"))
        allowed = found if self._allow_private else addresses.public_addresses(found)
        if not allowed:
            raise RetryableError(Message("webhook.private-address"))
        return allowed[tries % len(allowed)]


def signature(secret: str, at: int, body: bytes) -> str:
    """The header `Fairpair-Signature`: when it was made, and the HMAC-SHA256 of time and body.

    >>> signature("whk_example", 1700000000, b"{}")[:36]
    't=1700000000,v1=a89d74a3985addde86ef'
    """
    signed = b"%d.%b" % (at, body)
    mac = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return f"t={at},v1={mac}"


def delivery_body(webhook: Webhook, payload: Payload, at: str) -> bytes:
    """What is sent to the webhook about something that happened at this time."""
    if webhook.format == HookFormat.DISCORD:
        return msgspec.json.encode(
            {
                "content": payload.message,
                "allowed_mentions": {"parse": []},
                "flags": _SUPPRESS_EMBEDS,
            }
        )
    return msgspec.json.encode({**payload.document, "at": at})


def delivery_headers(webhook: Webhook, payload: Payload, body: bytes, now: int) -> dict[str, str]:
    """The headers of the request with this body; those of JSON have a signature of this time."""
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Fairpair/{__version__}",
        "Accept-Encoding": "identity",
    }
    if webhook.format == HookFormat.JSON:
        headers |= {
            "Fairpair-Event": str(payload.event),
            "Fairpair-Delivery": payload.id,
            "Fairpair-Signature": signature(webhook.secret, now, body),
        }
    return headers


def _check_response(response: "httpx.Response") -> None:
    status = response.status_code
    if 200 <= status < 300:
        return
    if status == 410:
        raise PermanentError(Message("webhook.gone"))
    if 300 <= status < 400:
        raise RetryableError(Message("webhook.redirect", status=status))
    wait = response.headers.get("Retry-After", "")
    after = min(int(wait[:9]), _LONGEST_WAIT) if wait.isascii() and wait.isdigit() else 0
    raise RetryableError(Message("webhook.refused", status=status), after)
