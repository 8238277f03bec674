"""What the page for browsers runs on instead of msgspec: it must come to the same verdicts."""

import subprocess
import sys
from pathlib import Path

from fairpair.app.verification import lines_of, verify_file

ROOT = Path(__file__).parents[2]
ARCHIVES = sorted((ROOT / "tests" / "golden" / "logs").glob("*/*.archive.json"))
PROGRAM = """
import importlib.util, sys
from pathlib import Path
spec = importlib.util.spec_from_file_location("msgspec", sys.argv[1])
sys.modules["msgspec"] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
from fairpair.app.verification import lines_of, verify_file
for path in sys.argv[2:]:
    print(*lines_of(verify_file(Path(path).read_bytes()))[:-1], sep="\\n")
"""


def test_the_substitute_reads_what_msgspec_reads() -> None:
    """The last line is left out: archives of 0.1.0 get new hashes whenever they are read."""
    substitute = ROOT / "tools" / "verifier" / "plain_msgspec.py"
    command = [sys.executable, "-c", PROGRAM, *map(str, (substitute, *ARCHIVES))]
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    expected = [
        str(line) for path in ARCHIVES for line in lines_of(verify_file(path.read_bytes()))[:-1]
    ]
    assert len(ARCHIVES) > 20
    assert done.stdout.splitlines() == expected
