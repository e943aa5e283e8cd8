import gym
for name in ("Atari40M", "Atari200M", "AtariExploration40M", "ClassicControl-v0", "Mujoco1M-v0", "Toy-v0"):
    try:
        bench = gym.benchmark_spec(name)
    except gym.error.Error as problem:
        print type(problem).__name__, name
        continue
    print bench.id, bench.name, len(bench.tasks), bench.scorer.__class__.__name__
    for task in bench.tasks:
        print task.env_id, task.trials, task.max_timesteps, task.max_seconds, task.reward_floor, task.reward_ceiling
    print sorted(bench.env_ids)[:3]
from gym.benchmarks import registry
print sorted(registry.benchmarks)
