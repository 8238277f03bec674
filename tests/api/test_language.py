"""The API answers in the reader's language: errors, reads that are cached, results of changes."""

from collections.abc import Iterator

import httpx
import pytest

from fairpair.api.bodies import describe_problem
from fairpair.app.access.grants import Role
from fairpair.app.views.rounds import outcome_of
from fairpair.core.ids import PlayerId
from fairpair.core.results import Games
from fairpair.core.rounds import Pairing
from fairpair.core.tournament import Tournament
from fairpair.language.languages import language_for
from fairpair.language.message import Message
from fairpair.language.texts import texts_for
from fairpair.log import commands as c
from log_driver import draft

from .read_server import CUP, EIGHT, HERE, ReadServer, people, read_server

BROKEN = ("", ",", ";;;", "de;q=zero", "*", "q=1", "é", "de" * 5000, ",".join(["xx"] * 2000))


@pytest.fixture(scope="module")
def event() -> Iterator[ReadServer]:
    """An event with round 1 published."""
    with read_server() as r:
        r.begin(people(*EIGHT), rounds=3)
        r.do(draft("1-2 3-4 5-6 7-8"), c.PublishRound())
        yield r


def refusal(r: ReadServer, accepted: str, cookies: str = "") -> httpx.Response:
    found = r.asks("/players/99", Accept_Language=accepted, Cookie=cookies)
    assert (found.status_code, found.json()["code"]) == (404, "no-player")
    return found


def test_an_error_is_told_in_the_language_of_the_reader(event: ReadServer) -> None:
    for accepted, language in (("de-CH, en;q=0.5", "de"), ("en", "en"), ("it, de;q=0.1", "de")):
        found = refusal(event, accepted)
        assert found.headers["content-language"] == language
        text = texts_for(language).render(Message("no-player", player=99))
        assert found.json()["title"] == text


def test_the_language_chosen_on_the_pages_comes_first(event: ReadServer) -> None:
    found = refusal(event, "en", "fairpair_theme=dark; fairpair_language=de")
    assert found.headers["content-language"] == "de"
    found = refusal(event, "de", "fairpair_language=klingon")
    assert found.headers["content-language"] == "de"


@pytest.mark.parametrize("accepted", ["xx", "tlh, ia;q=0.3", "de;q=0", *BROKEN])
def test_an_unknown_or_broken_language_is_english(event: ReadServer, accepted: str) -> None:
    headers = {b"Accept-Language": accepted.encode("latin-1")}
    found = event.runner.run(event.client.get("/api/tournaments/cup/players/99", headers=headers))
    assert found.status_code == 404
    assert found.headers["content-language"] == "en"
    assert language_for(None, accepted) == "en"


def test_a_cached_read_is_kept_for_each_language(event: ReadServer) -> None:
    version, seen = event.version, dict[str, str]()
    for language in ("de", "en", "de", "en"):
        found = event.asks("/rules", Accept_Language=language, Accept_Encoding="identity")
        tag = f'"{version}-de"' if language == "de" else f'"{version}"'
        assert (found.headers["etag"], found.headers["content-language"]) == (tag, language)
        assert "Accept-Language" in found.headers["vary"]
        assert seen.setdefault(language, found.text) == found.text
    assert seen["de"] != seen["en"]
    assert "Anzahl" in seen["de"]


def test_a_tag_is_current_in_its_own_language_only(event: ReadServer) -> None:
    tags = dict[str, str]()
    for language in ("de", "en"):
        tags[language] = event.asks("/status", Accept_Language=language).headers["etag"]
    for language, other in (("de", "en"), ("en", "de")):
        same = event.asks("/status", Accept_Language=language, If_None_Match=tags[language])
        assert (same.status_code, same.content) == (304, b"")
        changed = event.asks("/status", Accept_Language=language, If_None_Match=tags[other])
        assert changed.status_code == 200


def test_a_tag_of_any_language_is_a_version_for_a_change(event: ReadServer) -> None:
    tag = event.asks("/status", Role.ORGANISER, Accept_Language="de").headers["etag"]
    assert tag.startswith(f'"{event.version}-de-staff')
    done = event.asks("/players/1/check-in", Role.ORGANISER, "POST", If_Match=tag)
    assert done.status_code == 200, done.text
    stale = event.asks("/players/2/check-in", Role.ORGANISER, "POST", If_Match=tag)
    assert (stale.status_code, stale.json()["code"]) == (412, "version-conflict")


def test_the_list_of_presets_is_told_in_the_language_of_the_reader(event: ReadServer) -> None:
    german, english = (
        event.asks("/api/presets", Accept_Language=language) for language in ("de", "en")
    )
    assert german.headers["etag"] != english.headers["etag"]
    assert german.headers["content-language"] == "de"
    names = [[one["name"] for one in found.json()["presets"]] for found in (german, english)]
    assert names[0] == names[1]
    for one, other in zip(german.json()["presets"], english.json()["presets"], strict=True):
        assert one["about"] != other["about"]


def test_tie_breaks_have_their_names_in_the_language_of_the_reader(event: ReadServer) -> None:
    name = texts_for("de").gettext("Random draw")
    found = event.asks("/standings", Accept_Language="de").json()
    assert found["tiebreaks"][-1]["name"] == name
    assert found["players"][0]["tiebreaks"][-1]["name"] == name
    why = event.asks("/standings/1/why", Accept_Language="de").json()
    assert why["steps"][-1]["name"] == name


def test_an_exported_document_is_english_for_everybody(event: ReadServer) -> None:
    german, english = (
        event.asks("/export/tournament.json", Accept_Language=language).text
        for language in ("de", "en")
    )
    assert german == english
    assert '"title": "Round 1"' in german


def test_the_winner_of_a_level_match_is_told_in_the_language_of_the_reader() -> None:
    level = Pairing((PlayerId(1), PlayerId(2)), Games((1, 1), winner=1))
    found = outcome_of(Tournament(), level)
    assert found is not None
    assert found.text == Message("result.won-by", score="1-1", side=2)


def test_a_value_that_is_none_of_the_choices_has_a_text() -> None:
    problem = {"type": "enum", "msg": "", "ctx": {"expected": "'full', 'half' or 'zero'"}}
    found = describe_problem(problem)
    assert str(found) == "must be 'full', 'half' or 'zero'"


def test_a_chess_tournament_is_told_in_the_words_of_chess() -> None:
    with read_server() as r:
        r.begin(people(*EIGHT), "fide_dutch", rounds=3)
        rules = {one["key"]: one["about"] for one in r.json("/rules")["rules"]}
        assert rules["draws_allowed"] == "A game may end in a draw."
        headers = {"Authorization": f"Bearer {r.access.make(Role.ORGANISER, CUP).key}"}
        wrong = {"rules": {"table_ranges": ["none"]}}
        found = r.runner.run(r.client.patch(HERE, json=wrong, headers=headers))
        [problem] = found.json()["errors"]
        assert "range of boards" in problem["message"]
