"""What holds on every page: accessible, narrow enough, safe, in every language."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from html import unescape
from html.parser import HTMLParser
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from api.app_server import AppServer
from api.role_server import ADMIN_KEY
from fairpair.bootstrap import open_service
from fairpair.language.languages import DEFAULT, LANGUAGES
from fairpair.server import make_app

from . import page_list
from .api_setup import Event, names
from .page_list import LONG, LONG_TITLE, LONGEST, MARKUP, ODD_NAMES, Place
from .visitors import DESKTOP, PHONE, Visitors

Areas = dict[str, Callable[[], list[Place]]]
AREAS = ("front", "cut", "chess", "teams", "odd", "finished", "extreme")
OTHERS = sorted(set(LANGUAGES) - {DEFAULT})
EMPTY = ("br", "hr", "img", "input")
SILENT = ("script", "style", "code", "kbd", "bdi")
SPOKEN = ("alt", "aria-label", "aria-description", "placeholder", "title", "data-label")
ENGLISH = re.compile(
    r"\b(the|and|with|this|that|have|were|are|which|their|your|you|of|to|it|for|not|by|from|be)\b"
)
# Every page in both; what others have on them needs no second look.
THEMES: dict[str, tuple[Literal["light", "dark"], ...]] = {
    "chess": ("dark",),
    "teams": ("light",),
    "odd": ("dark",),
    "extreme": ("light",),
}
# The pages that another game, teams and odd names change most; the others look as those of the
# first event, and the long runs open them as well.
CHANGED = {
    "chess": (
        *("desk-overview", "desk-players", "desk-player", "desk-round", "desk-by-hand"),
        *("desk-table", "desk-old-round", "desk-old-table", "desk-why", "desk-standings"),
        *("desk-rank", "desk-settings", "desk-files", "public-now", "public-round"),
        *("public-standings", "public-crosstable", "public-statistics", "public-info"),
        *("public-player", "public-locked", "public-why", "public-screen", "own"),
        *("desk-outlook", "desk-odds", "public-outlook", "public-odds"),
    ),
    "teams": (
        *("desk-players", "desk-player", "desk-round", "desk-by-hand", "desk-table"),
        *("desk-old-table", "desk-standings", "desk-rank", "desk-why", "public-round"),
        *("public-standings", "public-crosstable", "public-player", "own"),
    ),
    "odd": (
        *("desk-overview", "desk-players", "desk-player", "desk-old-round", "desk-old-table"),
        *("desk-by-hand", "desk-standings", "desk-history", "desk-bracket", "public-now"),
        *("public-standings", "public-crosstable", "public-bracket", "public-screen", "own"),
    ),
}
RULES = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
VIOLATIONS = """(rules) => axe.run({resultTypes: ["violations"], runOnly: rules, preload: false})
    .then((found) => found.violations)"""
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


@pytest.fixture(scope="package")
def areas(app_server: AppServer) -> Areas:
    """The pages of each area; its event is made when somebody goes there."""
    made: dict[str, Event] = {}

    def pages(area: str, make: Callable[[], Event]) -> Callable[[], list[Place]]:
        def found() -> list[Place]:
            if area not in made:
                made[area] = make()
            show = page_list.ending if area == "finished" else page_list.everywhere
            return show(made[area])

        return found

    def front() -> list[Place]:
        extreme()  # the list always has the longest names
        return page_list.front()

    extreme = cache(lambda: page_list.extreme(app_server))
    odd = [*ODD_NAMES, *names(9)]
    return {
        "front": front,
        "extreme": extreme,
        "cut": pages("cut", lambda: page_list.with_cut(app_server, names(11))),
        "chess": pages("chess", lambda: page_list.chess(app_server, names(9))),
        "teams": pages("teams", lambda: page_list.teams(app_server)),
        "finished": pages("finished", lambda: page_list.finished(app_server, [LONG, *names(16)])),
        "odd": pages(
            "odd", lambda: page_list.with_cut(app_server, odd, f"{MARKUP[0]} {LONG}"[:LONGEST])
        ),
    }


@pytest.fixture(scope="package")
def looks(areas: Areas, short_run: bool) -> Areas:
    """The pages of each area that are opened in Chromium."""

    def some(area: str) -> list[Place]:
        return [one for one in areas[area]() if one.name in CHANGED[area]]

    return {**areas, **{area: partial(some, area) for area in CHANGED if short_run}}


def walk(visitors: Visitors, places: list[Place], **how: object) -> Iterator[tuple[Place, Page]]:
    """Go to all these pages, each kind of visitor with a window of its own."""
    windows: dict[str, Page] = {}
    for place in places:
        if place.key not in windows:
            windows[place.key] = visitors.come(place.key, **how)  # type: ignore[arg-type]
        if place.status != 200:
            visitors.expect(f"answer {place.status}: GET {place.path}")
        page = windows[place.key]
        page.goto(place.path)
        yield place, page


@pytest.mark.parametrize("area", AREAS)
def test_axe_finds_nothing(visitors: Visitors, looks: Areas, area: str) -> None:
    """All rules in one theme; in the other one those of colours, which are all that differs."""
    script, found = Axe().axe_script, []
    themes = THEMES.get(area, ("light", "dark"))
    for place, page in walk(visitors, looks[area](), reduced_motion="reduce"):
        page.evaluate(script)
        for theme, wanted in zip(themes, (RULES, COLOURS), strict=False):
            page.emulate_media(color_scheme=theme)
            for one in page.evaluate(VIOLATIONS, wanted):
                node, times = one["nodes"][0], len(one["nodes"])
                why = " ".join(node["failureSummary"].split())
                found.append(f"{place.name} ({theme}): {one['id']} x{times}: {node['html']} {why}")
    assert not found, "\n".join(found)


CUT_NAMES = """() => [...document.querySelectorAll("main *")].filter((one) => {
    const style = getComputedStyle(one);
    const text = [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
    const cut = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1;
    const hides = ["hidden", "clip"].includes(style.overflowX) || style.textOverflow === "ellipsis";
    return text && cut && hides && !one.matches(".sr");
}).map((one) => one.outerHTML.slice(0, 200))"""
BROKEN_WORDS = """() => {
    const found = [], range = document.createRange();
    for (const one of document.querySelectorAll("main :is([dir=auto], bdi)")) {
        for (const part of one.childNodes) {
            if (part.nodeType !== 3) continue;
            for (const word of part.data.matchAll(/[\\p{L}\\p{M}]{2,12}(?![\\p{L}\\p{M}])/gu)) {
                if (/[\\p{L}\\p{M}]/u.test(part.data[word.index - 1] || "")) continue;
                range.setStart(part, word.index);
                range.setEnd(part, word.index + word[0].length);
                const tops = [...range.getClientRects()].map((box) => Math.round(box.top));
                if (new Set(tops).size > 1) found.push(word[0]);
            }
        }
    }
    return [...new Set(found)].slice(0, 8);
}"""
# Not `innerWidth`: where a page is too wide, a phone shows all of it, and smaller.
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
BEYOND = """() => [...document.querySelectorAll("body *")].filter((one) => {
    const box = one.getBoundingClientRect(), scrolls = ".scroll, .tree, .menu, .tabs";
    const { clientWidth } = document.documentElement;
    return box.right > clientWidth + 1 && box.width && !one.closest(scrolls);
}).map((one) => one.outerHTML.slice(0, 200)).slice(0, 5)"""


# What a finger has to hit and is narrower or lower than 44 px. A field of a label that is large
# enough, and a link within a sentence, need not be.
SMALL_TARGETS = """() => {
    for (const one of document.querySelectorAll("details")) one.open = true;
    const inSentence = (one) => getComputedStyle(one).display === "inline"
        && [...one.parentElement.childNodes].some((part) => /\\p{L}/u.test(part.data || ""));
    const hidden = (one) => one.closest(".sr, .skip, .prose, .typed");
    const isOver = (one) => getComputedStyle(one, "::after").position === "absolute";
    const isPlaced = (one) => getComputedStyle(one).position !== "static";
    const placed = (one) => isPlaced(one) ? one : placed(one.parentElement);
    const around = (one) => isOver(one) ? placed(one.parentElement) : one;
    const whole = (one) => {
        const label = one.labels?.[0];
        return around(label && (label.contains(one) || isOver(label)) ? label : one);
    };
    const targets = "a[href], button, summary, input, select, textarea";
    const found = [...document.querySelectorAll(targets)]
        .filter((one) => one.checkVisibility() && !hidden(one) && !inSentence(one))
        .map((one) => [one, whole(one).getBoundingClientRect()])
        .filter(([one, box]) => box.width && (box.width < 43.5 || box.height < 43.5));
    return found.map(([one, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: `
        + one.outerHTML.replace(/<svg.*?<.svg>/gs, "").slice(0, 140)).slice(0, 9);
}"""


@pytest.mark.parametrize("area", AREAS)
def test_a_phone_shows_everything_and_a_finger_hits_it(
    visitors: Visitors, looks: Areas, area: str
) -> None:
    found: list[str] = []
    for place, page in walk(visitors, looks[area](), size=PHONE, has_touch=True, is_mobile=True):
        found += cut_off(place.name, page)
        if area not in ("odd", "extreme"):
            found += [f"{place.name} breaks: {one}" for one in page.evaluate(BROKEN_WORDS)]
        found += [f"{place.name}: {one}" for one in page.evaluate(SMALL_TARGETS)]
        if place.name == "desk-overview":
            page.goto(f"{place.path}#menu")
            found += [f"menu: {one}" for one in page.evaluate(SMALL_TARGETS)]
    assert not found, "\n".join(found)


# The one action of a page: below the middle, above the tabs, and over nothing when one has scrolled
# to the end.
OUT_OF_REACH = """() => {
    const action = document.querySelector("main .thumb")?.getBoundingClientRect();
    scrollTo(0, document.documentElement.scrollHeight);
    const tabs = document.querySelector(".tabbar")?.getBoundingClientRect().top ?? innerHeight;
    const end = document.querySelector("footer.foot")?.getBoundingClientRect().bottom;
    return action && !(action.top > innerHeight / 2 && action.bottom <= tabs && end <= action.top);
}"""


def test_a_thumb_reaches_the_one_action_of_a_page(visitors: Visitors, areas: Areas) -> None:
    phone = {"size": PHONE, "has_touch": True, "is_mobile": True}
    found = {
        place.name: page.evaluate(OUT_OF_REACH)
        for place, page in walk(visitors, [*areas["front"](), *areas["cut"]()], **phone)
    }
    assert [name for name, is_out in found.items() if is_out] == []
    there = {name for name, is_out in found.items() if is_out is not None}
    assert {"new", "desk-overview", "desk-old-round"} <= there
    assert "desk-round" not in there  # a result is missing: what cannot be done covers no row


def test_the_footer_is_at_the_end_of_a_short_page(visitors: Visitors, areas: Areas) -> None:
    short = [one for one in areas["front"]() if one.name in ("login", "missing", "offline")]
    for size in (PHONE, DESKTOP):
        for place, page in walk(visitors, short, size=size):
            foot = page.locator("footer.foot").bounding_box()
            assert foot, place
            assert size["height"] - 60 < foot["y"] + foot["height"] <= size["height"], place


# Where a tournament's name has more than three lines; to delete one it has to be typed, and the
# history has what was done word for word.
MANY_LINES = """(name) => [...document.querySelectorAll("body :not(script, .sr)")]
    .filter((one) => [...one.childNodes].some((part) => part.data?.includes(name)))
    .filter((one) => one.getClientRects().length && !one.closest(".sr, .diff"))
    .map((one) => one.closest(".cut, .cut2, p, h1, h2") || one)
    .filter((one) => one.clientHeight > 3.5 * parseFloat(getComputedStyle(one).lineHeight))
    .map((one) => one.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_long_name_of_a_tournament_takes_three_lines_at_most(
    visitors: Visitors, areas: Areas, size: ViewportSize
) -> None:
    found = []
    places = [*areas["extreme"](), Place("list", "/"), Place("list-admin", "/", ADMIN_KEY)]
    for place, page in walk(visitors, places, size=size):
        found += [f"{place.name}: {one}" for one in page.evaluate(MANY_LINES, LONG_TITLE)]
    assert not found, "\n".join(found)


def test_a_long_name_leaves_the_time_its_place_on_the_big_screen(
    visitors: Visitors, areas: Areas
) -> None:
    [screen] = [one for one in areas["extreme"]() if one.name == "two/screen"]
    for size in (PHONE, DESKTOP):
        [(_, page)] = walk(visitors, [screen], size=size)
        time = page.locator(".time-left b")
        expect(time).to_have_text(re.compile(r"\d:\d\d"))
        high = time.evaluate("one => one.clientHeight / parseFloat(getComputedStyle(one).fontSize)")
        assert high < 1.5, size


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("area", ["front", "cut", "chess", "teams"])
def test_texts_of_every_language_fit_on_a_phone(
    visitors: Visitors, areas: Areas, short_run: bool, area: str, language: str
) -> None:
    found: list[str] = []
    phone = {"size": PHONE, "has_touch": True, "is_mobile": True, "locale": language}
    places = [one for one in areas[area]() if not short_run or has_turn(one, area, language)]
    for place, page in walk(visitors, places, **phone):
        assert page.locator("html").get_attribute("lang") == language
        found += cut_off(place.name, page)
    assert not found, "\n".join(found)


def has_turn(place: Place, area: str, language: str) -> bool:
    """Every page once in every language: the events have the same pages, and take turns."""
    if area == "front" or place.name.endswith(("bracket", "cut")):
        return True
    turn = (sum(place.name.encode()) + AREAS.index(area)) % len(OTHERS)
    return turn == OTHERS.index(language)


def cut_off(name: str, page: Page) -> list[str]:
    """What does not fit into the width of the window, or says that there is no server."""
    if page.locator("#offline").is_visible():
        return [f"{name} says that it is offline"]
    found = [f"{name} cuts off: {one}" for one in page.evaluate(CUT_NAMES)]
    if page.evaluate(TOO_WIDE):
        found += [f"{name} is too wide: {one}" for one in page.evaluate(BEYOND) or "?"]
    return found


class Strict(HTMLParser):
    """Finds what the policy forbids, and where a page leads."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.lang = ""
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """No inline script or style, and nothing from elsewhere."""
        known = dict(attrs)
        if tag == "html":
            self.lang = known.get("lang") or ""
        if tag == "style" or (tag == "script" and "src" not in known):
            self.wrong.append(f"<{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.wrong.append(f"<{tag} {name}={value}>")
            if name in ("src", "href", "action", "formaction") and value is not None:
                loads = tag in ("script", "link", "img", "form", "button", "iframe")
                if value.lower().startswith("javascript:") or (loads and "//" in value[:8]):
                    self.wrong.append(f"<{tag} {name}={value}>")


def test_names_with_markup_are_text_everywhere(visitors: Visitors, looks: Areas) -> None:
    seen: set[str] = set()
    for place, page in walk(visitors, looks["odd"]()):
        assert page.title() not in ("stolen", "1"), place
        assert page.locator("img[src=x], main script").count() == 0, place
        text = page.content() and page.locator("body").inner_text()
        assert "7 * 7" in text or "49" not in re.findall(r"\b49 ", text), place
        seen |= {f"{place.name}: {name}" for name in MARKUP[:3] if name in text}
    for where in ("desk-players", "desk-old-round", "desk-standings", "public-standings"):
        for name in MARKUP[:3]:
            assert f"{where}: {name}" in seen


class Texts(HTMLParser):
    """The texts on a page, without those of data and code, and without the documentation, which
    says that it is in English.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0
        self._english: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Some attributes are read aloud."""
        if (self._english or ("lang", "en") in attrs) and tag not in EMPTY:
            self._english.append(tag)
        self._silent += tag in SILENT
        self.found += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """The end of what is not a text of ours."""
        if self._english and tag not in EMPTY:
            self._english.pop()
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Text to read."""
        if not self._silent and not self._english:
            self.found.append(data)


def english_in(page: str) -> list[str]:
    """The texts of a page that are English: with two of the words no other language has."""
    parser = Texts()
    parser.feed(page)
    return [text.strip() for text in parser.found if len(set(ENGLISH.findall(text.lower()))) > 1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", AREAS)
def test_pages_are_safe_and_in_one_language(
    app_server: AppServer, areas: Areas, short_run: bool, area: str, language: str
) -> None:
    """No script or style of their own, and no sentence in English but in English."""
    left = []
    every = area in ("front", "cut", "finished") or language == DEFAULT or not short_run
    for place in (one for one in areas[area]() if every or has_turn(one, area, language)):
        headers = {"Accept-Language": f"{language}-CH, {language};q=0.9, en;q=0.5"}
        if place.key:
            headers["Authorization"] = f"Bearer {place.key}"
        answer = app_server.client.get(place.path, headers=headers, follow_redirects=True)
        assert answer.status_code == place.status, (place, answer.text)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        parser = Strict()
        parser.feed(answer.text)
        assert parser.wrong == [], place
        assert parser.lang == language, place
        if language != DEFAULT:
            left += [f"{place.name}: {one}" for one in english_in(answer.text)]
    assert not left, "\n".join(sorted(set(left)))


@pytest.mark.parametrize("area", AREAS)
def test_no_link_leads_nowhere(app_server: AppServer, areas: Areas, area: str) -> None:
    dead: list[str] = []
    seen: set[str] = set()
    for place in areas[area]():
        headers = {"Authorization": f"Bearer {place.key}"} if place.key else {}
        page = app_server.client.get(place.path, headers=headers, follow_redirects=True).text
        for link in {unescape(one) for one in re.findall(r'<a [^>]*href="(/[^"#]*)', page)}:
            # A sheet takes long to set: that of one round stands for those of the others.
            kind = re.sub(r"\d+", "1", link) if "/print/" in link else link
            if kind in seen:
                continue
            seen.add(kind)
            status = app_server.client.get(link, headers=headers, follow_redirects=True).status_code
            if status != 200:
                dead.append(f"{place.name}: {link} answers {status}")
    assert not dead, "\n".join(dead)


# These give no page of their own: a login, files, and ways to one of those above.
ELSEWHERE = {
    "/login/{code}",
    "/worker.js",
    "/manifest.webmanifest",
    "/t/{tournament}/manifest.webmanifest",
    "/t/{tournament}/qr.svg",
    "/t/{tournament}/me",
    "/desk/{tournament}/round",
    "/t/{tournament}/pictures/{name}",
    "/t/{tournament}/share/{file}",
}


def addresses() -> set[str]:
    """All addresses that answer GET, but those of the API."""
    service = open_service("memory:")
    try:
        found = set(_paths(make_app(service).routes))
    finally:
        service.close()
    assert {"/login", "/t/{tournament}/standings"} <= found
    return {path for path in found if not path.startswith(("/api", "/metrics"))}


def _paths(routes: Iterable[Any]) -> Iterator[str]:
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _paths(inner.routes)
        elif "GET" in (getattr(route, "methods", None) or ()):
            yield str(route.path)


def test_no_page_is_forgotten(areas: Areas) -> None:
    """Every address that gives a page is one of those above."""
    opened = [place.path for area in AREAS for place in areas[area]()]
    forgotten = []
    for path in addresses() - ELSEWHERE:
        whole = re.sub(r"\{[^}]+:path\}", "[^?]+", path)
        pattern = re.compile(re.sub(r"\{[^}]+\}", "[^/?]+", whole) + r"(\?.*)?")
        if not any(pattern.fullmatch(one) for one in opened):
            forgotten.append(path)
    assert sorted(forgotten) == []
