# stack: 2021
import gym
import numpy as np

NAMES = "NChain-v0 Roulette-v0 GuessingGame-v0 HotterColder-v0 Copy-v0 DuplicatedInput-v0 RepeatCopy-v0 Reverse-v0 ReversedAddition-v0 ReversedAddition3-v0".split()


def choose(env, rng):
    space, inner = env.action_space, env.unwrapped
    if hasattr(space, "n"):
        return int(rng.randint(space.n))
    if not hasattr(space, "spaces"):
        return rng.uniform(-1000, 1000, 1)
    action = tuple(int(rng.randint(part.n)) for part in space.spaces)
    if rng.rand() < 0.95 and inner.write_head_position < len(inner.target):
        return action[0], 1, inner.target[inner.write_head_position]
    return action


for name in NAMES:
    env = gym.make(name)
    print(env, env.spec, env.spec.reward_threshold, env.spec.max_episode_steps, env.reward_range, env.metadata)
    print(env.observation_space, env.action_space)
    env.seed(7)
    # The episode that began when it was made had no seed, and counts otherwise.
    env.unwrapped.episode_total_reward = None
    rng = np.random.RandomState(5)
    print(env.reset())
    ends, total = 0, 0
    for t in range(700):
        action = choose(env, rng)
        observation, reward, done, info = env.step(action)
        total += reward
        if t < 12:
            print(t, action, observation, reward, done, info)
        if done:
            ends += 1
            if ends == 2 and hasattr(env.unwrapped, "charmap"):
                env.render()
                text = env.render(mode="ansi")
                print(text)
            observation = env.reset()
    print(ends, round(float(total), 9), getattr(env.unwrapped, "min_length", None), env.seed(3))

from gym.envs.algorithmic import CopyEnv, algorithmic_env
from gym.envs.algorithmic.copy_ import CopyEnv as SameEnv
from gym.envs.toy_text import NChainEnv
from gym.envs.toy_text.nchain import NChainEnv as SameChainEnv

print(NChainEnv is SameChainEnv, CopyEnv is SameEnv, issubclass(CopyEnv, algorithmic_env.TapeAlgorithmicEnv))
print(NChainEnv(n=3).observation_space, NChainEnv(large=20).large)

for name in ("CubeCrash-v0", "CubeCrashSparse-v0", "CubeCrashScreenBecomesBlack-v0", "MemorizeDigits-v0"):
    env = gym.make(name)
    print(env, env.observation_space.shape, env.action_space, sorted(env.metadata.items()))
    env.seed(3)
    rng = np.random.RandomState(1)
    observation, rewards = env.reset(), []
    for t in range(200):
        observation, reward, done, info = env.step(rng.randint(env.action_space.n))
        rewards.append(float(reward))
        if t % 20 == 0:
            print(t, observation.sum(), observation.dtype, env.render(mode="rgb_array").shape)
        if done:
            observation = env.reset()
    print(round(sum(rewards), 6), rewards[:8])
