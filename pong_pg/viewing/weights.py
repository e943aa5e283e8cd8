"""The hidden units of a policy as pictures, as in "Pong from Pixels", in the order of what they contribute."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.errors import PongPGError
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.frames import SIDE
from pong_pg.game.player import Player
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.reinforce.policy import ReinforcePolicy
from pong_pg.viewing.overlay import COLORS

# A few weights are far larger than the others, which would be black if these were the brightest.
_BRIGHTEST = 98
# Brightness is this power of a weight: what training left of the initial noise recedes behind what was learned.
_POWER = 1.5
_SHADES = 16
# Pixels between pictures.
_GAP = 4
# How many units are in a row of the page, by the number of their planes; and its width in inches.
_COLUMNS = {1: 6, 2: 4}
_WIDTH = 12.0
# Darker than the colours of the pictures, to be legible on white.
_UP, _DOWN = "#b86a00", "#1c62c4"


@dataclass(frozen=True)
class HiddenUnits:
    """The hidden units of a policy, those that contribute most first.

    Attributes:
        pictures: (units, planes, 80, 80) float32, the weights from each pixel to each unit: of changed pixels for
            REINFORCE, of lit and of changed ones for PPO. A lit pixel is 1; a changed one is 1 where it became lit and
            -1 where it went dark. Pixels that never changed in training keep the noise that they began as.
        contributions: (units,) float64, at least 0, in descending order; see `hidden_units`.
        upward: (units,) float64, what the activation of a unit is multiplied by in the logit of going up minus that of
            going down: positive for a unit that makes going up more probable.
        numbers: (units,) int64, the index of each unit in the network.
    """

    pictures: npt.NDArray[np.float32]
    contributions: npt.NDArray[np.float64]
    upward: npt.NDArray[np.float64]
    numbers: npt.NDArray[np.int64]


def hidden_units(policy: Player) -> HiddenUnits:
    """Return the hidden units of a policy, sorted by what they contribute to the choice between up and down.

    The contribution of a unit is ``|upward|`` times the Euclidean norm of its input weights, where ``upward`` is its
    weight in the logit of going up minus its weight in that of going down.

    Args:
        policy: a `pong_pg.ReinforcePolicy` or `pong_pg.PPOPolicy`.

    Raises:
        PongPGError: the policy is of another class, so that its layers are not known.
    """
    pixels = SIDE * SIDE
    if isinstance(policy, ReinforcePolicy):
        first, upward = policy.W1_T, policy.W2.astype(np.float64)
    elif isinstance(policy, PPOPolicy):
        heads = policy.weights.heads.astype(np.float64)
        # Without the row of the biases.
        first, upward = policy.weights.W1[: 2 * pixels], heads[-3] - heads[-2]
    else:
        raise PongPGError(f"the hidden units of {policy!r} can't be shown: it must be a policy of REINFORCE or PPO")
    contributions = np.abs(upward) * np.linalg.norm(first.astype(np.float64), axis=0)
    order = np.argsort(-contributions, kind="stable")
    pictures = first.T[order].reshape(len(order), -1, SIDE, SIDE).astype(np.float32)
    return HiddenUnits(pictures, contributions[order], upward[order], order)


def colored(units: HiddenUnits) -> npt.NDArray[np.uint8]:
    """Return the pictures of hidden units in colour.

    A weight that speaks for going up, ``weight * upward > 0``, is orange, one that speaks for going down is blue, and
    zero is black. Each unit has its own scale: 98 % of its weights are below the brightest. Brightness is a power of
    1.5 of the weight, so that noise recedes behind what was learned.

    Returns:
        (units, planes, 80, 80, 3) uint8 RGB.
    """
    signed = units.pictures * np.sign(units.upward).astype(np.float32).reshape(-1, 1, 1, 1)
    limits = np.percentile(np.abs(signed), _BRIGHTEST, axis=(1, 2, 3), keepdims=True)
    strength = np.abs(signed / np.maximum(limits, np.finfo(np.float32).tiny)).clip(0, 1)[..., np.newaxis] ** _POWER
    colors = np.where(signed[..., np.newaxis] > 0, COLORS[UP], COLORS[DOWN])
    # With few shades, a report is a third as large, and the same to the eye.
    return np.asarray(np.round(strength * _SHADES) / _SHADES * colors).astype(np.uint8)


def draw_units(figure: Any, units: HiddenUnits, shown: int) -> None:
    """Draw the units that contribute most on a figure, which gets the size that they need."""
    count, planes = min(shown, len(units.numbers)), units.pictures.shape[1]
    columns, width = min(_COLUMNS[planes], count), _WIDTH / _COLUMNS[planes]
    rows = math.ceil(count / columns)
    # Room for the title and the lines at the foot, even on a page of one unit.
    figure.set_size_inches(max(8.0, columns * width), rows * (0.9 * width / planes + 0.3) + 1.2)
    total = max(float(units.contributions.sum()), np.finfo(float).tiny)
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes in grid:
        axes.set_axis_off()
    for place, (axes, pictures) in enumerate(zip(grid, colored(units), strict=False)):
        gap = np.full((SIDE, _GAP, 3), 255, np.uint8)
        joined = np.hstack([pictures[0], *(part for other in pictures[1:] for part in (gap, other))])
        axes.imshow(joined, interpolation="none")
        side, colour = ("up", _UP) if units.upward[place] > 0 else ("down", _DOWN)
        share = 100 * units.contributions[place] / total
        axes.set_title(f"unit {units.numbers[place]}: {side}, {share:.1f} %", fontsize=9, color=colour, pad=3)
    what = "changed pixels" if planes == 1 else "lit pixels on the left, changed pixels on the right"
    figure.supxlabel(
        f"The weights of {what}. Orange: a pixel that is or becomes lit there speaks for going up; blue: for going "
        "down.\nEach unit has its own scale. Sorted by contribution: its share of all units, by its weights.",
        fontsize=8,
    )
