"""Proof files, and what the server signs them with."""

import secrets

from fairpair.app.ports import EventStore
from fairpair.app.verification import ranking_in
from fairpair.formats import proof
from fairpair.formats.archive import Archive
from fairpair.log.codec import Codec, read_records
from fairpair.log.journal import read_journal
from fairpair.log.signature import public_key, sign


def server_key(store: EventStore) -> bytes:
    """The public key of this server: what it signs can be checked with it."""
    return public_key(_secret(store))


def proof_of(store: EventStore, log: Archive) -> bytes:
    """The proof file of a tournament, signed by this server."""
    secret = _secret(store)
    t = read_journal(read_records(Codec(), log.rows, log.persons)).tournament
    return proof.write(log, ranking_in(t), public_key(secret), lambda text: sign(secret, text))


def _secret(store: EventStore) -> bytes:
    return store.server_secret(secrets.token_bytes(32))
