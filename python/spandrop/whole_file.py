"""A file that appears under its name whole or not at all, as those that the command writes."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator


@contextlib.contextmanager
def whole_file(target: str, source: str) -> Iterator[str]:
    """The name of a file to write to, which becomes `target` at the end, or is removed if that is never reached.

    Refuses what a rename would destroy: the source, directories, devices and pipes. Links are followed.
    """
    if os.path.isdir(target) or target.endswith(os.sep):
        raise IsADirectoryError(f"expected the name of a file for the result, got the directory {target}")
    if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
        raise OSError(f"expected a file for the result, got {target}, which is none")
    path = os.path.realpath(target)
    partial = path + ".partial"
    for name in (path, partial):
        if os.path.exists(name) and os.path.samefile(source, name):
            raise FileExistsError("expected another file for the result, got the input"
                                  + (f"; it would be written as {partial} first" if name == partial else ""))
    lock = _locked(partial)
    try:
        yield partial
        _sync(partial)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(partial)  # while it is locked: never that of another run
        raise
    else:
        _rename(partial, path)
        _sync(os.path.dirname(path))  # the name survives a power cut too
    finally:
        os.close(lock)


def _rename(partial: str, path: str) -> None:
    try:
        os.replace(partial, path)
    except OSError:  # as where the old file belongs to somebody else
        os.remove(partial)
        raise


def _sync(name: str) -> None:
    file = os.open(name, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _locked(partial: str) -> int:
    """The partial file, made and locked: two runs at once would write into one another."""
    while True:
        file = os.open(partial, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno == errno.EWOULDBLOCK:
                os.close(file)
                raise FileExistsError(f"expected no other run to the same file, but one is writing {partial}") from None
            return file  # some file systems have no locks
        # Another run may have given the file its name between the two calls: then this is its result.
        if os.path.exists(partial) and os.path.samestat(os.fstat(file), os.stat(partial)):
            return file
        os.close(file)
