"""What holds on every page: accessible, narrow enough, safe, in every language."""

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from api.app_server import AppServer
from fairpair.bootstrap import open_service
from fairpair.language.languages import DEFAULT, LANGUAGES
from fairpair.server import make_app

from . import page_list
from .api_setup import Event, names
from .page_list import MARKUP, ODD_NAMES, Place
from .visitors import PHONE, Visitors

Areas = dict[str, Callable[[], list[Place]]]
AREAS = ("front", "cut", "chess", "teams", "odd")
OTHERS = sorted(set(LANGUAGES) - {DEFAULT})
SILENT = ("script", "style", "code", "kbd", "bdi")
SPOKEN = ("alt", "aria-label", "aria-description", "placeholder", "title", "data-label")
ENGLISH = re.compile(
    r"\b(the|and|with|this|that|have|were|are|which|their|your|you|of|to|it|for|not|by|from|be)\b"
)
# Every page in both; what others have on them needs no second look.
THEMES: dict[str, tuple[Literal["light", "dark"], ...]] = {"teams": ("light",), "odd": ("dark",)}
RULES = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


@pytest.fixture(scope="package")
def areas(app_server: AppServer) -> Areas:
    """The pages of each area; its event is made when somebody goes there."""
    made: dict[str, Event] = {}

    def pages(area: str, make: Callable[[], Event]) -> Callable[[], list[Place]]:
        def found() -> list[Place]:
            if area not in made:
                made[area] = make()
            return page_list.everywhere(made[area])

        return found

    odd = [*ODD_NAMES, *names(9)]
    return {
        "front": page_list.front,
        "cut": pages("cut", lambda: page_list.with_cut(app_server, names(11))),
        "chess": pages("chess", lambda: page_list.chess(app_server, names(9))),
        "teams": pages("teams", lambda: page_list.teams(app_server)),
        "odd": pages(
            "odd", lambda: page_list.with_cut(app_server, odd, f"{MARKUP[0]} {ODD_NAMES[4]}")
        ),
    }


def walk(visitors: Visitors, places: list[Place], **how: object) -> Iterator[tuple[Place, Page]]:
    """Go to all these pages, each kind of visitor with a window of its own."""
    windows: dict[str, Page] = {}
    for place in places:
        if place.key not in windows:
            windows[place.key] = visitors.come(place.key, **how)  # type: ignore[arg-type]
        page = windows[place.key]
        page.goto(place.path)
        yield place, page


@pytest.mark.parametrize("area", AREAS)
def test_axe_finds_nothing(visitors: Visitors, areas: Areas, area: str) -> None:
    """All rules in one theme; in the other one those of colours, which are all that differs."""
    axe, found = Axe(), []
    themes = THEMES.get(area, ("light", "dark"))
    for place, page in walk(visitors, areas[area](), reduced_motion="reduce"):
        for theme, wanted in zip(themes, (RULES, COLOURS), strict=False):
            page.emulate_media(color_scheme=theme)
            options = {"resultTypes": ["violations"], "runOnly": wanted}
            for one in axe.run(page, options=options).response["violations"]:
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
BEYOND = """() => [...document.querySelectorAll("body *")].filter((one) => {
    const box = one.getBoundingClientRect(), scrolls = ".scroll, .bracket, .menu, .tabs";
    return box.right > innerWidth + 1 && box.width && !one.closest(scrolls);
}).map((one) => one.outerHTML.slice(0, 200)).slice(0, 5)"""


@pytest.mark.parametrize("area", AREAS)
def test_a_phone_shows_everything(visitors: Visitors, areas: Areas, area: str) -> None:
    found: list[str] = []
    for place, page in walk(visitors, areas[area](), size=PHONE, has_touch=True, is_mobile=True):
        found += cut_off(place.name, page)
        if area != "odd":
            found += [f"{place.name} breaks: {one}" for one in page.evaluate(BROKEN_WORDS)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("area", ["front", "cut", "chess", "teams"])
def test_texts_of_every_language_fit_on_a_phone(
    visitors: Visitors, areas: Areas, area: str, language: str
) -> None:
    found: list[str] = []
    phone = {"size": PHONE, "has_touch": True, "is_mobile": True, "locale": language}
    for place, page in walk(visitors, areas[area](), **phone):
        assert page.locator("html").get_attribute("lang") == language
        found += cut_off(place.name, page)
    assert not found, "\n".join(found)


def cut_off(name: str, page: Page) -> list[str]:
    """What does not fit into the width of the window."""
    found = [f"{name} cuts off: {one}" for one in page.evaluate(CUT_NAMES)]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
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


@pytest.mark.parametrize("area", AREAS)
def test_no_page_holds_scripts_or_styles_of_its_own(
    app_server: AppServer, areas: Areas, area: str
) -> None:
    for place in areas[area]():
        for lang in LANGUAGES:
            headers = {"Accept-Language": lang}
            if place.key:
                headers["Authorization"] = f"Bearer {place.key}"
            answer = app_server.client.get(place.path, headers=headers, follow_redirects=True)
            assert answer.status_code == 200, (place, answer.text)
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors" in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            parser = Strict()
            parser.feed(answer.text)
            assert parser.wrong == [], place
            assert parser.lang == lang, place


def test_names_with_markup_are_text_everywhere(visitors: Visitors, areas: Areas) -> None:
    seen: set[str] = set()
    for place, page in walk(visitors, areas["odd"]()):
        assert page.title() not in ("stolen", "1"), place
        assert page.locator("img[src=x], main script").count() == 0, place
        text = page.content() and page.locator("body").inner_text()
        assert "7 * 7" in text or "49" not in re.findall(r"\b49 ", text), place
        seen |= {f"{place.name}: {name}" for name in MARKUP[:3] if name in text}
    for where in ("desk-players", "desk-old-round", "desk-standings", "public-standings"):
        for name in MARKUP[:3]:
            assert f"{where}: {name}" in seen


class Texts(HTMLParser):
    """The texts on a page, without those of data and code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Some attributes are read aloud."""
        self._silent += tag in SILENT
        self.found += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """The end of what is not a text of ours."""
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Text to read."""
        if not self._silent:
            self.found.append(data)


def english_in(page: str) -> list[str]:
    """The texts of a page that are English: with two of the words no other language has."""
    parser = Texts()
    parser.feed(page)
    return [text.strip() for text in parser.found if len(set(ENGLISH.findall(text.lower()))) > 1]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("area", AREAS)
def test_pages_have_no_english_sentence(
    app_server: AppServer, areas: Areas, area: str, language: str
) -> None:
    left = []
    for place in areas[area]():
        headers = {"Accept-Language": f"{language}-CH, {language};q=0.9, en;q=0.5"}
        if place.key:
            headers["Authorization"] = f"Bearer {place.key}"
        page = app_server.client.get(place.path, headers=headers, follow_redirects=True)
        left += [f"{place.name}: {one}" for one in english_in(page.text)]
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
    "/t/{tournament}/manifest.webmanifest",
    "/t/{tournament}/qr.svg",
    "/t/{tournament}/me",
    "/desk/{tournament}/round",
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
        pattern = re.compile(re.sub(r"\{[^}]+\}", "[^/?]+", path) + r"(\?.*)?")
        if not any(pattern.fullmatch(one) for one in opened):
            forgotten.append(path)
    assert sorted(forgotten) == []
