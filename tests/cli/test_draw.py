"""`fairpair draw`, and proofs that are exported and verified by commands."""

from pathlib import Path

import pytest

from .shell import Shell


def test_a_tournament_from_the_commitment_to_the_proof(shell: Shell, tmp_path: Path) -> None:
    shell.begun("rounds=2")
    assert "has not been committed" in shell.do("draw", "cup")
    told = shell.do(*("draw", "cup", "--commit", "--beacon", "other", "--source", "the lottery"))
    assert "still missing: the lottery" in told
    commitment = shell.json("draw", "cup")["commitment"]
    assert commitment in told
    assert "the public value is missing (the lottery)" in shell.refuse(4, "round", "cup", "next")
    shell.do("draw", "cup", "--value", "3 11 19 24 37 42")
    shell.do("round", "cup", "next")
    proof = str(tmp_path / "friday.proof.json")
    shell.do("export", "cup", "--format", "proof", "--out", proof)
    key = shell.json("draw", "cup")["key"]
    found = shell.do("verify", proof, "--key", key, "--commitment", commitment)
    assert "3 11 19 24 37 42" in found
    wrong = shell.type("verify", proof, "--key", "0" * 64)
    assert wrong.code == 1
    assert "signed with the key" in wrong.out


@pytest.mark.parametrize(
    "words",
    [
        ("--commit", "--value", "12"),
        ("--source", "the lottery"),
        ("--beacon", "drand"),
        ("--commit", "--beacon", "horoscope"),
    ],
)
def test_what_does_not_go_together_is_refused(shell: Shell, words: tuple[str, ...]) -> None:
    shell.begun()
    shell.refuse(2, "draw", "cup", *words)
    assert "has not been committed" in shell.do("draw", "cup")
