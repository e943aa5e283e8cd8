from gym.benchmarks import registration, scoring
import numpy as np
tasks = [{"env_id": "CartPole-v0", "trials": 1, "max_timesteps": 5}, {"env_id": "CartPole-v0", "trials": 1, "max_timesteps": 100, "max_seconds": 3, "reward_ceiling": 20}]
for scorer in (scoring.ClipTo01ThenAverage(num_episodes=3), scoring.TotalReward(), scoring.RewardPerTime()):
    bench = registration.Benchmark(id="Test-v0", scorer=scorer, tasks=tasks)
    print [str(task) for task in bench.tasks]
    for types in ("tttt", "tete"):
        for lengths in ([1, 1, 1, 1], [3, 3, 3, 3]):
            result = bench.score_evaluation("CartPole-v0", data_sources=[0, 1, 0, 1], initial_reset_timestamps=[1, 2], episode_lengths=lengths, episode_rewards=[1, 30, 3, 40], episode_types=list(types), timestamps=[2, 3, 4, 9])
            for key in sorted(result):
                print key, [np.asarray(part).tolist() for part in result[key]] if isinstance(result[key], list) else result[key]
    print scorer.null_score, scorer.score_benchmark(bench, {"CartPole-v0": [0.5, 0.75]})
