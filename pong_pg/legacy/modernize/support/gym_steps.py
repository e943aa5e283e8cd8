"""What `step` and `reset` returned in Gym up to 0.25."""

from __future__ import annotations

from typing import Any


def four_values(result: Any) -> Any:
    """Return what a step gives as (observation, reward, done, info)."""
    if len(result) == 4:
        return result
    observation, reward, terminated, truncated, info = result
    return observation, reward, terminated | truncated, info


def four_values_of_several(result: Any) -> Any:
    """Return what a step of vector environments gives as (observations, rewards, dones, a list of infos)."""
    observations, rewards, terminated, truncated, infos = result

    def info_of(values: Any, number: int) -> Any:
        return {
            name: info_of(value, number) if isinstance(value, dict) else value[number]
            for name, value in values.items()
            if not name.startswith(("_", "final_")) and values.get(f"_{name}", [True] * len(rewards))[number]
        }

    # The infos of an episode's last step are apart today.
    each = [
        info_of(infos["final_info"] if "final_info" in infos and infos["_final_info"][number] else infos, number)
        for number in range(len(rewards))
    ]
    return observations, rewards, terminated | truncated, each


def five_values(result: Any) -> Any:
    """Return what a step gives as (observation, reward, terminated, truncated, info)."""
    if len(result) == 5:
        return result
    observation, reward, done, info = result
    return observation, reward, done, False, info


def observation_of(result: Any) -> Any:
    """Return the observation of what `reset` gives, with an info or without."""
    if isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict):
        return result[0]
    return result


def final_infos(infos: Any) -> Any:
    """Return `infos["final_info"]` as before Gymnasium 1.0: a dict for each episode that ended, None for the others."""

    def info_of(values: Any, number: int) -> Any:
        return {
            name: info_of(value, number) if isinstance(value, dict) else value[number]
            for name, value in values.items()
            if not name.startswith("_") and values.get(f"_{name}", ended)[number]
        }

    ended = infos["_final_info"]
    return [info_of(infos["final_info"], number) if is_over else None for number, is_over in enumerate(ended)]
