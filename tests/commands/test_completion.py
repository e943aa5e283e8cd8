from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pong_pg.cli import build_parser, main
from pong_pg.commands.completion import SHELLS, completion_script
from pong_pg.compat.ids import PONG_IDS

# Loads the script and asks its function, as bash does when Tab is pressed, for the last of the words.
_ASK = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_shtab_pong_pg
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the script for bash, a run, a file and a script."""
    path = tmp_path_factory.mktemp("completion")
    (path / "pong-pg.bash").write_text(completion_script(build_parser(), "bash"))
    (path / "runs" / "first").mkdir(parents=True)
    (path / "save.p").touch()
    (path / "driver.py").touch()
    return path


def completed(folder: Path, *words: str) -> set[str]:
    command = ["bash", "-c", _ASK, "bash", "pong-pg.bash", "pong-pg", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["tr"], {"train"}),
        (["train", "--pre"], {"--preset"}),
        (["train", "--preset", ""], {"fast", "best", "reference"}),
        (["train", "--resume", "r"], {"runs"}),
        (["train", "--resume", "s"], set()),
        (["train", "--env", "ALE/Pong-"], {name for name in PONG_IDS if name.startswith("ALE/Pong-")}),
        (["eval", "runs/"], {"runs/first"}),
        (["watch", ""], {"best", "fast", "reference", "runs", "save.p"}),
        (["watch", "s"], {"save.p"}),
        (["report", ""], {"runs"}),
        (["run", "d"], {"driver.py"}),
    ],
    # Not of the sets, whose order differs between processes.
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bash_completes(words: list[str], expected: set[str], folder: Path) -> None:
    assert completed(folder, *words) == expected


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_the_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--print-completion", shell])
    assert ended.value.code == 0
    script = capsys.readouterr().out
    for word in ("train", "modernize", "clip-range", "until-return", "print-completion"):
        assert word in script
    # What shells show beside a command is its short help; bash shows nothing.
    assert ("train a policy on real games" in script) == (shell != "bash")


def test_without_shtab_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["--print-completion", "bash"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("pong-pg: error: --print-completion needs the package shtab")
    assert "run  pip install 'pong-pg[completion]" in line
