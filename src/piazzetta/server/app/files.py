"""Files of the web app, compressed as they were built, and kept by browsers as long as they may be.

What lies under `assets/` has its content in its name, so that it never changes; everything else is
asked for anew, and sent only if it did.
"""

import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""What a browser may accept, the smallest first, and how such files end."""
FOREVER = "public, max-age=31536000, immutable"
CHECKED = "no-cache"
HASHED = "assets"

mimetypes.add_type("application/manifest+json", ".webmanifest")


class Files(StaticFiles):
    """A folder that was built by `npm run build`."""

    def __init__(self, folder: Path) -> None:
        """The folder need not have anything but files."""
        super().__init__(directory=folder)
        self._hashed = folder.name == HASHED

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, or its compressed twin where the browser reads that."""
        path, encoding = _smallest(Path(full_path), Headers(scope=scope))
        stat = path.stat() if encoding else stat_result
        response = super().file_response(path, stat, scope, status_code)
        response.headers["cache-control"] = FOREVER if self._hashed else CHECKED
        response.headers["vary"] = "accept-encoding"
        if encoding and response.status_code != 304:
            response.headers["content-encoding"] = encoding
        return response


def _smallest(path: Path, headers: Headers) -> tuple[Path, str]:
    accepted = headers.get("accept-encoding", "")
    for encoding, ending in ENCODINGS.items():
        twin = path.with_name(path.name + ending)
        if encoding in accepted and twin.is_file():
            return twin, encoding
    return path, ""
