"""The logo and the banner of a tournament, as files."""

from typing import Annotated

from fastapi import Path, Response

from fairpair.api.path_params import HERE
from fairpair.api.read_request import Anybody, file_response, read_router
from fairpair.app.pictures import find_picture
from fairpair.core.stored import PICTURE_TYPES
from fairpair.formats.pictures import SIZES, PictureKind
from fairpair.http.responses import is_same

pictures = read_router("tournaments")
_FILE = {"schema": {"type": "string", "format": "binary"}}
_FILES = file_response("image/png", _FILE["schema"])
_FILES[200]["content"] = dict.fromkeys(PICTURE_TYPES.values(), _FILE)
_LOGO, _BANNER = SIZES[PictureKind.LOGO], SIZES[PictureKind.BANNER]


@pictures.get(
    f"{HERE}/pictures/{{kind}}",
    summary="Get the logo or banner",
    description=f"A PNG or JPEG file: a logo is a square of at most {_LOGO.width} pixels, a banner"
    f" has {_BANNER.width} by {_BANNER.height}. Returns 404 without one.",
    response_class=Response,
    responses=_FILES,
)
def read_picture(
    read: Anybody,
    kind: Annotated[PictureKind, Path(description="`logo` or `banner`.", examples=["logo"])],
) -> Response:
    """The file, or 304 if the caller has it."""
    t = read.service.existing_journal(read.tournament).tournament
    found = find_picture(read.service, t, read.tournament, getattr(t.header, kind.value))
    headers = {"ETag": f'"{found.name}"', "Cache-Control": "no-cache"}
    if is_same(read.request.headers.get("if-none-match", ""), found.name):
        return Response(status_code=304, headers=headers)
    return Response(found.data, media_type=found.media_type, headers=headers)
