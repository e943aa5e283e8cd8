"""The hidden units of a policy as pictures, in the order of what they contribute to its decisions."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.errors import PongPGError
from pong_pg.game.frames import SIDE
from pong_pg.game.player import Player
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.positions import pictures_of_rows
from pong_pg.reinforce.policy import Policy

# What speaks for going up and for going down has these colours in every picture.
UP_COLOR, DOWN_COLOR = (255, 150, 0), (60, 140, 255)
# A few weights are far larger than the others, which would be black if these were the brightest.
_BRIGHTEST = 98
# Brightness is this power of a weight: what training left of the initial noise recedes behind what was learned.
_POWER = 1.5
# Pixels between pictures.
_GAP = 4
# Of the first layer of PPO's network.
_PIXEL_PLANES = "lit", "changed"
# Of positions, see `pong_pg.ppo.positions.pictures_of_rows`.
_POSITION_PLANES = "ball", "above"
_TOLD = {
    "lit": "of lit pixels",
    "changed": "of pixels that changed since the frame before",
    "ball": "of the ball, by its height and column",
    "above": "of the ball, by how far it is above or below the paddle and its column",
}

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class HiddenUnits:
    """The hidden units of a policy, those that contribute most first.

    Attributes:
        planes: what the policy's inputs are, in order: ("changed",) for REINFORCE, ("lit", "changed") for PPO on
            pixels, ("ball", "above") on positions.
        pictures: (units, planes, 80, 80) float32, the weights from each pixel to each unit. A lit pixel is 1; a changed
            one is 1 where it became lit and -1 where it went dark. Pixels that never changed in training keep the noise
            that they began as. Of positions, see `pong_pg.ppo.positions.pictures_of_rows`.
        contributions: (units,) float64, at least 0, in descending order; see `hidden_units`.
        upward: (units,) float64, what the activation of a unit is multiplied by in the logit of going up minus that of
            going down: positive for a unit that makes going up more probable.
        numbers: (units,) int64, the index of each unit in the network.
    """

    planes: tuple[str, ...]
    pictures: Floats
    contributions: npt.NDArray[np.float64]
    upward: npt.NDArray[np.float64]
    numbers: npt.NDArray[np.int64]

    def first(self, units: int) -> HiddenUnits:
        """Return the units that contribute most, at most so many."""
        return dataclasses.replace(
            self,
            pictures=self.pictures[:units],
            contributions=self.contributions[:units],
            upward=self.upward[:units],
            numbers=self.numbers[:units],
        )


def hidden_units(policy: Player) -> HiddenUnits:
    """Return the hidden units of a policy, sorted by what they contribute to the choice between up and down.

    The contribution of a unit is ``|upward|`` times the Euclidean norm of its input weights, where ``upward`` is its
    weight in the logit of going up minus its weight in that of going down.

    Args:
        policy: a `pong_pg.Policy` or `pong_pg.ActorCritic`.

    Raises:
        PongPGError: the policy is of another class, so that its layers are not known.
    """
    if isinstance(policy, Policy):
        planes: tuple[str, ...] = ("changed",)
        first, drawn = policy.W1_T, [policy.W1_T]
        upward = policy.W2.astype(np.float64)
    elif isinstance(policy, ActorCritic):
        weights, layout = policy.weights, policy.weights.layout
        planes = _PIXEL_PLANES if layout.pixels else _POSITION_PLANES
        first = np.delete(weights.W1, layout.bias, axis=0)
        drawn = [first if layout.pixels else pictures_of_rows(weights.W1)]
        heads = weights.heads.astype(np.float64)
        upward = heads[-3] - heads[-2]
    else:
        raise PongPGError(
            f"the hidden units of {policy!r} can't be shown: it must be a policy of REINFORCE or PPO, not of the class "
            f"{type(policy).__name__}"
        )
    contributions = np.abs(upward) * np.linalg.norm(first.astype(np.float64), axis=0)
    order = np.argsort(-contributions, kind="stable")
    pictures = np.concatenate(drawn).T[order].reshape(-1, len(planes), SIDE, SIDE).astype(np.float32)
    return HiddenUnits(planes, pictures, contributions[order], upward[order], order)


def captions(units: HiddenUnits) -> list[str]:
    """Return sentences about what the pictures of units are."""
    planes = "; ".join(_TOLD[plane] for plane in units.planes)
    what = " or ".join(
        name for name, plane in (("a pixel that becomes lit", "changed"), ("a ball", "above")) if plane in units.planes
    )
    both = {"lit", "ball"} <= set(units.planes)
    scales = "a scale of its own for pixels and one for the ball" if both else "its own scale"
    return [
        f"The weights{', from the left' if len(units.planes) > 1 else ''}: {planes}.",
        f"Orange: {what} there speaks for going up; blue: for going down.",
        f"Each unit has {scales}. Sorted by contribution: its share of all units, by its weights.",
    ]


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
    colors = np.where(signed[..., np.newaxis] > 0, UP_COLOR, DOWN_COLOR)
    return np.asarray(strength * colors).astype(np.uint8)


def side_by_side(pictures: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the planes of each unit beside each other, with a white gap between them.

    Args:
        pictures: (units, planes, 80, 80, 3) uint8.

    Returns:
        (units, 80, 84 planes - 4, 3) uint8.
    """
    count, planes = pictures.shape[:2]
    joined = np.full((count, SIDE, (SIDE + _GAP) * planes - _GAP, 3), 255, np.uint8)
    for plane in range(planes):
        left = (SIDE + _GAP) * plane
        joined[:, :, left : left + SIDE] = pictures[:, plane]
    return joined
