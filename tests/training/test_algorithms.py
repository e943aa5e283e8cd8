"""What an algorithm of one's own gets from the rest of the package, for one folder or file and one line."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest
import random_search
from falling import FallingBall
from random_search import RandomSearchConfig

import pong_pg
import pong_pg.training.loop
from pong_pg import registry
from pong_pg.algorithm import Algorithm
from pong_pg.cli import main
from pong_pg.errors import ConfigError
from pong_pg.game.metrics import column_names
from pong_pg.registry import algorithm, algorithms, make_config

NAME = "random-search"
QUICK = ["--algorithm", NAME, "--workers", "0", "--env", "PongDeterministic-v4"]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_MODULES", dict(registry._MODULES))
    pong_pg.register(NAME, "random_search")


@pytest.mark.parametrize("found", algorithms().values(), ids=lambda found: type(found).__name__)
def test_the_columns_of_the_display_are_fields_of_the_metrics(found: Algorithm[Any, Any, Any]) -> None:
    assert {column.field for column in found.columns} <= set(column_names(found.metrics_type))


def test_a_third_algorithm_trains_and_resumes_exactly(tmp_path: Path) -> None:
    config = RandomSearchConfig(iterations=6, workers=0, run_dir=str(tmp_path / "six"))
    assert isinstance(config, RandomSearchConfig)
    six = pong_pg.train(config, env_factory=FallingBall)
    three = dataclasses.replace(config, iterations=3, run_dir=str(tmp_path / "three"))
    assert pong_pg.train(three, env_factory=FallingBall).policy.digest() != six.policy.digest()
    resumed = pong_pg.resume(tmp_path / "three", env_factory=FallingBall, iterations=3)
    assert resumed.policy.digest() == six.policy.digest()
    assert [row.mean_return for row in resumed.history] == [row.mean_return for row in six.history]
    assert pong_pg.load(tmp_path / "three").digest() == six.policy.digest()


def test_it_trains_evaluates_and_compares_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["train", "--help-all"])
    text = capsys.readouterr().out
    assert "hyperparameters of random-search:" in text
    assert "--noise X" in text
    for seed in ("1", "2"):
        arguments = [*QUICK, "--noise", "0.2", "--seed", seed, "--iterations", "2", "--run-dir", f"run{seed}"]
        assert main(["train", *arguments]) == 0
    output = capsys.readouterr().out
    assert "random search, 1 game an update" in output
    assert re.search(r"Update 2 in .* seconds, \d+ agent steps, 2 games, running mean -2", output)
    assert main(["eval", "run1", "--episodes", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["weights"] == pong_pg.load("run1").digest()
    assert main(["compare", "run1", "run2"]) == 0
    assert re.search(r"random-search\s+.\s+1, 2", capsys.readouterr().out)


def test_a_setting_of_another_algorithm_is_refused() -> None:
    with pytest.raises(ConfigError, match="noise belongs to algorithm random-search, not to ppo"):
        make_config({"algorithm": "ppo", "noise": 0.1})
    with pytest.raises(ConfigError, match="num_envs belongs to algorithm ppo, not to random-search"):
        make_config({"algorithm": NAME, "num_envs": 3})


def test_a_name_is_registered_once() -> None:
    pong_pg.register(NAME, "random_search")
    with pytest.raises(
        pong_pg.ArgumentError, match="algorithm 'random-search' is registered already, as random_search"
    ):
        pong_pg.register(NAME, "another_module")


@pytest.mark.parametrize(
    ("name", "module", "complaint"),
    [
        (3, "random_search", "name must be a non-empty string; got 3"),
        ("", "random_search", "name must be a non-empty string; got ''"),
        ("another", 3, "module must be the name of a module; got 3"),
    ],
)
def test_what_is_no_name_or_no_module_is_not_registered(name: Any, module: Any, complaint: str) -> None:
    with pytest.raises(pong_pg.ArgumentError, match=complaint):
        pong_pg.register(name, module)
    assert name not in registry._MODULES


def test_what_is_registered_must_be_an_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_MODULES", dict(registry._MODULES))
    pong_pg.register("falling", "states")
    with pytest.raises(pong_pg.ConfigError, match=r"'falling' is registered as states, which can't .*ALGORITHM"):
        algorithm("falling")
    pong_pg.register("missing", "nosuch.inner")
    with pytest.raises(pong_pg.ConfigError, match=r"registered as nosuch.inner, which can't be used .No module named"):
        algorithm("missing")
    monkeypatch.setattr("states.ALGORITHM", 3, raising=False)
    with pytest.raises(pong_pg.ArgumentError, match="ALGORITHM of states must be an Algorithm; got 3"):
        algorithm("falling")


def test_a_pool_is_closed_where_there_is_no_trainer_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[random_search.Pool] = []

    def close(self: random_search.Pool) -> None:
        closed.append(self)
        self.env.close()

    def refuse(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(random_search.Pool, "close", close)
    monkeypatch.setattr(random_search.RandomSearch, "trainer", refuse)
    with pytest.raises(KeyboardInterrupt):
        pong_pg.train(RandomSearchConfig(workers=0, iterations=1), env_factory=FallingBall)
    assert len(closed) == 1
