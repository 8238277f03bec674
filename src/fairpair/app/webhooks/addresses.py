"""Where the server may be sent to: an address somebody typed must not lead into its own network."""

import ipaddress
import re
import socket
from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

from fairpair.core.errors import InvalidInputError

LONGEST = 2000

_BLOCKED = tuple(
    map(
        ipaddress.ip_network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
            *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24"),
            *("192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"),
            *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
"""IPv4: private networks and those for special purposes, whatever Python thinks of them."""
_OPEN_INTERNET = ipaddress.IPv6Network("2000::/3")
_SPECIAL = tuple(
    map(
        ipaddress.IPv6Network,
        ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
)
"""IPv6: parts of the open internet for special purposes; some hide an IPv4 address."""
PORTS = frozenset({80, 443})
"""The ports of public addresses that notifications may go to."""


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
    >>> public_addresses(["::ffff:10.0.0.1", "::127.0.0.1", "192.0.0.192", "1.1.1.1"])
    ['1.1.1.1']
    """
    return [text for text in addresses if _is_public(text)]


def default_port(parts: SplitResult) -> int:
    """The port of a web address."""
    return parts.port or (443 if parts.scheme == "https" else 80)


def private_address() -> InvalidInputError:
    """The refusal of an address that leads into the server's own network."""
    return InvalidInputError("private-address")


def require_public_port(parts: SplitResult) -> None:
    """Refuse a port on which no web server for the public listens."""
    if default_port(parts) not in PORTS:
        raise InvalidInputError("bad-url.port", ports=sorted(PORTS))


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        in_use = address in _OPEN_INTERNET and address.is_global
        return in_use and not any(address in network for network in _SPECIAL)
    if isinstance(address, ipaddress.IPv6Address):
        address = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.is_global and not any(address in network for network in _BLOCKED)
