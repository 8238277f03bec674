"""A page taken apart as a browser without scripts sees it: its words, links and forms."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx

_ALONE = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"}
_UNREAD = {"script", "style", "title"}


@dataclass
class Form:
    """A form with the values it has when nobody touches it."""

    action: str
    id: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    """Name, value and address of its own, if it has one, of each button."""
    words: str = ""

    def filled(self, **typed: Any) -> dict[str, Any]:
        """What is sent when these fields are filled in; None leaves a field out."""
        found: dict[str, Any] = {}
        for name, value in self.fields:
            found.setdefault(name, []).append(value)
        return {name: value for name, value in (found | typed).items() if value is not None}

    def button(self, press: str) -> tuple[str, str, str]:
        """The first one, or the one with this value or address."""
        for button in self.buttons:
            if not press or press == button[1] or button[2].endswith(press):
                return button
        raise AssertionError(f"no button {press} in {self}")


class Page(HTMLParser):
    """What came back. Every element must be closed in its turn."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(convert_charrefs=True)
        self.answer = answer
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.forms: list[Form] = []
        self.open: list[str] = []
        self._words: list[str] = []
        self._main: list[str] = []
        self._form: Form | None = None
        self._select: str | None = None
        self._textarea = False
        self._options: list[tuple[str, bool]] = []
        self._elsewhere: list[tuple[str, tuple[str, str] | tuple[str, str, str]]] = []
        self.feed(self.html)
        self.close()
        for owner, one in self._elsewhere:
            form = next(form for form in self.forms if form.id == owner)
            (form.fields if len(one) == 2 else form.buttons).append(one)  # type: ignore[arg-type]

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def path(self) -> str:
        return self.answer.url.path

    @property
    def html(self) -> str:
        return self.answer.text

    @property
    def text(self) -> str:
        """What people read, with single spaces."""
        return " ".join(" ".join(self._words).split())

    @property
    def main(self) -> str:
        """What people read in the main part."""
        return " ".join(" ".join(self._main).split())

    @property
    def links(self) -> list[str]:
        return [found.get("href", "") for tag, found in self.elements if tag == "a"]

    def count(self, tag: str, **wanted: str) -> int:
        """How many of these elements have these attributes."""
        wanted = {name.strip("_"): value for name, value in wanted.items()}
        return sum(one == tag and wanted.items() <= found.items() for one, found in self.elements)

    def form(self, ending: str, words: str = "", **having: str) -> Form:
        """The first form whose address ends so, with these words and values in it."""
        for form in self.forms:
            right = form.action.partition("?")[0].endswith(ending) and words in form.words
            if right and having.items() <= dict(form.fields).items():
                return form
        known = [form.action for form in self.forms]
        raise AssertionError(f"no form {ending} {words!r} {having} in {known}\n{self.text}")

    def offers(self, ending: str) -> bool:
        return any(form.action.partition("?")[0].endswith(ending) for form in self.forms)

    # --- what the parser calls -------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in _ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self.elements.append((tag, has))
        if tag == "textarea":
            self._textarea = "disabled" not in has
        if tag == "form":
            self._form = Form(has.get("action", ""), has.get("id", ""))
            self.forms.append(self._form)
        elif "disabled" in has:
            return
        elif tag == "input" and "name" in has:
            self._input(has)
        elif tag == "textarea":
            self._give(has, (has["name"], ""))
        elif tag == "select":
            self._select, self._options = has["name"], []
        elif tag == "option" and self._select:
            self._options.append((has.get("value", ""), "selected" in has))
        elif tag == "button":
            self._give(has, (has.get("name", ""), has.get("value", ""), has.get("formaction", "")))

    def _input(self, has: dict[str, str]) -> None:
        kind = has.get("type")
        if kind == "file" or (kind in ("checkbox", "radio") and "checked" not in has):
            return
        self._give(has, (has["name"], has.get("value", "on" if kind == "checkbox" else "")))

    def _give(self, has: dict[str, str], one: tuple[str, str] | tuple[str, str, str]) -> None:
        """To the form that it names, or the one that it is in."""
        if "form" in has:
            self._elsewhere.append((has["form"], one))
        elif self._form:
            (self._form.fields if len(one) == 2 else self._form.buttons).append(one)  # type: ignore[arg-type]

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> closes <{self.open[-1]}>"
        self.open.pop()
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select:
            if self._options and self._form:
                chosen = next((value for value, on in self._options if on), self._options[0][0])
                self._form.fields.append((self._select, chosen))
            self._select = None

    def handle_data(self, data: str) -> None:
        if _UNREAD & set(self.open):
            return
        if self.open and self.open[-1] == "textarea" and self._textarea and self._form:
            name, before = self._form.fields[-1]
            self._form.fields[-1] = (name, before + data)
        self._words.append(data)
        if "main" in self.open:
            self._main.append(data)
        if self._form:
            self._form.words += data
