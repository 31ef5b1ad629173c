"""pyarrow's filter with a given mask: it draws nothing and makes no offsets."""

import pyarrow

pyarrow.set_cpu_count(1)
pyarrow.set_io_thread_count(1)


def arrays(values, keep):
    """The batch and its mask as pyarrow arrays."""
    return pyarrow.array(values), pyarrow.array(keep)


def drop(values, keep):
    """The kept values."""
    return values.filter(keep)
