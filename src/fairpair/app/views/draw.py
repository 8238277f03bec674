"""What the public can note down to verify a tournament later."""

from fairpair.app.ports import EventStore
from fairpair.app.proofs import server_key
from fairpair.core.dataclass import dataclass
from fairpair.core.tournament import Tournament
from fairpair.log.journal import Journal


@dataclass(frozen=True, slots=True)
class DrawView:
    """What was announced about the draw, and how far the log has come.

    Whoever has noted the commitment, the hash and the key can tell whether a proof fits them.
    """

    version: int
    commitment: str
    """The hash of the draw seed; empty if nobody has committed to it."""
    beacon: str
    source: str
    value: str
    """The public value that was mixed in, once it is known."""
    hash: str
    """The hash of the last event: the log up to there can no longer be changed unnoticed."""
    key: str
    """The public key that the server signs proofs with."""
    proof: bool
    """Whether the public can download a proof."""


def draw_view(store: EventStore, log: Journal) -> DrawView:
    """The draw of a tournament as it is now."""
    draw = log.tournament.draw
    return DrawView(
        version=log.version,
        commitment=draw.commitment if draw else "",
        beacon=draw.beacon if draw else "",
        source=draw.source if draw else "",
        value=draw.value if draw else "",
        hash=log.hash,
        key=server_key(store).hex(),
        proof=has_public_proof(log.tournament),
    )


def has_public_proof(t: Tournament) -> bool:
    """Whether everybody can download the proof: committed to, and nothing is left to hide."""
    return t.finished and t.draw is not None
