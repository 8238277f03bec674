"""The address by which other devices reach this server, for links and QR codes."""

import socket
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlsplit

from fastapi import Request

from fairpair.app.printing.job import is_loopback

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  compared, not listened on
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asked for the way there, nothing is sent."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Where the server listens, and the command that starts it for the whole network."""

    host: str = ""
    network_command: str = "fairpair serve --host 0.0.0.0"


@dataclass(frozen=True, slots=True)
class Reach:
    """The beginning of every link. `is_local`: it leads here from this computer only."""

    base: str
    is_local: bool
    network_command: str

    def url(self, path: str) -> str:
        """The whole address of one of our pages, as a phone needs it."""
        return self.base + path


def reach_of(request: Request) -> Reach:
    """By the address that the visitor uses, unless only this computer knows it by that name."""
    listener: Listener = getattr(request.app.state, "listener", Listener())
    base = str(request.base_url).rstrip("/")
    if is_loopback(base):
        base = _network_base(base, listener.host) or base
    return Reach(base, is_loopback(base), listener.network_command)


def network_host(host: str) -> str:
    """The address of this computer in its network if the server listens there; else nothing."""
    if host not in EVERYWHERE:
        return "" if not host or is_loopback(f"//{_bracketed(host)}") else host
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return ""  # no network
        found = str(probe.getsockname()[0])
    return "" if found in EVERYWHERE else found


def _network_base(base: str, host: str) -> str:
    parts, found = urlsplit(base), network_host(host)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{_bracketed(found)}{port}" if found else ""


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
