from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_notebook, writes

import pong_pg
from pong_pg.cli import main

OLD = "print 'one'\n"
NEW = "print('one')\n"


@pytest.fixture(autouse=True)
def _in_a_directory_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str | bytes = OLD) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def files() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


def modernize(*arguments: str | Path) -> int:
    return main(["modernize", *map(str, arguments)])


def test_the_modern_source_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert modernize(write("old.py")) == 0
    told = capsys.readouterr()
    assert told.out == NEW
    assert told.err == "pong-pg modernize: old.py: Python 2; lines changed: Python 2: 1\n"
    assert files() == {"old.py": OLD.encode()}


def test_a_modern_file_is_already_modern(capsys: pytest.CaptureFixture[str]) -> None:
    source = b"\xef\xbb\xbfimport os\r\nx = '%s' % 1\n\n\n\ny=  2"
    assert modernize(write("new.py", source)) == 0
    told = capsys.readouterr()
    assert told.out.encode() == source
    assert told.err == "pong-pg modernize: new.py: already modern\n"
    assert modernize("--in-place", "--exit-code", "new.py") == 0
    assert files() == {"new.py": source}


def test_a_diff_can_be_applied(capsys: pytest.CaptureFixture[str]) -> None:
    write("old.py", "# one\nimport numpy as np\nx = np.float(1)\n# no line end")
    assert modernize("--diff", "old.py") == 0
    diff = capsys.readouterr().out
    assert diff.splitlines()[:2] == ["--- old.py", "+++ old.py"]
    assert "-x = np.float(1)\n+x = float(1)\n" in diff
    assert diff.endswith(" # no line end\n\\ No newline at end of file\n")
    assert modernize("old.py") == 0
    new = capsys.readouterr().out
    subprocess.run(["patch", "-p0"], input=diff, text=True, check=True, capture_output=True)
    assert Path("old.py").read_text() == new


def test_in_place_keeps_the_original(capsys: pytest.CaptureFixture[str]) -> None:
    path = write("old.py", b"\xef\xbb\xbf# \xc3\xa9\r\nprint 'one'\r\n")
    path.chmod(0o750)
    assert modernize("--in-place", path) == 0
    assert path.read_bytes() == b"\xef\xbb\xbf# \xc3\xa9\r\nprint('one')\r\n"
    assert Path("old.py.orig").read_bytes() == b"\xef\xbb\xbf# \xc3\xa9\r\nprint 'one'\r\n"
    assert [stat.S_IMODE(Path(name).stat().st_mode) for name in ("old.py", "old.py.orig")] == [0o750, 0o750]
    assert capsys.readouterr().out == ""
    # Again: there is nothing to do, and the original stays.
    before = files()
    assert modernize("--in-place", path) == 0
    assert files() == before


@pytest.mark.parametrize("first", ["", "#!/usr/bin/python\n"])
def test_a_changed_file_is_utf_8(first: str) -> None:
    write("old.py", f"{first}# -*- coding: latin-1 -*-\nprint 'h\xe9'\n".encode("latin-1"))
    assert modernize("--in-place", "--no-orig", "old.py") == 0
    assert Path("old.py").read_bytes() == f"{first}# -*- coding: utf-8 -*-\nprint('h\xe9')\n".encode()
    assert list(files()) == ["old.py"]


def test_output_is_a_new_file() -> None:
    write("old.py").chmod(0o755)
    assert modernize("--output", "new.py", "old.py") == 0
    assert Path("new.py").read_text() == NEW
    assert stat.S_IMODE(Path("new.py").stat().st_mode) == 0o755


def test_a_folder_is_one_program(capsys: pytest.CaptureFixture[str]) -> None:
    write("d/main.py", "import helper\nprint 'one'\n")
    # Could be either Python, but for the program that it belongs to.
    write("d/helper.py", "half = 7 / 2\n")
    write("d/new.py", "print(f'{1}')\n")
    write("d/data/numbers.txt", "1 2\n")
    write("d/.hidden/old.py")
    write("d/venv/lib/old.py")
    write("d/venv/pyvenv.cfg", "")
    Path("d/link.py").symlink_to("main.py")
    before = files()
    assert modernize("--output", "out", "d") == 0
    told = capsys.readouterr().err
    assert "pong-pg modernize: 2 of 3 files changed, 1 already modern" in told
    assert files() == {**before, **{name: data for name, data in files().items() if name.startswith("out/")}}
    assert sorted(str(path.relative_to("out")) for path in Path("out").rglob("*")) == [
        "data", "data/numbers.txt", "helper.py", "link.py", "main.py", "new.py",
    ]  # fmt: skip
    assert Path("out/link.py").readlink() == Path("main.py")
    run = subprocess.run(
        [sys.executable, "-c", "import helper; print(helper.half)"], cwd="out", capture_output=True, check=True
    )
    assert run.stdout == b"3\n"
    assert modernize("--in-place", "d") == 0
    assert sorted(name for name in files() if name.endswith(".orig")) == ["d/helper.py.orig", "d/main.py.orig"]
    assert Path("d/main.py").read_bytes() == Path("out/main.py").read_bytes()


def test_a_file_of_a_folder_that_is_no_python_is_told_and_the_others_are_modernised(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("d/old.py")
    write("d/bad.py", "this is no python\n")
    assert modernize("--in-place", "d") == 0
    assert "1 could not be modernised" in (told := capsys.readouterr().err)
    assert "not modernised: " in told
    assert "bad.py:1: syntax error" in told
    assert Path("d/old.py").read_text() == NEW
    assert Path("d/bad.py").read_text() == "this is no python\n"


def test_places_to_check_and_modules_that_are_left_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    write("helper.py", "x = 1\n")
    write("old.py", "import helper\nprint sum(helper.x) / len(helper.x)\n")
    assert modernize("old.py") == 0
    told = capsys.readouterr().err
    assert "pong-pg modernize: to check:\n  old.py:2  in Python 2, / rounded down" in told
    assert "it imports helper.py, to be modernised as well: name their folder" in told


def test_what_the_files_were_written_for_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    write("either.py", "x = 7 / 2\n")
    assert modernize("either.py") == 0
    assert capsys.readouterr().out == "x = 7 / 2\n"
    assert modernize("--python", "2", "either.py") == 0
    assert capsys.readouterr().out != "x = 7 / 2\n"


def test_the_exit_code_tells_of_changes() -> None:
    write("old.py")
    write("new.py", NEW)
    assert modernize("--diff", "--exit-code", "old.py", "new.py") == 1
    assert modernize("--diff", "--exit-code", "new.py") == 0


def test_in_python_it_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    source = "import numpy as np\r\nx = '%d' % 7\r\nprint(np.float, ( x ))\r\n"
    assert modernize(write("old.py", source)) == 0
    done = pong_pg.modernize(source)
    assert done.source.encode() == capsys.readouterr().out.encode()
    assert done.source == "x = '%d' % 7\r\nprint(float, ( x ))\r\n"
    assert set(done.changes) == {"imports", "numpy"}
    assert pong_pg.modernize(done.source) == pong_pg.Modernized(done.source)
    with pytest.raises(pong_pg.PongPGError, match=r"<script>:1: syntax error"):
        pong_pg.modernize("this is no python")


def notebook(*cells: str, **metadata: Any) -> str:
    return str(writes(new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=metadata)))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nosuch.py"], "can't read nosuch.py: No such file or directory; name a script, a notebook or a folder"),
        (["bad.py"], "bad.py:1: syntax error: invalid syntax"),
        (["binary.py"], "binary.py is a binary file"),
        (["bad.ipynb"], "bad.ipynb is not a notebook: Expecting value"),
        (["list.ipynb"], "list.ipynb is not a notebook: it has no list of cells"),
        (
            ["three.ipynb"],
            "three.ipynb is a notebook of format 3: convert it first with  jupyter nbconvert --to notebook",
        ),
        (["r.ipynb"], "r.ipynb is a notebook in R, not in Python"),
        (["empty", "--diff"], "empty has no Python file and no notebook: name a folder that has"),
        (["folder"], "folder is a folder, or one of several files: add --diff, --in-place or --output PATH"),
        (["old.py", "old2.py"], "old.py is a folder, or one of several files: add"),
        (["old.py", "old2.py", "--output", "x"], "--output is for one script, notebook or folder"),
        (["old.py", "--output", "bad.py"], "--output bad.py exists already: name another file"),
        (["old.py", "--output", "old.py"], "--output old.py exists already: name another file"),
        (["old.py", "--output", "empty"], "--output empty exists already: name another file"),
        (["folder", "--output", "empty"], "--output empty exists already: name another folder"),
        (["folder", "--output", "folder/new"], "--output folder/new is within folder: name a folder outside of it"),
        (["old.py", "--output", "nosuch/x.py"], "--output nosuch/x.py: there is no directory"),
        (["kept.py", "--in-place"], "kept.py.orig exists already, and --in-place would overwrite it"),
        (["old.py", "kept.py", "--in-place"], "kept.py.orig exists already, and --in-place would overwrite it"),
        (["read_only.py", "--in-place"], "can't write read_only.py: it is read-only; name an --output"),
        (["old.py", "--no-orig"], "--no-orig needs --in-place"),
        (["old.py", "--seconds", "60"], "--seconds needs --check-run"),
        (["old.py", "--diff", "--script-args", ""], "--script-args needs --check-run"),
        (["folder", "--check-run", "--diff"], "--check-run is for one script"),
        (["good.ipynb", "--check-run"], "--check-run is for one script"),
        (["bad.py", "--check-run"], "bad.py:1: syntax error: invalid syntax"),
        (["old.py", "--check-run", "--script-args", "'"], "--script-args \"'\" can't be split: No closing quotation"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_is_one_line_and_nothing_is_written(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("old.py", "old2.py", "kept.py", "kept.py.orig", "read_only.py", "folder/old.py"):
        write(name)
    write("bad.py", "this is no python\n")
    write("binary.py", b"\x7fELF\0\1")
    write("bad.ipynb", "print 1")
    write("list.ipynb", "[1]")
    write("three.ipynb", json.dumps({"nbformat": 3, "worksheets": [{"cells": []}], "metadata": {}}))
    write("r.ipynb", notebook("x <- 1", kernelspec={"name": "ir", "language": "R", "display_name": "R"}))
    write("good.ipynb", notebook("print 1"))
    Path("empty").mkdir()
    Path("read_only.py").chmod(0o444)
    before = files()
    assert modernize(*arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pong-pg: error: ")
    assert said in told.err
    assert told.err.count("\n") == 1
    assert files() == before


def test_without_ruff_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ruff", None)
    write("d/old.py")
    write("d/new.py", NEW)
    assert modernize("--in-place", "d") == 2
    assert "modernising needs the package ruff" in (told := capsys.readouterr().err)
    assert "pip install 'pong-pg[run]" in told
    assert Path("d/old.py").read_text() == OLD


def test_the_hook_of_pre_commit_changes_files_and_fails_then() -> None:
    text = (Path(__file__).parents[3] / ".pre-commit-hooks.yaml").read_text()
    (entry,) = [line.partition("entry: ")[2] for line in text.splitlines() if "entry: " in line]
    program, *arguments = entry.split()
    assert program == "pong-pg"
    write("old.py")
    write("new.py", NEW)
    write("book.ipynb", notebook("print 1"))
    command = [sys.executable, "-m", "pong_pg", *arguments, "book.ipynb", "new.py", "old.py"]
    first = subprocess.run(command, capture_output=True, text=True, check=False)
    assert first.returncode == 1, first.stderr
    assert Path("old.py").read_text() == NEW
    assert sorted(files()) == ["book.ipynb", "new.py", "old.py"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("import sys, helper\nassert sys.argv[1:] == ['a b', '--c']\nprint helper.half\n", 0, "runs to its end"),
        ("import time, helper\nwhile True:\n    time.sleep(0.1)\n", 0, "still runs after 3 s"),
        ("import helper\nprint helper.half\nraise ValueError, 'lost'\n", 1, "ends with status 1: ValueError: lost"),
        ("import sys, helper\nsys.exit(3)\n", 1, "ends with status 3: without a message"),
    ],
)
def test_a_check_says_whether_the_new_script_runs(
    text: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("old.py", text)
    write("helper.py", "half = 7 / 2\nprint half\n")
    before = files()
    command = ["--check-run", "--seconds", "3", "--script-args", "'a b' --c", "--output", "new.py", "old.py"]
    assert modernize(*command) == status
    assert f"pong-pg modernize: the modern form of old.py {said}\n" in capsys.readouterr().err
    # What does not run is not written.
    assert files().keys() - before.keys() == ({"new.py"} if status == 0 else set())
