"""What MkDocs is told about the documentation by a program: its navigation."""

from typing import Any

from fairpair.web.help.documents import CONTENTS, sections


def on_config(config: Any) -> Any:
    """The navigation as the table of contents has it."""
    groups: list[Any] = [
        {section.title: [f"{name}.md" for name in section.names]} for section in sections()
    ]
    config["nav"] = [f"{CONTENTS}.md", *groups]
    return config
