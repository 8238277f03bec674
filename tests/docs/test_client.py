"""The examples of the Python client print what the page says, on a real server."""

from pathlib import Path

import pytest

from api.servers import ADMIN_KEY, Server

from .python_blocks import EXAMPLE, output_of

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use-the-api.md"
SERVER = "http://127.0.0.1:8000"
"""Where the server of the page listens."""


def test_the_examples_of_the_client_print_their_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRPAIR_ADMIN_KEY", ADMIN_KEY)
    examples = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(examples) == 2
    with Server(database=f"sqlite:///{tmp_path / 'd.db'}", log=tmp_path / "log") as server:
        for example, output in examples:
            assert output_of(example.replace(SERVER, server.address), tmp_path) == output
