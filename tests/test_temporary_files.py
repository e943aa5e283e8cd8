"""Temporary files: their names are not known beforehand, and their permissions are no wider than the file's own."""

from __future__ import annotations

import ast
import os
import re
import stat
from pathlib import Path

import pytest

import pong_pg
from pong_pg.files import atomic_file

_PACKAGE = Path(pong_pg.__file__).parent
# A name in a folder where all users can make files.
_IN_SHARED = re.compile(r"(/var)?/tmp/|/dev/shm/")
_GUESSED = {"tempfile.mktemp", "os.tempnam", "os.tmpnam"}
# Names, below it, that others know.
_SHARED = {"tempfile.gettempdir()", "gettempdir()", "tempfile.tempdir"}


def _known_names(text: str) -> list[str]:
    """Return the expressions of a module whose value is a path of a temporary file that others can know."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(module)):
                found += sorted({f"{module}.{part.name}" for part in node.names} & _GUESSED)
            case ast.Attribute() if ast.unparse(node) in _GUESSED:
                found.append(ast.unparse(node))
            case ast.Constant(value=str(value)) if _IN_SHARED.match(value):
                found.append(value)
            case ast.BinOp() | ast.JoinedStr() | ast.Call(func=ast.Attribute(attr="join" | "joinpath")):
                parts = {ast.unparse(part) for part in ast.walk(node) if isinstance(part, ast.expr)}
                found += [ast.unparse(node)] if parts & _SHARED else []
    return found


def test_no_module_uses_a_temporary_file_whose_name_others_know() -> None:
    found = {path: _known_names(path.read_text()) for path in sorted(_PACKAGE.rglob("*.py"))}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "text",
    [
        "import tempfile\nname = tempfile.mktemp()",
        "from tempfile import mktemp",
        "open('/tmp/pong_pg.log', 'w')",
        "open(f'/dev/shm/{name}', 'w')",
        "Path(tempfile.gettempdir()) / 'pong_pg.log'",
        "os.path.join(tempfile.gettempdir(), 'pong_pg.log')",
        "f'{tempfile.gettempdir()}/pong_pg.log'",
    ],
)
def test_such_a_name_is_found(text: str) -> None:
    assert _known_names(text)


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_with_permissions_of_its_own_is_private_while_it_is_written(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "file", mode=0o640):
        (path,) = tmp_path.iterdir()
        assert permissions(path) == 0o600
    assert permissions(tmp_path / "file") == 0o640


def test_any_other_file_has_the_permissions_of_a_new_one_and_the_umask_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another thread that makes a file meanwhile would get the permissions of the other mask.
    monkeypatch.setattr(os, "umask", lambda _: pytest.fail("the umask is swapped"))
    (tmp_path / "new").touch()
    with atomic_file(tmp_path / "file"):
        pass
    assert permissions(tmp_path / "file") == permissions(tmp_path / "new")
