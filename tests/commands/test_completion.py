from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pong_pg.cli import GROUPS, build_parser, main
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
        (["train", "--preset", ""], {"fast", "pixels", "best", "reference"}),
        (["train", "--preset", "fast", "--algorithm", "p"], {"ppo"}),
        (["train", "--resume", "r"], {"runs"}),
        (["train", "--resume", "s"], set()),
        (["train", "--env", "ALE/Pong-"], {name for name in PONG_IDS if name.startswith("ALE/Pong-")}),
        (["train", "--clip-range", ""], set()),
        (["eval", "runs/"], {"runs/first"}),
        (["eval", "s"], {"save.p"}),
        (["watch", "--follow", "r"], {"runs"}),
        (["compare", "r"], {"runs"}),
        (["run", "d"], {"driver.py"}),
        (["--print-completion", ""], set(SHELLS)),
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


def test_another_shell_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--print-completion", "csh"])
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "invalid choice: 'csh'" in line


def test_without_shtab_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["--print-completion", "bash"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("pong-pg: error: --print-completion needs the package shtab")
    assert line.endswith("run  pip install 'pong-pg[completion]'")


def sections(text: str) -> dict[str, list[str]]:
    """The headings of a help text, each with the first word of its entries."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line and not line.startswith(" "):
            found[line] = []
        elif line.startswith("  ") and line[2] != " ":
            found[list(found)[-1]].append(line.split()[0])
    return found


def test_help_lists_every_command_once_under_a_heading() -> None:
    parser = build_parser()
    shown = sections(parser.format_help())
    assert [title.rstrip(":") for title in shown if title.rstrip(":") in GROUPS] == list(GROUPS)
    # A new command needs a place in GROUPS.
    assert "other commands:" not in shown
    listed = [name for title in GROUPS for name in shown[f"{title}:"]]
    assert listed[:2] == ["train", "eval"]
    (commands,) = (action.choices for action in parser._actions if action.dest == "==SUPPRESS==" and action.choices)
    assert sorted(listed) == sorted(commands)


def test_help_of_train_begins_with_what_is_changed_often(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    shown = sections(capsys.readouterr().out)
    titles = list(shown)
    first = next(title for title in titles if title.startswith(("options", "optional")))
    assert shown[first][1:] == ["--preset", "--algorithm", "--run-dir", "--resume", "--seed"]
    assert "--num-envs" in shown["hyperparameters of ppo:"]
    assert "--batch-size" in shown["hyperparameters of reinforce:"]
    assert titles[-2:] == ["hyperparameters of ppo, rarely changed:", "environment:"]
    options = [name for names in shown.values() for name in names if name.startswith("--")]
    assert len(options) == len(set(options))
