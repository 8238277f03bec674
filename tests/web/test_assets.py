"""The style sheet and the scripts: small enough, and all of it in use."""

import re

from fairpair.web.assets import HERE, PARTS, STATIC, STYLES, STYLESHEET, asset, stylesheet


def test_every_part_is_in_it() -> None:
    assert {path.stem for path in STYLES.glob("*.css")} == set(PARTS)


def test_it_has_no_comments_and_pairs_of_braces() -> None:
    text = stylesheet()
    assert "/*" not in text
    assert text.count("{") == text.count("}")


def test_every_variable_that_is_used_is_set() -> None:
    used = set(re.findall(r"var\((--[a-z0-9-]+)", stylesheet()))
    by_script = set(re.findall(r'setProperty\("(--[a-z]+)"', (STATIC / "screen.js").read_text()))
    assert used - by_script <= set(re.findall(r"(--[a-z0-9]+):", stylesheet()))


def test_the_style_sheet_is_short() -> None:
    assert len(asset(STYLESHEET)) <= 40_000


def test_every_class_is_used() -> None:
    """By a template, a script or a page; a number behind a name is put there by a template."""
    used: set[str] = set()
    for path in (*HERE.rglob("*.html"), *HERE.rglob("*.py"), *STATIC.glob("*.js")):
        text = path.read_text("utf-8")
        for found in re.findall(r"class=\"[^>]*|[\"'`.][a-z][a-z -]*[\"'` ]", text):
            used |= set(re.findall("[a-z][a-z-]*", found))
    assert set(re.findall(r"\.([a-z][a-z-]*)", stylesheet())) <= used


def test_scripts_are_short_and_have_no_comments() -> None:
    names = [path.name for path in STATIC.glob("*.js")]
    assert sum(len(asset(name)) for name in names) <= 40_000
    for name in names:
        text = asset(name).decode()
        assert "\n//" not in text, name
        assert text.count("`") % 2 == 0, name
