"""What a policy makes of a frame: the protocol of players that can be looked into, and what they show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, TypeGuard

import numpy as np
import numpy.typing as npt

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.frames import SIDE, Mask, mask
from pong_pg.game.player import Player

Floats = npt.NDArray[np.float32]

_NAMES = {STAY: "stay", UP: "up", DOWN: "down"}


@dataclass(frozen=True)
class Decision:
    """A policy's outputs for one frame, and what they follow from.

    Attributes:
        actions: the actions that the policy chooses from: 0 (stay), 2 (up) and 3 (down), or two of them.
        probabilities: (actions,) float64, of each of them; they add up to 1.
        value: the expected return of the rally, from -1 to 1 or so; None for a policy without a value function.
        mask: (80, 80) int8, 1 where a pixel is lit.
        change: (80, 80) int8, 1 where a pixel was lit since the frame before, -1 where one went dark.
        hidden: float32, the hidden layer's activations, at least 0: (hidden,), or (2 hidden,) for a policy that also
            looks at the reflected frame, whose activations come second.
        influence: (80, 80) float32, what each pixel adds to the logit of going up minus that of going down, through
            the hidden units that are active: input times gradient, of the lit and of the changed pixel. What the
            biases add is in no pixel.
    """

    actions: tuple[int, ...]
    probabilities: npt.NDArray[np.float64]
    value: float | None
    mask: Mask = field(repr=False)
    change: Mask = field(repr=False)
    hidden: Floats = field(repr=False)
    influence: Floats = field(repr=False)

    def probability(self, action: int) -> float:
        """Return the probability of an action; 0 for one that the policy never takes."""
        return float(self.probabilities[self.actions.index(action)]) if action in self.actions else 0.0


class Inspectable(Player, Protocol):
    """A player that shows how it decides."""

    def inspect(self, mask: Mask, before: Mask) -> Decision:
        """Return what the policy makes of a frame. It does not change the game that is being played.

        Args:
            mask: (80, 80) int8, zeros and ones, of the present frame: `pong_pg.game.frames.mask`.
            before: the same of the frame before; in a game's first frame, that of the present frame.

        Raises:
            ValueError: one is not of shape (80, 80), or holds other numbers than 0 and 1.
        """


def is_inspectable(player: object) -> TypeGuard[Inspectable]:
    """Return whether a player can be looked into."""
    # Of its class: a wrapper that hands attributes on to another policy may play differently.
    return callable(getattr(type(player), "inspect", None))


class Inspector:
    """Follows a game frame by frame and says what a policy makes of each.

    Args:
        policy: the player that is looked into.
    """

    def __init__(self, policy: Inspectable) -> None:
        self._policy = policy
        self._before: Mask | None = None

    def reset(self) -> None:
        """Begin a new game."""
        self._before = None

    def look(self, frame: npt.NDArray[np.uint8]) -> Decision:
        """Return the decision for the next frame of the game.

        Args:
            frame: uint8, (210, 160, 3) RGB or (210, 160) palette indices.
        """
        now = mask(frame)
        before = now if self._before is None else self._before
        self._before = now
        return self._policy.inspect(now, before)


def change_of(mask: Mask, before: Mask) -> Mask:
    """Return the difference of two masks, checked.

    Raises:
        ValueError: one is not of shape (80, 80), or holds other numbers than 0 and 1.
    """
    for name, array in (("mask", mask), ("before", before)):
        if np.shape(array) != (SIDE, SIDE) or not np.isin(array, (0, 1)).all():
            raise ValueError(f"{name} must be an (80, 80) array of zeros and ones; got shape {np.shape(array)}")
    return np.asarray(mask, np.int8) - np.asarray(before, np.int8)
