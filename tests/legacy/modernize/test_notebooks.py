from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, writes

from pong_pg.cli import main
from pong_pg.legacy.modernize import notebooks
from pong_pg.legacy.modernize.modernizing import Modernized
from pong_pg.legacy.read.program import Program

PYTHON2 = {"kernelspec": {"name": "python2", "display_name": "Python 2", "language": "python"}}


def book(*cells: str, **metadata: Any) -> str:
    """A notebook with a title and cells of code, each with an output."""
    codes = [new_code_cell(cell, outputs=[new_output("stream", text="told")], execution_count=1) for cell in cells]
    return str(writes(new_notebook(cells=[new_markdown_cell("# Title"), *codes], metadata=metadata))) + "\n"


def modernized(text: str, folder: str | Path = "/nowhere") -> Modernized:
    """Modernise a notebook; the second time, nothing changes."""
    path = str(Path(folder, "book.ipynb"))
    done = notebooks.modernize(notebooks.read(path, text, Program()))
    again = notebooks.modernize(notebooks.read(path, done.source, Program()))
    assert again.source == done.source
    assert again.changes == {}
    return done


def cells_of(done: Modernized) -> list[str]:
    return list(notebooks.cell_sources(done.source))[1:]


def test_cells_know_each_others_names_and_outputs_stay() -> None:
    done = modernized(book("import numpy as np", "def f(x):\n    return np.float(x)", "print f(2)", **PYTHON2))
    assert cells_of(done)[1:] == ["def f(x):\n    return float(x)", "print(f(2))"]
    document = json.loads(done.source)
    assert document["cells"][2]["outputs"][0]["text"] == ["told"]
    assert document["metadata"]["kernelspec"] == {"name": "python3", "display_name": "Python 3", "language": "python"}


def test_the_kernel_is_brought_up_to_date() -> None:
    information = {"name": "python", "version": "2.7.9", "pygments_lexer": "ipython2", "file_extension": ".py"}
    done = modernized(book("x = 1", **PYTHON2, language_info=information))
    assert cells_of(done) == ["x = 1"]
    assert json.loads(done.source)["metadata"]["language_info"] == {
        "name": "python", "pygments_lexer": "ipython3", "file_extension": ".py",
        "codemirror_mode": {"name": "ipython", "version": 3},
    }  # fmt: skip


def test_a_modern_notebook_stays_as_it_is() -> None:
    text = book("x = 1;", "%matplotlib inline\nx?", "%%bash\nprint 1").replace(" ", "  ", 1)
    assert modernized(text) == Modernized(text)


def test_magics_and_other_languages_stay() -> None:
    done = modernized(
        book(
            "%matplotlib inline\n!pip install gym",
            "%%bash\nprint 1",
            "def f():\n    %time print 1\n    print 2\nfiles = !ls\nprint files",
            "%%time\nprint 3",
            "x = (7\n     % 2)\ns = '''\n%d\n!'''",
            "print.__doc__?",
            "y = %pwd\n?x\nz = 7 / 2",
            **PYTHON2,
        )
    )
    assert cells_of(done) == [
        "%matplotlib inline\n!pip install gym",
        "%%bash\nprint 1",
        "def f():\n    %time print 1\n    print(2)\nfiles = !ls\nprint(files)",
        "%%time\nprint(3)",
        "x = (7\n     % 2)\ns = '''\n%d\n!'''",
        "print.__doc__?",
        "y = %pwd\n?x\nz = 7 // 2",
    ]


def test_what_is_added_goes_to_the_first_cell_that_can_hold_it() -> None:
    done = modernized(book("%%bash\nls", "%matplotlib inline\nimport sys", "f = reduce(max, sys.path)", **PYTHON2))
    first, second, third = cells_of(done)
    assert first == "%%bash\nls"
    assert second == "%matplotlib inline\nimport sys\nfrom functools import reduce"
    assert third == "f = reduce(max, sys.path)"


def test_a_magic_keeps_the_import_that_it_needs() -> None:
    done = modernized(book("import numpy as np\nx = np.float(3)", "%time np.arange(9)"))
    assert cells_of(done)[0] == "import numpy as np\nx = float(3)"


def test_a_cell_that_is_no_python_stays_with_a_note() -> None:
    done = modernized(book("print 1", "this is no python", "print x / 2", **PYTHON2))
    assert cells_of(done)[1] == "this is no python"
    assert [(note.cell, note.line, note.is_open) for note in done.notes] == [(3, 1, True), (4, 1, False)]


def test_it_sees_the_modules_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "helper.py").write_text("x = 7 / 2\n")
    (tmp_path / "book.ipynb").write_text(book("import helper", "print helper.x", **PYTHON2))
    assert main(["modernize", "--in-place", str(tmp_path)]) == 0
    assert (tmp_path / "helper.py").read_text() != "x = 7 / 2\n"
    assert "2 of 2 files changed" in capsys.readouterr().err


def test_notes_name_cell_and_line_and_diffs_the_cell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "book.ipynb"
    path.write_text(book("x = 1", "\nprint y / 2", **PYTHON2))
    assert main(["modernize", "--diff", str(path)]) == 0
    told = capsys.readouterr()
    assert f"--- {path}:cell 3\n" in told.out
    assert f"{path}:cell 2" not in told.out
    assert f"  {path}:cell 3:2  in Python 2, / rounded down" in told.err
