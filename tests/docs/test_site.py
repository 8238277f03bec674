"""The documentation as a site: MkDocs builds it without a warning, and it needs no other server."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from fairpair.web.help.documents import document_names

ROOT = Path(__file__).parents[2]


def test_the_site_is_built_and_complete(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    index = json.loads((tmp_path / "search" / "search_index.json").read_text("utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    for name in document_names():
        address = "index.html" if name == "README" else f"{name}.html"
        page = (tmp_path / address).read_text("utf-8")
        assert address in found
        assert not re.findall(r'(?:<script[^>]* src|<link[^>]* href)="https?://', page), name
