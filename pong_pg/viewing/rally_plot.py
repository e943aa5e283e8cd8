"""Plot one rally: the way of the ball and the paddles, the probabilities of the actions, and the value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.counts import counted
from pong_pg.viewing.figures import GREY, TEXT, drawn_figure
from pong_pg.viewing.game_steps import Step
from pong_pg.viewing.positions import BOTTOM, PADDLE_HEIGHT, TOP, WIDTH, Positions, hits_of, positions_of
from pong_pg.viewing.weights import DOWN_COLOR, UP_COLOR

_UP, _DOWN = (tuple(channel / 255 for channel in colour) for colour in (UP_COLOR, DOWN_COLOR))
_COLOUR_OF = {UP: _UP, DOWN: _DOWN, STAY: "#c9cdd3"}
_NAMES = {UP: "up", STAY: "stay", DOWN: "down"}
_OPPONENT, _POLICY, _BALL = "#b5651d", "#3f9142", TEXT
# Columns of the paddles on the screen.
_OPPONENT_AT, _POLICY_AT = 17.5, 141.5


def write_rally(steps: Sequence[Step], path: Path, title: str) -> None:
    """Write the figure: the court, and over the steps the heights, the probabilities and the value, as far as known.

    Args:
        steps: of one rally, at least one.
        path: the file, which ends in .png or .svg.
        title: of the figure.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    places = [positions_of(step.screen) for step in steps]
    numbers = [step.number - steps[0].number for step in steps]
    decided = [
        (number, step.decision) for number, step in zip(numbers, steps, strict=True) if step.decision is not None
    ]
    panels = ["heights"]
    if decided:
        panels.append("probabilities")
        if decided[0][1].value is not None:
            panels.append("value")
    with drawn_figure("-o", path, 13, 6.5) as figure:
        axes = figure.subplot_mosaic([["court", panel] for panel in panels], width_ratios=(2, 3))
        _draw_court(axes["court"], steps, places)
        over_time = [axes[panel] for panel in panels]
        _draw_heights(over_time[0], numbers, places)
        if "probabilities" in panels:
            _draw_probabilities(axes["probabilities"], decided)
        if "value" in panels:
            values = [decision.value for _, decision in decided]
            axes["value"].axhline(0, color=GREY, linewidth=0.8)
            axes["value"].plot([number for number, _ in decided], values, color=TEXT, linewidth=1.5)
            axes["value"].set(title="Value", ylabel="expected return")
        for panel in over_time:
            panel.set_xlim(0, max(1, numbers[-1]))
            for hit in hits_of(places)[1]:
                panel.axvline(numbers[hit], color=_POLICY, linewidth=0.8, linestyle=":")
            if steps[-1].reward:
                won = steps[-1].reward > 0
                panel.axvline(numbers[-1], color=_POLICY if won else _OPPONENT, linewidth=2)
        over_time[-1].set_xlabel("agent step of the rally (dotted: the policy hits the ball; line at the end: a point)")
        figure.suptitle(title, x=0.01, ha="left")


def score_line(steps: Sequence[Step]) -> str:
    """Return in words how a rally ended and what the score became."""
    opponent, policy = steps[-1].score
    reward = steps[-1].reward
    who = (
        "The policy scores" if reward > 0 else "The opponent scores" if reward < 0 else "The game ends without a point"
    )
    return f"{who} after {counted(steps[-1].number - steps[0].number, 'step')}: opponent {opponent} : {policy} policy"


def _draw_court(axes: Any, steps: Sequence[Step], places: Sequence[Positions]) -> None:
    axes.set(xlim=(0, WIDTH), ylim=(BOTTOM, TOP), aspect="equal", xticks=[], yticks=[])
    axes.grid(False)
    axes.set_facecolor("#f6f7f8")
    axes.spines[["top", "right", "left", "bottom"]].set_visible(False)
    for edge in (TOP, BOTTOM):
        axes.axhline(edge, color=GREY, linewidth=3)
    for colour, at, heights in (
        (_OPPONENT, _OPPONENT_AT, [place.opponent for place in places]),
        (_POLICY, _POLICY_AT, [place.policy for place in places]),
    ):
        found = [height for height in heights if height is not None]
        # Where the paddle has been, darker where it was more often.
        tops, bottoms = ([height + half for height in found] for half in (-PADDLE_HEIGHT / 2, PADDLE_HEIGHT / 2))
        axes.vlines([at] * len(found), tops, bottoms, color=colour, alpha=min(1, 4 / max(1, len(found))), linewidth=6)
        if found:
            axes.vlines(at, tops[-1], bottoms[-1], color=colour, linewidth=6)
    way = [(place.ball or (np.nan, np.nan)) for place in places]
    axes.plot([x for x, _ in way], [y for _, y in way], color=GREY, linewidth=0.8)
    for action, shade in _COLOUR_OF.items():
        balls = [ball for ball, step in zip(way, steps, strict=True) if step.action == action]
        if balls:
            axes.scatter(
                [x for x, _ in balls], [y for _, y in balls], color=[shade], s=16, zorder=3, label=_NAMES[action]
            )
    axes.set_title("The ball, in the colour of the action taken")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.01), ncols=3)
    axes.text(_OPPONENT_AT, BOTTOM + 4, "opponent", color=_OPPONENT, ha="left", va="top", fontsize=9)
    axes.text(_POLICY_AT, BOTTOM + 4, "policy", color=_POLICY, ha="right", va="top", fontsize=9)


def _draw_heights(axes: Any, numbers: Sequence[int], places: Sequence[Positions]) -> None:
    ball = [np.nan if place.ball is None else place.ball[1] for place in places]
    for name, colour, heights in (
        ("opponent", _OPPONENT, [place.opponent for place in places]),
        ("policy", _POLICY, [place.policy for place in places]),
    ):
        middle = np.array([np.nan if height is None else height for height in heights])
        half = PADDLE_HEIGHT / 2
        axes.fill_between(numbers, middle - half, middle + half, color=colour, alpha=0.35, linewidth=0, label=name)
    axes.plot(numbers, ball, color=_BALL, linewidth=1.8, label="ball")
    axes.set(ylim=(BOTTOM, TOP), title="Height of the ball and the paddles", ylabel="row of the screen")
    axes.legend(loc="upper left", ncols=3, bbox_to_anchor=(0.55, 1.22), borderaxespad=0)


def _draw_probabilities(axes: Any, decided: Sequence[tuple[int, Any]]) -> None:
    numbers = [number for number, _ in decided]
    actions = [action for action in (UP, STAY, DOWN) if action in decided[0][1].actions]
    shares = [[decision.probability(action) for _, decision in decided] for action in actions]
    axes.stackplot(
        numbers,
        shares,
        colors=[_COLOUR_OF[action] for action in actions],
        labels=[f"p({_NAMES[action]})" for action in actions],
        linewidth=0,
        step="post",
    )
    axes.set(ylim=(0, 1), title="Probabilities of the actions", ylabel="probability")
    axes.legend(loc="upper left", ncols=3, bbox_to_anchor=(0.55, 1.22), borderaxespad=0)
