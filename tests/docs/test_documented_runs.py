"""The blocks of the documents run, page by page; only in nox's session `docs`."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from doc_blocks import PAGES, ROOT, blocks

RUN = [page for page in PAGES if any(block.is_run for block in blocks(page))]


@pytest.mark.parametrize("page", RUN)
def test_a_page_runs_from_top_to_bottom(page: str, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tests" / "run_documented.py"), page]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"


def test_the_game_that_the_tutorial_shows_is_the_one_that_is_played(tmp_path: Path) -> None:
    page = blocks("docs/tutorial/first-policy.md")
    (shown,) = [
        (command.content.split()[1:], output.content)
        for command, output in itertools.pairwise(page)
        if command.content.startswith("pong-pg eval") and output.language == "text"
    ]
    arguments, output = shown
    command = [sys.executable, "-m", "pong_pg", *arguments]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == output
