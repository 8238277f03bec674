"""Parts of a tournament on other sites: slim pages for frames, and the line that shows them."""

import html
import re
from pathlib import Path

import pytest

from fairpair.web.public.embed import EMBEDS

from .browser import Browser

DOCS = Path(__file__).parents[2] / "docs" / "how-to" / "embed.md"


@pytest.fixture
def cup(admin: Browser) -> Browser:
    """Four players and a knockout to come, round 1 published."""
    admin.begin("Cup", "Ana", "Bo", "Cy", "Di", cut=2, rounds=3)
    admin.good("PATCH", "/header", {"accent": "violet"})
    admin.post("/start")
    return admin


def embedded(cup: Browser, show: str, query: str = "") -> str:
    answer = cup.client.get(f"/t/{cup.here}/embed/{show}{query}")
    assert answer.status_code == 200, answer.text[:500]
    return answer.text


@pytest.mark.parametrize("show", EMBEDS)
def test_an_embedded_page_has_no_menu_and_opens_links_elsewhere(cup: Browser, show: str) -> None:
    text = embedded(cup, show)
    assert '<base target="_blank">' in text
    assert f'data-live="{cup.here}"' in text
    for absent in ("<nav", "<form", "<header", "manifest", 'role="search"'):
        assert absent not in text, absent
    assert 'class="wrap"' in text


def test_pairings_and_standings_name_the_players(cup: Browser) -> None:
    for show in ("pairings", "standings"):
        for name in ("Ana", "Bo", "Cy", "Di"):
            assert name in embedded(cup, show), show
    assert "Round 1" in embedded(cup, "pairings")
    assert 'class="tree' in embedded(cup, "bracket")


def test_the_accent_is_that_of_the_tournament_and_the_theme_that_of_the_address(
    cup: Browser,
) -> None:
    assert 'data-accent="violet"' in embedded(cup, "standings")
    assert "data-theme" not in embedded(cup, "standings")
    assert 'data-theme="dark"' in embedded(cup, "standings", "?theme=dark")
    assert "data-theme" not in embedded(cup, "standings", "?theme=red")


def test_before_the_first_round_there_is_a_sentence(admin: Browser) -> None:
    admin.begin("Later", "Ana", "Bo", "Cy", "Di")
    assert "Not published yet." in embedded(admin, "pairings")
    assert "Ana" in embedded(admin, "standings")
    admin.begin("Empty")
    assert embedded(admin, "pairings")
    assert embedded(admin, "standings")


def test_only_what_can_be_embedded_has_an_address(cup: Browser) -> None:
    assert cup.client.get(f"/t/{cup.here}/embed/players").status_code == 404
    assert cup.client.get("/t/nowhere/embed/standings").status_code == 404


@pytest.mark.parametrize("path", ["/t/cup/embed/bracket", "/t/nowhere/embed/standings"])
def test_a_refusal_in_a_frame_is_a_sentence_without_a_menu(admin: Browser, path: str) -> None:
    admin.begin("Cup", "Ana", "Bo", "Cy", "Di", cut=None, rounds=3)
    answer = admin.client.get(path.replace("cup", str(admin.here)))
    assert answer.status_code == 404
    assert "no knockout" in answer.text or "does not exist" in answer.text
    assert "embed.js" in answer.text  # which tells the page around it how high it is
    for absent in ("<nav", "<form", "<header", "Log in"):
        assert absent not in answer.text, absent


def test_embedded_pages_may_be_framed_under_the_same_strict_policy(cup: Browser) -> None:
    policies = {
        cup.client.get(path).headers["content-security-policy"]
        for path in (f"/t/{cup.here}/embed/standings", f"/t/{cup.here}/standings")
    }
    (policy,) = policies
    assert policy.endswith("frame-ancestors *")
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert cup.client.get("/static/widget.js").headers["content-security-policy"].endswith("'none'")


def test_a_hidden_tournament_shows_nothing(cup: Browser) -> None:
    cup.good("PATCH", "", {"rules": {"hidden": True}, "reason": "a private evening"})
    page = cup.open(f"/desk/{cup.here}/files")
    assert "This tournament is hidden" in page.text
    cup.leave()
    answer = cup.client.get(f"/t/{cup.here}/embed/standings")
    assert "Ana" not in answer.text


def lines_to_copy(text: str) -> dict[str, str]:
    found = re.findall(r'<code class="key" id="embed-(\w+)">(.*?)</code>', text)
    return {name: html.unescape(line) for name, line in found}


def test_the_desk_has_a_line_to_copy_for_each(cup: Browser) -> None:
    lines = lines_to_copy(cup.open(f"/desk/{cup.here}/files").answer.text)
    assert list(lines) == list(EMBEDS)
    for show, line in lines.items():
        assert re.fullmatch(
            rf'<script src="http://[^"]+/static/widget\.js" data-tournament="{cup.here}"'
            rf' data-show="{show}" async></script>',
            line,
        )
    cup.begin("No knockout", "Ana", "Bo")
    assert "bracket" not in lines_to_copy(cup.open(f"/desk/{cup.here}/files").answer.text)


def test_the_guide_names_the_same_line() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert re.search(
        r'<script src="https://[^"]+/static/widget\.js" data-tournament="[^"]+"'
        r' data-show="standings" async></script>',
        text,
    )
    for show in EMBEDS:
        assert f"`{show}`" in text
