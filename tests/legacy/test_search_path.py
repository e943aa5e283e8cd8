from __future__ import annotations

import ast
import json
import os
import tracemalloc
from pathlib import Path

import pytest
from old_scripts import run, write

from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.search_path import added_directories


@pytest.mark.parametrize(
    "text",
    [
        "sys.path.append('lib')",
        "sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))",
        "sys.path.insert(0, os.path.dirname(__file__) + '/lib')",
        "sys.path.extend(['nowhere', './lib'])",
        "HERE = os.path.realpath(os.path.dirname(__file__))\nLIB = os.path.join(HERE, 'lib')\nsys.path.append(LIB)",
        "sys.path.append(str(Path(__file__).resolve().parent / 'lib'))",
    ],
)
def test_a_directory_on_the_path_is_read_from_the_text(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "script.py").touch()
    monkeypatch.chdir(tmp_path)
    assert added_directories(ast.parse(text), str(tmp_path / "script.py")) == [os.path.realpath(tmp_path / "lib")]


@pytest.mark.parametrize(
    "text",
    [
        "sys.path.append(find())",
        "sys.path.append(open('made', 'w').name)",
        "sys.path.append(__import__('os').mkdir('made'))",
        "sys.path.append(os.environ['HOME'])",
        "sys.path.append('no such place')",
        "sys.path.append(os.path.join(1, 2))",
        "sys.path.append()",
        "paths.append('lib')",
        "sys.path.remove('lib')",
    ],
)
def test_what_the_text_does_not_say_is_left_alone(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lib").mkdir()
    monkeypatch.chdir(tmp_path)
    assert added_directories(ast.parse(text), str(tmp_path / "script.py")) == []
    assert [one.name for one in tmp_path.iterdir()] == ["lib"]


def test_a_path_of_gigabytes_is_not_built() -> None:
    nested = "'lib'"
    for _ in range(6):
        nested = f"'{'{0}' * 20}'.format({nested})"
    tracemalloc.start()
    try:
        assert added_directories(ast.parse(f"sys.path.append({nested})"), "script.py") == []
        assert tracemalloc.get_traced_memory()[1] < 10**7
    finally:
        tracemalloc.stop()


def test_a_notebook_s_paths_begin_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "books").mkdir()
    cell = str(tmp_path / "books" / "a.ipynb cell 2")
    assert added_directories(ast.parse("sys.path.append('..')"), cell) == [os.path.realpath(tmp_path)]


def test_modules_found_by_it_are_part_of_the_report(tmp_path: Path) -> None:
    write(tmp_path, "import numpy as np\nx = np.int\n", "lib/deep.py")
    script = write(tmp_path, "import os, sys\nsys.path.append(os.path.dirname(__file__) + '/lib')\nimport deep\n")
    rows = json.loads(run("--check", "--json", script).stdout)["translated"]
    assert [(Path(row["file"]).name, row["old"]) for row in rows] == [("deep.py", "numpy.int")]


def test_a_module_beside_another_in_a_package_is_found_as_python_2_found_it(tmp_path: Path) -> None:
    package = tmp_path / "games"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "play.py").write_text("import rules\nprint rules.POINTS\n")
    (package / "rules.py").write_text("POINTS = 21\n")
    script = tmp_path / "main.py"
    script.write_text("import games.play\n")
    program = Program()
    program.add_script(str(script))
    assert set(program.modules) == {"games", "games.play", "games.rules"}


def test_a_module_of_the_script_s_own_is_not_the_old_one_of_its_name(tmp_path: Path) -> None:
    script = tmp_path / "main.py"
    script.write_text("import commands\nprint(commands.RUN)\n")
    program = Program()
    program.add_script(str(script))
    assert [found.old for found in program.found] == ["import commands"]
    assert program.read(str(script), script.read_bytes()).old_names == ((1, "commands"),)
    (tmp_path / "commands.py").write_text("RUN = 1\n")
    program = Program()
    program.add_script(str(script))
    assert program.found == []
    assert program.read(str(script), script.read_bytes()).old_names == ()
