"""Other implementations of PPO, on the same game and cores for the same minutes.

    pip install torch stable-baselines3 opencv-python-headless
    python benchmarks/other_ppo.py sb3 --minutes 10 --json sb3.json
    python benchmarks/other_ppo.py cleanrl --minutes 10 --json cleanrl.json
    python benchmarks/other_ppo.py sb3 --minutes 300 --until-return 18 --threads 1 --state sb3.zip

`sb3` is Stable-Baselines3's PPO with the hyperparameters that RL Zoo publishes for Atari games. `cleanrl` is a loop
written for this benchmark with the network, preprocessing and hyperparameters of CleanRL's `ppo_atari.py`: eight
environments in one process. Both observe four stacked grey frames of 84x84, choose from all six actions, and play
ALE/Pong-v5 with its sticky actions. With `--state`, a run that was stopped goes on from that file, in new games.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import statistics
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import ale_py
import gymnasium
import numpy as np

ENVS, STEPS, EPOCHS, MINIBATCHES = 8, 128, 4, 4
RATE, CLIP, VALUE, ENTROPY, NORM, GAMMA, LAMBDA = 2.5e-4, 0.1, 0.5, 0.01, 0.5, 0.99, 0.95
# Agent steps over which the published hyperparameters anneal the learning rate.
ANNEAL = 10_000_000
# Of wall time between lines and saved states, in seconds.
_PAUSE = 120.0


@dataclasses.dataclass
class Clock:
    """When a run ends, and how far it has come.

    Attributes:
        minutes: that it may take, those of earlier commands included.
        until: it ends when the last 50 training games have this mean.
        spent: minutes of training before this command.
    """

    minutes: float
    until: float | None
    spent: float = 0.0

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Count from now on: importing PyTorch and making the games is no training."""
        self._began = self._told = time.monotonic()

    @property
    def now(self) -> float:
        """Minutes of training so far."""
        return self.spent + (time.monotonic() - self._began) / 60

    def over(self, recent: Sequence[float]) -> bool:
        """Whether the run is to end, with these returns of the last games."""
        reached = self.until is not None and len(recent) >= 50 and statistics.fmean(recent) >= self.until
        return reached or self.now >= self.minutes

    def due(self, steps: int, recent: Sequence[float]) -> bool:
        """Whether to save; if so, print a line as well."""
        if time.monotonic() - self._told < _PAUSE:
            return False
        self._told = time.monotonic()
        mean = statistics.fmean(recent) if recent else float("nan")
        print(
            f"{self.now:.1f} minutes, {steps} agent steps, mean of the last {len(recent)} games {mean:.2f}", flush=True
        )
        return True


def replace(path: Path | None, save: Callable[[Path], object]) -> None:
    """Have a file written beside the old one, and put it in its place; do nothing if there is no path."""
    if path is not None:
        beside = path.with_name(f"new-{path.name}")
        save(beside)
        beside.replace(path)


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


def sb3(clock: Clock, seed: int, path: Path | None) -> dict[str, Any]:
    """Train Stable-Baselines3's PPO until the clock says so."""
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.evaluation import evaluate_policy

    recent: deque[float] = deque(maxlen=50)

    class Watch(BaseCallback):  # type: ignore[misc]  # the package is not there when types are checked
        def _on_step(self) -> bool:
            recent.extend(float(info["episode"]["r"]) for info in self.locals["infos"] if "episode" in info)
            return not clock.over(recent)

        def _on_rollout_start(self) -> None:
            if clock.due(self.model.num_timesteps, recent):
                save()

    def save() -> None:
        # An attribute of the model is saved with it.
        model.minutes_so_far = clock.now
        replace(path, model.save)

    if path is not None and path.exists():
        model = PPO.load(path, device="cpu")
        model.set_env(games(ENVS, seed + model.num_timesteps))
        clock.spent = model.minutes_so_far
    else:
        model = _new_sb3(PPO, seed)
    clock.begin()
    model.learn(ANNEAL - model.num_timesteps, callback=Watch(), reset_num_timesteps=model.num_timesteps == 0)
    minutes = clock.now
    save()
    returns, _ = evaluate_policy(model, games(1, seed + 1000), 20, deterministic=True, return_episode_rewards=True)
    return _report("Stable-Baselines3 PPO", model.num_timesteps, minutes, recent, [float(value) for value in returns])


def _new_sb3(algorithm: Any, seed: int) -> Any:
    return algorithm(
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
        self.parts = nn.ModuleList([self._body, self._actor, self._critic])
        self.parameters = list(self.parts.parameters())

    def __call__(self, frames: Any) -> tuple[Any, Any]:
        """Return the distribution over the actions, and the values, for (n, 84, 84, 4) frames."""
        import torch

        hidden = self._body(torch.as_tensor(frames).permute(0, 3, 1, 2).float() / 255)
        return torch.distributions.Categorical(logits=self._actor(hidden)), self._critic(hidden).flatten()


def cleanrl(clock: Clock, seed: int, path: Path | None) -> dict[str, Any]:
    """Train PPO as in CleanRL until the clock says so."""
    import torch

    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = _Network()
    adam = torch.optim.Adam(network.parameters, lr=RATE, eps=1e-5)
    steps = 0

    def save() -> None:
        state = {"network": network.parts.state_dict(), "adam": adam.state_dict(), "steps": steps, "minutes": clock.now}
        replace(path, lambda beside: torch.save(state, beside))

    if path is not None and path.exists():
        state = torch.load(path)
        network.parts.load_state_dict(state["network"])
        adam.load_state_dict(state["adam"])
        steps, clock.spent = state["steps"], state["minutes"]
    env = games(ENVS, seed + steps)
    frames, over = env.reset(), np.zeros(ENVS)
    recent: deque[float] = deque(maxlen=50)
    shape = STEPS, ENVS
    clock.begin()
    while not clock.over(recent):
        if clock.due(steps, recent):
            save()
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
    minutes = clock.now
    save()
    return _report("CleanRL-style PPO", steps, minutes, recent, _greedy(network, seed + 1000))


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


def _report(name: str, steps: int, minutes: float, recent: Sequence[float], greedy: list[float]) -> dict[str, Any]:
    return {
        "name": name,
        "env": "ALE/Pong-v5",
        "agent_steps": steps,
        "minutes": minutes,
        "steps_per_second": steps / minutes / 60,
        "training_games": statistics.fmean(recent) if recent else None,
        "greedy": statistics.fmean(greedy),
        "greedy_returns": greedy,
    }


def main() -> None:
    """Train one of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=("sb3", "cleanrl"))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--until-return", type=float, help="end when the last 50 training games have this mean")
    parser.add_argument("--threads", type=int, help="of PyTorch (default: what it chooses)")
    parser.add_argument("--state", type=Path, help="file to go on from, and to keep the state in: *.zip")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.threads is not None:
        # Before PyTorch is imported.
        os.environ["OMP_NUM_THREADS"] = str(options.threads)
    if options.state is not None and options.state.suffix != ".zip":
        parser.error(f"--state must end in .zip; got {options.state}")
    clock = Clock(options.minutes, options.until_return)
    report = {"sb3": sb3, "cleanrl": cleanrl}[options.which](clock, options.seed, options.state)
    print(json.dumps({**report, "greedy_returns": None}))
    if options.json is not None:
        options.json.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
