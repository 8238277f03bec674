"""The logo and the banner of a tournament: upload and remove."""

from typing import Annotated, Any

from fastapi import Depends, Path, Request

from fairpair.api.bodies import media_type, unsupported_media_type
from fairpair.api.path_params import HERE
from fairpair.api.write_request import Organiser, write_router
from fairpair.app.pictures import PictureFiles, change_header
from fairpair.app.views.command_results import CommandResult, command_result
from fairpair.formats.pictures import LARGEST_FILE, MOST_MEGAPIXELS, SIZES, PictureKind
from fairpair.formats.reader_process import read_in_process
from fairpair.process_limits import MIB

routes = write_router("tournaments")
_TYPES = ("image/png", "image/jpeg", "image/webp", "application/octet-stream")
_BINARY = {"schema": {"type": "string", "format": "binary"}}
_CONTENT = dict.fromkeys(_TYPES, _BINARY)
_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": _CONTENT}}
_LOGO, _BANNER = SIZES[PictureKind.LOGO], SIZES[PictureKind.BANNER]
Kind = Annotated[PictureKind, Path(description="`logo` or `banner`.", examples=["logo"])]


async def read_sent_picture(request: Request) -> bytes:
    """The file in the body."""
    if media_type(request) not in _TYPES:
        raise unsupported_media_type(request, *_TYPES)
    return await request.body()


@routes.put(
    f"{HERE}/pictures/{{kind}}",
    summary="Upload a logo or banner",
    description=f"The body is a PNG, JPEG or WebP file of at most {LARGEST_FILE // MIB} MiB and"
    f" {MOST_MEGAPIXELS} million pixels. It is stored again without its metadata: a logo as a"
    f" square of at most {_LOGO.width} pixels and {_LOGO.bytes // 1000} kB, a banner cut to"
    f" {_BANNER.width} by {_BANNER.height} pixels. Undo brings back the picture before.",
    openapi_extra=_BODY,
)
def upload_picture(
    request: Organiser, kind: Kind, data: Annotated[bytes, Depends(read_sent_picture)]
) -> CommandResult:
    """Store the picture and show it."""
    sent = PictureFiles({kind: data}, read_in_process)
    done = change_header(request.service, request.context, {}, sent)
    return command_result(request.report(done))


@routes.delete(f"{HERE}/pictures/{{kind}}", summary="Remove the logo or banner")
def delete_picture(request: Organiser, kind: Kind) -> CommandResult:
    """Undo brings it back."""
    done = change_header(request.service, request.context, {kind.value: ""})
    return command_result(request.report(done))
