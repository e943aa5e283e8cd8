"""Learning in C against the plain NumPy way, and the bits of C against themselves."""

from __future__ import annotations

import ctypes
import functools
import gc
import math
import shutil
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from ppo_games import masks_of_play, recorded, weights, with_fault

from pong_pg.native import build
from pong_pg.ppo.adam import Adam, Trained
from pong_pg.ppo.learner import LIBRARY, CompiledLearner, PlainLearner
from pong_pg.ppo.network import BIAS, combined
from pong_pg.ppo.reference import Minibatch, Settings, Terms

# Below, at and above the widths of which groups.h has a block, and learner.c a share.
WIDTHS = [1, 7, 16, 64, 65, 128, 200]
ROLLOUTS = [recorded(masks_of_play(40, seed), ended=(11,))[0] for seed in (0, 1)]
SAMPLES = 2 * 38
ORDER = np.split(np.random.default_rng(1).permutation(SAMPLES), [40, 65])
SETTINGS = Settings(target_kl=1e9, max_grad_norm=5.0, learning_rate=0.01, block_rate=0.3)
# How far sums of some thousand products in another order may be apart, relative to the largest of them.
TOLERANCE = 1e-4

Found = dict[str, npt.NDArray[Any]]


def adam_of(hidden: int) -> Adam:
    """In the middle of a run: no array is zeros."""
    rng, net = np.random.default_rng(hidden), weights(hidden)
    shapes = Trained.shapes(hidden)
    shared, *mean = (
        (rng.standard_normal(shape) / 100).astype(np.float32) for shape in (shapes["shared"], *shapes.values())
    )
    square = [rng.uniform(1e-4, 2e-4, shape).astype(np.float32) for shape in shapes.values()]
    return Adam(Trained(net.W1, shared, net.heads, net.biases), Trained(*mean), Trained(*square), steps=20)


def batch() -> Minibatch:
    rng = np.random.default_rng(2)
    return Minibatch(
        rng.integers(3, size=SAMPLES),
        rng.normal(-1, 0.3, SAMPLES),
        rng.standard_normal(SAMPLES),
        rng.uniform(-1, 1, SAMPLES),
    )


def by_c(adam: Adam, threads: int = 2) -> CompiledLearner:
    library = LIBRARY.load()
    assert library is not None, f"the tests need a C compiler: {LIBRARY.about()}"
    return CompiledLearner(library, adam, ROLLOUTS, 40, threads)


def by_numpy(adam: Adam) -> PlainLearner:
    return PlainLearner(adam, ROLLOUTS)


def learned(make: Callable[[Adam], PlainLearner], hidden: int) -> Found:
    """All that comes of learning from some minibatches."""
    adam = adam_of(hidden)
    learner = make(adam)
    found: Found = {"outputs": learner.outputs().copy()}
    steps = learner.learn(batch(), ORDER, SETTINGS)
    assert adam.steps == 20 + len(ORDER)
    for name, column in zip(Terms._fields, zip(*(terms for terms, _ in steps), strict=True), strict=True):
        found[f"term {name}"] = np.array(column)
    found["norms"] = np.array([norm for _, norm in steps])
    for part in ("values", "mean", "square"):
        found |= {f"{name} {part}": array for name, array in getattr(adam, part)._asdict().items()}
    return found | {"W1": adam.weights.W1}


@functools.cache
def expected(hidden: int) -> Found:
    return learned(by_numpy, hidden)


def bits(found: Found) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in found.items()}


def check_near(found: Found, exact: Found) -> None:
    for name, array in exact.items():
        scale = float(np.abs(array).max())
        np.testing.assert_allclose(found[name], array, rtol=0, atol=TOLERANCE * scale, err_msg=name)


@pytest.mark.parametrize("hidden", WIDTHS)
def test_c_learns_what_numpy_does_and_the_same_bits_with_any_number_of_threads(hidden: int) -> None:
    one = learned(lambda adam: by_c(adam, 1), hidden)
    check_near(one, expected(hidden))
    assert {SETTINGS.max_grad_norm < norm for norm in one["norms"]} == {True}, "what is clipped is compared, too"
    assert 0 < one["term clipped"].min() < one["term clipped"].max() < 1
    for threads in (2, 3):
        assert bits(learned(functools.partial(by_c, threads=threads), hidden)) == bits(one)


class Late(threading.Thread):
    """Begins some seconds after it is started; or only when it is waited for."""

    seconds = 0.0

    def start(self) -> None:
        if self.seconds < math.inf:
            super().start()

    def run(self) -> None:
        time.sleep(self.seconds)
        super().run()

    def join(self, timeout: float | None = None) -> None:
        if self.seconds < math.inf:
            super().join(timeout)
        else:
            super().run()


@pytest.mark.parametrize("seconds", [0.001, 0.01, math.inf])
def test_threads_that_come_late_are_not_waited_for(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    one = bits(learned(lambda adam: by_c(adam, 1), 65))
    monkeypatch.setattr(Late, "seconds", seconds)
    monkeypatch.setattr(threading, "Thread", Late)
    assert bits(learned(lambda adam: by_c(adam, 4), 65)) == one


def test_a_thread_that_comes_early_finds_nothing_to_do() -> None:
    """Else what it counts as done is missing later: a step is learned from half a gradient, or waited for forever."""
    learner = by_c(adam_of(7), 3)
    with ThreadPoolExecutor(1) as threads:
        helper = threads.submit(learner._c.pong_pg_ppo_help, ctypes.byref(learner._struct))
        time.sleep(0.1)
        learner._struct.shares.is_finished = 1
        helper.result()
    assert learner._struct.shares.pending == 0


def test_a_thread_that_comes_after_an_interrupt_finds_that_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C can end the wait for a thread that has not begun: what it looks at must not be freed before."""
    late: list[threading.Thread] = []

    class Interrupted(threading.Thread):
        def start(self) -> None:
            late.append(self)

        def join(self, timeout: float | None = None) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(threading, "Thread", Interrupted)
    learner = by_c(adam_of(7))
    struct = weakref.ref(learner._struct)
    with pytest.raises(KeyboardInterrupt):
        learner.outputs()
    del learner
    gc.collect()
    assert struct() is not None
    late.pop().run()


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError("can't start new thread")])
def test_threads_end_where_another_can_not_be_started(error: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they look for work forever, and the process never ends."""
    started: list[threading.Thread] = []

    class Limited(threading.Thread):
        def start(self) -> None:
            if started:
                raise error
            started.append(self)
            super().start()

    monkeypatch.setattr(threading, "Thread", Limited)
    with pytest.raises(type(error) if isinstance(error, Exception) else error):
        by_c(adam_of(7), 3).outputs()
    started[0].join(5)
    assert not started[0].is_alive()


def test_processors_with_and_without_wide_registers_give_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = bits(learned(by_c, 200))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", f"{shutil.which('cc') or 'gcc'} -DWIDE=")
    fresh = build.Library(LIBRARY.source, functions=LIBRARY.functions)
    library = fresh.load()
    assert library is not None, fresh.about()
    assert b".avx2" not in Path(library._name).read_bytes()
    monkeypatch.setattr(LIBRARY, "load", lambda: library)
    assert bits(learned(by_c, 200)) == wide


FAULTS = [
    ("inputs.h", "for (int64_t i = ends[0];", "for (int64_t i = 0;"),
    ("inputs.h", "is_dark ? ~group : group", "group"),
    ("inputs.h", "&& !is_first", ""),
    ("groups.h", "total[k] -= ((const Lanes", "total[k] += ((const Lanes"),
    ("groups.h", "+ ~inputs[i] * BLOCK))[k] -= parts[k]", "+ ~inputs[i] * BLOCK))[k] += parts[k]"),
    ("groups.h", "& ~(total[k] < 0)", ""),
    ("groups.h", "sum[k] += row[k]", "sum[k] -= row[k]"),
    ("learner.c", "hidden_layer[i] > 0 ? d_hidden_layer[i] : 0", "d_hidden_layer[i]"),
    ("learner.c", "row + from, 1, to - from", "row + from, -1, to - from"),
    ("learner.c", "(((own[i] + shared[0][i])", "(((own[i] - shared[0][i])"),
    ("learner.c", "output == 1 ? 2 : output == 2 ? 1 : output", "output"),
    ("learner.c", "d[action] -= pull", "d[action] += pull"),
    ("learner.c", "(logs[k] + entropy)", "(logs[k] - entropy)"),
    ("learner.c", "(value - R) / 2", "(value + R) / 2"),
    ("learner.c", "squares += l->column_squares[i]", "squares -= l->column_squares[i]"),
    ("learner.c", "parameter.values[i] -= rate", "parameter.values[i] += rate"),
    ("learner.c", "rate * (float)l->block_rate", "rate"),
]


@pytest.mark.parametrize(("name", "right", "wrong"), FAULTS, ids=[right for _, right, _ in FAULTS])
def test_a_fault_is_noticed(name: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: one sign of the C files is changed."""
    library = with_fault("learner.c", name, right, wrong, tmp_path, monkeypatch)
    monkeypatch.setattr(LIBRARY, "load", lambda: library)
    with pytest.raises(AssertionError):
        check_near(learned(by_c, 16), expected(16))


BOTH = pytest.mark.parametrize("make", [by_c, by_numpy])


@BOTH
def test_learning_ends_where_the_policy_has_moved_too_far(make: Any) -> None:
    """Nothing is learned from the minibatch that shows it, but from the first in any case."""
    kl = [terms.kl for terms, _ in make(adam_of(7)).learn(batch(), ORDER, SETTINGS)]
    assert len(kl) == 3
    for limit, steps in ((max(kl[1:]), 3), (1e-30, 1)):
        adam = adam_of(7)
        found = make(adam).learn(batch(), ORDER, SETTINGS._replace(target_kl=limit))
        assert (len(found), adam.steps) == (steps, 20 + steps)
        # To the bit: a resumed run adds them up anew.
        assert adam.weights.W1.tobytes() == combined(adam.values.own, adam.values.shared).tobytes()


@BOTH
@pytest.mark.parametrize("number", [math.inf, math.nan, 1e38])
def test_learning_ends_with_a_norm_that_is_not_finite(make: Any, number: float) -> None:
    """Also where a finite weight leads to infinite outputs."""
    adam = adam_of(7)
    adam.values.own[BIAS, 0] = adam.weights.W1[BIAS, 0] = number
    adam.values.heads[0] = 1e3
    with np.errstate(all="ignore"):
        *before, (_, norm) = make(adam).learn(batch(), ORDER, SETTINGS)
    assert not before
    assert not math.isfinite(norm)
