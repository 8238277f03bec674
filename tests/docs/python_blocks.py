"""Runs the Python examples of a page, each with the output that follows it.

`PYTHONPATH=src:tests python tests/docs/python_blocks.py PAGE` writes their current output there.
"""

import io
import os
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

EXAMPLE = re.compile(r"^```python\n(.*?)^```\n+^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def output_of(example: str, folder: Path) -> str:
    """Return what an example prints when it runs in this folder."""
    before, out = Path.cwd(), io.StringIO()
    os.chdir(folder)
    try:
        with redirect_stdout(out):
            exec(compile(example, "example", "exec"), {"__name__": "__main__"})
    finally:
        os.chdir(before)
    return out.getvalue()


def with_current_output(text: str, folder: Path) -> str:
    """Return the page with the current output of its examples."""
    return EXAMPLE.sub(
        lambda m: m[0].replace(f"```text\n{m[2]}```", f"```text\n{output_of(m[1], folder)}```"),
        text,
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        with TemporaryDirectory() as place:
            new = with_current_output(page.read_text(encoding="utf-8"), Path(place))
        page.write_text(new, encoding="utf-8")
