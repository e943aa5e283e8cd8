"""`gym.scoreboard.scoring` of 2016: the scores of what a monitor recorded, read from its own files."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.shims.gym.envs import spec as spec_of
from pong_pg.legacy.shims.gym.monitors import load_results


def score_from_local(directory: Any) -> dict[str, Any] | None:
    """Return the scores of what was recorded into a directory; None if nothing was.

    They are the best mean of as many consecutive training episodes as the environment has trials, and when it was
    solved.
    """
    results = load_results(directory)
    if results is None:
        return None
    spec = spec_of(results["env_info"]["env_id"])
    trials, threshold, start = spec.trials, spec.reward_threshold, results["initial_reset_timestamp"]
    training = np.asarray(results["episode_types"]) == "t"
    lengths, rewards, times = (
        np.asarray(results[name])[training] for name in ("episode_lengths", "episode_rewards", "timestamps")
    )
    score: dict[str, Any] = dict.fromkeys(
        ("episode_t_value", "timestep_t_value", "mean", "error", "seconds_to_solve", "seconds_in_total")
    )
    score |= {"number_episodes": len(rewards), "number_timesteps": sum(lengths)}
    if len(times):
        score["seconds_in_total"] = times[-1] - start
    if len(rewards) < trials:
        return score
    sums = np.cumsum([0.0, *rewards])
    means = (sums[trials:] - sums[:-trials]) / trials
    solved = np.flatnonzero(means >= (np.inf if threshold is None else threshold))
    if len(solved):
        first = score["episode_t_value"] = solved[0]
        score["timestep_t_value"] = np.cumsum([0, *lengths])[first]
        score["seconds_to_solve"] = times[first] - start
    best = rewards[np.argmax(means) :][:trials]
    score["mean"] = np.mean(best)
    score["error"] = np.std(best) / (np.sqrt(trials) - 1) if trials > 1 else 0.0
    return score
