from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from old_scripts import prints, run, write

from pong_pg.legacy.install import cpu_features

# What NumPy uses beyond its baseline, in the words of every version; and the order of ties.
USED = """
    def used():
        import numpy as np
        try:
            from numpy._core import _multiarray_umath as core
        except ImportError:
            from numpy.core import _multiarray_umath as core
        returns = np.array([200., 200., 10., 200., 35., 200., 9., 200., 41.] * 2 + [77., 200.])
        features = [name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]]
        return features, list(map(int, returns.argsort()[-6:]))
"""
AS_THEN = "([], [7, 5, 3, 1, 12, 19])"
# NumPy before that has no such setting.
needs_the_setting = pytest.mark.needs("numpy>=1.25")


@pytest.fixture(autouse=True)
def _nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (cpu_features.ENABLE, cpu_features.DISABLE):
        monkeypatch.delenv(name, raising=False)


def test_what_the_user_has_chosen_remains() -> None:
    assert cpu_features.baseline({"A": "1"}) == {"NPY_ENABLE_CPU_FEATURES": ","}
    assert cpu_features.baseline({"NPY_ENABLE_CPU_FEATURES": "AVX2"}) == {}
    assert cpu_features.baseline({"NPY_DISABLE_CPU_FEATURES": "AVX2"}) == {}
    assert cpu_features.baseline({"NPY_DISABLE_CPU_FEATURES": ""}) == {}


def test_workers_elsewhere_use_what_the_driver_uses_or_what_the_script_gives_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enable, disable = cpu_features.ENABLE, cpu_features.DISABLE
    assert cpu_features.of_workers({}) == {enable: "", disable: ""}
    monkeypatch.setenv(enable, ",")
    assert cpu_features.of_workers({"A": "1"}) == {enable: ",", disable: ""}
    assert cpu_features.of_workers({disable: "AVX2"}) == {enable: "", disable: "AVX2"}


@needs_the_setting
@pytest.mark.parametrize("before", ["", "import numpy; "])
def test_children_compute_as_a_process_that_imported_numpy_before(before: str) -> None:
    code = f"{before}from pong_pg.legacy.install import cpu_features as c; c.use_baseline(); import numpy, os\n"
    code += "print(c.ENABLE in os.environ, bool(c._features_in_use()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    chosen, uses_more = done.stdout.split()
    assert (chosen == "True") != (uses_more == "True")


@needs_the_setting
def test_numpy_warns_of_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import numpy"],
        env={**os.environ, **cpu_features.baseline({})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_the_setting
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_script_and_its_children_use_the_baseline(tmp_path: Path, method: str) -> None:
    write(tmp_path, USED, "own.py")
    text = f"""
        import multiprocessing, os, subprocess, sys
        from own import used

        if __name__ == "__main__":
            print(used())
            print(multiprocessing.get_context("{method}").Pool(1).apply(used))
            sys.stdout.flush()
            command = [sys.executable, "-c", "from own import used; print(used())"]
            subprocess.call(command, cwd=os.path.dirname(__file__))
    """
    assert prints(tmp_path, text) == [AS_THEN] * 3


def test_equal_elements_are_sorted_as_then_by_every_numpy(tmp_path: Path) -> None:
    text = """
        import numpy as np
        returns = np.array([200., 200., 10., 200., 35., 200., 9., 200., 41.] * 2 + [77., 200.])
        print(returns.argsort()[-6:])
    """
    assert prints(tmp_path, text) == ["[ 7  5  3  1 12 19]"]


@needs_the_setting
def test_a_notebook_uses_the_baseline(tmp_path: Path) -> None:
    from nbformat.v4 import new_code_cell, new_notebook, writes

    write(tmp_path, USED, "own.py")
    book = tmp_path / "book.ipynb"
    book.write_text(writes(new_notebook(cells=[new_code_cell("from own import used\nprint(used())")])))
    assert run("--output", tmp_path / "out.ipynb", book).stdout == f"{AS_THEN}\n"


ON_RAY = """
    import ray
    from own import used

    ray.init(num_cpus=1)
    print(ray.get(ray.remote(used).remote()))
"""


@needs_the_setting
@pytest.mark.ray
def test_workers_of_ray_use_the_baseline(tmp_path: Path) -> None:
    write(tmp_path, USED, "own.py")
    assert prints(tmp_path, ON_RAY) == [AS_THEN]


@needs_the_setting
@pytest.mark.ray
@pytest.mark.usefixtures("in_local_ray")
def test_workers_of_a_ray_that_runs_already_use_the_baseline(tmp_path: Path) -> None:
    write(tmp_path, USED, "own.py")
    assert prints(tmp_path, ON_RAY) == [AS_THEN]


@pytest.mark.parametrize("name", [cpu_features.ENABLE, cpu_features.DISABLE])
def test_a_choice_of_the_user_reaches_the_script_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "")
    done = run(write(tmp_path, "import os; print({k: v for k, v in os.environ.items() if k.startswith('NPY_')})"))
    assert done.stdout == f"{ ({name: ''}) }\n"
    assert "NumPy has been loaded" not in done.stderr


LATE = """
import sys
import numpy
assert "pong_pg" not in sys.modules
from pong_pg.cli import main
sys.exit(main(["run", sys.argv[1]]))
"""
EXTENSION = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.history_manager.enabled = False
for cell in [*sys.argv[1:], "%load_ext pong_pg", "from own import used", "print used()[1]"]:
    assert shell.run_cell(cell).success
"""


def uses_more_than_the_baseline() -> bool:
    """Whether this machine has a processor for which NumPy has code of its own, and NumPy can leave it out."""
    return [int(number) for number in np.__version__.split(".")[:2]] >= [1, 25] and bool(
        cpu_features._features_in_use()
    )


def python(directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", *arguments], cwd=directory, capture_output=True, text=True, check=False, timeout=120
    )


def test_it_is_told_where_numpy_was_imported_before(tmp_path: Path) -> None:
    done = python(tmp_path, LATE, str(write(tmp_path, "print(1)")))
    assert done.stdout == "1\n"
    assert done.stderr.count("NumPy was imported with its SIMD code") == uses_more_than_the_baseline()


@needs_the_setting
def test_the_extension_of_ipython_uses_the_baseline_if_it_is_loaded_first(tmp_path: Path) -> None:
    write(tmp_path, USED, "own.py")
    first, late = python(tmp_path, EXTENSION), python(tmp_path, EXTENSION, "import numpy")
    assert f"{AS_THEN[5:-1]}\n" in first.stdout, first.stdout + first.stderr
    assert "NumPy has been loaded" not in first.stderr
    assert late.returncode == 0
    assert late.stderr.count("NumPy was imported with its SIMD code") == uses_more_than_the_baseline()
