"""Where the server may be sent to: an address somebody typed must not lead into its own network."""

import ipaddress
import re
import socket
from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

from fairpair.core.errors import InvalidInputError

LONGEST = 2000

_TRANSLATED = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16")))
"""Prefixes that hide an IPv4 address, which may be a private one."""


def validate_url(url: str) -> SplitResult:
    """The parts of a web address; refused if it is none, or has a name and password in it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise InvalidInputError("bad-url") from None
    if len(url) > LONGEST or not re.fullmatch(r"[!-~]+", url) or "\\" in url:
        raise InvalidInputError("bad-url.characters", longest=LONGEST)
    if parts.scheme not in ("http", "https"):
        raise InvalidInputError("bad-url.scheme")
    if not re.fullmatch(r"[A-Za-z0-9.:_-]+", parts.hostname or "") or port == 0:
        raise InvalidInputError("bad-url.host")
    if parts.username is not None or parts.password is not None:
        raise InvalidInputError("bad-url.password")
    return parts


def resolve_host(host: str, port: int) -> list[str]:
    """The addresses of a computer; empty when its name is not known."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [str(info[4][0]) for info in found]


def public_addresses(addresses: Sequence[str]) -> list[str]:
    """Those in the open internet: neither this computer, nor its network, nor a special one.

    >>> public_addresses(["127.0.0.1", "10.1.2.3", "::1", "169.254.169.254", "1.1.1.1"])
    ['1.1.1.1']
    >>> public_addresses(["::ffff:10.0.0.1", "1.1.1.1"])
    ['1.1.1.1']
    """
    return [text for text in addresses if _is_public(text)]


def default_port(parts: SplitResult) -> int:
    """The port of a web address."""
    return parts.port or (443 if parts.scheme == "https" else 80)


def private_address() -> InvalidInputError:
    """The refusal of an address that leads into the server's own network."""
    return InvalidInputError("private-address")


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if any(address in network for network in _TRANSLATED):
            return False
        address = address.ipv4_mapped or address
    return address.is_global and not address.is_multicast
