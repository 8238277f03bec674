"""Make dist/fairpair.pyz: Fairpair and all it needs in one file, for a computer with Python only.

`python3 do.py zipapp` runs it; it needs a network. Compiled parts are for the system it runs on and
for every version of Python in `PYTHONS`: they lie side by side, since their names have the version.
At its first start, the file unpacks itself into ~/.shiv.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import build_backend

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
NOT_PACKED = shutil.ignore_patterns("bin", "Scripts", "__pycache__", "flit_core*")


def main() -> None:
    """Collect, then pack."""
    parser = argparse.ArgumentParser(description="Make Fairpair in one file.")
    parser.add_argument("--target", type=Path, default=ROOT / "dist" / "fairpair.pyz")
    parser.add_argument("--python", action="append", choices=PYTHONS, help="only this version")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        for version in options.python or PYTHONS:
            print(f"Fetching the packages for Python {version} ...", flush=True)
            fetch(version, Path(folder) / version, site)
        add_fairpair(site)
        print("Packing ...", flush=True)
        pack(site, options.target)
    print(f"{options.target}: {options.target.stat().st_size / 1e6:.0f} MB")


def fetch(version: str, folder: Path, site: Path) -> None:
    """Add the locked packages for a version of Python, none of them compiled here."""
    only = ["--only-binary", ":all:", "--python-version", version, "--implementation", "cp"]
    locked = ["--require-hashes", "--no-deps", "-r", str(ROOT / "requirements.lock")]
    quiet = ["--quiet", "--disable-pip-version-check", "--no-compile"]
    _pip("install", *quiet, *only, *locked, "--target", str(folder))
    shutil.copytree(folder, site, dirs_exist_ok=True, ignore=NOT_PACKED)


def add_fairpair(site: Path) -> None:
    """Add Fairpair itself, as its wheel has it."""
    site.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(Path(folder) / build_backend.build_wheel(folder), site, "zip")


def pack(site: Path, target: Path) -> None:
    """Make the file; processes that it starts find its packages too."""
    target.parent.mkdir(parents=True, exist_ok=True)
    how = ["--compressed", "--extend-pythonpath", "--reproducible"]
    start = ["--entry-point", "fairpair.__main__:main", "--python", "/usr/bin/env python3"]
    words = [*start, *how, "--site-packages", str(site), "--output-file", str(target)]
    subprocess.run([sys.executable, "-m", "shiv", *words], cwd=ROOT, check=True)


def _pip(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", *words], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
