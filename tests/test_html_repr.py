from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import pong_pg
from pong_pg import html_repr
from pong_pg.game.decision import Decision
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult
from pong_pg.training.result import TrainResult

pytestmark = pytest.mark.toy


class _Reader(HTMLParser):
    """Collects the texts of each row of all tables, and checks that every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.styles = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        self.styles += f"{dict(attrs).get('style')};"
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in {"td", "th"}:
            self.rows[-1][-1] += data


def read(shown: object) -> _Reader:
    reader = _Reader()
    reader.feed(shown._repr_html_())  # type: ignore[attr-defined]  # what IPython looks for
    reader.close()
    assert reader.open == []
    return reader


def rows(shown: object) -> dict[str, list[str]]:
    return {first: others for first, *others in read(shown).rows}


def evaluation(*returns: float) -> pong_pg.Evaluation:
    return pong_pg.Evaluation([GameResult(n, 100 + n, value, 1000, False) for n, value in enumerate(returns)])


def decision(value: float | None = 0.25) -> Decision:
    change = np.zeros((80, 80), np.int8)
    change[3, 4:7] = 1
    hidden = np.array([0, 1, 2], np.float32)
    return Decision((2, 3), np.array([0.75, 0.25]), value, abs(change), change, hidden, change.astype(np.float32))


def result(evaluation: pong_pg.Evaluation | None = None) -> TrainResult:
    policy = pong_pg.Policy(np.zeros((3, 6400)), np.zeros(3))
    progress = Progress(update=7, games=12, agent_steps=9000, recent=(1.0, 2.0), best_game=2.0)
    return TrainResult(policy, [], progress, run_dir=None, stopped=True, evaluation=evaluation)


SHOWN = {
    "config": pong_pg.PPOConfig(num_envs=4),
    "evaluation": evaluation(1, 3),
    "result": result(evaluation(4)),
    "decision": decision(),
    "reinforce policy": pong_pg.Policy(np.zeros((3, 6400)), np.zeros(3)),
    "ppo policy": pong_pg.load("fast"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_it_is_well_formed_small_and_has_no_colour_of_its_own(name: str) -> None:
    reader = read(SHOWN[name])
    assert not reader.tags & {"style", "script", "font"}
    assert set(re.findall(r"(?<![-\w])color:([^;]*)", reader.styles)) <= {"inherit"}
    assert "#" not in reader.styles
    assert len(reader.rows) > 2
    assert len(SHOWN[name]._repr_html_()) < 30_000  # type: ignore[attr-defined]


def test_a_configuration_shows_what_differs_from_the_defaults_first() -> None:
    shown = list(rows(pong_pg.PPOConfig(num_envs=4, env_kwargs={"frameskip": 2})))
    assert shown[:2] == ["env_kwargs", "num_envs"]
    assert set(shown) == {field.name for field in dataclasses.fields(pong_pg.PPOConfig)}
    assert rows(pong_pg.PPOConfig(num_envs=4))["num_envs"] == ["4", "environments that are played side by side"]
    assert "all settings at their defaults" in pong_pg.PPOConfig()._repr_html_()


def test_an_evaluation_shows_its_statistics_and_games() -> None:
    shown = rows(evaluation(1, 3))
    assert shown["mean return"] == ["2"]
    assert shown["95 % confidence interval"] == ["± 12.7"]
    assert shown["1"] == ["100", "1", "1000"]
    assert "truncated games" not in shown
    assert rows(evaluation(4))["95 % confidence interval"] == ["-"]
    assert "no game" in pong_pg.Evaluation([])._repr_html_()
    cut = dataclasses.replace(evaluation(1).games[0], truncated=True)
    assert rows(pong_pg.Evaluation([cut]))["truncated games"] == ["1"]


def test_a_result_shows_how_far_it_came_and_its_evaluation() -> None:
    shown = rows(result(evaluation(5)))
    assert shown["updates"] == ["7"]
    assert shown["mean return of the last 50 games"] == ["1.5"]
    assert shown["ended"] == ["stopped before its target"]
    assert shown["mean return"] == ["5"]
    assert "mean return" not in rows(result())


def test_a_decision_shows_probabilities_as_bars() -> None:
    shown = rows(decision())
    assert shown["p(up)"] == ["0.750", "\u2588" * 15]
    assert shown["pixels"] == ["3 lit", "3 changed"]
    assert shown["hidden units"] == ["2 active", "of 3"]
    assert "value" in shown
    assert "value" not in rows(decision(None))


def test_texts_are_escaped() -> None:
    config = pong_pg.ReinforceConfig(env="<script>alert('1')</script>&")
    assert "<script" not in config._repr_html_()
    assert rows(config)["env"][0] == "<script>alert('1')</script>&"
    assert "<b>" not in html_repr.titled("<b>") + html_repr.folded("<b>", "") + html_repr.table(
        [["<b>"]], heads=["<b>"]
    )


def test_a_long_table_says_what_it_leaves_out() -> None:
    shown = read(evaluation(*range(150)))
    assert shown.rows[-1] == ["and 50 more"]
    assert len(shown.rows) < 120
