"""The English text of every message, by its code; one module per part of the program.

| code | meaning |
|---|---|
| `round-not-published` | the error of this code: what happened |
| `round-not-published.hint` | what to do about it |
| `impossible-result.draw` | another text for the error `impossible-result` |
| `list.and` | any other text; the part before the dot is its subject |

A pair of texts is for one and for several: the value `n` decides.
"""

from fairpair.language.english import (
    api,
    cli,
    client,
    common,
    endorsement,
    explanations,
    extensions,
    fide,
    file_commands,
    files,
    header,
    history,
    laboratory,
    library,
    log,
    odds,
    outlook,
    pairing,
    paper,
    rating_lists,
    ratings,
    results,
    rules,
    stages,
    standings,
    status,
    storage,
    trf,
    use_cases,
    values,
    variants,
    verification,
    web,
)

Text = str | tuple[str, str]

PARTS = (
    common,
    values,
    log,
    history,
    storage,
    use_cases,
    status,
    pairing,
    endorsement,
    explanations,
    standings,
    odds,
    outlook,
    laboratory,
    stages,
    rules,
    header,
    ratings,
    results,
    rating_lists,
    files,
    trf,
    fide,
    file_commands,
    web,
    cli,
    paper,
    api,
    verification,
    library,
    client,
    extensions,
)
ENGLISH: dict[str, Text] = {code: text for part in PARTS for code, text in part.TEXTS.items()}
VARIANTS: dict[str, dict[str, Text]] = variants.VARIANTS
