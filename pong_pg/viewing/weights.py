"""The hidden units of a policy as pictures, in the order of what they contribute to its decisions."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.config import TrainConfig
from pong_pg.errors import PongPGError
from pong_pg.game.env import EnvFactory, training_env
from pong_pg.game.frames import SIDE, mask
from pong_pg.game.player import Player
from pong_pg.game.seeding import evaluation_game
from pong_pg.ppo.network import Weights, inputs_of
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.positions import pictures_of_rows
from pong_pg.ppo.symmetry import reflected
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
Inputs = npt.NDArray[np.int8]


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
        measured: whether the contributions are those to recorded observations, or products of norms.
    """

    planes: tuple[str, ...]
    pictures: Floats
    contributions: npt.NDArray[np.float64]
    upward: npt.NDArray[np.float64]
    numbers: npt.NDArray[np.int64]
    measured: bool

    def first(self, units: int) -> HiddenUnits:
        """Return the units that contribute most, at most so many."""
        return dataclasses.replace(
            self,
            pictures=self.pictures[:units],
            contributions=self.contributions[:units],
            upward=self.upward[:units],
            numbers=self.numbers[:units],
        )


def hidden_units(policy: Player, observations: Inputs | None = None) -> HiddenUnits:
    """Return the hidden units of a policy, sorted by what they contribute to the choice between up and down.

    With observations, the contribution of a unit is the mean of ``|activation * upward|`` over them, where ``upward``
    is its weight in the logit of going up minus its weight in that of going down: by how much the unit moves that
    difference. A policy of PPO applies each unit to the observation and to its reflection, whose up is down: then it
    is the mean of ``|(activation - activation of the reflection) * upward|``.

    Without, it is ``|upward|`` times the Euclidean norm of the unit's input weights; no game has to be played for that.

    Args:
        policy: a `pong_pg.Policy` or `pong_pg.ActorCritic`.
        observations: (n, 2, 80, 80) int8 from `record_observations`; at least one.

    Raises:
        PongPGError: the policy is of another class, so that its layers are not known.
        ValueError: there are no observations, or they have another shape.
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
    if observations is None:
        contributions = np.abs(upward) * np.linalg.norm(first.astype(np.float64), axis=0)
    else:
        if observations.shape[1:] != (2, SIDE, SIDE) or not len(observations):
            raise ValueError(f"observations must be (n, 2, {SIDE}, {SIDE}), n at least 1; got {observations.shape}")
        moved = (
            _activations_of_reinforce(first, observations)
            if isinstance(policy, Policy)
            else _moved_by_ppo(policy.weights, observations)
        )
        contributions = np.abs(moved.astype(np.float64) * upward).mean(axis=0)
    order = np.argsort(-contributions, kind="stable")
    pictures = np.concatenate(drawn).T[order].reshape(-1, len(planes), SIDE, SIDE).astype(np.float32)
    return HiddenUnits(planes, pictures, contributions[order], upward[order], order, observations is not None)


def captions(units: HiddenUnits) -> list[str]:
    """Return sentences about what the pictures of units are."""
    planes = "; ".join(_TOLD[plane] for plane in units.planes)
    what = " or ".join(
        name for name, plane in (("a pixel that becomes lit", "changed"), ("a ball", "above")) if plane in units.planes
    )
    both = {"lit", "ball"} <= set(units.planes)
    scales = "a scale of its own for pixels and one for the ball" if both else "its own scale"
    measure = "that it moved the choice between up and down by" if units.measured else "of its weights' norms"
    return [
        f"The weights{', from the left' if len(units.planes) > 1 else ''}: {planes}.",
        f"Orange: {what} there speaks for going up; blue: for going down.",
        f"Each unit has {scales}. Sorted by contribution: the share {measure}, of all {len(units.upward)} units.",
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


def sheet(units: HiddenUnits, columns: int) -> npt.NDArray[np.uint8]:
    """Return one picture of hidden units, in rows of so many; see `colored` and `side_by_side`.

    Returns:
        (height, width, 3) uint8 RGB; white where there are too few units.
    """
    tiles = side_by_side(colored(units))
    count, height, width = tiles.shape[:3]
    rows = -(-count // columns)
    page = np.full((rows * columns, height + 2 * _GAP, width + 2 * _GAP, 3), 255, np.uint8)
    page[:count, _GAP:-_GAP, _GAP:-_GAP] = tiles
    height, width = page.shape[1:3]
    lines: npt.NDArray[np.uint8] = page.reshape(rows, columns, height, width, 3).swapaxes(1, 2)
    return lines.reshape(rows * height, columns * width, 3)


def _activations_of_reinforce(first: npt.NDArray[np.floating], inputs: Inputs) -> Floats:
    """Return the activations to each observation, of which REINFORCE's network sees the change only."""
    sums = inputs[:, 1].reshape(len(inputs), -1).astype(np.float32) @ first
    found: Floats = np.maximum(sums, 0)
    return found


def _moved_by_ppo(weights: Weights, inputs: Inputs) -> Floats:
    """Return the activations to each observation minus those to its reflection, whose up is down."""
    found = np.empty((len(inputs), weights.hidden), np.float32)
    for moved, (lit, changed) in zip(found, inputs, strict=True):
        rows = inputs_of(lit.ravel() > 0, (lit - changed).ravel() > 0, weights.layout)
        seen, image = (_activations(weights.W1, view) for view in (rows, reflected(rows, weights.layout)))
        moved[...] = seen - image
    return found


def _activations(W1: npt.NDArray[np.floating], rows: npt.NDArray[np.int16]) -> Floats:
    signs = np.where(rows < 0, -1, 1).astype(np.float32)[:, np.newaxis]
    found: Floats = np.maximum((W1[np.where(rows < 0, ~rows, rows)] * signs).sum(axis=0), 0)
    return found


def record_observations(
    policy: Player,
    config: TrainConfig,
    *,
    steps: int = 1000,
    seed: int = 0,
    env_factory: EnvFactory | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> Inputs:
    """Play the games of `pong_pg.evaluate` with this seed, actions sampled, and return what the policy saw.

    Args:
        policy: the player.
        config: says which environment.
        steps: number of observations, at least 1.
        seed: decides the games.
        env_factory: makes the environment, instead of the config's id.
        on_progress: called after each step with how much is done, from 0 to 1.

    Returns:
        (steps, 2, 80, 80) int8: the lit pixels, 0 or 1, and the changed ones, -1, 0 or 1.

    Raises:
        PongPGError: the environment can't be made or played.
    """
    # Without `play_steps`: the environment need not render.
    observations = np.zeros((steps, 2, SIDE, SIDE), np.int8)
    env = training_env(config, env_factory)
    with contextlib.closing(env):
        over, game = True, 0
        before = np.zeros((SIDE, SIDE), np.int8)
        for number in range(steps):
            if over:
                env_seed, rng = evaluation_game(seed, game)
                policy.reset(rng)
                frame, _ = env.reset(seed=env_seed)
                before = mask(frame)
                game += 1
            now = mask(frame)
            observations[number] = now, now - before
            before = now
            # A copy: the environment may reuse one buffer, and a player may keep the last frame.
            frame, _, terminated, truncated, _ = env.step(policy.act(np.array(frame)))
            over = terminated or truncated
            if on_progress is not None:
                on_progress((number + 1) / steps)
    return observations
