"""`gym.benchmarks.scoring`: the rules that made scores of recorded episodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np


def benchmark_aggregate_score(benchmark: Any, env_id_to_benchmark_results: Mapping[str, Any]) -> dict[str, Any]:
    """Return the score of a benchmark and its times, from the results of `score_evaluation` of each environment."""
    scores: dict[str, list[Any]] = {}
    solved: dict[str, Any] = {}
    starts, ends, elapsed = [], [], []
    for env_id in benchmark.env_ids:
        tasks = benchmark.task_specs(env_id)
        results = env_id_to_benchmark_results.get(env_id, [])[: tasks[0].trials]
        for result in results:
            scores.setdefault(env_id, []).append(result["scores"])
            solved[env_id] = solved.get(env_id, True) and np.sum(result["solves"])
            starts.append(result["initial_reset_timestamp"])
            ends.append(max(result["timestamps"]))
            elapsed.extend(result["elapsed_times"])
        for _ in range(len(results), tasks[0].trials):
            scores.setdefault(env_id, []).append([benchmark.scorer.null_score for _ in tasks])
            solved[env_id] = False
    return {
        "score": benchmark.score_benchmark(scores),
        "num_envs_solved": sum(1 for done in solved.values() if done),
        "start_to_finish_seconds": max(ends) - min(starts) if ends else 0.0,
        "summed_task_wall_time": np.sum([end - start for end, start in zip(ends, starts, strict=True)]),
        "summed_training_seconds": np.sum(elapsed),
    }


def _durations(initial_reset_timestamps: Sequence[float], data_sources: Any, timestamps: Any) -> Any:
    """Return how long each episode took, from the times at which the recorders began and the episodes ended."""
    durations = np.zeros(len(timestamps))
    for source, start in enumerate(initial_reset_timestamps):
        (own,) = np.where(np.array(data_sources) == source)
        durations[own] = np.diff(timestamps[own], prepend=start)
    return durations


def _first_beyond(task: Any, steps: Any, seconds: Any) -> float:
    """Return the number of the first episode after which a limit of a task was passed; infinity if none was."""
    first = np.inf
    for limit, elapsed in ((task.max_timesteps, steps), (task.max_seconds, seconds)):
        if limit:
            (beyond,) = np.where(elapsed > limit)
            first = min([first, *beyond[:1]])
    return float(first)


class _Rule:
    """What the rules have in common."""

    @property
    def null_score(self) -> float:
        """The score of a trial that is missing."""
        return 0.0

    def score_benchmark(self, benchmark: Any, episode_scores: Mapping[str, Any]) -> Any:  # noqa: ARG002 - Gym's form
        """Return the mean of all scores."""
        return np.mean([score for scores in episode_scores.values() for score in scores])


def _collected(rows: list[tuple[Any, ...]], start: float) -> dict[str, Any]:
    names = ("rewards", "lengths", "scores", "solves", "timestamps", "elapsed_times")
    columns = [list(column) for column in zip(*rows, strict=True)]
    return {**dict(zip(names, columns, strict=True)), "initial_reset_timestamp": start}


class ClipTo01ThenAverage(_Rule):
    """The mean of the last evaluation episodes within the limits, each between 0 (floor) and 1 (ceiling).

    Args:
        num_episodes: how many episodes; missing ones count as the floor.
    """

    def __init__(self, num_episodes: int = 100) -> None:
        self.num_episodes = num_episodes

    def score_evaluation(  # noqa: PLR0917 - Gym's form
        self,
        benchmark: Any,
        env_id: str,
        data_sources: Any,
        initial_reset_timestamps: Any,
        episode_lengths: Any,
        episode_rewards: Any,
        episode_types: Any,
        timestamps: Any,
    ) -> dict[str, Any]:
        """Return scores and times for each task of an environment.

        Args:
            benchmark: the benchmark.
            env_id: the environment.
            data_sources: for each episode, which recorder recorded it.
            initial_reset_timestamps: when each recorder began.
            episode_lengths: steps of each episode.
            episode_rewards: return of each episode.
            episode_types: "t" for training or "e" for evaluation, of each episode.
            timestamps: when each episode ended.
        """
        start = min(initial_reset_timestamps, default=0)
        timestamps = np.array(timestamps)
        durations = _durations(initial_reset_timestamps, data_sources, timestamps)
        types = np.array(episode_types)
        (training,), (evaluation,) = np.where(types == "t"), np.where(types == "e")
        if not len(evaluation):
            training = evaluation = np.arange(len(types))
        all_rewards, all_lengths = np.array(episode_rewards), np.array(episode_lengths)
        steps, seconds = np.cumsum(all_lengths[training]), np.cumsum(durations[training])
        rows = []
        for task in benchmark.task_specs(env_id):
            beyond = _first_beyond(task, steps, seconds)
            if np.isfinite(beyond):
                # Positions among the evaluations, which Gym used as positions among all episodes.
                (allowed,) = np.where(evaluation < training[int(beyond)])
            else:
                allowed = evaluation
            rewards, lengths = all_rewards[allowed][-self.num_episodes :], all_lengths[allowed][-self.num_episodes :]
            missing = self.num_episodes - len(rewards)
            floor, ceiling = task.reward_floor, task.reward_ceiling
            if missing > 0:
                rewards = np.concatenate([rewards, [floor] * missing])
                lengths = np.concatenate([lengths, [0] * missing])
            score = np.mean(np.clip((rewards - floor) / (ceiling - floor), 0, 1))
            last, elapsed = start, 0.0
            if len(allowed):
                number = int(beyond) if np.isfinite(beyond) else len(seconds) - 1
                last, elapsed = timestamps[training[number]], seconds[number]
            rows.append((rewards, lengths, score, rewards >= ceiling, last, elapsed))
        return _collected(rows, start)


class BenchmarkScoringRule(_Rule):
    """A rule that scores all episodes before a limit is passed.

    Args:
        score_and_solved_func: from the task, the returns of the episodes and the seconds elapsed after each of them to
            the score and whether each episode solved the task.
    """

    def __init__(self, score_and_solved_func: Callable[[Any, Any, Any], tuple[Any, Any]]) -> None:
        self.score_and_solved_func = score_and_solved_func

    def score_evaluation(  # noqa: PLR0917 - Gym's form
        self,
        benchmark: Any,
        env_id: str,
        data_sources: Any,
        initial_reset_timestamps: Any,
        episode_lengths: Any,
        episode_rewards: Any,
        episode_types: Any,  # noqa: ARG002 - Gym's form
        timestamps: Any,
    ) -> dict[str, Any]:
        """Return scores and times for each task of an environment; see `ClipTo01ThenAverage.score_evaluation`."""
        start = min(initial_reset_timestamps, default=0)
        timestamps, lengths = np.array(timestamps), np.array(episode_lengths)
        seconds = np.cumsum(_durations(initial_reset_timestamps, data_sources, timestamps))
        steps = np.cumsum(lengths)
        rows = []
        for task in benchmark.task_specs(env_id):
            beyond = _first_beyond(task, steps, seconds)
            number = int(beyond) if np.isfinite(beyond) else len(lengths)
            rewards = np.array(episode_rewards)[:number]
            score, solved = self.score_and_solved_func(task, rewards, seconds[:number])
            last, elapsed = start, 0.0
            if np.any(timestamps[:number]):
                last, elapsed = timestamps[number - 1], seconds[number - 1]
            rows.append((rewards, lengths[:number], score, solved, last, elapsed))
        return _collected(rows, start)


def total_reward_from_episode_rewards(task: Any, reward: Any, elapsed_seconds: Any) -> tuple[Any, Any]:  # noqa: ARG001 - a rule
    """Return the mean return between 0 (floor) and 1 (ceiling), and which episodes reached the ceiling."""
    floor, ceiling = task.reward_floor, task.reward_ceiling
    return np.clip((np.mean(reward) - floor) / (ceiling - floor), 0, 1), reward >= ceiling


class TotalReward(BenchmarkScoringRule):
    """Scores the mean return."""

    def __init__(self) -> None:
        super().__init__(total_reward_from_episode_rewards)


def reward_per_time_from_episode_rewards(task: Any, reward: Any, elapsed_seconds: Any) -> tuple[Any, Any]:
    """Return the reward per second between 0 (floor) and 1 (ceiling); no episode counts as solved."""
    floor, ceiling = task.reward_floor, task.reward_ceiling
    per_second = np.sum(reward) / elapsed_seconds[-1] if np.any(elapsed_seconds) else 0.0
    return np.clip((per_second - floor) / (ceiling - floor), 0, 1), np.zeros(len(reward))


class RewardPerTime(BenchmarkScoringRule):
    """Scores the reward per second."""

    def __init__(self) -> None:
        super().__init__(reward_per_time_from_episode_rewards)
