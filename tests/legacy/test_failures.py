from __future__ import annotations

import re
from importlib.machinery import PathFinder
from pathlib import Path

import pytest
from old_scripts import run_text

from pong_pg.legacy.install import failures


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
        ("skimage.io", "needs the package skimage, which is not installed: run  pip install scikit-image"),
        ("torch.nn", "needs the package torch, which is not installed: run  pip install torch"),
        ("visdom", "needs the package visdom, which is not installed: run  pip install visdom"),
    ],
)
def test_only_packages_that_are_known_are_advised(monkeypatch: pytest.MonkeyPatch, module: str, said: str) -> None:
    monkeypatch.setattr(PathFinder, "find_spec", lambda _: None)
    assert failures.in_one_line(ModuleNotFoundError(name=module)) == said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OverflowError("Python integer -1 out of bounds for uint8"), "write x.astype(int)"),
        (TypeError("'float' object cannot be interpreted as an integer"), "write a // b, or int(number)"),
        (TypeError("only 0-dimensional arrays can be converted to Python scalars"), "write x.item()"),
        (TypeError("'<' not supported between instances of 'str' and 'int'"), "Python 2 compared"),
        (RuntimeError("dictionary changed size during iteration"), "write for key in list(d)"),
        (TypeError("'dict_keys' object is not subscriptable"), "write list(...) around it"),
        (ValueError("something else"), ""),
    ],
)
def test_a_failure_that_comes_of_a_change_says_what_to_write(
    error: Exception, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    failures.print_traceback(error)
    lines = re.findall("pong-pg run: (.*)", capsys.readouterr().err)
    assert (said in lines[0]) if said else not lines


@pytest.mark.needs("numpy>=2")
def test_small_integers_that_overflow_are_explained(tmp_path: Path) -> None:
    done = run_text(tmp_path, "import numpy as np\nframe = np.zeros(2, np.uint8)\nframe * -1\n")
    assert done.returncode == 1
    assert 'script.py", line 3, in <module>' in done.stderr
    assert "pong_pg/legacy" not in done.stderr
    assert "pong-pg run: NumPy 2 does not convert -1 to uint8" in done.stderr


def test_a_package_whose_own_old_versions_are_not_translated_is_named(tmp_path: Path) -> None:
    (tmp_path / "tensorflow.py").write_text("")
    done = run_text(tmp_path, "import tensorflow as tf\ntf.placeholder()\n")
    assert "the code is for an old version of tensorflow, which pong-pg run does not translate" in done.stderr
