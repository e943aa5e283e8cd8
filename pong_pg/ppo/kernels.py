"""The numerical kernels of the network and of Adam: by the compiled `network.c`, or by NumPy with the same bits."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Sequence

from pong_pg.ppo.compiled_kernels import LIBRARY, CompiledKernels
from pong_pg.ppo.kernel_interface import Kernels
from pong_pg.ppo.numpy_kernels import NumPyKernels


def select_action(logits: Sequence[float], uniform: float, *, greedy: bool = False) -> int:
    """Return the action that is drawn from softmax(logits) by inverting the cumulative distribution.

    Args:
        logits: of the actions.
        uniform: a number in [0, 1), which selects the first action whose cumulative probability exceeds it.
        greedy: select the most probable action instead.
    """
    largest = max(logits)
    if greedy:
        return logits.index(largest)
    odds = [math.exp(logit - largest) for logit in logits]
    total = 0.0
    for part in odds:
        total += part
    action, cumulative = 0, odds[0]
    while action < len(odds) - 1 and not uniform * total < cumulative:
        action += 1
        cumulative += odds[action]
    return action


@functools.cache
def kernels() -> Kernels:
    """Return the compiled kernels, or NumPy's where `network.c` can't be compiled."""
    library = LIBRARY.load()
    return NumPyKernels() if library is None else CompiledKernels(library)


# A forked child has none of its parent's threads, and would wait for them forever.
os.register_at_fork(after_in_child=kernels.cache_clear)
