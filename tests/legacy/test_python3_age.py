from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from pong_pg.legacy.read.program import Program
from pong_pg.legacy.runtime import argparse_as_then

pytestmark = [pytest.mark.toy, pytest.mark.every_python]


@pytest.mark.parametrize(
    ("text", "early"),
    [
        ("print(1)\n", True),
        ("import gym\nenv = gym.make('Pong-v0')\nobs, r, done, info = env.step(0)\n", True),
        ("list = [1]\nprint(list[0], 1 | 2)\n", True),
        ("from typing import List\ndef f(a: List[int]) -> int: ...\n", True),
        ("import gymnasium as gym\n", False),
        ("import gym\nobs, r, end, cut, info = env.step(0)\n", False),
        ("def f(a: list[int]): ...\n", False),
        ("def f(a: int | None): ...\n", False),
        ("def f() -> int | None: ...\n", False),
        ("a: int | None = None\n", False),
        ("print(isinstance(1, int | float))\n", False),
        ("print(isinstance(1, (str, int)), 1 | 2, zip([1], [2]))\n", True),
        ("print(list(zip([1], [2], strict=True)))\n", False),
        ("match x:\n    case 1: ...\n", False),
        ("x = 'ab'.removeprefix('a')\n", False),
        ("import functools\n@functools.cache\ndef f(): ...\n", False),
        ("from functools import cache\n", False),
        ("print 1\n", False),
    ],
)
def test_what_shows_that_a_script_is_newer_than_python_38(text: str, early: bool, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(text)
    program = Program()
    program.add_script(str(script))
    assert program.settings.early_python3 is early


def test_a_module_shows_it_for_the_program(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import settings_of_it\n")
    (tmp_path / "settings_of_it.py").write_text("x: dict[str, int] = {}\n")
    program = Program()
    program.add_script(str(script))
    assert not program.settings.early_python3


def test_argparse_is_todays_again_when_it_is_switched_back() -> None:
    now = repr(argparse.Namespace(b=1, a=2)), argparse.ArgumentParser(prog="x").format_help()
    argparse_as_then.switch(True)
    then = repr(argparse.Namespace(b=1, a=2)), argparse.ArgumentParser(prog="x").format_help()
    argparse_as_then.switch(False)
    again = repr(argparse.Namespace(b=1, a=2)), argparse.ArgumentParser(prog="x").format_help()
    assert then[0] == "Namespace(a=2, b=1)"
    assert "\noptional arguments:\n" in then[1]
    assert again == now != then
