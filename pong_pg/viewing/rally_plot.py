"""Plot one rally: the way of the ball and the paddles, the probabilities of the actions, and the value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.counts import counted
from pong_pg.game.decision import Decision
from pong_pg.viewing.figures import GREY, TEXT, drawn_figure
from pong_pg.viewing.game_steps import Step
from pong_pg.viewing.overlay import ACTIONS, COLORS
from pong_pg.viewing.positions import BOTTOM, PADDLE_HEIGHT, TOP, WIDTH, Positions, hits_of, positions_of

_COLOUR_OF = {action: tuple(channel / 255 for channel in COLORS[action]) for action, _ in ACTIONS}
# From the bottom of the probabilities to the top.
_STACK = (DOWN, STAY, UP)
# As on the screen.
_OPPONENT, _POLICY = "#d5824a", "#5cba5c"


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
    decided = {number: step.decision for number, step in zip(numbers, steps, strict=True) if step.decision is not None}
    values = [decision.value for decision in decided.values()]
    panels = [
        "heights",
        *(["probabilities"] if decided else []),
        *(["value"] if values and values[0] is not None else []),
    ]
    with drawn_figure("-o", path, 13, 6.5) as figure:
        axes = figure.subplot_mosaic([["court", panel] for panel in panels], width_ratios=(2, 3))
        _draw_court(axes["court"], steps, places)
        _draw_heights(axes["heights"], numbers, places)
        if "probabilities" in panels:
            _draw_probabilities(axes["probabilities"], decided)
        if "value" in panels:
            axes["value"].axhline(0, color=GREY, linewidth=0.8)
            axes["value"].plot(list(decided), values, color=TEXT, linewidth=1.5)
            axes["value"].set(title="Value", ylabel="expected return")
        for panel in panels:
            axes[panel].set_xlim(0, max(1, numbers[-1]))
            for hit in hits_of(places)[1]:
                axes[panel].axvline(numbers[hit], color=_POLICY, linewidth=0.8, linestyle=":")
        axes[panels[-1]].set_xlabel("agent step of the rally (dotted: the policy hits the ball)")
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
    """Draw the ball of each step on the last screen; it becomes larger in the course of the rally."""
    axes.imshow(steps[-1].screen, alpha=0.35)
    for action, name in ACTIONS:
        found = [
            (*place.ball, 4 + 36 * number / len(steps))
            for number, (place, step) in enumerate(zip(places, steps, strict=True))
            if step.action == action and place.ball is not None
        ]
        if found:
            x, y, sizes = zip(*found, strict=True)
            axes.scatter(x, y, sizes, color=[_COLOUR_OF[action]], edgecolor=TEXT, linewidth=0.3, label=name)
    # Pixels of the console are wider than high.
    axes.set(xlim=(0, WIDTH), ylim=(BOTTOM, TOP), aspect=1 / 1.6, xticks=[], yticks=[])
    axes.set_title("The ball, larger with time, in the colour of the action")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.01), ncols=3)


def _draw_heights(axes: Any, numbers: Sequence[int], places: Sequence[Positions]) -> None:
    half = PADDLE_HEIGHT / 2
    for name, colour, heights in (
        ("opponent", _OPPONENT, [place.opponent for place in places]),
        ("policy", _POLICY, [place.policy for place in places]),
    ):
        middle = np.array([np.nan if height is None else height for height in heights])
        axes.fill_between(numbers, middle - half, middle + half, color=colour, alpha=0.5, linewidth=0, label=name)
    ball = [np.nan if place.ball is None else place.ball[1] for place in places]
    axes.plot(numbers, ball, color=TEXT, linewidth=1.8, label="ball")
    axes.set(ylim=(BOTTOM, TOP), title="Height of the ball and the paddles", ylabel="row of the screen")
    axes.legend(loc="upper left", ncols=3, bbox_to_anchor=(0.55, 1.22), borderaxespad=0)


def _draw_probabilities(axes: Any, decided: dict[int, Decision]) -> None:
    names = dict(ACTIONS)
    axes.stackplot(
        list(decided),
        [[decision.probability(action) for decision in decided.values()] for action in _STACK],
        colors=[_COLOUR_OF[action] for action in _STACK],
        labels=[names[action] for action in _STACK],
        linewidth=0,
        step="post",
    )
    axes.set(ylim=(0, 1), title="Probabilities of the actions", ylabel="probability")
    axes.legend(loc="upper left", ncols=3, bbox_to_anchor=(0.55, 1.22), borderaxespad=0)
