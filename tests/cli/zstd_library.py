"""zstd for tests, through the system's library: an oracle that uses none of the program's code."""

import ctypes
import ctypes.util

_library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
_library.ZSTD_compressBound.restype = ctypes.c_size_t
_library.ZSTD_compressBound.argtypes = [ctypes.c_size_t]
_library.ZSTD_createCCtx.restype = ctypes.c_void_p
_library.ZSTD_freeCCtx.argtypes = [ctypes.c_void_p]
_library.ZSTD_CCtx_setParameter.restype = ctypes.c_size_t
_library.ZSTD_CCtx_setParameter.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
_library.ZSTD_compress2.restype = ctypes.c_size_t
_library.ZSTD_compress2.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
_library.ZSTD_decompress.restype = ctypes.c_size_t
_library.ZSTD_decompress.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
_library.ZSTD_isError.argtypes = [ctypes.c_size_t]


def compress(content):
    """One frame with a checksum, like the zstd program. Without a checksum, some corruption would go undetected."""
    checksum_flag = 201
    context = _library.ZSTD_createCCtx()
    assert not _library.ZSTD_isError(_library.ZSTD_CCtx_setParameter(context, checksum_flag, 1))
    buffer = ctypes.create_string_buffer(_library.ZSTD_compressBound(len(content)))
    size = _library.ZSTD_compress2(context, buffer, len(buffer), content, len(content))
    _library.ZSTD_freeCCtx(context)
    assert not _library.ZSTD_isError(size)
    return buffer.raw[:size]


def decompress(stored, most=1 << 26):
    """The joined content of all frames, at most `most` bytes."""
    buffer = ctypes.create_string_buffer(most)
    size = _library.ZSTD_decompress(buffer, most, stored, len(stored))
    assert not _library.ZSTD_isError(size), "not zstd, or too large"
    return buffer.raw[:size]
