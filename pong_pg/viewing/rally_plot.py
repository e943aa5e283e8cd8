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
from pong_pg.viewing.game_steps import Screen, Step
from pong_pg.viewing.overlay import ACTIONS, COLORS

_COLOUR_OF = {action: tuple(channel / 255 for channel in COLORS[action]) for action, _ in ACTIONS}
# From the bottom of the probabilities to the top.
_STACK = (DOWN, STAY, UP)
# Rows of the screen between the walls; the score is above.
_TOP, _BOTTOM = 34, 194
_WIDTH = 160
_PADDLE_HEIGHT = 16
# Colours on the screen.
_BALL, _OPPONENT, _POLICY = (236, 236, 236), (213, 130, 74), (92, 186, 92)


def write_rally(steps: Sequence[Step], path: Path, title: str) -> None:
    """Write a figure of one rally: the court, and over the steps the heights, the probabilities and the value.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    numbers = [step.number - steps[0].number for step in steps]
    decided = {number: step.decision for number, step in zip(numbers, steps, strict=True) if step.decision is not None}
    values = [decision.value for decision in decided.values()]
    has_values = bool(values) and values[0] is not None
    panels = ["heights"] + ["probabilities"] * bool(decided) + ["value"] * has_values
    with drawn_figure(path, 13, 6.5) as figure:
        axes = figure.subplot_mosaic([["court", panel] for panel in panels], width_ratios=(2, 3))
        _draw_court(figure, axes["court"], steps)
        _draw_heights(axes["heights"], numbers, [step.screen for step in steps])
        if "probabilities" in panels:
            _draw_probabilities(axes["probabilities"], decided)
        if "value" in panels:
            axes["value"].axhline(0, color=GREY, linewidth=0.8)
            axes["value"].plot(list(decided), values, color=TEXT, linewidth=1.5)
            axes["value"].set(title="Value", ylabel="expected return")
        for panel in panels:
            axes[panel].set_xlim(0, max(1, numbers[-1]))
        axes[panels[-1]].set_xlabel("agent step of the rally")
        figure.suptitle(title, x=0.01, ha="left")
        figure.supxlabel(
            "Strips: the rows of the screen that a paddle covers. The probabilities of a step, one above the other, "
            "add up to 1. Value: 1 for a point that is won, -1 for one that is lost.",
            fontsize=8,
        )


def score_line(steps: Sequence[Step]) -> str:
    """Return how long a rally was, and what the score became."""
    opponent, policy = steps[-1].score
    return f"After {counted(steps[-1].number - steps[0].number, 'step')}: opponent {opponent} : {policy} policy"


def centre(screen: Screen, colour: tuple[int, int, int]) -> tuple[float, float]:
    """Return where a thing of this colour is on the field: column and row of its centre; NaN where there is none."""
    rows, columns = np.nonzero((screen[_TOP:_BOTTOM] == colour).all(axis=2))
    return (float(columns.mean()), float(rows.mean()) + _TOP) if len(rows) else (np.nan, np.nan)


def _draw_court(figure: Any, axes: Any, steps: Sequence[Step]) -> None:
    """Draw the ball of each step on the last screen, in the colour of its time."""
    axes.imshow(steps[-1].screen, alpha=0.2)
    x, y = np.array([centre(step.screen, _BALL) for step in steps]).T
    balls = axes.scatter(x, y, 14, c=range(len(steps)), cmap="viridis_r", zorder=2)
    # Pixels of the console are wider than high.
    axes.set(xlim=(0, _WIDTH), ylim=(_BOTTOM, _TOP), aspect=1 / 1.6, xticks=[], yticks=[])
    axes.set_title("The way of the ball, step by step")
    figure.colorbar(balls, ax=axes, location="bottom", label="agent step of the rally", aspect=40)


def _draw_heights(axes: Any, numbers: Sequence[int], screens: Sequence[Screen]) -> None:
    for name, colour in (("opponent", _OPPONENT), ("policy", _POLICY)):
        middle = np.array([centre(screen, colour)[1] for screen in screens])
        edges = middle - _PADDLE_HEIGHT / 2, middle + _PADDLE_HEIGHT / 2
        axes.fill_between(numbers, *edges, color=np.array(colour) / 255, alpha=0.5, linewidth=0, label=name)
    axes.plot(numbers, [centre(screen, _BALL)[1] for screen in screens], color=TEXT, linewidth=1.8, label="ball")
    axes.set(ylim=(_BOTTOM, _TOP), title="Height of the ball and the paddles", ylabel="row of the screen")
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
