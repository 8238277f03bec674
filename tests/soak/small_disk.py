"""A real file system of a few megabytes that can be filled to the last byte (Linux only)."""

import ctypes
import os
from pathlib import Path

NEW_MOUNTS, NEW_USER = 0x0002_0000, 0x1000_0000
PRIVATE, RECURSIVE = 0x4_0000, 0x4000


class SmallDisk:
    """A tmpfs that only this process and its children see; it is gone when they are.

    Root may mount one; others need user namespaces. Must be made before the first thread.
    """

    def __init__(self, place: Path, mebibytes: int = 512) -> None:
        self.place = place
        self._ballast = place / "ballast"
        place.mkdir(parents=True, exist_ok=True)
        libc = ctypes.CDLL(None, use_errno=True)
        user, group = os.getuid(), os.getgid()
        _must(libc.unshare(NEW_MOUNTS if user == 0 else NEW_MOUNTS | NEW_USER), "unshare")
        if user:
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
            Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
        _must(libc.mount(b"none", b"/", None, PRIVATE | RECURSIVE, None), "mount")
        options = f"size={mebibytes}m,mode=700".encode()
        _must(libc.mount(b"tmpfs", os.fsencode(place), b"tmpfs", 0, options), "mount tmpfs")

    def fill(self, leave: int) -> None:
        """Take all the room but so many bytes."""
        found = os.statvfs(self.place)
        room = found.f_bavail * found.f_frsize - leave
        if room > 0:
            with self._ballast.open("wb") as ballast:
                os.posix_fallocate(ballast.fileno(), 0, room)

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)


def _must(code: int, what: str) -> None:
    if code:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
