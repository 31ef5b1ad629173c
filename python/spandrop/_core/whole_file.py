"""Write a file atomically: it appears complete or not at all."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator


@contextlib.contextmanager
def whole_file(target: str, source: str) -> Iterator[str]:
    """Yield the name of a file to write. It is renamed to `target` at the end, or removed after an error.

    Rejects targets that renaming would destroy: the source, directories, devices and pipes. Links are followed, and a
    file that is replaced keeps its permissions.
    """
    if os.path.isdir(target) or target.endswith(os.sep):
        raise IsADirectoryError(f"expected the name of an output file, got the directory {target}")
    if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
        raise OSError(f"expected a regular output file, got {target}")
    path = os.path.realpath(target)
    partial = path + ".partial"
    for name in (path, partial):
        if os.path.exists(name) and os.path.samefile(source, name):
            raise FileExistsError(
                "expected an output file other than the input"
                + (f"; the output is first written to {partial}" if name == partial else "")
            )
    lock = _locked(partial)
    try:
        if os.path.exists(path):
            os.fchmod(lock, stat.S_IMODE(os.stat(path).st_mode) & 0o777)
        yield partial
        _sync(partial)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(partial)  # still locked, so it never belongs to another run
        raise
    else:
        _rename(partial, path)
        _sync(os.path.dirname(path))  # so that the new name survives a power failure
    finally:
        os.close(lock)


def _rename(partial: str, path: str) -> None:
    try:
        os.replace(partial, path)
    except OSError:  # for example, the old file belongs to another user
        os.remove(partial)
        raise


def _sync(name: str) -> None:
    file = os.open(name, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _locked(partial: str) -> int:
    """Create and lock the partial file, so that two simultaneous runs cannot write to it."""
    while True:
        file = os.open(partial, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno == errno.EWOULDBLOCK:
                os.close(file)
                raise FileExistsError(
                    f"another run is writing {partial}; wait for it or choose another output file"
                ) from None
            return file  # the file system does not support locks
        # Another run may have renamed the file between the two calls. Then it is that run's result.
        if os.path.exists(partial) and os.path.samestat(os.fstat(file), os.stat(partial)):
            return file
        os.close(file)
