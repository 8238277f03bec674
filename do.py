"""Sets Fairpair up and starts it: `python3 do.py --help` lists the words.

Needs Python 3.11 and nothing else. The syntax is old on purpose (type comments, no f-strings):
Python 2.7 must be able to read this file to be told, in one sentence, that it is too old.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

HELP = """\
python3 do.py run [options]       start Fairpair; the options go to `fairpair serve`
python3 do.py test [--all] [...]  format, lint, types, imports, tests; the rest goes to pytest
                                  (--no-browser leaves out those that need Chromium)
python3 do.py bench [name] [...]  run all benchmarks, for docs/reference/benchmarks.md, or one
python3 do.py soak [options]      a big event while servers are killed; --help lists the options
python3 do.py abuse [options]     hostile requests to every route; --help lists the options
python3 do.py golden VERSION      keep what this version writes in tests/golden, for later ones
python3 do.py screens             make the pictures of the pages in docs/screens anew
python3 do.py docs                build the documentation as a site in build/docs
python3 do.py verifier            make dist/verify.html, which verifies proofs in a browser
python3 do.py zipapp [options]    pack Fairpair and all it needs into one file, dist/fairpair.pyz
python3 do.py texts               bring the catalogues of the pages' texts up to date
python3 do.py lock [--upgrade]    remake requirements.lock and those for developers
python3 do.py audit               ask the package index for known faults of the locked versions

The first call makes .venv, which needs a network; later ones take seconds and need none.
"""


def too_old(version):
    # type: (tuple[int, ...]) -> str
    """What to tell the user of this version; empty when it is new enough."""
    if version >= (3, 11):
        return ""
    found = ".".join(str(part) for part in version[:3])
    return "Fairpair needs Python 3.11 or newer, this is %s: start do.py with a newer one." % found


if too_old(sys.version_info[:3]):
    sys.exit(too_old(sys.version_info[:3]))

ROOT = os.path.dirname(os.path.realpath(__file__))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
# Not sys.executable: that may be the very .venv we are about to remake.
BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)
STAMP = os.path.join(VENV, "do.stamp")
LOG = os.path.join(VENV, "do.log")
TURN = os.path.join(VENV, "do.turn")
# What each kind of environment is installed from; each holds the kinds before it.
LOCKS = {
    "run": ["requirements.lock"],
    "dev": ["requirements.lock", "requirements-dev.lock"],
    "load": ["requirements.lock", "requirements-dev.lock", "requirements-load.lock"],
}
# All of these are Chromium, for our tests; the first that starts is taken.
BROWSERS = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]
PLAYWRIGHTS = "from playwright.sync_api import sync_playwright as s; b = s().start(); "
PLAYWRIGHTS += "print(b.chromium.executable_path); b.stop()"
ADDRESS = re.compile(r"://|file:|--(extra-)?index-url|--find-links")
NO_BROWSER = """
Chromium is missing, and it could not be installed. Install it, then start again:

    sudo apt-get install chromium

(Chrome, or the Chromium of another system, does too; FAIRPAIR_CHROMIUM can name its path.)
To leave the browser tests out: python3 do.py test --no-browser"""
HINTS = [
    (
        r"connection|name resolution|timed out|unreachable|dns error|error sending request"
        r"|no matching distribution",
        "Is this computer online? The packages are fetched once; later starts need no network.",
    ),
    (r"no space left", "The disk is full."),
    (r"do not match the hashes|hash mismatch", "A download was damaged or changed: try again."),
]


def say(text, end="\n"):
    # type: (str, str) -> None
    """Prints at once, so that our lines and those of the commands we start keep their order."""
    sys.stdout.write(text + end)
    sys.stdout.flush()


def works(command):
    # type: (list[str]) -> bool
    """Whether the command exists and ends well; nothing of it is shown."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


# One step of the set-up, and what the user sees of it


def progress(total):
    # type: (int) -> str
    """How far pip has come, read from its log; uv does not tell."""
    with open(LOG, encoding="utf-8", errors="replace") as log:
        seen = re.findall(r"^(?:Collecting|Ignoring|Requirement already)", log.read(), re.MULTILINE)
    return "%d of %d" % (min(len(seen), total), total) if seen and total else "working"


def step(title, command, total=0):
    # type: (str, list[str], int) -> bool
    """Whether the command went well; it writes to the log, we show that it is alive."""
    start = time.time()
    live = sys.stdout.isatty()
    say("  %s ..." % title, end="" if live else "\n")
    with open(LOG, "wb") as log:
        # close_fds=False hands down our turn: if we are killed, the next do.py waits for the child.
        null, same = subprocess.DEVNULL, subprocess.STDOUT
        child = subprocess.Popen(
            command, cwd=ROOT, stdin=null, stdout=log, stderr=same, close_fds=False
        )
    try:
        while child.returncode is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(1 if live else 10)
            ends = {None: progress(total), 0: "done"}.get(child.returncode, "failed")
            line = "  %s: %s, %d s" % (title, ends, time.time() - start)
            say("\r" + line.ljust(60) if live else line, end="" if live else "\n")
    finally:
        say("\n" if live else "", end="")
        with contextlib.suppress(PermissionError):  # sudo is not ours to stop
            child.terminate()
        child.wait()
    return child.returncode == 0


def must(title, command, total=0):
    # type: (str, list[str], int) -> None
    """A step we cannot do without: if it fails we end with its last lines and the way out."""
    if step(title, command, total):
        return
    with open(LOG, encoding="utf-8", errors="replace") as log:
        text = log.read()
    tail = "\n".join("    " + line for line in text.splitlines()[-12:])
    hints = [hint for sign, hint in HINTS if re.search(sign, text, re.IGNORECASE)]
    hint = hints[0] if hints else "All it printed is in .venv/do.log."
    sys.exit("\n%s failed. Its last lines:\n\n%s\n\n%s" % (title, tail, hint))


# The environment


def uv():
    # type: () -> str
    """The path of uv, or nothing; a pyenv shim is on the PATH but fails, so it is tried."""
    path = shutil.which("uv")
    return path if path and works([path, "--version"]) else ""


def root_prefix():
    # type: () -> list[str] | None
    """What to write before a command that root must run; None when we may not."""
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if works(["sudo", "-n", "true"]) else None


def need_venv():
    # type: () -> None
    """Sees to it that Python can make a venv; Debian has half of that in a package apart."""
    check = [BASE_PYTHON, "-c", "import venv, ensurepip; ensurepip.version()"]
    if works(check):
        return
    package = "python%d.%d-venv" % sys.version_info[:2]
    missing = "Python's venv is missing, and Fairpair needs it. "
    if not shutil.which("apt-get"):
        sys.exit(missing + "Install it (or uv) with your system's package manager.")
    prefix = root_prefix()
    if prefix is None:
        how = "sudo apt-get install %s" if shutil.which("sudo") else "su -c 'apt-get install %s'"
        sys.exit(missing + "Type this once, then start again:\n\n    " + how % package)
    apt = prefix + ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-y"]
    title = "Installing Debian's " + package
    if not step(title, apt + ["install", package]):
        # A fresh system may have no package list yet.
        step("Fetching Debian's package list", apt + ["update"])
        must(title, apt + ["install", package])
    if not works(check):
        sys.exit(missing + "Debian's package did not bring it: start do.py with /usr/bin/python3.")


def stamp(kind):
    # type: (str) -> dict[str, str]
    """What a finished environment of this kind was made for and from."""
    digest = hashlib.sha256()
    for name in ["pyproject.toml"] + LOCKS[kind]:
        with open(os.path.join(ROOT, name), "rb") as source:
            digest.update(hashlib.sha256(source.read()).digest())
    tag = str(sys.implementation.cache_tag)
    return {"kind": kind, "root": ROOT, "python": tag, "files": digest.hexdigest()}


def read_stamp():
    # type: () -> dict[str, str]
    """The stamp of the environment that is there; empty when it is unfinished or broken."""
    try:
        with open(STAMP, encoding="ascii") as source:
            found = dict(json.load(source))
    except (OSError, TypeError, ValueError):
        return {}
    ours = "import sys; sys.exit(sys.implementation.cache_tag != %r)" % sys.implementation.cache_tag
    return found if found.get("root") == ROOT and works([PYTHON, "-c", ours]) else {}


def is_ready(kind):
    # type: (str) -> bool
    """Whether there is nothing to do: what is there holds this kind, and is up to date."""
    found = read_stamp()
    return holds(found, kind) and found == stamp(found["kind"])


def holds(found, kind):
    # type: (dict[str, str], str) -> bool
    """Whether the environment with this stamp has all that this kind has."""
    return set(LOCKS[kind]) <= set(LOCKS.get(found.get("kind", ""), []))


def try_turn(turn):
    # type: (int) -> bool
    """Whether we hold the lock now; it goes when all holders of the file have closed it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(turn, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass  # A file system without locks: better unguarded than never.
    return True


def prepare(kind):
    # type: (str) -> None
    """Makes or mends .venv if need be; of two callers at once, the second waits."""
    if is_ready(kind):
        return
    try:
        os.makedirs(VENV, exist_ok=True)
        turn = os.open(TURN, os.O_RDWR | os.O_CREAT)
    except OSError as error:
        sys.exit(
            "Fairpair cannot write to %s (%s): clone it into a folder of your own."
            % (ROOT, error.strerror)
        )
    os.set_inheritable(turn, True)
    try:
        if not try_turn(turn):
            say("Another do.py is preparing .venv; waiting for it ...")
            while not try_turn(turn):
                time.sleep(0.2)
        if not is_ready(kind):
            build(kind)
    finally:
        os.close(turn)


def build(kind):
    # type: (str) -> None
    """Installs on top of a finished environment, else from nothing; the stamp comes last."""
    found = read_stamp()
    kind = found["kind"] if holds(found, kind) else kind
    say("Preparing .venv (only the first time and after updates)")
    tool = uv()
    if os.path.exists(STAMP):
        os.remove(STAMP)
    if not found or not (tool or works([PYTHON, "-m", "pip", "--version"])):
        make_empty(tool)
    pip = [tool, "pip", "install", "--python", PYTHON]
    if not tool:
        pip = [PYTHON, "-m", "pip", "install", "--progress-bar=off", "--disable-pip-version-check"]
    files = [part for name in LOCKS[kind] for part in ("-r", name)]
    with open(os.path.join(ROOT, LOCKS[kind][-1]), encoding="utf-8") as lock:
        total = len(re.findall(r"^\w", lock.read(), re.MULTILINE))
    must("Installing %d packages" % total, pip + ["--require-hashes"] + files, total)
    must("Installing Fairpair", pip + ["--no-deps", "--no-build-isolation", "-e", "."])
    with open(STAMP + ".new", "w", encoding="ascii") as target:
        json.dump(stamp(kind), target)
    os.replace(STAMP + ".new", STAMP)


def make_empty(tool):
    # type: (str) -> None
    """A new .venv without packages; only the file of the lock we hold stays."""
    if not tool:
        need_venv()
    for name in os.listdir(VENV):
        path = os.path.join(VENV, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif path != TURN:
            os.remove(path)
    made_by_uv = [tool, "venv", "--allow-existing", "--python", BASE_PYTHON, VENV]
    must("Making .venv", made_by_uv if tool else [BASE_PYTHON, "-m", "venv", VENV])


# The browser of the tests


def browser_there():
    # type: () -> str
    """The path of a Chromium that starts, or nothing; FAIRPAIR_CHROMIUM names one to take."""
    named = os.environ.get("FAIRPAIR_CHROMIUM")
    if named:
        if not works([named, "--version"]):
            sys.exit("FAIRPAIR_CHROMIUM is %s, which does not start." % named)
        return named
    for name in BROWSERS:
        path = shutil.which(name)
        if path and works([path, "--version"]):
            return path
    try:
        asked = subprocess.run([PYTHON, "-c", PLAYWRIGHTS], capture_output=True, check=False)
    except OSError:
        return ""
    path = asked.stdout.decode("utf-8", "replace").strip()
    return path if path and works([path, "--version"]) else ""


def need_browser():
    # type: () -> str
    """The path of a Chromium; if there is none, Debian's or Playwright's is installed."""
    path = browser_there()
    if path:
        return path
    say("The browser tests need Chromium, and there is none (only the first time)")
    prefix = root_prefix() if shutil.which("apt-get") else None
    if prefix is not None:
        apt = prefix + ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-y"]
        step("Fetching Debian's package list", apt + ["update"])
        step(
            "Installing Debian's chromium", apt + ["install", "--no-install-recommends", "chromium"]
        )
        path = browser_there()
    if not path:
        step("Fetching Playwright's Chromium", [PYTHON, "-m", "playwright", "install", "chromium"])
        path = browser_there()
    if not path:
        sys.exit(NO_BROWSER)
    return path


# The words


def run(args):
    # type: (list[str]) -> int
    """Becomes the server, so that Ctrl-C and signals reach it without us in between."""
    prepare("run")
    # -P: a folder called fairpair where the user stands must not be taken for ours.
    command = [PYTHON, "-P", "-m", "fairpair", "serve"] + args
    # Advice on pages names the command that was typed.
    os.environ["FAIRPAIR_COMMAND"] = "python3 do.py run"
    if os.name != "nt":
        os.execv(PYTHON, command)
    return subprocess.call(command)


def run_all(steps):
    # type: (list[tuple[str, list[str]]]) -> int
    """0 when all went well; a failure stops nothing, so one call shows all there is to mend."""
    summary = []
    for name, command in steps:
        say("\n== %s" % name)
        start = time.time()
        code = subprocess.call(command, cwd=ROOT)
        line = "%-8s %s, %.1f s" % (name, "FAILED" if code else "ok", time.time() - start)
        summary.append((code, line))
        say("-- " + line)
    say("\n== summary\n" + "\n".join(line for _, line in summary))
    return 1 if any(code for code, _ in summary) else 0


def test(args):
    # type: (list[str]) -> int
    """The checks of CI; what we do not know ourselves goes to pytest."""
    prepare("dev")
    pytest = [PYTHON, "-m", "pytest", "-n", "auto", "--maxprocesses=8", "--dist=worksteal"]
    if "--all" not in args:  # the same examples everywhere: sets have one order
        os.environ.setdefault("PYTHONHASHSEED", "0")
    # Counting the lines that are reached takes up to three times as long: the long runs do it.
    pytest += ["--cov", "--cov-report=term"] if "--all" in args else ["-m", "not slow"]
    if "--no-browser" in args:
        pytest += ["--ignore=tests/browser"]
    else:
        os.environ["FAIRPAIR_CHROMIUM"] = need_browser()
    ours = ("--all", "--no-browser", "--")
    code = run_all(
        [
            ("format", [PYTHON, "-m", "ruff", "format", "--check"]),
            ("lint", [PYTHON, "-m", "ruff", "check"]),
            ("types", [PYTHON, "-m", "mypy"]),
            ("imports", [os.path.join(BIN, "lint-imports")]),
            ("tests", pytest + [arg for arg in args if arg not in ours]),
        ]
    )
    if "--no-browser" in args:
        say("\nWARNING: THE BROWSER TESTS WERE LEFT OUT (--no-browser): the pages are not proved.")
    return code


def bench(args):
    # type: (list[str]) -> int
    """Run one benchmark by name, or all of them for docs/reference/benchmarks.md."""
    folder = os.path.join(ROOT, "benchmarks")
    files = os.listdir(folder) if os.path.isdir(folder) else []
    paths = {file[:-3]: file for file in files if file.endswith(".py") and file[0] != "_"}
    programs = [file for file in files if os.path.exists(os.path.join(folder, file, "__main__.py"))]
    paths.update({file: file for file in programs})
    names = sorted(paths)
    if args and args[0] not in names:
        sys.exit("There is no benchmark %s; there are: %s" % (args[0], ", ".join(names) or "none"))
    if not names:
        say("There are no benchmarks yet.")
        return 0
    prepare("load" if not args or args[0] == "load" else "dev")
    if not args:
        return subprocess.call([PYTHON, os.path.join(ROOT, "tools", "benchmarks.py")])
    return run_all([(args[0], [PYTHON, os.path.join(folder, paths[args[0]])] + args[1:])])


def in_tests(package, args):
    # type: (str, list[str]) -> int
    """Start a package of the tests that is a program too; its exit code."""
    prepare("dev")
    return subprocess.call([PYTHON, "-m", package] + args, cwd=os.path.join(ROOT, "tests"))


def soak(args):
    # type: (list[str]) -> int
    """1 when something acknowledged was lost, or anything else went wrong."""
    return in_tests("soak", args)


def golden(args):
    # type: (list[str]) -> int
    """Needs the name of the version; a set that is there is left alone."""
    return in_tests("golden", args)


def abuse(args):
    # type: (list[str]) -> int
    """1 when something broke."""
    return in_tests("abuse", args)


def screens(args):
    # type: (list[str]) -> int
    """Needs the browser of the tests."""
    prepare("dev")
    os.environ["FAIRPAIR_CHROMIUM"] = need_browser()
    return subprocess.call([PYTHON, os.path.join(ROOT, "tools", "screens.py")] + args, cwd=ROOT)


def texts(args):
    # type: (list[str]) -> int
    """1 when a text has no translation yet."""
    prepare("dev")
    return subprocess.call([PYTHON, os.path.join(ROOT, "tools", "texts.py")] + args, cwd=ROOT)


def docs(args):
    # type: (list[str]) -> int
    """1 when a link leads nowhere; the rest goes to MkDocs."""
    prepare("dev")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # it is about a version that the lock does not allow
    return subprocess.call([PYTHON, "-m", "mkdocs", "build", "--strict"] + args, cwd=ROOT)


def verifier(args):
    # type: (list[str]) -> int
    """Needs a network the first time, for Pyodide."""
    prepare("dev")
    return subprocess.call([PYTHON, os.path.join(ROOT, "tools", "verifier")] + args, cwd=ROOT)


def zipapp(args):
    # type: (list[str]) -> int
    """Needs a network, for the packages of other versions of Python."""
    prepare("dev")
    return subprocess.call([PYTHON, os.path.join(ROOT, "tools", "one_file.py")] + args, cwd=ROOT)


def lock(args):
    # type: (list[str]) -> int
    """Remakes the lock files; pins stay unless --upgrade, and addresses are refused."""
    prepare("run")
    tool = uv() or os.path.join(BIN, "uv")
    if not os.path.exists(tool):
        must("Installing uv", [PYTHON, "-m", "pip", "install", "uv"])
    fixed = "pip compile -q --universal --python-version 3.11 --generate-hashes --no-header"
    # Without its extras, pip takes a pin for another package and looks for the newest version.
    fixed += " --no-annotate --no-strip-extras pyproject.toml"
    command = [tool] + fixed.split() + args
    for name, extra in (
        # Without `odds`, whose packages are larger than all others together, and `cluster`.
        ("requirements.lock", "--extra setup --extra paper --extra postgres"),
        (
            "requirements-dev.lock",
            "--extra setup --extra all --extra dev --extra docs -c requirements.lock",
        ),
        (
            "requirements-load.lock",
            "--all-extras -c requirements-dev.lock",
        ),
    ):
        path = os.path.join(ROOT, name)
        shutil.copy(path, path + ".new")  # uv keeps the pins it finds there
        code = subprocess.call(command + extra.split() + ["-o", path + ".new"], cwd=ROOT)
        with open(path + ".new", encoding="utf-8") as source:
            found = [line for line in source if ADDRESS.search(line)]
        if code or found:
            os.remove(path + ".new")
            why = "it would hold an address: " + found[0].strip() if found else "uv failed."
            sys.exit("%s stays as it was, %s" % (name, why))
        os.replace(path + ".new", path)
    return 0


def audit(args):
    # type: (list[str]) -> int
    """1 when a locked version has a known vulnerability; needs a network, and no .venv."""
    return subprocess.call([BASE_PYTHON, os.path.join(ROOT, "tools", "audit.py")] + args, cwd=ROOT)


def main(args):
    # type: (list[str]) -> int
    """The exit code; 2 when we do not know the word, as is usual."""
    words = {"run": run, "test": test, "bench": bench, "lock": lock}
    words.update({"abuse": abuse, "audit": audit, "golden": golden, "screens": screens})
    words.update({"docs": docs, "soak": soak, "texts": texts})
    words.update({"verifier": verifier, "zipapp": zipapp})
    if args and args[0] in words:
        return words[args[0]](args[1:])
    asked = bool(args) and args[0] in ("--help", "-h", "help")
    (sys.stdout if asked else sys.stderr).write(HELP)
    return 0 if asked else 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("\nStopped.")
