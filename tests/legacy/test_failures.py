from __future__ import annotations

import sys
import types
from importlib.machinery import PathFinder

import pytest

from pong_pg.legacy.install import failures


def test_errors_of_compiled_tensor_code_are_the_packages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = IndexError("invalid index of a 0-dim tensor. Use `tensor.item()` in Python")
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    monkeypatch.delitem(sys.modules, "tensorflow", raising=False)
    failures.print_traceback(error)
    assert "failed inside" not in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "torch", types.ModuleType("torch"))
    failures.print_traceback(error)
    assert "this failed inside PyTorch" in capsys.readouterr().err
    failures.print_traceback(IndexError("list index out of range"))
    assert "failed inside" not in capsys.readouterr().err


@pytest.mark.needs("gymnasium>=1.0")
def test_what_gymnasium_needs_besides_is_one_line() -> None:
    import gymnasium

    missing = gymnasium.error.DependencyNotInstalled("MoviePy is not installed,\nrun `pip install moviepy`")
    assert failures.in_one_line(missing) == "MoviePy is not installed, run `pip install moviepy`"
    assert failures.in_one_line(gymnasium.error.ResetNeeded("reset it first")) is None


def test_exceptions_that_cause_each_other_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = ValueError("first"), KeyError("second")
    first.__cause__ = first
    failures.print_traceback(first)
    assert "ValueError: first" in capsys.readouterr().err
    first.__cause__, second.__context__ = second, first
    failures.print_traceback(first)
    assert "KeyError: 'second'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("no_cv2", "needs the module no_cv2, which is neither installed nor beside the script"),
        ("universe.wrappers", "needs the module universe, which is neither installed nor beside the script"),
        ("tree", "needs the package tree, which is not installed: run  pip install dm-tree"),
        ("visdom", "needs the package visdom, which is not installed: run  pip install visdom"),
    ],
)
def test_only_packages_that_are_known_are_advised(monkeypatch: pytest.MonkeyPatch, module: str, said: str) -> None:
    monkeypatch.setattr(PathFinder, "find_spec", lambda _: None)
    assert failures.in_one_line(ModuleNotFoundError(name=module)) == said
