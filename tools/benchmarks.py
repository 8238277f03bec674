"""Run all benchmarks in turn and write their output to docs/reference/benchmarks.md.

`python3 do.py bench` starts it. The figures depend on the machine; the ratios count.
"""

import ast
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "benchmarks.md"
HEAD = """\
# Benchmarks

This page is for developers. `python3 do.py bench` runs every script in `benchmarks/` and writes
this page; with a name, it runs only that script and does not change the page. Machines differ, so
compare the ratios: both values of a ratio come from the same run.

| | |
|---|---|
| date | {when} |
| machine | {machine}, {cores} cores, {memory} GiB |
| Python | {python} |
| load before the run | {load} |
"""


def main() -> int:
    """Return 0 if all of them ran; a failure is noted on the page and stops nothing."""
    folder = ROOT / "benchmarks"
    scripts = [path for path in folder.glob("*.py") if path.name[0] != "_"]
    scripts = sorted([*scripts, *(path.parent for path in folder.glob("*/__main__.py"))])
    parts, failed = [_head()], []
    for script in scripts:
        print(f"\n== {script.stem}", flush=True)
        start = time.monotonic()
        code, text = _run(script)
        failed += [script.stem] if code else []
        duration = f"failed with {code}" if code else f"{time.monotonic() - start:.0f} s"
        source = script / "__main__.py" if script.is_dir() else script
        about = (ast.get_docstring(ast.parse(source.read_text("utf-8"))) or "").strip()
        parts.append(
            f"\n## {script.stem} ({duration})\n\n{about}\n\n```text\n{text.strip()}\n```\n"
        )
    PAGE.write_text("".join(parts), "utf-8")
    print(f"\nWritten: {PAGE.relative_to(ROOT)}" + "".join(f"\nFAILED: {name}" for name in failed))
    return 1 if failed else 0


def _run(script: Path) -> tuple[int, str]:
    """Run the script, show its output as it comes, and return it."""
    lines = []
    words = [sys.executable, str(script)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            print(line, end="", flush=True)
            lines.append(line.replace(str(ROOT), "."))
    return running.returncode, "".join(lines)


def _head() -> str:
    has_load = hasattr(os, "getloadavg")
    return HEAD.format(
        when=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        machine=f"{_processor()}, {platform.system()}",
        cores=os.cpu_count(),
        memory=_memory(),
        python=platform.python_version(),
        load=f"{os.getloadavg()[0]:.1f}" if has_load else "unknown",
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _memory() -> str:
    if not hasattr(os, "sysconf"):
        return "?"
    return str(round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30))


if __name__ == "__main__":
    sys.exit(main())
