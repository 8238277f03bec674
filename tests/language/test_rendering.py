"""A text is filled in whatever a translation has made of its placeholders."""

import pytest

from fairpair.language.message import Message
from fairpair.language.texts import texts_for


@pytest.mark.parametrize(
    "text", ["{a.b}", "{a[0][x]}", "{a[9]}", "{n[0]}", "{a", "{a!z}", "{0.real.x}"]
)
def test_a_wrong_placeholder_leaves_the_text_as_it_is(text: str) -> None:
    assert texts_for("en").render(Message(text, a="Ana", n=1)) == text
