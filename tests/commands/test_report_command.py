from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest
from report_pages import record
from sample_runs import sample_run

from pong_pg.cli import build_parser, main
from pong_pg.commands.options import given_settings
from pong_pg.ppo.config import PPOConfig
from pong_pg.registry import make_config
from pong_pg.viewing.report.facts import train_command

pytestmark = pytest.mark.needs("jinja2", "pillow")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(sample_run(tmp_path_factory.mktemp("runs"), "ppo"))


def test_a_run_becomes_a_page_and_none_is_overwritten_unasked(
    sample: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.html"
    command = ["report", sample, "-o", str(path), "--episodes", "0", "--no-recording"]
    assert main(command) == 0
    assert f"Wrote {path} (" in capsys.readouterr().out
    written = path.read_text()
    assert "<h1>ppo</h1>" in written
    path.write_text("mine")
    assert main(command) == 2
    assert capsys.readouterr().err.endswith("exists already: name another file, or overwrite it with --force\n")
    assert path.read_text() == "mine"
    assert main([*command, "--force"]) == 0
    assert len(path.read_text()) == pytest.approx(len(written), abs=50)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "nowhere is not the directory of a run"),
        (["RUN", "-o", "page.pdf"], "--output page.pdf must end in .html: name another file"),
    ],
)
def test_bad_input_is_one_line_and_no_file(
    arguments: list[str],
    message: str,
    sample: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", *(sample if word == "RUN" else word for word in arguments)]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_names_a_module_is_not_played_and_has_a_page(
    sample: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Path(shutil.copytree(sample, tmp_path / "run"))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "trap.py").write_text("raise SystemExit('it was imported')")
    config = json.loads((run / "config.json").read_text())
    (run / "config.json").write_text(json.dumps({**config, "env": "trap:Pong-v0"}))
    assert main(["report", str(run), "-o", str(tmp_path / "page.html")]) == 0
    assert "No game is played: run names code that makes its environment" in capsys.readouterr().out
    assert "No evaluation was played" in (tmp_path / "page.html").read_text()


def test_the_command_to_train_again_gives_the_same_settings() -> None:
    config = PPOConfig(env_kwargs={"frameskip": 3}, learning_rate=1.25e-3, seed=4, seconds=180, workers=2)
    options = build_parser().parse_args(shlex.split(train_command(record(config=config)))[1:])
    given = given_settings(options)
    assert given.pop("iterations") == 60
    assert given.pop("run_dir") == "runs/first-again"
    assert {**make_config(given).to_dict(), "seconds": 180.0} == config.to_dict()
