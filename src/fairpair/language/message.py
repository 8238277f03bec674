"""A message: a code and its values. Its text depends on who reads it.

>>> str(Message("list.and", start="Ana", end="Bo"))
'Ana and Bo'
"""

from collections.abc import Iterable
from typing import Any

from fairpair.language.english import ENGLISH


class Message:
    """What is to be said, without a language.

    `code` names a text in `fairpair.language.english`; the values fill its placeholders. A value
    can be a message or a sequence of messages. `str()` gives the text in the current language.
    """

    __slots__ = ("code", "values")

    def __init__(self, code: str, /, **values: Any) -> None:
        self.code = code
        self.values = values

    def __str__(self) -> str:
        # Here, because texts render the messages inside messages.
        from fairpair.language.texts import current_texts  # noqa: PLC0415

        return current_texts().render(self)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Message({self.code!r}{values})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.code, self.values) == (other.code, other.values)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> dict[str, Any]:
        """How pydantic sends a message: as its text. What was sent is read as text again."""
        choices = [{"type": "is-instance", "cls": cls}, {"type": "str"}]
        return {"type": "union", "choices": choices, "serialization": {"type": "to-string"}}

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: Any, _handler: Any) -> dict[str, Any]:
        """How OpenAPI describes a message: as a string."""
        return {"type": "string"}

    def __hash__(self) -> int:
        return hash((self.code, *self.values))


class Phrase(Message):
    """An English text from a declaration, translated as it is: a rule's title, a tie-break's name.

    It is a value in other messages: `Message("rule.fixed", rule=Phrase(declaration.title))`. The
    text must be among those that `tools/texts.py` collects, else nobody can translate it.
    """

    __slots__ = ()

    def __init__(self, text: str) -> None:
        super().__init__("phrase", text=text)


def first_message(codes: Iterable[str], /, **values: Any) -> Message | None:
    """The message with the first of these codes that has a text."""
    return next((Message(code, **values) for code in codes if code in ENGLISH), None)


def encode_message(value: object) -> str:
    """The text of a message, as the hook of JSON encoders."""
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError
