"""The page that verifies proofs in a browser, opened as a file and without a network."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.test_verification import CUP, Desk
from fairpair.app.proofs import proof_of
from fairpair.core.draw import commitment_to
from fairpair.core.players import Player
from fairpair.log import commands as c

ROOT = Path(__file__).parents[2]
BOOT = 240_000
"""Milliseconds that the page may take to start Python on a machine with other things to do."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("verifier") / "verify.html"
    subprocess.run([sys.executable, ROOT / "tools" / "verifier", path], check=True)
    return path.as_uri()


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An open of 400 players, which has to take seconds at most."""
    desk = Desk("memory:")
    desk.do(c.RegisterPlayers(tuple(Player(f"Rook {n}", 1000 + n) for n in range(393))))
    desk.do(c.CommitDraw("other", "the lottery"), c.EnterBeacon("3 11 19 24 37 42"))
    desk.play(2)
    path = tmp_path_factory.mktemp("proof") / "cup.proof.json"
    path.write_bytes(proof_of(desk.service.store, desk.log))
    return path


def test_the_page_verifies_a_proof_and_finds_a_change(
    browser: Browser, address: str, proof: Path, tmp_path: Path
) -> None:
    page = browser.new_context(offline=True).new_page()
    page.goto(address)
    verify(page, proof, f"{CUP}: complete and unchanged")
    expect(page.get_by_role("status")).to_contain_text("2 rounds paired again")
    expect(page.get_by_role("status")).to_contain_text(commitment_to("seed"))
    changed = tmp_path / "changed.json"
    changed.write_bytes(proof.read_bytes().replace(b"Rook 17", b"Rook 71"))
    verify(page, changed, f"{CUP}: problems found")
    truncated = tmp_path / "truncated.json"
    truncated.write_bytes(proof.read_bytes()[:5000])
    verify(page, truncated, "The proof file is damaged or incomplete")
    page.context.close()


def verify(page: Page, file: Path, expected: str) -> None:
    page.set_input_files("#file", file, timeout=BOOT)
    expect(page.get_by_role("status")).to_contain_text(expected, timeout=BOOT)
