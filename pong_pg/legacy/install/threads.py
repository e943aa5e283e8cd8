"""Sets the threads of NumPy's libraries, which are loaded before the script, as the script's variables ask for."""

from __future__ import annotations

import os
from collections.abc import Mapping

# What each library reads when it is loaded, the first that is set.
_READS = {
    "blis": ("BLIS_NUM_THREADS", "OMP_NUM_THREADS"),
    "mkl": ("MKL_NUM_THREADS", "OMP_NUM_THREADS"),
    "openblas": ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS"),
    "openmp": ("OMP_NUM_THREADS",),
}


def set_threads(variables: Mapping[str, tuple[str, bool]]) -> None:
    """Set the environment of this process and its children, and the threads of the libraries that are loaded.

    `pong-pg run` imports NumPy before the script, so its libraries have read their variables when the script sets them.

    Args:
        variables: as `read.threads.thread_variables` returns them.
    """
    for name, (value, replaces) in variables.items():
        if replaces or name not in os.environ:
            os.environ[name] = value
    if not variables:
        return
    from threadpoolctl import ThreadpoolController

    loaded = ThreadpoolController()
    for library, names in _READS.items():
        value = next((os.environ[name] for name in names if name in os.environ), "")
        if value.isdigit():
            loaded.select(internal_api=library).limit(limits=int(value))
