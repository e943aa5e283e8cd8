"""What `gym.wrappers.Monitor` recorded."""

from __future__ import annotations

import glob
import json
import os
import sys
import time
from typing import Any

import gymnasium as gym


def record_videos(env: Any, directory: str, episode_trigger: Any = None) -> Any:
    """Record videos of episodes, as `Monitor` did; without the package moviepy none, which is told."""
    try:
        env = gym.wrappers.RecordVideo(env, directory, episode_trigger=episode_trigger)
    except gym.error.DependencyNotInstalled as missing:
        sys.stderr.write(f"no videos are recorded: {missing}\n")
    return gym.wrappers.RecordEpisodeStatistics(env)


class Monitor(gym.Wrapper):
    """Writes the returns and lengths of episodes to a directory, with the files of Gym's monitor; no videos."""

    def __init__(
        self, env: Any, directory: str, video_callable: Any = None, force: bool = False, resume: bool = False
    ) -> None:
        super().__init__(env)
        self.directory = os.path.abspath(directory)
        os.makedirs(self.directory, exist_ok=True)
        there = glob.glob(os.path.join(self.directory, "openaigym.*"))
        if force:
            for path in there:
                os.remove(path)
        elif there and not resume:
            raise gym.error.Error(f"Trying to write to monitor directory {directory} with existing monitor files")
        self.results: Any = {
            "initial_reset_timestamp": None, "timestamps": [], "episode_lengths": [], "episode_rewards": [],
            "episode_types": [],
        }  # fmt: skip
        self.steps: Any = None
        self.total = 0.0
        self.total_steps = 0
        self.done = True
        self.closed = False

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode, which the one before must have ended for."""
        if not self.done and self.steps:
            raise gym.error.Error("Tried to reset environment which is not done. See the monitor's documentation.")
        if self.results["initial_reset_timestamp"] is None:
            self.results["initial_reset_timestamp"] = time.time()
        result = self.env.reset(**kwargs)
        self.steps, self.total, self.done = 0, 0.0, False
        self.results["episode_types"].append("t")
        return result

    def step(self, action: Any) -> Any:
        """Run one step and record it."""
        if self.done:
            raise gym.error.ResetNeeded("Trying to step environment which is currently done. Call 'reset' first.")
        observation, reward, terminated, truncated, info = self.env.step(action)
        self.steps += 1
        self.total_steps += 1
        self.total += float(reward)
        self.done = terminated or truncated
        if self.done:
            self.results["episode_lengths"].append(self.steps)
            self.results["episode_rewards"].append(self.total)
            self.results["timestamps"].append(time.time())
        return observation, reward, terminated, truncated, info

    def close(self) -> None:
        """Write the files."""
        if not self.closed:
            self.closed = True
            infix = f"0.{os.getpid()}"
            stats = f"openaigym.episode_batch.{infix}.stats.json"
            with open(os.path.join(self.directory, stats), "w") as file:
                json.dump(self.results, file)
            spec = self.env.spec
            info = {**({"env_id": spec.id} if spec else {}), "gym_version": gym.__version__}
            with open(os.path.join(self.directory, f"openaigym.manifest.{infix}.manifest.json"), "w") as file:
                json.dump({"stats": stats, "videos": [], "env_info": info}, file)
        super().close()

    def get_episode_rewards(self) -> Any:
        """Return the return of each episode that has ended."""
        return self.results["episode_rewards"]

    def get_episode_lengths(self) -> Any:
        """Return the length of each episode that has ended."""
        return self.results["episode_lengths"]

    def get_total_steps(self) -> int:
        """Return the number of steps of all episodes."""
        return self.total_steps
