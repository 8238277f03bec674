"""The interface in English: for everybody who asks for it, without a word of another language."""

import re
from collections.abc import Iterator

import pytest

from fairpair.language.languages import LANGUAGES
from language.catalogues import catalogue_of, english_texts

from .browser import Browser

EIGHT = "\n".join(f"P{n}\t{2500 - 50 * n}" for n in range(1, 9))
DESK = ("", "/players", "/round/1/1", "/standings", "/history", "/files", "/settings")
FRONT = ("/", "/lists", "/help", "/lab", "/new", "/offline", "/nowhere")


def other_texts() -> Iterator[str]:
    """Whole translations that are several words long and no English text."""
    english = set(english_texts())
    for language in sorted(set(LANGUAGES) - {"en"}):
        for one in catalogue_of(language):
            said = [one.string] if isinstance(one.string, str) else one.string or ()
            for text in said:
                if text.count(" ") > 1 and not re.search(r"[{}%<&]", text) and text not in english:
                    yield " ".join(text.split())


@pytest.fixture
def chess(admin: Browser) -> Browser:
    """A tournament in FIDE mode with round 1 published."""
    admin.create("Open", EIGHT, preset="fide_dutch", rounds="5")
    admin.good("PATCH", "", {"rules": {"fide": True, "cut": None}})
    admin.post("/start")
    return admin


def test_english_is_what_everybody_without_a_wish_gets(chess: Browser) -> None:
    for accepted in ("", "en", "xx"):
        page = chess.client.get("/login", headers={"Accept-Language": accepted})
        assert '<html lang="en"' in page.text


def test_english_can_be_chosen_and_then_no_page_has_another_language(
    chess: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = "de-CH, fr;q=0.8, es;q=0.7"
    monkeypatch.setitem(chess.client.headers, "Accept-Language", wanted)
    here, german = chess.here, chess.open("/").html
    assert '<html lang="de"' in german
    chess.send("/preferences", press="en")
    others = list(other_texts())
    assert len(others) > 3000
    assert any(text in " ".join(german.split()) for text in others)
    for path in (*FRONT, *(f"/desk/{here}{one}" for one in DESK), f"/t/{here}"):
        page = chess.open(path, 404 if path == "/nowhere" else 200)
        assert '<html lang="en"' in page.html, path
        read = page.text
        assert [text for text in others if text in read] == [], path
    refused = chess.client.get("/api/tournaments/nothing")
    assert refused.headers["Content-Language"] == "en"


def test_english_texts_are_in_plain_letters() -> None:
    """Other letters would be those of a foreign word; there is one name with an accent."""
    found = {word for text in english_texts() for word in re.findall(r"\w+", text)}
    words = {word for word in found if word.isalpha() and not word.isascii()}
    assert words == {"Pokémon"}
