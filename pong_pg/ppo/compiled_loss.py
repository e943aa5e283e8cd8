"""The loss of PPO by the compiled `loss.c`."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pong_pg.native.build import Library, c_function
from pong_pg.native.structs import ArrayFunction

_NAME = "pong_pg_ppo_objective"
LIBRARY = Library(Path(__file__).with_name("loss.c"), symbols=(_NAME,), c_symbols=("exp", "log"))

_INT, _DOUBLE, _ADDRESS = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p
_TERMS = 5
# Numbers of each sample that loss.c keeps until it adds them up.
_KEPT = 4

Array = npt.NDArray[np.float64]
CompiledLoss = Callable[..., tuple[list[float], Array]]


@functools.cache
def compiled_loss() -> CompiledLoss | None:
    """Return a function that computes what `pong_pg.ppo.loss.objective` does, with its bits; None without a compiler.

    It takes (n, actions + 1) float32 outputs; of each sample the action, int64, the log probability, the standardised
    advantage and the return, float64; and the clip range, the coefficients of value and entropy, and the largest log
    ratio. It returns the terms and the gradient.
    """
    library = LIBRARY.load()
    if library is None:
        return None
    doubles = np.float64
    function = ArrayFunction(
        getattr(library, _NAME),
        [
            *(np.float32, _INT, _INT, np.int64, doubles, doubles, doubles),
            *(_DOUBLE, _DOUBLE, _DOUBLE, _DOUBLE, _ADDRESS, _ADDRESS, doubles, doubles, doubles),
        ],
    )
    exp, log = c_function("exp"), c_function("log")

    def loss(
        outputs: npt.NDArray[np.floating],
        of_samples: tuple[npt.NDArray[np.int64], Array, Array, Array],
        coefficients: tuple[float, float, float, float],
    ) -> tuple[list[float], Array]:
        samples, width = outputs.shape
        d_outputs, terms, scratch = np.empty((samples, width)), np.empty(_TERMS), np.empty(_KEPT * samples)
        sizes = samples, width - 1
        function(outputs, *sizes, *of_samples, *coefficients, exp, log, d_outputs, terms, scratch)
        policy, value, entropy, moving, kl = terms.tolist()
        return [policy, value, entropy, 1 - moving / samples, kl], d_outputs

    return loss
