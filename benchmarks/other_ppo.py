"""Other implementations of PPO, on the same game and cores for the same minutes.

    pip install torch stable-baselines3 opencv-python-headless
    python benchmarks/other_ppo.py sb3 --minutes 10 --json sb3.json
    python benchmarks/other_ppo.py cleanrl --minutes 10 --json cleanrl.json

`sb3` is Stable-Baselines3's PPO with the hyperparameters that RL Zoo publishes for Atari games. `cleanrl` is a loop
written for this benchmark with the network, preprocessing and hyperparameters of CleanRL's `ppo_atari.py`: eight
environments in one process. Both observe four stacked grey frames of 84x84, choose from all six actions, and play
ALE/Pong-v5 with its sticky actions.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

import ale_py
import gymnasium
import numpy as np

ENVS, STEPS, EPOCHS, MINIBATCHES = 8, 128, 4, 4
RATE, CLIP, VALUE, ENTROPY, NORM, GAMMA, LAMBDA = 2.5e-4, 0.1, 0.5, 0.01, 0.5, 0.99, 0.95
# Agent steps over which the published hyperparameters anneal the learning rate.
ANNEAL = 10_000_000


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


def sb3(minutes: float, seed: int) -> dict[str, Any]:
    """Train Stable-Baselines3's PPO for so many minutes."""
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.evaluation import evaluate_policy

    deadline = time.monotonic() + 60 * minutes

    class Deadline(BaseCallback):  # type: ignore[misc]  # the package is not there when types are checked
        def _on_step(self) -> bool:
            return time.monotonic() < deadline

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
    began = time.monotonic()
    model.learn(ANNEAL, callback=Deadline())
    seconds = time.monotonic() - began
    recent = [float(episode["r"]) for episode in model.ep_info_buffer or ()]
    returns, _ = evaluate_policy(model, games(1, seed + 1000), 20, deterministic=True, return_episode_rewards=True)
    return _report("Stable-Baselines3 PPO", model.num_timesteps, seconds, recent, [float(value) for value in returns])


class _Network:
    """CleanRL's network: three convolutional layers, a layer of 512, and the two heads."""

    def __init__(self) -> None:
        from torch import nn

        def layer(module: Any, scale: float = 2**0.5) -> Any:
            nn.init.orthogonal_(module.weight, scale)
            nn.init.zeros_(module.bias)
            return module

        self._body = nn.Sequential(
            layer(nn.Conv2d(4, 32, 8, 4)),
            nn.ReLU(),
            layer(nn.Conv2d(32, 64, 4, 2)),
            nn.ReLU(),
            layer(nn.Conv2d(64, 64, 3, 1)),
            nn.ReLU(),
            nn.Flatten(),
            layer(nn.Linear(64 * 7 * 7, 512)),
            nn.ReLU(),
        )
        self._actor, self._critic = layer(nn.Linear(512, 6), 0.01), layer(nn.Linear(512, 1), 1.0)
        self.parameters = [p for part in (self._body, self._actor, self._critic) for p in part.parameters()]

    def __call__(self, frames: Any) -> tuple[Any, Any]:
        """Return the distribution over the actions, and the values, for (n, 84, 84, 4) frames."""
        import torch

        hidden = self._body(torch.as_tensor(frames).permute(0, 3, 1, 2).float() / 255)
        return torch.distributions.Categorical(logits=self._actor(hidden)), self._critic(hidden).flatten()


def cleanrl(minutes: float, seed: int) -> dict[str, Any]:
    """Train PPO as in CleanRL for so many minutes."""
    import torch

    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = _Network()
    adam = torch.optim.Adam(network.parameters, lr=RATE, eps=1e-5)
    env = games(ENVS, seed)
    frames, over = env.reset(), np.zeros(ENVS)
    recent: deque[float] = deque(maxlen=50)
    began, steps = time.monotonic(), 0
    shape = STEPS, ENVS
    while time.monotonic() - began < 60 * minutes:
        adam.param_groups[0]["lr"] = RATE * max(0.0, 1 - steps / ANNEAL)
        observations = np.zeros((*shape, 84, 84, 4), np.uint8)
        actions, logs, rewards, overs, values = (torch.zeros(shape) for _ in range(5))
        for step in range(STEPS):
            observations[step], overs[step] = frames, torch.as_tensor(over)
            with torch.no_grad():
                choice, values[step] = network(frames)
                actions[step] = action = choice.sample()
                logs[step] = choice.log_prob(action)
            frames, reward, over, infos = env.step(action.numpy())
            rewards[step] = torch.as_tensor(reward)
            recent.extend(info["episode"]["r"] for info in infos if "episode" in info)
        steps += ENVS * STEPS
        with torch.no_grad():
            following, going_on = network(frames)[1], 1 - torch.as_tensor(over).float()
        advantages, after = torch.zeros(shape), torch.zeros(ENVS)
        for step in reversed(range(STEPS)):
            delta = rewards[step] + GAMMA * following * going_on - values[step]
            advantages[step] = after = delta + GAMMA * LAMBDA * going_on * after
            following, going_on = values[step], 1 - overs[step]
        batch = [part.flatten() for part in (actions, logs, advantages, advantages + values, values)]
        for _ in range(EPOCHS):
            for chosen in np.array_split(rng.permutation(ENVS * STEPS), MINIBATCHES):
                adam.zero_grad()
                part = _Batch(observations.reshape(-1, 84, 84, 4)[chosen], *(array[chosen] for array in batch))
                _loss(network, part).backward()
                torch.nn.utils.clip_grad_norm_(network.parameters, NORM)
                adam.step()
    seconds = time.monotonic() - began
    return _report("CleanRL-style PPO", steps, seconds, list(recent), _greedy(network, seed + 1000))


class _Batch(NamedTuple):
    frames: Any
    actions: Any
    logs: Any
    advantages: Any
    returns: Any
    values: Any


def _loss(network: _Network, batch: _Batch) -> Any:
    choice, values = network(batch.frames)
    ratio = (choice.log_prob(batch.actions) - batch.logs).exp()
    advantages = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8)
    policy = (-advantages * ratio).maximum(-advantages * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
    near = batch.values + (values - batch.values).clamp(-CLIP, CLIP)
    errors = ((values - batch.returns) ** 2).maximum((near - batch.returns) ** 2)
    return policy + VALUE * 0.5 * errors.mean() - ENTROPY * choice.entropy().mean()


def _greedy(network: _Network, seed: int) -> list[float]:
    import torch

    env = games(1, seed)
    frames = env.reset()
    returns: list[float] = []
    while len(returns) < 20:
        with torch.no_grad():
            frames, _, _, infos = env.step(network(frames)[0].logits.argmax(1).numpy())
        returns += [float(info["episode"]["r"]) for info in infos if "episode" in info]
    return returns


def _report(name: str, steps: int, seconds: float, recent: list[float], greedy: list[float]) -> dict[str, Any]:
    return {
        "name": name,
        "env": "ALE/Pong-v5",
        "agent_steps": steps,
        "minutes": seconds / 60,
        "steps_per_second": steps / seconds,
        "training_games": statistics.fmean(recent[-50:]) if recent else None,
        "greedy": statistics.fmean(greedy),
        "greedy_returns": greedy,
    }


def main() -> None:
    """Train one of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=("sb3", "cleanrl"))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    report = {"sb3": sb3, "cleanrl": cleanrl}[options.which](options.minutes, options.seed)
    print(json.dumps({**report, "greedy_returns": None}))
    if options.json is not None:
        options.json.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
