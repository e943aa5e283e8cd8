from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from old_scripts import prints

from pong_pg.legacy.read.threads import thread_variables


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import os\nos.environ['OMP_NUM_THREADS'] = '1'\n", {"OMP_NUM_THREADS": ("1", True)}),
        ("from os import environ\nenviron['MKL_NUM_THREADS'] = str(2)\n", {"MKL_NUM_THREADS": ("2", True)}),
        ("os.environ.setdefault('OMP_NUM_THREADS', '3')\n", {"OMP_NUM_THREADS": ("3", False)}),
        ("if x:\n    os.environ['OMP_NUM_THREADS'] = '1'\n", {"OMP_NUM_THREADS": ("1", True)}),
        ("def f():\n    os.environ['OMP_NUM_THREADS'] = '1'\n", {}),
        ("os.environ['OMP_NUM_THREADS'] = threads\nos.environ['OTHER'] = '1'\n", {}),
        ("os.environ['OMP_NUM_THREADS'] = ''\nmine['OMP_NUM_THREADS'] = '1'\n", {}),
    ],
)
def test_constants_are_found(text: str, found: dict[str, tuple[str, bool]]) -> None:
    assert thread_variables(ast.parse(text)) == found


@pytest.mark.skipif(sys.platform != "linux", reason="Apple's libraries have no threads that can be asked for")
def test_threads_that_a_script_sets_are_those_of_numpy(tmp_path: Path) -> None:
    text = """
        import numpy, os
        os.environ["OPENBLAS_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        os.environ["MKL_NUM_THREADS"] = "1"
        from threadpoolctl import threadpool_info
        print([one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"])
    """
    assert prints(tmp_path, text) == ["[1]"]
    assert prints(tmp_path, text.replace('"1"', '"2"')) == ["[2]"]
