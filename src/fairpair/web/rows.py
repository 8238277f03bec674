"""The rows of large tables: one is rendered again only when what it shows has changed."""

from collections.abc import Hashable, Iterable, Mapping
from functools import cache, partial
from typing import Any

from markupsafe import Markup, escape

from fairpair.language.texts import current_texts
from fairpair.web.rendering import environment
from fairpair.web.view_cache import ViewCache

MOST_ROWS = 10_000


def render_rows(
    kept: ViewCache,
    template: str,
    rows: Iterable[Any],
    fills: Mapping[str, str] | None = None,
    /,
    **shared: Hashable,
) -> Markup:
    """The rows, by the macro `row` of this template.

    The macro sees its row, what is `shared` by all rows, and nothing else of the page: so a row
    that is kept cannot show what belongs to another tournament, role or language. What is new on
    every page, as the token of its forms, is named in `fills` and filled in at the end.
    """
    texts, fills = current_texts(), fills or {}
    look = (template, texts.language, texts.vocabulary, *sorted(shared.items()))
    gaps = {name: Markup(f"<{name}>") for name in fills}  # noqa: S704  no text has such a sign

    @cache
    def macro() -> Any:
        return environment().get_template(template).make_module({**shared, **gaps}).row  # type: ignore[attr-defined]

    def render(row: Any) -> str:
        return str(macro()(row))

    parts = (kept.get_or_build((look, row.id), row, partial(render, row)) for row in rows)
    found = "".join(parts)
    for name, value in fills.items():
        found = found.replace(f"<{name}>", escape(value))
    return Markup(found)  # noqa: S704  the template has escaped it
