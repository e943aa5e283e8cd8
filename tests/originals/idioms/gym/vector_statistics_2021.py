# stack: 2021
import gym
import numpy as np
from gym.wrappers import RecordEpisodeStatistics

for make in gym.vector.SyncVectorEnv, gym.vector.AsyncVectorEnv:
    envs = make([lambda: gym.make("CartPole-v1")] * 2)
    print(str(envs), repr(envs))
    envs.seed(1)
    envs.reset()
    for t in range(30):
        o, r, d, info = envs.step(np.array([0, 1]))
        if d.any():
            print(t, d, info, type(info).__name__, o.dtype, r.dtype)
    envs.close()
envs = RecordEpisodeStatistics(gym.vector.make("CartPole-v1", 2, asynchronous=False))
envs.seed(1)
envs.reset()
for t in range(30):
    o, r, d, info = envs.step(np.array([0, 1]))
    if d.any():
        print(t, d, [{k: v for k, v in i["episode"].items() if k != "t"} for i in info if "episode" in i])
print(list(envs.return_queue), list(envs.length_queue), envs.episode_count, envs.episode_returns)
