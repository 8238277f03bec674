"""A page taken apart: its forms, its links, and whatever in it our texts may have brought in."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from .values import MARK

OURS = ("/static/", "/api/docs/")
"""Where scripts may come from."""


@dataclass(slots=True)
class Form:
    """A form as it stands in the page; buttons are fields with an address of their own, if any."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    has_file: bool = False


class Page(HTMLParser):
    """`faults` is what must not be in any page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.faults: list[str] = []
        self._named: dict[str, Form] = {}
        self._late: list[tuple[str, tuple[str, str, str]]] = []
        self._open: Form | None = None
        self._select = self._area = ""
        self._script = False
        self.feed(html)
        self.close()
        for owner, (name, value, action) in self._late:
            if owner in self._named:
                form = self._named[owner]
                if action:
                    form.buttons.append((name, value, action))
                else:
                    form.fields.append((name, value))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self._look(tag, has)
        if tag == "a" and has.get("href"):
            self.links.append(has["href"])
        if tag == "form":
            self._open = Form(has.get("action", ""), has.get("method", "get").upper())
            self.forms.append(self._open)
            self._named[has.get("id", "")] = self._open
        elif tag in ("input", "textarea", "select", "button"):
            self._field(tag, has)
        elif tag == "option" and self._select and self._open:
            self._open.choices.setdefault(self._select, []).append(has.get("value", ""))
            if "selected" in has or len(self._open.choices[self._select]) == 1:
                self._open.fields.append((self._select, has.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""
        elif tag == "script":
            self._script = False

    def handle_data(self, data: str) -> None:
        if self._area and self._open:
            name, before = self._open.fields[-1]
            self._open.fields[-1] = (name, before + data)
        if self._script and data.strip():
            self.faults.append(f"a script in the page: {data[:60]!r}")

    def _look(self, tag: str, has: dict[str, str]) -> None:
        if tag == MARK:
            self.faults.append(f"an element <{tag}> that somebody typed")
        if tag == "script":
            self._script = not has.get("type", "").endswith("json")
            if self._script and not has.get("src", "").startswith(OURS):
                self.faults.append(f"a script from {has.get('src', 'the page')!r}")
        for name, value in has.items():
            if name.startswith("on"):
                self.faults.append(f"<{tag} {name}=...>")
            if name in ("href", "src", "action", "formaction") and _leads_away(tag, value):
                self.faults.append(f"<{tag} {name}={value[:60]!r}>")

    def _field(self, tag: str, has: dict[str, str]) -> None:
        name, value = has.get("name", ""), has.get("value", "")
        if "form" in has and tag in ("input", "button"):
            self._late.append((has["form"], (name, value, has.get("formaction", ""))))
            return
        if self._open is None or (tag != "button" and not name):
            return
        if tag == "button":
            self._open.buttons.append((name, value, has.get("formaction", "")))
        elif tag == "select":
            self._select = name
        elif has.get("type") == "file":
            self._open.has_file = True
        else:
            self._area = name if tag == "textarea" else ""
            self._open.fields.append(
                (name, value or ("on" if has.get("type") == "checkbox" else ""))
            )


def _leads_away(tag: str, value: str) -> bool:
    """Whether it runs something, or sends a form elsewhere."""
    address = "".join(value.split()).lower()
    if address.startswith(("javascript:", "vbscript:", "data:text")):
        return True
    return tag in ("form", "button") and address.startswith(("//", "http"))
