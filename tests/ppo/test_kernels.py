"""The kernels in C against those of the plain NumPy way, and their bits against themselves."""

from __future__ import annotations

import multiprocessing
import shutil
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from ppo_games import by_c, masks_of_play, recorded, weights, with_fault
from wrong_arrays import WRONG

from pong_pg.native import build
from pong_pg.ppo.compiled_kernels import LIBRARY
from pong_pg.ppo.kernels import AdamStep, Kernels, Parameter, PlainKernels, kernels
from pong_pg.ppo.network import SHARED, Weights

# Below, at and above the widths of which kernels.c has a part of a block, or a thread a part.
WIDTHS = [1, 7, 16, 64, 65, 128, 200]
ROLLOUTS = [recorded(masks_of_play(40, seed), ended=(11,))[0] for seed in (0, 1)]
CHOSEN = np.random.default_rng(1).integers(78, size=100)
# How far sums of some thousand products in another order may be apart, relative to the largest of them.
TOLERANCE = 1e-5


def results(way: Kernels, net: Weights, indices: npt.NDArray[np.intp] = CHOSEN) -> dict[str, npt.NDArray[Any]]:
    """All that a minibatch goes through."""
    rng = np.random.default_rng(2)
    chosen = way.select(way.encode(ROLLOUTS), indices)
    hidden_layers, outputs = way.forward(net, chosen)
    found = {"hidden": hidden_layers.reshape(-1, net.hidden).copy(), "outputs": outputs.copy()}
    d_outputs = rng.standard_normal(outputs.shape).astype(np.float32)
    gradient = way.backward(net, chosen, hidden_layers.copy(), d_outputs)
    found |= {"rows": gradient.rows.copy(), "W1": gradient.W1[gradient.rows], "heads": gradient.heads.copy()}
    found |= {"biases": gradient.biases.copy(), "squares": way.squares(gradient).copy()}
    shared_rows, sums = way.shared_gradient(gradient)
    found |= {"shared rows": shared_rows.copy(), "shared": sums[shared_rows]}
    moved = Parameter(net.W1.copy(), np.full_like(net.W1, 0.1), np.full_like(net.W1, 0.2))
    way.adam(moved, gradient.W1, gradient.rows, AdamStep(1e-3, 0.7, 3))
    found |= moved._asdict()
    W1, shared = np.zeros_like(net.W1), rng.standard_normal((SHARED, net.hidden)).astype(np.float32)
    way.combine(net.W1, shared, gradient.rows, W1)
    return found | {"combined": W1}


def bits(found: dict[str, npt.NDArray[Any]]) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in found.items()}


def check_near(found: dict[str, npt.NDArray[Any]], expected: dict[str, npt.NDArray[Any]]) -> None:
    for name, array in expected.items():
        scale = float(np.abs(array).max())
        np.testing.assert_allclose(found[name], array, rtol=0, atol=TOLERANCE * scale, err_msg=name)


@pytest.mark.parametrize("hidden", WIDTHS)
def test_c_computes_what_numpy_does_and_the_same_bits_with_any_number_of_threads(hidden: int) -> None:
    net = weights(hidden)
    one = results(by_c(1), net)
    check_near(one, results(PlainKernels(), net))
    assert [bits(results(by_c(threads), net)) == bits(one) for threads in (2, 3)] == [True] * 2


def test_processors_with_and_without_wide_registers_give_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", f"{shutil.which('cc') or 'gcc'} -DWIDE=")
    fresh = build.Library(LIBRARY.source, symbols=())
    library = fresh.load()
    assert library is not None, fresh.about()
    assert b".avx2" not in Path(library._name).read_bytes()
    assert bits(results(by_c(library=library), weights(200))) == bits(results(by_c(), weights(200)))


FAULTS = [
    ("inputs.h", "for (int64_t i = ends[0];", "for (int64_t i = 0;"),
    ("inputs.h", "is_dark ? ~group : group", "group"),
    ("inputs.h", "&& !is_first", ""),
    ("kernels.c", "total[k] -= ((const Lanes *)(sums + ~inputs", "total[k] += ((const Lanes *)(sums + ~inputs"),
    ("kernels.c", "+ ~inputs[i] * BLOCK))[k] -= parts[k]", "+ ~inputs[i] * BLOCK))[k] += parts[k]"),
    ("kernels.c", "hidden_layer[i] > 0 ? d_hidden_layer[i] : 0", "d_hidden_layer[i]"),
    ("kernels.c", "sum[l] += part[l]", "sum[l] -= part[l]"),
    ("kernels.c", "total[i] += row[i]", "total[i] -= row[i]"),
    ("kernels.c", "w[i] -= rate", "w[i] += rate"),
]


@pytest.mark.parametrize(("name", "right", "wrong"), FAULTS, ids=[right for _, right, _ in FAULTS])
def test_a_fault_is_noticed(name: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: one sign of the C files is changed."""
    library = with_fault("kernels.c", name, right, wrong, tmp_path, monkeypatch)
    with pytest.raises(AssertionError):
        check_near(results(by_c(library=library), weights(16)), results(PlainKernels(), weights(16)))


def test_threads_do_not_disturb_each_other() -> None:
    """A policy may act in a thread while another learns."""
    way, nets = by_c(1), [weights(hidden, seed) for hidden, seed in ((64, 0), (64, 1), (100, 2))]
    expected = [bits(results(way, net)) for net in nets]

    def wrong(number: int) -> int:
        return sum(bits(results(way, nets[number])) != expected[number] for _ in range(10))

    with ThreadPoolExecutor(len(nets)) as threads:
        assert list(threads.map(wrong, range(len(nets)))) == [0, 0, 0]


def test_a_forked_child_does_not_wait_for_threads_that_it_does_not_have() -> None:
    net = weights(128)
    expected = bits(results(kernels(), net))
    here, there = multiprocessing.get_context("fork").Pipe(duplex=False)

    def look() -> None:
        there.send(bits(results(kernels(), net)) == expected)

    with warnings.catch_warnings():
        # Python 3.12 warns of what is tested here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = multiprocessing.get_context("fork").Process(target=look)
        child.start()
    try:
        assert here.poll(30)
        assert here.recv()
    finally:
        child.kill()
        child.join()


def test_arrays_of_another_order_or_dtype_are_refused() -> None:
    """C would read them as if they were the right ones."""
    net, way = weights(8), by_c()
    chosen = way.select(way.encode(ROLLOUTS), CHOSEN)
    hidden_layers, outputs = (array.copy() for array in way.forward(net, chosen))
    for wrong in WRONG.values():
        for name in Weights._fields:
            bad = net._replace(**{name: wrong(getattr(net, name))})
            with pytest.raises(ValueError, match=r"array of shape .* in C order"):
                way.forward(bad, chosen)
            with pytest.raises(ValueError, match=r"array of shape .* in C order"):
                way.backward(bad, chosen, hidden_layers, outputs)
    with pytest.raises(ValueError, match="int16 array"):
        way.encode([ROLLOUTS[0]._replace(changes=ROLLOUTS[0].changes.astype(np.int32))])
