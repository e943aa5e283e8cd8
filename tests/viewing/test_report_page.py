from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from histories import history
from report_pages import evaluation, ppo_rows, record, report

from pong_pg.game.progress import Progress
from pong_pg.ppo.config import PPOConfig
from pong_pg.viewing.recording import Recorded
from pong_pg.viewing.report import facts
from pong_pg.viewing.report.page import page

pytestmark = pytest.mark.needs("jinja2", "matplotlib")

HOSTILE = "</script><script>alert(1)</script><img src=x onerror='alert(2)'>\"&{{ 7 * 7 }}"


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def test_everything_is_on_the_page_and_nothing_elsewhere() -> None:
    text = page(report())
    for heading in (
        "Warnings",
        "Curves",
        "Evaluation and returns",
        "What the network looks for",
        "Settings",
    ):
        assert f"<h2>{heading}</h2>" in text
    tags = Tags(text)
    addresses = [
        value for _, attributes in tags.found for name, value in attributes.items() if name in {"src", "href", "data"}
    ]
    assert len(addresses) > 3
    assert all((address or "").startswith(("data:", "#")) for address in addresses)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text)
    # Its policy forbids styles and handlers in attributes.
    assert not [name for _, attributes in tags.found for name in attributes if name == "style" or name.startswith("on")]


def test_the_policy_allows_no_script_and_the_page_s_own_style_only() -> None:
    text = page(report())
    (policy,) = (str(meta["content"]) for meta in Tags(text).named("meta") if "http-equiv" in meta)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src" not in policy
    assert not Tags(text).named("script")
    (content,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy


def test_what_files_say_is_text() -> None:
    plain = record(rows=history([-20.0] * 8))
    hostile = record(
        HOSTILE,
        rows=history([-20.0] * 8),
        path=Path("runs") / HOSTILE,
        config=PPOConfig(env=HOSTILE, env_kwargs={HOSTILE: HOSTILE}),
    )
    tags = [[name for name, _ in Tags(page(report(one))).found] for one in (plain, hostile)]
    assert "script" not in tags[1]
    assert tags[1].count("img") == tags[0].count("img") == 3
    text = page(report(hostile))
    assert "<script>alert" not in text
    assert "<img src=x" not in text
    assert "{{ 7 * 7 }}" in text


def test_a_recorded_rally_is_in_the_page() -> None:
    text = page(report(record("one"), rally=(Recorded(30, (320, 420), (3, 21)), b"film")))
    assert "<h1>one</h1>" in text
    assert "<video controls" in text
    assert base64.b64encode(b"film").decode() in text
    assert "Score after it 3 : 21" in text


def test_settings_that_are_changed_come_first() -> None:
    rows = facts.setting_rows(PPOConfig(num_envs=16))
    assert (rows[0]["name"], rows[0]["default"], rows[0]["value"]) == ("num_envs", "32", "16")
    assert not any(row["is_special"] for row in rows[1:])


@pytest.mark.parametrize(("target", "more"), [(None, ""), (60, " --iterations 100")])
def test_a_run_that_has_reached_its_target_is_resumed_with_another(target: int | None, more: str) -> None:
    run = record()
    assert run.progress is not None
    run = dataclasses.replace(run, progress=dataclasses.replace(run.progress, target=target))
    what, command = facts.commands(dataclasses.replace(run, seed=1))[1]
    assert what == "Resume it"
    assert command == f"pong-pg train --resume {Path('runs', 'first')}{more}"


def test_notices_tell_falls_truncated_games_and_lost_rows() -> None:
    rows = history([-20.0] * 6 + [10.0] * 6 + [-5.0] * 6)
    rows[2] = dataclasses.replace(rows[2], truncated_games=3)
    found = dict(facts.notices(record(rows=[*rows[:4], *rows[5:]])))
    assert "is -5.0 now" in found["The return fell"]
    assert found["Truncated games"].startswith("3 of 180 games")
    assert "17 of 18 updates" in found["Lost rows"]
    assert list(facts.notices(record(rows=ppo_rows(60)))) == []
    behind = Progress(50, 100, 60_000, -5.0, -4.0, 9.0)
    assert "The checkpoint is older than the metrics" in dict(facts.notices(record(progress=behind)))


def test_fewer_than_ten_games_are_shown_one_by_one_and_more_by_their_interval() -> None:
    text = page(report(record(progress=None, evaluation=evaluation((-21, -20, 3)))))
    assert text.count("\N{MINUS SIGN}12.67 (games: \N{MINUS SIGN}21, \N{MINUS SIGN}20, 3)") == 2
    assert "±" not in text
    many = page(report(record(progress=None, evaluation=evaluation((-21, 3) * 5))))
    assert many.count("\N{MINUS SIGN}9.00 ± 9.05 (95 %)") == 2
    same = page(report(record(progress=None, evaluation=evaluation((3, 3)))))
    assert "all games have the same return and length" in same


def test_a_run_without_games_or_checkpoint_has_a_page() -> None:
    nothing = record(rows=[], checkpoint=None, progress=None)
    text = page(report(nothing))
    assert "No update has been made yet." in text
    assert "Evaluate it" not in text
    without_games = page(report(record(rows=history([None] * 4))))
    assert "Learning curves" in without_games
