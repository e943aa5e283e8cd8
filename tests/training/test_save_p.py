from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pong_pg
from pong_pg.errors import CheckpointError
from pong_pg.training.checkpoint import load_with_config


class Bomb:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


def reference_model() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(4)
    return {"W1": rng.standard_normal((5, 6400)) / 80, "W2": rng.standard_normal(5)}


def python_2_pickle(model: dict[str, np.ndarray]) -> bytes:
    """What Python 2's `pickle.dump(model, f)` writes: protocol 0, byte strings, the old names of NumPy."""

    def array(value: np.ndarray) -> bytes:
        raw = "".join(f"\\x{byte:02x}" for byte in value.tobytes())
        shape = b"(" + b"".join(b"I%d\n" % n for n in value.shape) + b"t"
        return (
            b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n"
            + shape
            + b"cnumpy\ndtype\n(S'f8'\nI0\nI1\ntR(I3\nS'<'\nNNNI-1\nI-1\nI0\ntbI00\nS'"
            + raw.encode()
            + b"'\ntb"
        )

    items = b"".join(b"S'%s'\n" % name.encode() + array(value) + b"s" for name, value in model.items())
    return b"(d" + items + b"."


@pytest.mark.parametrize("protocol", ["Python 2", *range(pickle.HIGHEST_PROTOCOL + 1)])
def test_save_p_loads(tmp_path: Path, protocol: int | str) -> None:
    model = reference_model()
    data = pickle.dumps(model, protocol) if isinstance(protocol, int) else python_2_pickle(model)
    (tmp_path / "save.p").write_bytes(data)
    policy, config = load_with_config(tmp_path / "save.p")
    assert config is None
    assert isinstance(policy, pong_pg.ReinforcePolicy)
    np.testing.assert_array_equal(policy.W1, model["W1"].astype(np.float32))
    np.testing.assert_array_equal(policy.W2, model["W2"].astype(np.float32))


def test_a_pickle_that_would_execute_something_is_refused_unexecuted(tmp_path: Path) -> None:
    for content in ({"W1": Bomb(tmp_path / "fired")}, Bomb(tmp_path / "fired")):
        (tmp_path / "save.p").write_bytes(pickle.dumps(content))
        with pytest.raises(CheckpointError, match=r"asks for posix.mkdir, and only NumPy arrays are admitted"):
            pong_pg.load(tmp_path / "save.p")
    assert not (tmp_path / "fired").exists()
    for name in ("builtins.eval", "os.system", "numpy.load", "numpy.testing.run_module_suite"):
        module, _, attribute = name.rpartition(".")
        (tmp_path / "save.p").write_bytes(f"c{module}\n{attribute}\n(S'x'\ntR.".encode())
        with pytest.raises(CheckpointError, match=f"asks for {name}"):
            pong_pg.load(tmp_path / "save.p")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ([1, 2], "must hold a dictionary of the arrays W1 and W2"),
        ({"W1": np.zeros((5, 6400))}, "must hold a dictionary of the arrays W1 and W2"),
        ({"W1": np.zeros((5, 6400)), "W2": [[1], [2, 3]]}, "must hold a dictionary of the arrays W1 and W2"),
        ({"W1": np.zeros((0, 6400)), "W2": np.zeros(0)}, "hidden at least 1"),
        ({"W1": np.full((5, 6400), 1e300), "W2": np.zeros(5)}, "finite as float32"),
        ({"W1": np.zeros((5, 100)), "W2": np.zeros(5)}, r"W1 must have the shape \(hidden, 6400\)"),
        ({"W1": np.zeros((5, 6400), int), "W2": np.zeros(5)}, "floating-point"),
        ({"W1": np.full((5, 6400), np.inf), "W2": np.zeros(5)}, "finite"),
        ({"W1": np.zeros(5, object), "W2": np.zeros(5)}, "only plain numbers are admitted"),
    ],
)
def test_a_pickle_of_something_else_is_refused(tmp_path: Path, content: Any, complaint: str) -> None:
    (tmp_path / "save.p").write_bytes(pickle.dumps(content))
    with pytest.raises(CheckpointError, match=complaint):
        pong_pg.load(tmp_path / "save.p")


@pytest.mark.parametrize(
    "program",
    [
        # Arguments that make NumPy's own names read or forge memory.
        b"cnumpy\nndarray\n((I1\ntcnumpy\ndtype\n(S'O8'\ntRS'AAAAAAAA'\ntR.",
        b"cnumpy\nndarray\n((I1\ntcnumpy\ndtype\n(S'f8'\ntRS'AAAAAAAA'\ntR.",
        (
            b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n(I9\nt"
            b"cnumpy\ndtype\n(S'f8'\ntRI00\nS'short'\ntb."
        ),
        b"cnumpy\ndtype\n(S'V8'\nI0\nI1\ntR(I3\nS'|'\nNNNI8\nI1\nI63\ntb.",
    ],
)
def test_a_pickle_that_forges_memory_is_one_line_and_no_crash(tmp_path: Path, program: bytes) -> None:
    (tmp_path / "save.p").write_bytes(program)
    done = subprocess.run(
        [sys.executable, "-m", "pong_pg", "eval", "save.p"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
