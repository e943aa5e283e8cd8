"""Run directories that were made before the options got their present names; see tests/golden/old_runs/README.md."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

import pong_pg
from pong_pg.cli import main
from pong_pg.config import RENAMED
from pong_pg.training.checkpoint import load_with_config
from pong_pg.training.directory import read_metrics
from pong_pg.viewing.curves import read_run

OLD_RUNS = Path(__file__).parents[1] / "golden" / "old_runs"
# After two updates, and after four.
DIGESTS = {
    "reinforce": (
        "sha256:284ad46b6bfb402235ebfa7edf4fa3ba914991d5d020d49847485255682d4628",
        "sha256:d563389aebc1e0f111e8f19ad8d39bee755be7c3b6afd64e9b0c964673136912",
    ),
    "ppo": (
        "sha256:3da9210ca37d7b2a293c6d5eac3ba7b22f17069a29b1a1860d9f346e3037ad1c",
        "sha256:c52ddcbdcc74dd145fd90725763c4265a6ffac11e4fe749a0e3463563ca89d95",
    ),
}


@pytest.fixture(params=DIGESTS)
def old_run(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLD_RUNS / request.param, tmp_path / request.param))


def test_the_old_runs_have_old_names() -> None:
    """The control: without the table of old names there would be nothing to show."""
    names = json.loads((OLD_RUNS / "ppo" / "config.json").read_text()).keys()
    assert len(names & RENAMED.keys()) == len(RENAMED)


def test_an_old_checkpoint_loads(old_run: Path) -> None:
    policy, config = load_with_config(old_run)
    assert policy.digest() == DIGESTS[old_run.name][0]
    assert config is not None
    assert config.algorithm == old_run.name
    assert config.seed == 7


def test_an_old_run_resumes_to_the_same_bits(old_run: Path) -> None:
    result = pong_pg.resume(old_run, iterations=2)
    assert result.policy.digest() == DIGESTS[old_run.name][1]
    assert [row.update for row in read_metrics(old_run)] == [1, 2, 3, 4]
    assert not RENAMED.keys() & json.loads((old_run / "config.json").read_text()).keys()


def test_an_old_option_of_an_old_run_is_still_that_of_the_run(tmp_path: Path) -> None:
    run = Path(shutil.copytree(OLD_RUNS / "ppo", tmp_path / "ppo"))
    with pytest.warns(DeprecationWarning, match="max_kl is now called target_kl"):
        result = pong_pg.resume(run, iterations=2, max_kl=0.05)
    assert result.policy.digest() == DIGESTS["ppo"][1]


def test_an_old_run_is_evaluated_on_the_command_line(old_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", str(old_run), "--episodes", "1", "--greedy"]) == 0
    assert DIGESTS[old_run.name][0] in capsys.readouterr().out


def test_an_old_run_of_whole_games_has_a_curve() -> None:
    assert [point.games for point in read_run(OLD_RUNS / "reinforce").curve] == [2, 4]


def test_a_column_that_an_old_run_lacks_is_empty_there(tmp_path: Path) -> None:
    """As after a release that measures more: the run is read, compared and resumed."""
    run = Path(shutil.copytree(OLD_RUNS / "ppo", tmp_path / "ppo"))
    rows = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    for row in rows:
        del row["adam_steps"]
    (run / "metrics.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    table = [line.rpartition(",")[0] for line in (run / "metrics.csv").read_text().splitlines()]
    (run / "metrics.csv").write_text("".join(f"{line}\n" for line in table))
    (first, *_) = read_metrics(run)
    assert isinstance(first, pong_pg.PPOMetrics)
    assert vars(first)["adam_steps"] is None
    pong_pg.resume(run, iterations=1)
    with (run / "metrics.csv").open(newline="") as file:
        found = list(csv.DictReader(file))
    assert [row["update"] for row in found] == ["1", "2", "3"]
    assert [bool(row["adam_steps"]) for row in found] == [False, False, True]
    assert [row["kl"] for row in found[:2]] == [str(row["kl"]) for row in rows]
