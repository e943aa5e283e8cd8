"""What the policies of both algorithms have in common: the frames that they have seen, and how they are saved."""

from __future__ import annotations

import hashlib
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.errors import ArgumentError, check_path
from pong_pg.game.frames import FRAME_SHAPES, Mask, check_frame, mask
from pong_pg.untrusted.writing import output_file

WEIGHTS_FORMAT = "pong_pg weights"


class NetworkPolicy(ABC):
    """The base class of `ReinforcePolicy` and `PPOPolicy`.

    The network sees the present frame and what changed since the one before. So a policy holds the last frame, and
    `reset` forgets it. Copies and pickles go on with the same game: they hold that frame and the state of the random
    generator.
    """

    def __init__(self) -> None:
        self._rng = np.random.default_rng()
        # Masks of the present frames and of those before, (environments, 80, 80); None when games begin.
        self._now: Mask | None = None
        self._before: Mask | None = None
        # What looks at frames in C. It holds addresses, which mean nothing elsewhere.
        self._eye: Any = None

    @abstractmethod
    def arrays(self) -> Mapping[str, npt.NDArray[np.float32]]:
        """Return the weights, by name."""

    @abstractmethod
    def _choose(self, now: Mask, before: Mask, greedy: bool) -> int:
        """Return the action for a frame."""

    def reset(self, seed: int | np.random.Generator | None = None) -> None:
        """Prepare for a new game: forget the last frame, and draw actions from this seed or generator from now on.

        Raises:
            ArgumentError: the seed is neither an integer of at least 0 nor a generator.
        """
        if seed is not None:
            try:
                self._rng = np.random.default_rng(seed)
            except (TypeError, ValueError) as error:
                rule = "seed must be an integer of at least 0, a Generator or None"
                raise ArgumentError(f"{rule}; got {seed!r}") from error
        self._now = self._before = None

    def act(self, observation: npt.ArrayLike, *, greedy: bool = False) -> int:
        """Return the action for the next frame of a game: 2 (up), 3 (down) or, with three actions, 0 (stay).

        The network's inputs depend on the frame of the previous call, so call `reset` when a game begins.

        Args:
            observation: uint8 frame, (210, 160, 3) RGB or (210, 160) palette indices.
            greedy: take the most probable action instead of drawing one.

        Raises:
            ArgumentError: the observation is not a frame of this dtype and shape.
        """
        now, before = self._look(mask(check_frame(observation))[np.newaxis], self._now)
        return self._choose(now[0], before[0], greedy)

    def predict(
        self,
        observation: npt.ArrayLike,
        state: tuple[npt.NDArray[Any], ...] | None = None,
        episode_start: npt.ArrayLike | None = None,
        deterministic: bool = False,
    ) -> tuple[Any, tuple[npt.NDArray[Any], ...]]:
        """Return actions and the next state, with the signature of Stable-Baselines3's `predict`.

        As for a recurrent policy there, the state is what the policy remembers: here, the last frames.

        Args:
            observation: a frame as for `act`, or a frame of each of n environments: (n, 210, 160, 3) or (n, 210, 160).
            state: what the previous call returned; None for the frames of the previous call to this policy.
            episode_start: (n,) whether the frame is the first of a game, whose frame before is none. If it is left out
                and `reset` is not called, the first frame of a game is compared with the last one of the game before.
            deterministic: take the most probable actions instead of drawing them.

        Returns:
            The actions, as for `act`: a NumPy integer or, for n environments, an (n,) int64 array. And the state: a
            tuple of an (n, 80, 80) int8 array.

        Raises:
            ArgumentError: the observation is neither a frame nor an array of frames, or the state or `episode_start` is
                not of as many environments.
        """
        frames = np.asarray(observation)
        is_single = frames.shape in FRAME_SHAPES
        if not is_single and (frames.shape[1:] not in FRAME_SHAPES or not len(frames)):
            raise ArgumentError(
                f"an observation must be one frame or more, {FRAME_SHAPES[1]} each; got shape {frames.shape}"
            )
        now = np.stack([mask(check_frame(frame)) for frame in (frames[np.newaxis] if is_single else frames)])
        starts = np.zeros(len(now), bool) if episode_start is None else np.atleast_1d(episode_start).astype(bool)
        before = self._now if state is None else state[0]
        if len(starts) != len(now) or (state is not None and state[0].shape != now.shape):
            raise ArgumentError(
                f"state and episode_start must be of as many environments as the observation, {len(now)}; got "
                f"{len(state[0]) if state else 'no state'} and {len(starts)}: pass what the last call returned"
            )
        if before is not None and len(before) == len(now):
            before = np.where(starts[:, np.newaxis, np.newaxis], now, before)
        now, before = self._look(now, before)
        actions = np.array([self._choose(*masks, deterministic) for masks in zip(now, before, strict=True)], np.int64)
        return actions[0] if is_single else actions, (now,)

    def _look(self, now: Mask, before: Mask | None) -> tuple[Mask, Mask]:
        """Take in the masks of the present frames; return them and those of the frames before."""
        before = now if before is None or len(before) != len(now) else before
        self._now, self._before = now, before
        return now, before

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the weights, for `pong_pg.load`.

        The file is an npz of float32 arrays and a header, whatever its name. As by `numpy.savez`, an existing file is
        replaced, but atomically: after a failure it is the old one or the new one.

        Args:
            path: the file, such as "pong.npz".

        Raises:
            ArgumentError: the path is neither a string nor an `os.PathLike`, or empty.
            PongPGError: the file can't be written.
        """
        check_path("path", path)
        header = np.frombuffer(json.dumps({"format": WEIGHTS_FORMAT}).encode(), np.uint8)
        arrays: dict[str, Any] = dict(self.arrays())
        with output_file(Path(path)) as file:
            np.savez(file, header=header, **arrays)

    def digest(self) -> str:
        """Return `sha256:...` of the weights as little-endian float32, in the order of `arrays`."""
        sha = hashlib.sha256()
        for array in self.arrays().values():
            sha.update(np.ascontiguousarray(array, "<f4").tobytes())
        return f"sha256:{sha.hexdigest()}"

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_eye": None}
