"""The fields with which a tournament gets its colour, logo, banner and description."""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import UploadFile

from fairpair.app.pictures import PictureFiles
from fairpair.app.views.identity import accent_of
from fairpair.core.accents import ACCENTS
from fairpair.core.tournament import Tournament
from fairpair.formats.pictures import LARGEST_FILE, SIZES, PictureKind
from fairpair.formats.reader_process import read_in_process
from fairpair.process_limits import MIB
from fairpair.web.desk.event_form import is_same_text
from fairpair.web.site import PageRequest


def identity_fields(
    t: Tournament, typed: Mapping[str, str], files: Mapping[str, UploadFile]
) -> dict[str, Any]:
    """What the form shows: the values that are set, or what was typed; files that were sent with
    it have to be chosen again.
    """
    return {
        "accent": typed.get("accent", accent_of(t)),
        "accents": ACCENTS,
        "description": typed.get("description", t.header.description),
        "sizes": {kind.value: size for kind, size in SIZES.items()},
        "largest": LARGEST_FILE // MIB,
        "lost": [kind for kind, file in files.items() if file.filename],
        "removed": [kind.value for kind in PictureKind if f"remove-{kind}" in typed],
    }


def identity_changes(
    seen: Tournament, visit: PageRequest
) -> tuple[dict[str, object], PictureFiles]:
    """What was changed of them in a form that showed those of `seen`, and the pictures that were
    sent with it.
    """
    form = visit.form
    changes: dict[str, object] = {}
    shown = seen.header.description
    if not is_same_text(form.get("description", shown), shown):
        changes["description"] = form["description"]
    if form.get("accent", accent_of(seen)) != accent_of(seen):
        changes["accent"] = form["accent"]
    files = {}
    for kind in PictureKind:
        file = visit.files.get(kind.value)
        data = file.file.read(LARGEST_FILE + 1) if file else b""
        if data:
            files[kind] = data
        elif f"remove-{kind}" in form:
            changes[kind.value] = ""
    return changes, PictureFiles(files, read_in_process)
