"""Pretrained weights that come with the package: ``pong_pg.load("fast")``.

A file of them is an npz: the policy's arrays as float16, and a JSON header with all that is known of them. The rows of
pixels that never changed in training are zeros instead of the noise that they began as. The script that makes them is
`benchmarks/make_weights.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.config import TrainConfig
from pong_pg.errors import CheckpointError, ConfigError
from pong_pg.game.network_policy import WEIGHTS_FORMAT
from pong_pg.game.player import Player
from pong_pg.ppo.network import Weights
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.registry import config_from_dict
from pong_pg.reinforce.policy import ReinforcePolicy
from pong_pg.untrusted.bounded import JSON_LIMIT
from pong_pg.untrusted.json_text import parse_json
from pong_pg.untrusted.npz import Npz, NpzError, open_npz

PRETRAINED = ("best", "fast", "reference")

# Bytes of an array; the largest has 2 MB.
_LARGEST = 2**24
_FOLDER = Path(__file__).with_name("weights")


def pretrained(name: str) -> tuple[Player, TrainConfig, dict[str, Any]]:
    """Return pretrained weights.

    Args:
        name: one of `PRETRAINED`.

    Returns:
        The policy, the configuration that it was trained with, and what else the header says: the environment, the
        curve (games, agent steps, minutes and mean return), and the evaluation whose mean it is to reach.

    Raises:
        CheckpointError: the file is not the one that was released.
    """
    path = _FOLDER / f"{name}.npz"
    try:
        with open_npz(path, compressed=True) as archive:
            header = parse_json(archive.read("header", np.uint8, (None,), JSON_LIMIT).tobytes())
            config, digest = config_from_dict(header["config"]), header["digest"]
            policy = _read(archive, np.float16, _LARGEST)
    except (OSError, NpzError, ValueError, KeyError, TypeError, ConfigError) as error:
        raise CheckpointError(f"{path} can't be read ({error}): install pong_pg again") from error
    if policy.digest() != digest:
        raise CheckpointError(f"{path} is not what was released: its digest is another; install pong_pg again")
    return policy, config, header


def saved_policy(path: Path) -> Player | None:
    """Return the policy that `NetworkPolicy.save` has written to an npz; None for an npz with another header.

    Raises:
        NpzError: the file is damaged, has no header, or does not hold a policy's arrays.
        ValueError: the arrays do not fit together, or hold numbers that are not finite.
        OSError: it can't be read.
    """
    with open_npz(path) as archive:
        header = parse_json(archive.read("header", np.uint8, (None,), JSON_LIMIT).tobytes())
        if not isinstance(header, dict) or header.get("format") != WEIGHTS_FORMAT:
            return None
        return _read(archive, np.float32, path.stat().st_size)


def _read(archive: Npz, dtype: npt.DTypeLike, most: int) -> Player:
    dimensions = {"W1": 2, "W2": 1} if "W2" in archive else {"W1": 2, "heads": 2, "biases": 1}
    arrays = {name: archive.read(name, dtype, (None,) * ndim, most) for name, ndim in dimensions.items()}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds numbers that are not finite")
    return policy_of(arrays)


def policy_of(arrays: Mapping[str, npt.NDArray[np.floating]]) -> Player:
    """Return the policy of arrays of weights: W1 and W2 of a `ReinforcePolicy`, or the fields of PPO's `Weights`.

    Raises:
        ValueError: they do not fit together.
    """
    if "W2" in arrays:
        return ReinforcePolicy(arrays["W1"], arrays["W2"])
    return PPOPolicy(Weights(*(arrays[name] for name in Weights._fields)))
