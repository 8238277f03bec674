"""The address by which other devices reach this server, for links and QR codes."""

from urllib.parse import urlsplit

from fastapi import Request

from fairpair.core.addresses import is_loopback
from fairpair.core.dataclass import dataclass
from fairpair.http.network import bracketed, network_addresses
from fairpair.http.sharing import Sharing

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  compared, not listened on


@dataclass(frozen=True, slots=True)
class Listener:
    """Where the server listens, and the command that starts it for the whole network.

    `public_url` is the address that a proxy in front of the server has; all links begin with it.
    """

    host: str = ""
    network_command: str = "fairpair serve --host 0.0.0.0"
    public_url: str = ""


@dataclass(frozen=True, slots=True)
class Reach:
    """The beginning of every link. `is_local`: it leads here from this computer only."""

    base: str
    is_local: bool
    network_command: str
    sharing: Sharing

    def url(self, path: str) -> str:
        """The whole address of one of our pages, as a phone needs it."""
        return self.base + path


def reach_of(request: Request) -> Reach:
    """By the address that the visitor uses, unless only this computer knows it by that name."""
    listener: Listener = getattr(request.app.state, "listener", Listener())
    sharing: Sharing = getattr(request.app.state, "sharing", None) or Sharing()
    base = listener.public_url or str(request.base_url).rstrip("/")
    if is_loopback(base) and not listener.public_url:
        base = sharing.url or _network_base(base, listener.host) or base
    return Reach(base, is_loopback(base), listener.network_command, sharing)


def public_url_of(request: Request) -> str:
    """The address of the proxy in front of the server, if the server was told."""
    listener: Listener = getattr(request.app.state, "listener", Listener())
    return listener.public_url


def network_host(host: str) -> str:
    """The address of this computer in its network if the server listens there; else nothing."""
    if host not in EVERYWHERE:
        return "" if not host or is_loopback(f"//{bracketed(host)}") else host
    # A socket for all addresses is for one kind of them.
    there = (one for one in network_addresses() if (":" in one) == (":" in host))
    return next(there, "")


def _network_base(base: str, host: str) -> str:
    parts, found = urlsplit(base), network_host(host)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{bracketed(found)}{port}" if found else ""
