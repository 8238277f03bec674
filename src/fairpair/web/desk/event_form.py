"""The fields with the details of a tournament: place, dates, officials, description."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairpair.app.views.header import HeaderFieldView, header_view
from fairpair.core.dataclass import dataclass
from fairpair.core.header import HEADER, HeaderField
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class EventField:
    """A detail to fill in; `text` is what stands in it, one line for each entry of a list."""

    key: str
    title: Message
    about: Message | str
    form: str
    text: str
    public: bool
    missing: bool
    options: Mapping[str, str]


def event_fields(t: Tournament, typed: Mapping[str, str]) -> Sequence[EventField]:
    """The details that matter in the game, with what was typed in place of what is set."""
    return [
        EventField(
            key=one.key,
            title=one.title,
            about=one.about,
            form=one.form,
            text=typed.get(one.key, _text(one)),
            public=one.public,
            missing=one.missing,
            options=HEADER[one.key].kind.options,
        )
        for one in header_view(t, 0).fields
        if is_in_form(HEADER[one.key])
    ]


def event_changes(seen: Tournament, typed: Mapping[str, str]) -> dict[str, object]:
    """The details that were changed in a form that showed those of `seen`."""
    return {
        one.key: _value(one.form, typed[one.key])
        for one in event_fields(seen, {})
        if one.key in typed and not is_same_text(typed[one.key], one.text)
    }


def is_same_text(typed: str, shown: str) -> bool:
    """Whether nothing was typed: browsers send lines with other ends."""
    return typed.strip().splitlines() == shown.strip().splitlines()


def is_in_form(one: HeaderField) -> bool:
    """How the tournament looks and its description are in another section."""
    return one.editable and not one.look and one.key != "description"


def _text(one: HeaderFieldView) -> str:
    if one.form != "lines":
        return str(one.value)
    return "\n".join(x.replace("T", " ") if one.key == "round_dates" else x for x in one.value)


def _value(form: str, text: str) -> Any:
    return [line.strip() for line in text.splitlines()] if form == "lines" else text
