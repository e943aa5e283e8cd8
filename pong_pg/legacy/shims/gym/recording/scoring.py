"""`gym.scoreboard.scoring` of 2016: the scores of what a monitor recorded, read from its own files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.legacy.shims.gym.envs import spec as spec_of
from pong_pg.legacy.shims.gym.recording.files import load_results


def score_from_local(directory: Any) -> dict[str, Any] | None:
    """Return the scores of what was recorded into a directory; None if nothing was. See `score_from_merged`."""
    results = load_results(directory)
    return None if results is None else _score_of(results, results["env_info"]["env_id"])


def score_from_file(json_file: Any) -> dict[str, Any]:
    """Return the scores of a file with the keys of a monitor's statistics and `env_id`; see `score_from_merged`."""
    results = json.loads(Path(json_file).read_text())
    return _score_of(results, results["env_id"])


def _score_of(results: dict[str, Any], env_id: str) -> dict[str, Any]:
    names = ("episode_lengths", "episode_rewards", "episode_types", "timestamps", "initial_reset_timestamp")
    spec = spec_of(env_id)
    recorded = {name: results[name] for name in names}
    return score_from_merged(**recorded, trials=spec.trials, reward_threshold=spec.reward_threshold)


def score_from_merged(  # noqa: PLR0917 - Gym's form
    episode_lengths: Any,
    episode_rewards: Any,
    episode_types: Any,
    timestamps: Any,
    initial_reset_timestamp: float,
    trials: int,
    reward_threshold: float | None,
) -> dict[str, Any]:
    """Return the best mean of as many consecutive training episodes as there are trials, and when it was solved.

    Args:
        episode_lengths: steps of each episode.
        episode_rewards: return of each episode.
        episode_types: "t" for training or "e" for evaluation, of each episode; None if all are training.
        timestamps: when each episode ended.
        initial_reset_timestamp: when the first one began.
        trials: over how many episodes a mean is taken.
        reward_threshold: the mean from which on the environment counts as solved; None if it never does.
    """
    training = slice(None) if episode_types is None else np.asarray(episode_types) == "t"
    lengths, times = np.asarray(episode_lengths)[training], np.asarray(timestamps)[training]
    rewards = np.asarray(episode_rewards, np.float64)[training]
    score: dict[str, Any] = dict.fromkeys(
        ("episode_t_value", "timestep_t_value", "mean", "error", "seconds_to_solve", "seconds_in_total")
    )
    score |= {"number_episodes": len(rewards), "number_timesteps": sum(lengths)}
    if len(times):
        score["seconds_in_total"] = times[-1] - initial_reset_timestamp
    if len(rewards) < trials:
        return score
    means = running_mean(rewards, trials)
    solved = np.flatnonzero(means >= (np.inf if reward_threshold is None else reward_threshold))
    if len(solved):
        first = score["episode_t_value"] = solved[0]
        score["timestep_t_value"] = np.cumsum([0, *lengths])[first]
        score["seconds_to_solve"] = times[first] - initial_reset_timestamp
    start = np.argmax(means)
    best = rewards[start : start + trials]
    score["mean"] = np.mean(best)
    score["error"] = np.std(best) / (np.sqrt(trials) - 1) if trials > 1 else 0.0
    return score


def running_mean(x: Any, N: int) -> Any:
    """Return the means of N consecutive numbers."""
    sums = np.cumsum([0.0, *x])
    return (sums[N:] - sums[:-N]) / N
