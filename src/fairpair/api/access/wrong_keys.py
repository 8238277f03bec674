"""Whoever tries keys has to wait; whoever has one does not."""

import time
from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from fairpair.core.errors import RateLimitedError


class WrongKeys:
    """Counts the wrong keys of each address; `limit` is such as `20/minute`."""

    def __init__(self, limit: str) -> None:
        self._limit = parse(limit)
        self._counted = MovingWindowRateLimiter(MemoryStorage())

    def too_many(self, request: Request) -> bool:
        """Whether this address has used up its tries for now."""
        return not self._counted.test(self._limit, _address(request))

    def count(self, request: Request) -> None:
        """Count one more; `RateLimitedError` when there were too many before it."""
        address = _address(request)
        if self._counted.hit(self._limit, address):
            return
        free = self._counted.get_window_stats(self._limit, address).reset_time
        raise RateLimitedError(
            "too-many-wrong-keys",
            "Too many wrong keys came from your address.",
            "Wait until then, and check the key.",
            retry_after=max(1, round(free - time.time() + 0.5)),
        )


def _address(request: Request) -> str:
    """The client; with IPv6 its network, because one computer has very many addresses there."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address.packed[:8] + bytes(8), 64)))
    return host
