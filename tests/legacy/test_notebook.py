from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, writes
from old_scripts import run

from pong_pg.errors import PongPGError
from pong_pg.legacy.notebook import copy_path


def write(directory: Path, *cells: str, name: str = "book.ipynb", **metadata: Any) -> Path:
    path = directory / name
    text = writes(new_notebook(cells=[new_markdown_cell("# Title"), *map(new_code_cell, cells)], metadata=metadata))
    path.write_text(text)
    return path


def outputs(path: Path) -> list[list[dict[str, Any]]]:
    """The outputs of each cell with code."""
    return [cell["outputs"] for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def text_of(output: dict[str, Any]) -> str:
    return "".join(output.get("text") or output["data"]["text/plain"])


@pytest.mark.every_python
def test_cells_run_and_keep_their_outputs(tmp_path: Path) -> None:
    book = write(
        tmp_path,
        "import numpy as np\nx = np.float(3)\nprint(x)",
        "import sys\nsys.stderr.write('to stderr')\nx + 1",
        "from IPython import display\ndisplay.display('shown')",
        "for i in range(3):\n    display.clear_output(wait=True)\n    print(i)",
        "x = 5;",
    )
    done = run("--output", tmp_path / "out.ipynb", book)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["3.0", "4.0", "'shown'", "0", "1", "2"]
    first, second, third, fourth, fifth = outputs(tmp_path / "out.ipynb")
    assert [text_of(output) for output in first] == ["3.0\n"]
    assert [(output["output_type"], text_of(output)) for output in second] == [
        ("stream", "to stderr"),
        ("execute_result", "4.0"),
    ]
    assert [(output["output_type"], text_of(output)) for output in third] == [("display_data", "'shown'")]
    assert [text_of(output) for output in fourth] == ["2\n"]
    assert fifth == []


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
    done = run("--output", tmp_path / "out.ipynb", book, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["3 [(1, 2)]", "3.5"]
    assert "not run: !touch ran  (--shell runs such lines)" in done.stderr
    assert not (tmp_path / "ran").exists()
    run("--shell", "--force", "--output", tmp_path / "out.ipynb", book, cwd=tmp_path)
    assert (tmp_path / "ran").exists()


def test_a_notebook_of_python_2_says_so_itself(tmp_path: Path) -> None:
    book = write(tmp_path, "print(7 / 2)", kernelspec={"name": "python2", "display_name": "Python 2"})
    assert run("--output", tmp_path / "out.ipynb", book).stdout == "3\n"


def test_an_error_ends_it_and_what_came_before_is_kept(tmp_path: Path) -> None:
    book = write(tmp_path, "print('one')", "def f():\n    return 1 / 0\n\nf()", "print('never')")
    done = run("--output", tmp_path / "out.ipynb", book)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert done.stdout == "one\n"
    first, second, third = outputs(tmp_path / "out.ipynb")
    assert text_of(first[0]) == "one\n"
    assert second[0]["ename"] == "ZeroDivisionError"
    assert third == []


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
    done = run("--output", tmp_path / "out.ipynb", write(tmp_path, cell, "print('after')"))
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
    # Without --output, the copy goes where the user is, under a name that is free.
    run(book, cwd=tmp_path)
    assert {path.name for path in tmp_path.glob("*.ipynb")} == {"book.run.ipynb", "book.run2.ipynb"}
    (tmp_path / "book.run3.ipynb").symlink_to("gone.ipynb")
    run(book, cwd=tmp_path)
    assert (tmp_path / "book.run4.ipynb").exists()
    assert not (tmp_path / "gone.ipynb").exists()
    assert (tmp_path / "book.run3.ipynb").is_symlink()


def test_cells_see_what_others_import(tmp_path: Path) -> None:
    book = write(
        tmp_path,
        "import gym\nimport numpy as np\nenv = gym.make('CartPole-v0')\nrewards = np.zeros(3)",
        "print(np.float(2), float(rewards[:1]))",
        "rewards[0] = np.ones(1)\nobservation = env.reset()\nobservation, reward, done, info = env.step(0)",
    )
    done = run("--output", tmp_path / "out.ipynb", book)
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
@pytest.mark.parametrize("magic", ["", "%matplotlib inline", "%matplotlib notebook", "%pylab", "%matplotlib"])
def test_figures_are_in_the_copy(tmp_path: Path, magic: str) -> None:
    book = write(tmp_path, magic, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()")
    done = run("--output", tmp_path / "out.ipynb", book)
    assert done.returncode == 0, done.stderr
    assert "image/png" in outputs(tmp_path / "out.ipynb")[1][-1]["data"]


def test_check_runs_nothing(tmp_path: Path) -> None:
    book = write(tmp_path, "%matplotlib inline\nimport gym\nprint 'x'", "!ls\n1 / 0")
    done = run("--check", "--json", book, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = [(Path(row["file"]).name, row["line"], row["old"]) for row in json.loads(done.stdout)["translated"]]
    assert ("book.ipynb cell 2", 2, "import gym") in rows
    assert ("book.ipynb cell 2", 3, "print statement") in rows
    assert list(tmp_path.glob("*.run.ipynb")) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--output", "book.ipynb"], "--output must not be the notebook itself"),
        (["--output", "no/where.ipynb"], "there is no directory no: create it, or name another file"),
        (["--output", "book.ipynb/out.ipynb"], "there is no directory book.ipynb: create it"),
        (["--output", "precious.py"], "--output writes a notebook: name a file that ends in .ipynb; got precious.py"),
        (["--output", "mine.ipynb"], "--output mine.ipynb exists already: name another file, or overwrite it with"),
        (["--output", "link.ipynb"], "--output link.ipynb exists already"),
        (["--output", "dangling.ipynb"], "--output dangling.ipynb exists already"),
        (["--output", "folder.ipynb", "--force"], "--output folder.ipynb is a directory"),
        (["--output", "book.ipynb", "--force"], "--output must not be the notebook itself"),
        (["--force"], "--force needs --output: add it, or leave --force out"),
    ],
)
def test_a_copy_that_can_not_be_written_is_reported_first(tmp_path: Path, options: list[str], message: str) -> None:
    book = write(tmp_path, "print('ran')")
    for name in ("precious.py", "mine.ipynb"):
        (tmp_path / name).write_text("precious")
    (tmp_path / "link.ipynb").symlink_to("mine.ipynb")
    (tmp_path / "dangling.ipynb").symlink_to("gone.ipynb")
    (tmp_path / "folder.ipynb").mkdir()
    before = sorted(tmp_path.iterdir())
    done = run(*options, book, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "link.ipynb").is_symlink()
    for name in ("precious.py", "mine.ipynb"):
        assert (tmp_path / name).read_text() == "precious"


def test_a_copy_in_a_folder_that_can_not_be_written_to_is_reported_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # Root may write anywhere.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PongPGError, match=r"^--output book\.run\.ipynb: the directory \. can't be written to"):
        copy_path("book.ipynb", None)


def test_cells_go_on_while_the_copy_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    away, back = "import os\nos.rename('out', 'away')\nprint('one')", "os.rename('away', 'out')"
    done = run("--output", "out/out.ipynb", write(tmp_path, away, "print('two')"), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "one\ntwo\n")
    assert "Traceback" not in done.stderr
    assert (
        f"pong-pg: error: the notebook's outputs can't be written to {tmp_path}/out/out.ipynb: No such" in done.stderr
    )
    (tmp_path / "away").rename(tmp_path / "out")
    done = run("--output", "out/out.ipynb", write(tmp_path, away, back), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [text_of(output) for output in outputs(tmp_path / "out" / "out.ipynb")[0]] == ["one\n"]


def test_a_copy_is_overwritten_with_force(tmp_path: Path) -> None:
    (tmp_path / "out.ipynb").write_text("mine")
    done = run("--force", "--output", "out.ipynb", write(tmp_path, "1"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(outputs(tmp_path / "out.ipynb")) == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "Expecting value"),
        ("{}", "it has no list of cells"),
        ("[]", "it has no list of cells"),
        ('{"cells": 3}', "it has no list of cells"),
        (
            '{"nbformat": 4, "cells": [{"cell_type": "code", "source": [3]}]}',
            "its cell 1 has no type, or a source",
        ),
        ('{"nbformat": 3, "worksheets": 3}', "it has no list of cells"),
        ('{"nbformat": 9, "cells": []}', "Unsupported nbformat version 9"),
    ],
)
def test_what_is_no_notebook_is_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "bad.ipynb").write_text(text)
    done = run("bad.ipynb", cwd=tmp_path)
    assert done.returncode == 2
    assert f"bad.ipynb is not a notebook: {complaint}" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_cell_that_is_no_python_fails_when_it_is_its_turn(tmp_path: Path) -> None:
    book = write(tmp_path, "print('one')", "x = (1\ny = 2", "print('never')")
    done = run("--output", tmp_path / "out.ipynb", book)
    assert done.returncode == 1
    assert done.stdout == "one\n"
    assert "SyntaxError" in done.stderr
    first, second, third = outputs(tmp_path / "out.ipynb")
    assert text_of(first[0]) == "one\n"
    assert second[0]["ename"] == "SyntaxError"
    assert third == []
    checked = run("--check", book)
    assert checked.returncode == 0
    assert "book.ipynb cell 3:1: syntax error: '(' was never closed" in checked.stdout


def test_a_kernel_is_believed(tmp_path: Path) -> None:
    version: dict[str, Any] = {"language_info": {"name": "python", "version": "3.5.2"}}
    book = write(tmp_path, "d = {1: 2}\nprint(7 / 2, list(d.iteritems()), unicode(3))", "print 'never'", **version)
    done = run("--output", tmp_path / "out.ipynb", book)
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
    assert run("--output", tmp_path / "out.ipynb", book, HOME=str(home)).stdout == "x 3\n"
    assert list(home.rglob("*")) == []
