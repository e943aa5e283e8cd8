"""Stable-Baselines3's PPO on the same game and the same cores: how fast it is, and what it learns.

    pip install torch stable-baselines3 opencv-python-headless
    python benchmarks/other_ppo.py --speed
    python benchmarks/other_ppo.py --minutes 10
    python benchmarks/other_ppo.py --minutes 252 --threads 1

It has the hyperparameters that RL Zoo publishes for Atari games: eight environments, and a network with three
convolutional layers, which observes four stacked grey frames of 84x84. It plays Pong with sticky actions: `ale` is
ALE/Pong-v5 with Stable-Baselines3's wrappers, `console` the same with pong_pg:Pong-v5, and `vector` is PongVecEnv.

With --speed it prints agent steps per second of processor time, on one thread: of the environments alone, with the
network that chooses actions, and with learning. Otherwise it trains on `ale`, and prints the mean of 20 greedy games.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections import defaultdict
from typing import Any

import ale_py
import gymnasium

ENVS, STEPS = 8, 128
IDS = {"ale": "ALE/Pong-v5", "console": "pong_pg:Pong-v5"}
# Agent steps over which the published hyperparameters anneal the learning rate.
ANNEAL = 10_000_000


def games(kind: str, count: int, seed: int) -> Any:
    """Return so many environments with the usual preprocessing, as a vector environment of Stable-Baselines3."""
    from stable_baselines3.common.env_util import make_atari_env
    from stable_baselines3.common.vec_env import VecFrameStack, VecMonitor

    if kind == "vector":
        from pong_pg.compat.sb3 import PongVecEnv

        env = PongVecEnv(count, repeat_action_probability=0.25)
        env.seed(seed)
        return VecMonitor(env)
    gymnasium.register_envs(ale_py)
    arguments = {"env_kwargs": {"frameskip": 1}, "wrapper_kwargs": {"terminal_on_life_loss": False}}
    return VecFrameStack(make_atari_env(IDS[kind], count, seed, **arguments), 4)


def model_of(kind: str, seed: int) -> Any:
    """Return a new model with the published hyperparameters."""
    from stable_baselines3 import PPO

    rates = {"learning_rate": lambda left: 2.5e-4 * left, "clip_range": lambda left: 0.1 * left}
    sizes = {"n_steps": STEPS, "batch_size": ENVS * STEPS // 4, "n_epochs": 4}
    coefficients = {"vf_coef": 0.5, "ent_coef": 0.01}
    return PPO("CnnPolicy", games(kind, ENVS, seed), seed=seed, device="cpu", **rates, **sizes, **coefficients)


def measure_speed(rounds: int) -> None:
    """Print the median speeds, and their lowest and highest; the environments take turns."""
    from stable_baselines3.common.callbacks import ConvertCallback

    models = {kind: model_of(kind, 0) for kind in ("ale", "console", "vector")}
    speeds = defaultdict(list)
    for number, (kind, model) in itertools.product(range(rounds + 1), models.items()):
        _, nothing = model._setup_learn(ANNEAL, ConvertCallback(None), reset_num_timesteps=number == 0)
        actions = [model.env.action_space.sample() for _ in range(ENVS)]
        times = [time.process_time()]
        for _ in range(STEPS):
            model.env.step(actions)
        times.append(time.process_time())
        model.collect_rollouts(model.env, nothing, model.rollout_buffer, STEPS)
        times.append(time.process_time())
        model.train()
        times.append(time.process_time())
        took = {"environments alone": times[1] - times[0], "with the network": times[2] - times[1]}
        # The first round warms up.
        for part, seconds in ({**took, "with learning": times[3] - times[1]} if number else {}).items():
            speeds[kind, part].append(ENVS * STEPS / seconds)
    for (kind, part), found in speeds.items():
        print(f"{kind:8} {part:20} {statistics.median(found):8,.0f} ({min(found):,.0f} to {max(found):,.0f})")


def measure_learning(minutes: float, seed: int) -> None:
    """Train for so many minutes, and print the means of the last 50 training games and of 20 greedy ones."""
    from stable_baselines3.common.evaluation import evaluate_policy

    model, end = model_of("ale", seed), time.monotonic() + 60 * minutes
    model.learn(ANNEAL, callback=lambda *_: time.monotonic() < end)
    recent = [episode["r"] for episode in model.ep_info_buffer][-50:] or [float("nan")]
    print(f"{model.num_timesteps} agent steps; mean of the last {len(recent)} games {statistics.fmean(recent):.2f}")
    greedy, deviation = evaluate_policy(model, games("ale", 1, seed + 1000), 20, deterministic=True)
    print(f"20 greedy games: mean {greedy:.2f}, standard deviation {deviation:.2f}")


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, help="of PyTorch (default: what it chooses)")
    options = parser.parse_args()
    import torch

    if options.threads is not None:
        torch.set_num_threads(options.threads)
    if options.speed:
        torch.set_num_threads(1)
        measure_speed(5)
    else:
        measure_learning(options.minutes, options.seed)


if __name__ == "__main__":
    main()
