from __future__ import annotations

from pathlib import Path

import pytest

from pong_pg.doctor import packages


@pytest.mark.needs("ruff")
def test_a_file_in_the_working_directory_is_not_taken_for_ruff(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ruff.py").write_text("raise SystemExit('this is not ruff')")
    monkeypatch.chdir(tmp_path)
    assert packages.ruff().status == "ok"
