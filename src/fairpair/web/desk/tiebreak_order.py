"""The list of tie-breaks as a form: to move, to add, to remove, or to start from a usual one.

Each button sends the whole form; the page comes back with the list changed and nothing saved.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

from fairpair.app.views.rules import usual_settings
from fairpair.app.views.standings import standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.rules import RULES, Rules
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of
from fairpair.engine.standings.codes import TiebreakCodeError
from fairpair.engine.standings.registry import link_of
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.engine.standings.wording import full_name
from fairpair.language.message import Message, Phrase
from fairpair.presets import names, preset, rules_of

PRESSED = "order"
"""The name of the buttons; their value is `rule:step:what`."""
_FORM = "tiebreaks"
_MOST_PLAYERS = 1_000
"""How many are ranked anew while somebody chooses."""


@dataclass(frozen=True, slots=True)
class TiebreakLine:
    """A tie-break in the list, or one to add; a code that nobody knows has no name."""

    code: str
    name: Message | None
    about: str


@dataclass(frozen=True, slots=True)
class StartingList:
    """The list of a preset."""

    title: str
    codes: str


@dataclass(frozen=True, slots=True)
class ClearPlaces:
    """How many places are not shared."""

    clear: int
    players: int


@dataclass(frozen=True, slots=True)
class TiebreakOrder:
    """`usual` and `others` are what can be added, for this game and for any."""

    lines: Sequence[TiebreakLine]
    usual: Sequence[TiebreakLine]
    others: Sequence[TiebreakLine]
    starts: Sequence[StartingList]


def orders_of(rules: Rules, texts: Mapping[str, str]) -> dict[str, TiebreakOrder]:
    """The lists by rule; `texts` is what stands in the fields."""
    return {key: _order(rules, key, codes_in(text)) for key, text in texts.items()}


def codes_in(text: str) -> list[str]:
    """The codes of a list as it is typed."""
    return [code for code in map(str.strip, text.split(",")) if code]


def press(typed: Mapping[str, str]) -> Mapping[str, str]:
    """The form after the button that was pressed; the same if none of these was."""
    key, _, step = typed.get(PRESSED, "").partition(":")
    if key not in RULES or RULES[key].kind.form != _FORM:
        return typed
    codes = _changed(codes_in(typed.get(key, "")), step, typed.get(f"add-{key}", ""))
    return {**typed, key: ", ".join(codes)}


def clear_places(t: Tournament, codes: Sequence[str]) -> ClearPlaces | None:
    """How many places this list makes clear; nothing before there are results to go by."""
    if not t.rounds or len(t.entries) > _MOST_PLAYERS:
        return None
    try:
        rules = t.rules.with_changes({"standings_tiebreakers": list(codes)})
        ranks = [row.rank for row in standings_of(replace(t, rules=rules)).rows if row.rank]
    except DomainError:
        return None
    clear = sum(len(list(same)) == 1 for _, same in groupby(sorted(ranks)))
    return ClearPlaces(clear, len(ranks))


def _changed(codes: list[str], step: str, added: str) -> list[str]:
    do, _, what = step.partition(":")
    place = int(what) if what.isascii() and what.isdigit() and len(what) < 4 else -1
    if do == "start":
        return codes_in(what)
    if do == "add":
        return [*codes, *codes_in(added)]
    if not 0 <= place < len(codes):
        return codes
    code = codes.pop(place)
    if do != "off":
        codes.insert(max(0, place - 1) if do == "up" else place + 1, code)
    return codes


def _order(rules: Rules, key: str, codes: Sequence[str]) -> TiebreakOrder:
    there = {code.casefold() for code in codes}
    fitting = [one for one in _all(rules) if one[0].code.casefold() not in there]
    return TiebreakOrder(
        lines=[_line(rules, code) for code in codes],
        usual=[line for line, usual in fitting if usual],
        others=[line for line, usual in fitting if not usual],
        starts=_starts(rules, key),
    )


def _line(rules: Rules, code: str) -> TiebreakLine:
    with suppress(TiebreakCodeError):
        found = link_of(code, rules)
        return TiebreakLine(code, full_name(found), found.tiebreak.about)
    return TiebreakLine(code, None, "")


def _all(rules: Rules) -> list[tuple[TiebreakLine, bool]]:
    """Everything that can be computed here, and whether it is usual in this game."""
    found = [(TiebreakLine(name, Phrase("Total"), ""), True) for name in rules.scores]
    for one in TIEBREAKS.values():
        with suppress(TiebreakCodeError):
            link_of(one.code, rules)
            if one.code != "PTS":
                line = TiebreakLine(one.code, Phrase(one.name), one.about)
                found.append((line, _is_usual(one, rules)))
    return found


def _is_usual(tiebreak: Tiebreak, rules: Rules) -> bool:
    usual, game = conventions_of(rules).tiebreaks, same_name_key(rules.game).replace("-", "")
    return not usual or any(one == "all" or one in usual or one in game for one in tiebreak.games)


def _starts(rules: Rules, key: str) -> list[StartingList]:
    """The lists of the presets for the same game, each once; that of the nearest preset first."""
    vocabulary = conventions_of(rules).name
    found: dict[str, str] = {}
    usual = ", ".join(usual_settings(rules)[key])
    for name in names():
        of = rules_of(name, {})
        if conventions_of(of).name == vocabulary:
            found.setdefault(", ".join(getattr(of, key)), preset(name).title)
    titles = sorted(found.items(), key=lambda one: one[0] != usual)
    return [StartingList(title, codes) for codes, title in titles]
