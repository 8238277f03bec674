"""Makes dist/verify.html: one page that verifies proof files in a browser, without any network.

It holds Fairpair's engine and Pyodide, which comes with the wheel of flet-web.
"""

import base64
import gzip
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from fairpair import __version__

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOURCE = ROOT / "src"
PAGE = ROOT / "dist" / "verify.html"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LAYERS = ("core", "engine", "language", "log", "app", "formats", "presets")
"""The folders of Fairpair that a check needs."""
_NO_DATE = (2026, 1, 1, 0, 0, 0)


def pyodide() -> Path:
    """The folder of Pyodide, fetched when it is not there yet."""
    folder = ROOT / "build" / "pyodide"
    wheels = [*folder.glob("*.whl")]
    if not wheels:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        lock = ROOT / "requirements-verifier.lock"
        target = ["--require-hashes", "--dest", str(folder), "-r", str(lock)]
        subprocess.run([*command, "--disable-pip-version-check", *target], check=True)
        wheels = [*folder.glob("*.whl")]
    with zipfile.ZipFile(wheels[0]) as wheel:
        for name in wheel.namelist():
            path = Path(name)
            if path.name in {*PARTS, "pyodide-lock.json"} and path.parent.name == "pyodide":
                (folder / path.name).write_bytes(wheel.read(name))
    return folder


def ours() -> bytes:
    """Fairpair's own code, and a small substitute for msgspec."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for path in sorted((SOURCE / "fairpair").rglob("*.py")):
            name = path.relative_to(SOURCE)
            if len(name.parts) == 2 or name.parts[1] in LAYERS:
                made.writestr(zipfile.ZipInfo(name.as_posix(), _NO_DATE), path.read_bytes())
        for own, called in (("plain_msgspec.py", "msgspec.py"), ("page.py", "page.py")):
            made.writestr(zipfile.ZipInfo(called, _NO_DATE), (HERE / own).read_bytes())
    return packed.getvalue()


def build() -> str:
    """The page."""
    folder = pyodide()
    parts = {name: (folder / name).read_bytes() for name in PARTS} | {"fairpair.zip": ours()}
    pieces = {
        name: base64.b64encode(gzip.compress(data, mtime=0)).decode()
        for name, data in parts.items()
    }
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    pieces["info"] = json.dumps(lock["info"])
    page = (HERE / "page.html").read_text(encoding="utf-8")
    return page.replace("@VERSION@", __version__).replace("@PIECES@", json.dumps(pieces))


def main() -> None:
    """Write the page, or to the path that is given."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(build(), encoding="utf-8")
    print(f"Written: {path}, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
