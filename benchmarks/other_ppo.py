"""Stable-Baselines3's PPO on the same game and the same cores, for as many minutes.

    pip install torch stable-baselines3 opencv-python-headless
    python benchmarks/other_ppo.py --minutes 10
    python benchmarks/other_ppo.py --minutes 252 --threads 1

It has the hyperparameters that RL Zoo publishes for Atari games: eight environments in one process, and a network with
three convolutional layers, which observes four stacked grey frames of 84x84. It plays ALE/Pong-v5 with its sticky
actions. At the end it prints the agent steps, the mean of the last 50 training games, and that of 20 greedy games.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import deque
from typing import Any

import ale_py
import gymnasium

ENVS, STEPS, EPOCHS, MINIBATCHES = 8, 128, 4, 4
RATE, CLIP, VALUE, ENTROPY = 2.5e-4, 0.1, 0.5, 0.01
# Agent steps over which the published hyperparameters anneal the learning rate.
ANNEAL = 10_000_000
# Seconds between two printed lines.
PAUSE = 120.0


def games(count: int, seed: int) -> Any:
    """Return so many environments with the usual preprocessing, as a vector environment of Stable-Baselines3."""
    from stable_baselines3.common.atari_wrappers import AtariWrapper
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import DummyVecEnv, VecFrameStack

    gymnasium.register_envs(ale_py)

    def make(number: int) -> Any:
        env = Monitor(gymnasium.make("ALE/Pong-v5", frameskip=1))
        env.reset(seed=seed + number)
        return AtariWrapper(env, terminal_on_life_loss=False)

    return VecFrameStack(DummyVecEnv([lambda number=number: make(number) for number in range(count)]), 4)


def train(minutes: float, seed: int) -> tuple[Any, deque[float]]:
    """Train for so many minutes; return the model and the returns of the last 50 training games."""
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import BaseCallback

    recent: deque[float] = deque(maxlen=50)

    class Watch(BaseCallback):  # type: ignore[misc]  # the package is not there when types are checked
        """Ends the training, and prints a line now and then."""

        def _on_training_start(self) -> None:
            self.began = self.told = time.monotonic()

        def _on_step(self) -> bool:
            recent.extend(float(info["episode"]["r"]) for info in self.locals["infos"] if "episode" in info)
            now = time.monotonic()
            if recent and now - self.told >= PAUSE:
                self.told = now
                print(f"{self.model.num_timesteps} agent steps, mean {statistics.fmean(recent):.2f}", flush=True)
            return now - self.began < 60 * minutes

    model = PPO(
        "CnnPolicy",
        games(ENVS, seed),
        learning_rate=lambda left: RATE * left,
        n_steps=STEPS,
        batch_size=ENVS * STEPS // MINIBATCHES,
        n_epochs=EPOCHS,
        clip_range=lambda left: CLIP * left,
        vf_coef=VALUE,
        ent_coef=ENTROPY,
        seed=seed,
        device="cpu",
    )
    model.learn(ANNEAL, callback=Watch())
    return model, recent


def main() -> None:
    """Train and evaluate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, help="of PyTorch (default: what it chooses)")
    options = parser.parse_args()
    import torch
    from stable_baselines3.common.evaluation import evaluate_policy

    if options.threads is not None:
        torch.set_num_threads(options.threads)
    model, recent = train(options.minutes, options.seed)
    steps = model.num_timesteps
    mean = statistics.fmean(recent) if recent else float("nan")
    print(f"{steps} agent steps, {steps / options.minutes / 60:.0f} a second; mean of the last games {mean:.2f}")
    greedy, deviation = evaluate_policy(model, games(1, options.seed + 1000), 20, deterministic=True)
    print(f"20 greedy games: mean {greedy:.2f}, standard deviation {deviation:.2f}")


if __name__ == "__main__":
    main()
