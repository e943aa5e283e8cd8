"""A thousand drawn programs in Python 2 print under `pong-pg run` what they print on Python 2.7."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from programs import COUNT, RECORD, digest, program
from stacks import some_of

pytestmark = pytest.mark.any_stack

Run = Callable[[Path], tuple[bytes, str]]
_AT_ONCE = 50


@pytest.mark.parametrize("first", some_of(range(0, COUNT, _AT_ONCE), 10))
def test_they_print_what_they_print_on_python_2(first: int, run_old: Run, tmp_path: Path) -> None:
    path = tmp_path / "drawn" / "program.py"
    path.parent.mkdir()
    recorded = RECORD.read_text().splitlines()
    differing = []
    for seed in range(first, first + _AT_ONCE):
        path.write_text(program(seed))
        output, why = run_old(path)
        if why or digest(output) != recorded[seed]:
            differing.append(seed)
    assert not differing, "the source is  programs.program(SEED), the output of Python 2.7 is to be made with it"


def test_a_seed_says_what_the_program_is() -> None:
    assert program(3) == program(3) != program(4)
    assert len({program(seed) for seed in range(0, COUNT, 5)}) == COUNT // 5
    assert len(RECORD.read_text().splitlines()) == COUNT
