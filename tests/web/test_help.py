"""Help: the documentation on the server, found by a search and linked from pages and refusals."""

import re

import pytest

from fairpair.core.rules import GROUPS
from fairpair.http.help_codes import PAGES_OF_CODES
from fairpair.language.english import ENGLISH
from fairpair.web.help.documents import document, document_names, section_of, sections
from fairpair.web.help.search import search
from fairpair.web.help.topics import PAGES_OF_ADDRESSES, help_for_rules

from .browser import Browser, crowd

RULES = [help_for_rules(group).removeprefix("/help/") for group in GROUPS]
TOPICS = sorted({*PAGES_OF_ADDRESSES.values(), *PAGES_OF_CODES, *RULES})


def test_every_page_is_shown_and_in_the_contents(served: Browser) -> None:
    assert len(document_names()) > 50
    named = [name for section in sections() for name in section.names]
    assert sorted([*named, "README"]) == list(document_names())
    for name in document_names():
        page = document(name)
        assert page
        assert page.html.count("<h1") == 1, name
        assert "<!--" not in page.html, name
    assert {f"/help/{name}" for name in named} <= set(served.open("/help").links)


def test_links_lead_to_pages_of_the_server_and_to_their_headings() -> None:
    for name in document_names():
        page = document(name)
        assert page
        for address, anchor in re.findall(r'href="(?!https?:)([^"#]*)#?([^"]*)"', page.html):
            assert not address or address.startswith("/help"), (name, address)
            linked = document(address.removeprefix("/help").lstrip("/") or "README")
            found = linked if address else page
            assert found, (name, address)
            assert not anchor or anchor in {one.anchor for one in found.passages}, (name, anchor)


def test_a_page_has_its_headings_tables_and_neighbours(served: Browser) -> None:
    page = served.open("/help/reference/files")
    assert "#rejected-files" in page.links
    assert '<article class="card pad prose">' in page.html
    assert '<div class="scroll" tabindex="0"><table>' in page.html
    assert '<pre tabindex="0"><code>' in page.html
    assert "/help/reference/printing" in page.links
    section = section_of("reference/files")
    assert section
    assert section.title == "Reference"


@pytest.mark.parametrize("path", ["nothing", "../pyproject", "README.md", "a/b"])
def test_there_are_no_other_pages(served: Browser, path: str) -> None:
    assert served.client.get(f"/help/{path}").status_code == 404


def test_a_search_finds_the_page_about_it(served: Browser) -> None:
    page = served.open("/help?q=buchholz+tie-break")
    assert "/help/explanation/tie-breaks" in " ".join(page.links)
    assert "<strong>Buchholz</strong>" in page.html
    assert search("print slips")[0].address.startswith("/help/how-to/print")
    assert search("POKEMON")[0].address.startswith("/help/how-to/games/pokemon")
    assert search("--explain")


def test_a_question_finds_what_its_words_find() -> None:
    assert search("How do I print slips?")[0].address == search("print slips?")[0].address
    assert search("how do I print slips")[0].address == "/help/how-to/print"
    assert search("is it")  # of nothing but such words, all count


def test_of_a_long_question_the_first_words_count_once() -> None:
    """Each word is looked for in all pages, and anybody may ask."""
    assert search("print slips " * 8) == search("print slips")
    words = "round player table result print pairing board score rating match"
    assert search(f"{words} zzzz yyyy") == search(words) != []


def test_short_words_are_found_whole() -> None:
    marked = {word for hit in search("PS") for word in re.findall("<strong>.*?<", hit.excerpt)}
    assert marked == {"<strong>PS<"}


def test_pages_with_some_of_the_words_come_after_the_refusal(served: Browser) -> None:
    page = served.open("/help?q=forgotten+administrator+key")
    assert "No page contains all these words." in page.html
    assert "These pages contain some of the words:" in page.html
    assert "/help/how-to/give-access#set-your-own-administrator-key" in page.links
    assert "some of the words" not in served.open("/help?q=xyzzy").html


@pytest.mark.parametrize("query", ["xyzzy", "((", "<script>alert(1)</script>", "%%", "a" * 5000])
def test_a_search_without_hits_says_so(served: Browser, query: str) -> None:
    page = served.client.get("/help", params={"q": query})
    assert page.status_code == 200
    assert "No page contains all these words." in page.text
    assert "<script>alert" not in page.text


def test_the_frame_is_in_the_language_of_the_reader_and_the_text_in_english(
    served: Browser,
) -> None:
    page = served.client.get("/help/how-to/print", headers={"Accept-Language": "de"}).text
    assert '<html lang="de"' in page
    assert "Die Hilfe gibt es nur auf Englisch." in page
    assert '<div class="sections" lang="en">' in page


@pytest.mark.parametrize("topic", TOPICS)
def test_what_pages_and_refusals_link_to_is_there(topic: str) -> None:
    name, _, anchor = topic.partition("#")
    page = document(name)
    assert page
    assert not anchor or anchor in {one.anchor for one in page.passages}


def test_the_codes_of_refusals_exist() -> None:
    known = {code.partition(".")[0] for code in ENGLISH}
    assert {code for codes in PAGES_OF_CODES.values() for code in codes} <= known


def test_pages_and_refusals_lead_to_the_fitting_help(admin: Browser) -> None:
    admin.begin("Help Cup", *crowd(4))
    here = admin.here
    fitting = {
        "/": "/help/how-to/many-tournaments",
        "/new": "/help/tutorial/first-tournament#2-create-a-tournament",
        f"/desk/{here}": "/help/reference/pages#overview",
        f"/desk/{here}/print": "/help/how-to/print",
        f"/desk/{here}/settings": "/help/how-to/choose-rules",
        f"/t/{here}/standings": "/help/explanation/tie-breaks",
        f"/t/{here}": "/help/reference/pages#public-pages",
    }
    for path, wanted in fitting.items():
        assert wanted in admin.open(path).links, path
    missing = admin.client.get("/nowhere")
    assert missing.status_code == 404
    assert '<a class="btn" href="/help">' in missing.text
    refused = admin.client.post("/login", data={"key": "wrong"})
    assert refused.status_code == 401
    assert '<a href="/help/how-to/give-access">Help with this</a>' in refused.text
    answer = admin.client.get(
        f"/api/tournaments/{here}/keys", headers={"Authorization": "Bearer no"}
    )
    assert answer.json()["help"] == "/help/how-to/give-access"
