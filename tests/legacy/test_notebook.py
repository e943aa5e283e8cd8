from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, writes
from old_scripts import run


def write(directory: Path, *cells: str, name: str = "book.ipynb", **metadata: Any) -> Path:
    path = directory / name
    text = writes(new_notebook(cells=[new_markdown_cell("# Title"), *map(new_code_cell, cells)], metadata=metadata))
    path.write_text(text)
    return path


@pytest.mark.every_python
def test_cells_run_and_print_their_outputs(tmp_path: Path) -> None:
    book = write(
        tmp_path,
        "import numpy as np\nx = np.float(3)\nprint(x)",
        "import sys\nsys.stderr.write('to stderr')\nx + 1",
        "from IPython import display\ndisplay.display('shown')",
        "for i in range(3):\n    display.clear_output(wait=True)\n    print(i)",
        "x = 5;",
    )
    done = run(book)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["3.0", "4.0", "'shown'", "0", "1", "2"]
    assert "to stderr" in done.stderr
    assert list(tmp_path.iterdir()) == [book]


@pytest.mark.every_python
def test_python_2_and_shell_lines(tmp_path: Path) -> None:
    book = write(
        tmp_path,
        "!touch ran",
        "%%bash\ntouch ran",
        "print 7 / 2, [k for k in {1: 2}.iteritems()]",
        "from __future__ import division",
        "print 7 / 2",
    )
    done = run(book, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["3 [(1, 2)]", "3.5"]
    assert "not run: !touch ran  (--shell runs such lines)" in done.stderr
    assert not (tmp_path / "ran").exists()
    run("--shell", book, cwd=tmp_path)
    assert (tmp_path / "ran").exists()


def test_a_notebook_of_python_2_says_so_itself(tmp_path: Path) -> None:
    book = write(tmp_path, "print(7 / 2)", kernelspec={"name": "python2", "display_name": "Python 2"})
    assert run(book).stdout == "3\n"


def test_an_error_ends_it(tmp_path: Path) -> None:
    book = write(tmp_path, "print('one')", "def f():\n    return 1 / 0\n\nf()", "print('never')")
    done = run(book)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert done.stdout == "one\n"


@pytest.mark.parametrize(
    ("cell", "status", "said"),
    [
        ("import nosuch", 2, "needs the module nosuch"),
        ("import gym\ngym.make('Pnog-v0')", 2, "unknown environment 'Pnog-v0'"),
        ("import sys\nsys.exit(3)", 3, ""),
        ("exit()", 0, ""),
        ("raise KeyboardInterrupt", 130, "KeyboardInterrupt"),
    ],
)
def test_the_exit_status_says_how_it_ended(tmp_path: Path, cell: str, status: int, said: str) -> None:
    done = run(write(tmp_path, cell, "print('after')"))
    assert done.returncode == status
    assert said in done.stderr
    assert "after" not in done.stdout


def test_it_runs_in_its_own_directory_with_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "neighbour.py").write_text("import numpy as np\nvalue = np.bool is bool\n")
    book = write(
        tmp_path / "sub",
        "import os, sys, neighbour\nprint(os.path.basename(os.getcwd()), sys.argv[1:], neighbour.value)",
    )
    done = run(book, "x", cwd=tmp_path)
    assert done.stdout == "sub ['x'] True\n", done.stderr


def test_cells_see_what_others_import(tmp_path: Path) -> None:
    book = write(
        tmp_path,
        "import gym\nimport numpy as np\nenv = gym.make('CartPole-v0')\nrewards = np.zeros(3)",
        "print(np.float(2), float(rewards[:1]))",
        "rewards[0] = np.ones(1)\nobservation = env.reset()\nobservation, reward, done, info = env.step(0)",
    )
    done = run(book)
    assert (done.returncode, done.stdout) == (0, "2.0 0.0\n"), done.stderr
    rows = json.loads(run("--check", "--json", book).stdout)["translated"]
    assert {(row["file"].rpartition(" ")[2], row["line"], row["old"]) for row in rows} == {
        ("2", 1, "import gym"),
        ("2", 3, "gym.make('CartPole-v0')"),
        ("3", 1, "numpy.float"),
        ("4", 2, "obs = env.reset()"),
        ("4", 3, "obs, reward, done, info = env.step()"),
    }


@pytest.mark.needs("matplotlib")
@pytest.mark.parametrize("magic", ["", "%matplotlib inline", "%pylab"])
def test_figures_are_drawn_as_in_a_script(tmp_path: Path, magic: str) -> None:
    plot = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('figure.png')\nplt.show()"
    done = run(write(tmp_path, magic, plot), MPLBACKEND="Agg")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "figure.png").stat().st_size > 1000


def test_a_cell_that_is_no_python_fails_when_it_is_its_turn(tmp_path: Path) -> None:
    book = write(tmp_path, "print('one')", "x = (1\ny = 2", "print('never')")
    done = run(book)
    assert done.returncode == 1
    assert done.stdout == "one\n"
    assert "SyntaxError" in done.stderr
    checked = run("--check", book)
    assert checked.returncode == 0
    assert "book.ipynb cell 3:1: syntax error: '(' was never closed" in checked.stdout


def test_a_kernel_is_believed(tmp_path: Path) -> None:
    version: dict[str, Any] = {"language_info": {"name": "python", "version": "3.5.2"}}
    book = write(tmp_path, "d = {1: 2}\nprint(7 / 2, list(d.iteritems()), unicode(3))", "print 'never'", **version)
    done = run(book)
    assert done.stdout == "3.5 [(1, 2)] 3\n"
    assert done.returncode == 1
    assert "Missing parentheses" in done.stderr


def test_neither_check_nor_run_writes_to_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    book = write(tmp_path, "print 'x', 7 / 2")
    for name in ("IPYTHONDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert run("--check", book, HOME=str(home)).returncode == 0
    assert run(book, HOME=str(home)).stdout == "x 3\n"
    assert list(home.rglob("*")) == []
