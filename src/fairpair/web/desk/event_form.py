"""The form with the details of a tournament: place, dates, officials, description."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.use_cases.edits import run_idempotent
from fairpair.app.views.header import HeaderFieldView, fields_for, header_view
from fairpair.core.header import HEADER
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message
from fairpair.log.commands import ChangeHeader
from fairpair.web.site import PageRequest

SENT = "event"
"""The hidden field that tells this form from the others of the page."""


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


def event_fields(t: Tournament, typed: Mapping[str, str]) -> Sequence[EventField]:
    """The details that matter in the game, with what was typed in place of what is set."""
    return [
        EventField(
            key=one.key,
            title=one.title,
            about=one.about,
            form=one.form,
            text=typed.get(one.key, _text(one)) if SENT in typed else _text(one),
            public=one.public,
            missing=one.missing,
        )
        for one in header_view(t, 0).fields
        if HEADER[one.key].editable
    ]


def save_event(service: Service, visit: PageRequest) -> Outcome:
    """Change the details that were changed in the form."""
    changes = {
        one.key: _value(one.kind.form, visit.form[one.key])
        for one in fields_for(visit.t)
        if one.editable and one.key in visit.form
    }
    return service.run(visit.command_context, run_idempotent, ChangeHeader(changes))


def _text(one: HeaderFieldView) -> str:
    if one.form != "lines":
        return str(one.value)
    return "\n".join(x.replace("T", " ") if one.key == "round_dates" else x for x in one.value)


def _value(form: str, text: str) -> Any:
    return [line.strip() for line in text.splitlines()] if form == "lines" else text
