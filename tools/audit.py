"""Asks the package index for known vulnerabilities of every locked version: `python3 do.py audit`.

Needs no package but pip, whose index is asked. Of a version that the index cannot tell of by itself
the newest release's answer is taken if that is the one; all others are named as not looked up.
"""

import json
import os
import re
import ssl
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-load.lock")
_PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[.*?\])?==([^\s;\\]+)", re.MULTILINE)
_USUAL = "from pip._internal.models.index import PyPI; print(PyPI.pypi_url)"
_AT_ONCE, _SECONDS = 8, 30
OFFLINE = """\
The package index does not answer: {}
Is this computer online? Nothing was looked up, so nothing is known; try again later."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the index says of a version; `asked` is whether it could say anything."""

    name: str
    version: str
    asked: bool
    faults: tuple[str, ...] = ()


def pins(text: str) -> set[tuple[str, str]]:
    """Names and versions of a lock file.

    >>> sorted(pins("a-b==1.0 \\\\\\n    --hash=x\\nc[d]==2 ; python_version > '3'\\n"))
    [('a-b', '1.0'), ('c', '2')]
    """
    return set(_PIN.findall(text))


def faults_in(data: dict[str, Any]) -> Iterator[str]:
    """The vulnerabilities in an answer, one line each; withdrawn ones are none."""
    for one in data.get("vulnerabilities") or ():
        if not one.get("withdrawn"):
            known_as = ", ".join([one.get("id", "?"), *one.get("aliases", ())])
            mended = ", ".join(one.get("fixed_in", ())) or "no version yet"
            yield f"{known_as}; mended in {mended}"


def index_address() -> str:
    """Where pip's index tells of packages: the one that is set up, or else pip's own."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    told = os.environ.get("PIP_INDEX_URL", "") or told
    if told:
        return told.rstrip("/").removesuffix("/simple") + "/pypi"
    usual = subprocess.run(
        [sys.executable, "-c", _USUAL], capture_output=True, text=True, check=False
    )
    if usual.returncode:
        sys.exit("This needs pip: python3 -m ensurepip brings it.")
    return usual.stdout.strip()


def asked(address: str, name: str, version: str) -> Answer:
    """What is known of this version."""
    data = _fetched(f"{address}/{name}/{version}/json")
    if data is None:
        data = _fetched(f"{address}/{name}/json")
        if data is None or data.get("info", {}).get("version") != version:
            return Answer(name, version, asked=False)
    return Answer(name, version, asked=True, faults=tuple(faults_in(data)))


def _fetched(url: str) -> dict[str, Any] | None:
    """The JSON there; None if there is none."""
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    try:
        with urlopen(url, timeout=_SECONDS, context=context) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except HTTPError as error:
        if error.code == 404:
            return None
        raise


def main() -> int:
    """1 with a known vulnerability, 2 if some could not be looked up, else 0."""
    locked = sorted({pin for name in LOCKS for pin in pins((ROOT / name).read_text("utf-8"))})
    address = index_address()
    try:
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            answers = list(pool.map(lambda pin: asked(address, *pin), locked))
    except (URLError, OSError, ValueError) as error:
        print(OFFLINE.format(error))
        return 2
    for answer in answers:
        for fault in answer.faults:
            print(f"{answer.name} {answer.version}: {fault}")
        if not answer.asked:
            print(f"{answer.name} {answer.version}: the index knows nothing of this version")
    bad = sum(bool(answer.faults) for answer in answers)
    open_ = sum(not answer.asked for answer in answers)
    print(f"{len(answers)} locked versions: {bad} with known faults, {open_} not looked up.")
    if bad or open_:
        print("`python3 do.py lock --upgrade` takes newer versions; run the tests afterwards.")
    return 1 if bad else 2 if open_ else 0


if __name__ == "__main__":
    sys.exit(main())
