"""What the page asks for: verifies a file, in a browser."""

import json
from typing import Any

from fairpair.app.verification import Known, lines_of, verify_file
from fairpair.core.errors import DomainError


def verified(data: Any, known_hash: str, commitment: str, key: str) -> str:
    """The state, the verdict and further lines, as JSON."""
    try:
        found = verify_file(data.to_bytes(), Known(known_hash, commitment, key))
    except DomainError as error:
        return json.dumps(["bad", str(error.text), str(error.remedy)])
    state = "bad"
    if found.ok:
        state = "partly" if found.unchecked else "good"
    return json.dumps([state, *map(str, lines_of(found))])
