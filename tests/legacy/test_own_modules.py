from __future__ import annotations

from pathlib import Path

from old_scripts import prints

from pong_pg.legacy.read.program import Program


def test_a_module_in_a_folder_that_the_script_adds_to_its_path_is_old_code(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "deep.py").write_text("print 'deep', 3 / 2\n")
    text = "import os, sys\nsys.path.append(os.path.join(os.path.dirname(sys.argv[0]), 'lib'))\nimport deep\n"
    assert prints(tmp_path, text) == ["deep 1"]


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
