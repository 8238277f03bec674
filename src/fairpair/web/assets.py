"""The files of the pages as browsers get them: one style sheet, and scripts without comments."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import ascii_lowercase

HERE = Path(__file__).parent
STATIC = HERE / "static"
STYLES = HERE / "styles"
STYLESHEET = "fairpair.css"
PARTS = (
    *("tokens", "elements", "frame", "parts"),
    *("home", "rounds", "standings", "public", "settings", "devices"),
)
"""In the order in which they count: what is general first."""

_COMMENT = re.compile(r"(?:^|\s+)//(?: .*)?$", re.MULTILINE)
_STRING = r'"(?:[^"\\]|\\.)*"|' r"'(?:[^'\\]|\\.)*'|" r"`(?:[^`\\]|\\.)*`"
_PATTERN = r"(?:(?<=[(!])|(?<=[=:?&|,] ))/(?:[^/\\\[\n]|\\.|\[[^\]\n]*\])+/"
_SIGN = r" *([{}()\[\];,=<>&|?:!]+) *| ?([-+*/]) (?![-+])"
_DECLARATION = "const "
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_TRUTH = {"true": "!0", "false": "!1"}
_NEEDLESS_BREAK = re.compile(r"(?<=[{};,(\[=>&|?:])\n|\n(?=[}\])?.:,&|])")
_WRAPPER = re.compile(r'^("use strict";)\(\(\)=>\{(.*)\}\)\(\);$', re.DOTALL)
_LONE_PARAMETER = re.compile(r"(?<!\w)\((\w+)\)=>")


@cache
def asset(name: str) -> bytes:
    """The content of a file of the pages."""
    if name == STYLESHEET:
        return stylesheet().encode()
    if name.endswith(".js"):
        return compact_script((STATIC / name).read_text("utf-8")).encode()
    return (STATIC / name).read_bytes()


@cache
def stylesheet() -> str:
    """What browsers get: all parts, without comments and needless spaces."""
    *parts, devices = (compact((STYLES / f"{part}.css").read_text("utf-8")) for part in PARTS)
    whole = inline_constants(gather_widths("".join(parts)) + devices)
    return shorten_variables(join_values(whole))


def compact(css: str) -> str:
    """The same rules in fewer characters.

    >>> compact("/* Quiet */ .a > b,\\n.c + p { color: red; margin: calc(1px + 2px); }")
    '.a>b,.c+p{color:red;margin:calc(1px + 2px)}'
    """
    without_comments = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    in_one_line = re.sub(r"\s+", " ", without_comments)
    tight = re.sub(r" ?([<>]=|[{};,>~/!]) ?", r"\1", in_one_line)
    tight = re.sub(r"(?<=[\w-]): (?=\S)", ":", tight)
    tight = re.sub(r"[^{};]+(?=\{)", lambda rule: rule[0].replace(" + ", "+"), tight)
    tight = re.sub(r"::(?=before|after)", ":", tight)
    return tight.replace(";}", "}").replace("@media (", "@media(").strip()


def gather_widths(css: str) -> str:
    """The same rules, with those for narrow windows behind all others, once for each width.

    >>> gather_widths("@media(width<=9px){a{b:c}}d{e:f}@media(width<=9px){g{h:i}}")
    'd{e:f}@media(width<=9px){a{b:c}g{h:i}}'
    """
    found: dict[int, str] = {}

    def take(block: re.Match[str]) -> str:
        found[int(block[1])] = found.get(int(block[1]), "") + block[2]
        return ""

    rules = r"[^{}]*"
    for _ in range(3):  # rules within rules; none of ours goes deeper
        rules = rf"(?:[^{{}}]|\{{{rules}\}})*"
    rest = re.sub(rf"@media\(width<=(\d+)px\)\{{({rules})\}}", take, css)
    widest_first = sorted(found.items(), reverse=True)
    return rest + "".join(f"@media(width<={width}px){{{all_}}}" for width, all_ in widest_first)


def inline_constants(css: str) -> str:
    """The same rules with the value in place of a variable that has only one, and a short one.

    >>> inline_constants(":root{--gap:8px;--ink:light-dark(#000,#fff)}a{margin:var(--gap)}")
    ':root{--ink:light-dark(#000,#fff)}a{margin:8px}'
    """
    found = re.findall(r"(--[a-z0-9-]+):([^;}]+)", css)
    times = Counter(name for name, _ in found)
    for name, value in found:
        if times[name] == 1 and len(value) <= len("var(--a)"):
            css = css.replace(f"{name}:{value}", "").replace(f"var({name})", value)
    return re.sub(r";+", ";", css).replace("{;", "{").replace(";}", "}")


def join_values(css: str) -> str:
    """The same rules without the spaces that follow a bracket in a value; variables whose value
    takes their place need them.

    >>> join_values("a:is(b) c{margin:var(--a) var(--b) 0}")
    'a:is(b) c{margin:var(--a)var(--b)0}'
    """
    spaced = re.compile(r"\) (?=[a-z\d.#])")
    return re.sub(r"[^{};]+(?=[;}])", lambda one: spaced.sub(")", one[0]), css)


def compact_script(text: str) -> str:
    """The same script in fewer characters: without comments, without spaces around signs, with
    declarations that follow each other in one, and with short forms of true and false.

    Strings and patterns stay as they are. No string goes over the end of a line, none has ` // `
    in it, and every statement ends with a semicolon or a brace.

    >>> compact_script("// Greets.\\nconst greet = (a, b) => a + ` ${b}`;  // kindly\\n")
    'const greet=(a,b)=>a+` ${b}`;'
    >>> compact_script("function two(a) {\\n  return a + a;\\n}\\nlist.map((a) => two(a));\\n")
    'function two(a){return a+a}list.map(a=>two(a));'
    >>> compact_script("const one = 1;\\nconst two = () => {\\n  go();\\n};\\nconst six = 6;\\n")
    'const one=1,two=()=>{go()};const six=6;'
    >>> compact_script('const wide = (a) => (a + 1) / 2 > 9 || a === true || "is true";')
    'const wide=a=>(a+1)/2>9||a===!0||"is true";'
    """
    lines = (line.strip() for line in _COMMENT.sub("", text).splitlines())
    tight = re.sub(
        f"({_STRING}|{_PATTERN})|{_SIGN}|\\b({'|'.join(_TRUTH)})\\b",
        lambda found: found[1] or found[2] or found[3] or _TRUTH[found[4]],
        "\n".join(_join_declarations(line for line in lines if line)),
    )
    bare = _LONE_PARAMETER.sub(r"\1=>", tight)
    # A block keeps names to itself as well as a function does that is called once.
    return _WRAPPER.sub(r"\1{\2}", _NEEDLESS_BREAK.sub("", bare)).replace(";}", "}")


def _join_declarations(lines: Iterable[str]) -> list[str]:
    """The lines, with a declaration that is a line of its own joined to the one before it."""
    found: list[str] = []
    for line in lines:
        last = found[-1] if found else ""
        is_whole = last.endswith(";") and all(last.count(a) == last.count(b) for a, b in _BRACKETS)
        if is_whole and last.startswith(_DECLARATION) and line.startswith(_DECLARATION):
            found[-1] = f"{last[:-1]}, {line.removeprefix(_DECLARATION)}"
        else:
            found.append(line)
    return found


def shorten_variables(css: str) -> str:
    """The same rules with the names of their variables as short as can be. What scripts set, and
    `--cut`, which drawings use too, keeps its name.

    >>> shorten_variables(":root{--accent:red;--ink:blue}a{color:var(--accent)}")
    ':root{--a:red;--b:blue}a{color:var(--a)}'
    """
    counts = Counter(re.findall(r"--[a-z][a-z0-9-]*", css))
    own = set(re.findall(r"(--[a-z][a-z0-9-]*):", css)) - {"--cut"}
    names = (f"--{first}{second}" for second in ("", *"0123456789") for first in ascii_lowercase)
    short = dict(
        zip((name for name, _ in counts.most_common() if name in own), names, strict=False)
    )
    return re.sub(r"--[a-z][a-z0-9-]*", lambda found: short.get(found[0], found[0]), css)
