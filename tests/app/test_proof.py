"""Proof files: what anybody can verify without the server, and what nobody can change in them."""

import json
from dataclasses import replace
from random import Random

import pytest

from fairpair.app.proofs import proof_of, server_key
from fairpair.app.verification import Known, verify_proof
from fairpair.core.draw import commitment_to
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.engine.pairing.check import SOFT
from fairpair.formats import proof
from fairpair.formats.archive import Archive
from fairpair.log import commands as c
from fairpair.log.chain import chain
from fairpair.log.signature import sign

from .test_verification import Desk

CUP = TournamentId("cup")


@pytest.fixture(scope="module")
def desk() -> Desk:
    """Three rounds from a committed seed with a public value, and one change by hand."""
    made = Desk("memory:")
    made.do(
        c.CommitDraw("other", "the lottery of 20 November"),
        c.EditPlayer(PlayerId(2), Player("Player G", 1500, birth="2001-02-03", ids={"pop": "12"})),
        c.EnterBeacon("3 11 19 24 37 42"),
    )
    made.play(2)
    t = made.service.journal(CUP).tournament
    made.do_draft()
    t = made.service.journal(CUP).tournament
    first, second = (table.seats[0] for table in list(t.rounds[t.upcoming].pairings.values())[:2])
    made.do(c.SwapPlayers(first, second, reason="two brothers", confirmed=tuple(SOFT)))
    made.do(c.PublishRound(as_it_is=True))
    return made


@pytest.fixture(scope="module")
def made(desk: Desk) -> bytes:
    return proof_of(desk.service.store, desk.log)


def codes(data: bytes, **known: str) -> list[str]:
    return [problem.code for problem in verify_proof(data, Known(**known)).problems]


def test_a_proof_is_verified_from_the_file_alone(desk: Desk, made: bytes) -> None:
    key = server_key(desk.service.store).hex()
    found = verify_proof(made, Known(desk.log.rows[4].hash, commitment_to("seed"), key))
    assert (found.ok, found.problems) == (True, ())
    assert (found.rounds, found.hash) == (3, desk.log.rows[-1].hash)
    notes = {note.code: str(note) for note in found.notes}
    assert "3 11 19 24 37 42" in notes["verify.beacon"]
    assert "two brothers" in notes["verify.change-reason"]
    assert "by Zoe" in notes["verify.change-reason"]
    assert key in notes["verify.signed"]
    assert proof_of(desk.service.store, desk.log) == made, "the key is kept"


def test_what_is_not_for_everybody_is_left_out(made: bytes) -> None:
    assert b"2001-02-03" not in made
    assert b'"pop"' not in made
    assert b"Anastasia" in made
    assert "verify.withheld" in [note.code for note in verify_proof(made).notes]


def test_what_somebody_noted_down_is_compared(made: bytes) -> None:
    assert codes(made, commitment=commitment_to("other")) == ["verify.other-commitment"]
    assert codes(made, known_hash="0" * 64) == ["verify.other-log"]
    assert codes(made, key="0" * 64) == ["verify.other-key"]


def test_every_changed_byte_breaks_the_signature(made: bytes) -> None:
    lots = Random(3)
    head = made.index(b"\n")
    for _ in range(40):
        where = lots.randrange(head + 1, len(made))
        broken = made[:where] + bytes([made[where] ^ 1]) + made[where + 1 :]
        assert is_refused(broken) or not verify_proof(broken).ok


def is_refused(data: bytes) -> bool:
    try:
        proof.read(data)
    except InvalidInputError as error:
        return error.code == "proof-damaged"
    return False


@pytest.mark.parametrize("share", [0, 20, 200, 1980])
def test_a_truncated_proof_is_damaged(made: bytes, share: int) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        proof.read(made[: len(made) * share // 2001 + 30])
    assert refusal.value.code in {"proof-damaged", "proof-newer"}


def test_another_file_is_not_a_proof() -> None:
    with pytest.raises(InvalidInputError, match="not a proof"):
        proof.read(b'{"format":"fairpair-archive"}')
    newer = b'{"format":"fairpair-proof","version":9,"key":"","signature":""}\n{"ranking":[]}\n{}'
    with pytest.raises(InvalidInputError, match="newer version"):
        proof.read(newer)


def resigned(log: Archive, made: bytes, ranking: proof.Ranking | None = None) -> bytes:
    """As a server would sign it that has the secret and wants to deceive."""
    ranked = proof.read(made).ranking if ranking is None else ranking
    secret = bytes(32)
    return proof.write(log, ranked, b"", lambda text: sign(secret, text))


def test_a_second_draw_is_found_even_with_the_right_signature(desk: Desk, made: bytes) -> None:
    """The events are forged and their hashes made right again."""
    rows = list(desk.log.rows)
    number = next(n for n, row in enumerate(rows) if row.type == "tournament_created")
    payload = json.loads(rows[number].payload)
    other = json.dumps({**payload, "draw_seed": "another seed"}, separators=(",", ":"))
    rows[number] = replace(rows[number], payload=other)
    found = codes(resigned(replace(desk.log, rows=tuple(chain(rows))), made))
    assert "verify.draw-commitment" in found
    assert "verify.draw-seed" in found
    rows = list(desk.log.rows)
    number = next(n for n, row in enumerate(rows) if row.type == "beacon_entered")
    rows[number] = replace(rows[number], payload='{"value":"1 2 3 4 5 6"}')
    assert "verify.draw-seed" in codes(resigned(replace(desk.log, rows=tuple(chain(rows))), made))
    late = next(row for row in desk.log.rows if row.type == "draw_committed")
    again = [*desk.log.rows, replace(late, seq=len(desk.log.rows) + 1, command_id="late")]
    assert "verify.draw-commitment" in codes(
        resigned(replace(desk.log, rows=tuple(chain(again))), made)
    )


def test_a_false_ranking_is_found(desk: Desk, made: bytes) -> None:
    ranking = proof.read(made).ranking
    turned = (*ranking[1::-1], *ranking[2:])
    assert "verify.ranking" in codes(resigned(desk.log, made, turned))


def test_a_log_without_a_commitment_is_verified_too() -> None:
    desk = Desk("memory:")
    desk.play(1)
    found = verify_proof(proof_of(desk.service.store, desk.log))
    assert found.ok
    assert not {"verify.commitment", "verify.beacon"} & {note.code for note in found.notes}
