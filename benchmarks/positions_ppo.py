"""PPO on the positions of ball and paddles instead of pixels: how well can Pong with sticky actions be played?

    pip install torch
    python benchmarks/positions_ppo.py --steps 4000000
    python benchmarks/positions_ppo.py --steps 2000000 --history 2 --no-actions

The positions are read from the emulator's memory, which no policy of the package may do: this is a reference for what
they reach. Policy and value are two networks in PyTorch, by default with two hidden layers each; two processes play.
"""

from __future__ import annotations

import argparse
import itertools
import math
import multiprocessing
import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

# Before NumPy is imported: each process computes on one thread.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import ale_py
import numpy as np
import numpy.typing as npt
from ale_py import roms

from pong_pg.evaluation.evaluate import student_t_975

Floats = npt.NDArray[np.float32]

# Stay, up and down, in the emulator's numbers.
ACTIONS = 0, 3, 4
# Bytes of the emulator's memory: the ball's x and y, and the y of the agent's and of the opponent's paddle.
POSITIONS = [49, 54, 51, 50]
LAST_ACTIONS = 3
# Of the sines and cosines of positions, in radians per row or column.
FREQUENCIES = np.array([1, 2, 4, 8, 16], np.float32) * np.pi / 128

WORKERS, GAMES = 2, 16
STEPS, LONG_STEPS, LONG_FROM = 256, 512, 0.3
RATE, EPOCHS, MINIBATCHES, CLIP, NORM, TARGET_KL = 1e-3, 4, 8, 0.2, 0.5, 0.05
ENTROPY, ENTROPY_UNTIL, GAMMA, LAMBDA, AVERAGE = 0.02, 0.7, 0.999, 0.95, 0.9
EVALUATION_SEED = 777_000
# Agent steps after which greedy games are played.
MILESTONES = 1_000_000, 2_500_000


class Design(NamedTuple):
    """What the networks are given, and their size.

    Attributes:
        history: of so many steps the positions, the present ones among them.
        actions: whether also the last three actions.
        distances: whether also how far the ball is above each paddle.
        layers: hidden layers, 1 or 2.
        hidden: units of each.
        coarse: whether positions are rounded down to even ones, as in every second row and column of the screen.
    """

    history: int
    actions: bool
    distances: bool
    layers: int
    hidden: int
    coarse: bool


class Played(NamedTuple):
    """Some steps in all games of a worker.

    Attributes:
        inputs: (steps + 1, games, inputs), see `Game.inputs`.
        actions: (steps, games), 0 to 2.
        rewards: (steps, games).
        logs: (steps, games), logarithms of the actions' probabilities.
        returns: of the games that ended.
    """

    inputs: Floats
    actions: npt.NDArray[np.int64]
    rewards: Floats
    logs: Floats
    returns: list[float]


class Game:
    """One emulator, with the positions after the last steps and the last actions."""

    def __init__(self, seed: int, design: Design) -> None:
        self.design = design
        self._ale = ale = ale_py.ALEInterface()
        ale.setInt("random_seed", seed)
        ale.setFloat("repeat_action_probability", 0.25)
        ale.setInt("frame_skip", 4)
        ale.loadROM(roms.get_rom_path("pong"))
        self._begin()

    def _begin(self) -> None:
        self._ale.reset_game()
        self._total = 0.0
        self._positions = [self._now()] * self.design.history
        self._actions = [0] * LAST_ACTIONS

    def _now(self) -> Floats:
        positions: Floats = self._ale.getRAM()[POSITIONS].astype(np.float32)
        return positions - positions % 2 if self.design.coarse else positions

    def inputs(self) -> Floats:
        """Return the last positions, newest first, and the last actions."""
        return np.concatenate([*self._positions, np.array(self._actions, np.float32)])

    def step(self, action: int) -> tuple[float, float | None]:
        """Return the reward, and the return of the game if this was its last step."""
        reward = float(self._ale.act(ACTIONS[action]))
        self._positions = [self._now(), *self._positions[:-1]]
        self._actions = [action, *self._actions[:-1]]
        self._total += reward
        if not self._ale.game_over():
            return reward, None
        total = self._total
        self._begin()
        return reward, total


def features(inputs: Floats, design: Design) -> Floats:
    """Return what the networks are given, (n, features), for (n, inputs).

    Positions, and distances of the ball from the paddles, as numbers, sines and cosines; the last moves; the last
    actions as ones among zeros; and whether the ball is in play.
    """
    n, count = len(inputs), 4 * design.history
    positions, actions = inputs[:, :count].reshape(n, -1, 4), inputs[:, count:].astype(int)
    now, moves = positions[:, 0], np.clip(positions[:, :-1] - positions[:, 1:], -40, 40).reshape(n, -1)
    scalars = np.concatenate([now, now[:, 1:2] - now[:, 2:]], axis=1) if design.distances else now
    angles = (scalars[:, :, np.newaxis] * FREQUENCIES).reshape(n, -1)
    last = np.eye(len(ACTIONS), dtype=np.float32)[actions].reshape(n, -1) * design.actions
    in_play = (now[:, :2] > 0).all(axis=1, keepdims=True)
    parts = scalars / 64 - 1.5, np.sin(angles), np.cos(angles), moves / 8, np.tanh(moves / 2), last, in_play
    return np.concatenate(parts, axis=1).astype(np.float32)


def logits_of(weights: list[Floats], games: list[Game]) -> tuple[Floats, Floats]:
    """Return the games' inputs and the logits of the actions, (games, 3)."""
    inputs = np.stack([game.inputs() for game in games])
    layer = features(inputs, games[0].design)
    *layers, (last, last_bias) = zip(weights[::2], weights[1::2], strict=True)
    for weight, bias in layers:
        layer = np.maximum(layer @ weight + bias, 0)
    return inputs, layer @ last + last_bias


def play(weights: list[Floats], games: list[Game], steps: int, rng: np.random.Generator) -> Played:
    """Play so many steps in each game, with actions drawn from the policy."""
    inputs, actions, rewards, logs = [], [], np.zeros((steps, len(games)), np.float32), []
    returns = []
    for step in range(steps):
        seen, logits = logits_of(weights, games)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities = odds / odds.sum(axis=1, keepdims=True)
        chosen = (probabilities.cumsum(axis=1) < rng.random(len(games))[:, np.newaxis]).sum(axis=1)
        chosen = np.minimum(chosen, len(ACTIONS) - 1)
        inputs.append(seen)
        actions.append(chosen)
        logs.append(np.log(probabilities[np.arange(len(games)), chosen]))
        for number, game in enumerate(games):
            rewards[step, number], total = game.step(int(chosen[number]))
            returns += [] if total is None else [total]
    inputs.append(np.stack([game.inputs() for game in games]))
    return Played(np.stack(inputs), np.stack(actions), rewards, np.stack(logs), returns)


def joined(parts: list[Played]) -> Played:
    """Return what all workers played."""
    inputs, actions, rewards, logs = (
        np.concatenate([part[field] for part in parts], axis=1) for field in range(len(Played._fields) - 1)
    )
    return Played(inputs, actions, rewards, logs, [total for part in parts for total in part.returns])


def evaluate(weights: list[Floats], count: int, seed: int, design: Design) -> list[float]:
    """Return the returns of so many greedy games, in the order in which they end."""
    games, returns = [Game(seed + number, design) for number in range(min(GAMES, count))], []
    left = count - len(games)
    while games:
        _, logits = logits_of(weights, games)
        ended = []
        for number, game in enumerate(games):
            _, total = game.step(int(logits[number].argmax()))
            if total is not None:
                returns.append(total)
                ended += [game] if left <= 0 else []
                left -= 1
        games = [game for game in games if game not in ended]
    return returns


def work(connection: Any, seed: int, design: Design) -> None:
    """Play or evaluate, as the messages say, in a process of its own."""
    rng, games = np.random.default_rng(seed), [Game(1000 * seed + number, design) for number in range(GAMES)]
    while True:
        what, weights, count = connection.recv()
        if what == "evaluate":
            connection.send(evaluate(weights, count, EVALUATION_SEED + 100 * seed, design))
        else:
            connection.send(play(weights, games, count, rng))


def advantages_of(rewards: Floats, values: Floats) -> Floats:
    """Return the generalised advantages, (steps, games); each rally is an episode."""
    advantages, after = np.zeros_like(rewards), np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        end = rewards[step] != 0
        delta = rewards[step] + GAMMA * np.where(end, 0, values[step + 1]) - values[step]
        advantages[step] = after = delta + GAMMA * LAMBDA * np.where(end, 0, after)
    return advantages


class Learner:
    """Both networks and what moves them."""

    def __init__(self, seed: int, design: Design) -> None:
        import torch

        torch.manual_seed(seed)
        # The players wait meanwhile.
        torch.set_num_threads(WORKERS)
        self._design = design
        self._policy, self._value = self._network(len(ACTIONS)), self._network(1)
        self._adam = torch.optim.Adam([*self._policy.parameters(), *self._value.parameters()], lr=RATE, eps=1e-5)
        self._average: dict[str, Any] | None = None

    def _network(self, outputs: int) -> Any:
        import torch
        from torch import nn

        history, hidden = self._design.history, self._design.hidden
        inputs = features(np.zeros((1, 4 * history + LAST_ACTIONS), np.float32), self._design).shape[1]
        sizes = [inputs, *[hidden] * self._design.layers]
        layers = [part for before, after in itertools.pairwise(sizes) for part in (nn.Linear(before, after), nn.ReLU())]
        last = nn.Linear(hidden, outputs)
        with torch.no_grad():
            last.weight.mul_(0.05)
        return nn.Sequential(*layers, last)

    def weights(self, *, average: bool = False) -> list[Floats]:
        """Return those of the policy's three layers, for `logits_of`; or their moving averages."""
        arrays = self._policy.state_dict() if self._average is None or not average else self._average
        return [array.numpy().T.copy() for array in arrays.values()]

    def learn(self, played: Played, rate: float, entropy_coefficient: float) -> tuple[float, float]:
        """Update the networks with all epochs over a batch; return the last entropy and mean KL divergence."""
        import torch
        from torch.nn.functional import binary_cross_entropy_with_logits

        self._adam.param_groups[0]["lr"] = rate
        samples = played.actions.size
        seen = torch.from_numpy(features(played.inputs.reshape(-1, played.inputs.shape[-1]), self._design))
        with torch.no_grad():
            values = (2 * torch.sigmoid(self._value(seen)[:, 0]) - 1).numpy().reshape(played.inputs.shape[:2])
        found = advantages_of(played.rewards, values)
        targets = torch.from_numpy(np.clip(found + values[:-1], -1, 1).ravel()) / 2 + 0.5
        advantages = torch.from_numpy(found.ravel())
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        actions, before = torch.from_numpy(played.actions.ravel()), torch.from_numpy(played.logs.ravel())
        divergences: list[float] = []
        for _ in range(EPOCHS):
            for some in torch.randperm(samples).split(samples // MINIBATCHES):
                logs = torch.log_softmax(self._policy(seen[some]), 1)
                change = logs.gather(1, actions[some][:, None])[:, 0] - before[some]
                ratio, advantage = change.exp(), advantages[some]
                surrogate = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
                entropy = -(logs.exp() * logs).sum(1).mean()
                value_loss = binary_cross_entropy_with_logits(self._value(seen[some])[:, 0], targets[some])
                self._adam.zero_grad()
                (-surrogate - entropy_coefficient * entropy + value_loss).backward()
                torch.nn.utils.clip_grad_norm_(self._policy.parameters(), NORM)
                self._adam.step()
                divergences.append((ratio - 1 - change).mean().item())
            if np.mean(divergences[-MINIBATCHES:]) > TARGET_KL:
                break
        arrays = {name: array.clone() for name, array in self._policy.state_dict().items()}
        self._average = (
            arrays
            if self._average is None
            else {name: AVERAGE * self._average[name] + (1 - AVERAGE) * array for name, array in arrays.items()}
        )
        return entropy.item(), float(np.mean(divergences[-MINIBATCHES:]))


def train(options: argparse.Namespace, design: Design, ask: Callable[[str, list[Floats], int], list[Any]]) -> None:
    """Train for so many agent steps, and print how it goes."""
    learner, began = Learner(options.seed, design), time.monotonic()
    steps, shown = 0, 0
    recent: list[float] = []

    def greedy(count: int) -> None:
        found = np.concatenate(ask("evaluate", learner.weights(average=True), count // WORKERS))
        half = student_t_975(len(found) - 1) * found.std(ddof=1) / math.sqrt(len(found))
        print(
            f"{steps} agent steps: {len(found)} greedy games {found.mean():.2f} +- {half:.2f}, lowest {found.min():.0f}"
        )

    milestones = [*(number for number in MILESTONES if number < options.steps), options.steps]
    while steps < options.steps:
        share = steps / options.steps
        length = STEPS if share < LONG_FROM else LONG_STEPS
        parts = ask("play", learner.weights(), length)
        batch = joined(parts)
        recent = [*recent, *batch.returns][-50:]
        entropy_coefficient = ENTROPY * max(0.0, 1 - share / ENTROPY_UNTIL)
        entropy, divergence = learner.learn(batch, RATE * (1 - share), entropy_coefficient)
        steps += batch.actions.size
        if steps >= shown:
            shown += 100_000
            seconds, mean = time.monotonic() - began, np.mean(recent) if recent else math.nan
            print(
                f"{steps} agent steps, {seconds:.0f} s: mean of the last 50 {mean:.2f}, "
                f"entropy {entropy:.2f}, KL divergence {divergence:.4f}",
                flush=True,
            )
        if steps >= milestones[0]:
            del milestones[0]
            greedy(options.games)


def main() -> None:
    """Parse the command line, and train."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=4_000_000, help="agent steps (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of networks and games (default: %(default)s)")
    parser.add_argument("--games", type=int, default=100, help="games of an evaluation (default: %(default)s)")
    parser.add_argument(
        "--history", type=int, default=4, help="steps whose positions are inputs (default: %(default)s)"
    )
    parser.add_argument("--no-actions", action="store_true", help="without the last actions as inputs")
    parser.add_argument("--no-distances", action="store_true", help="without the ball's distances from the paddles")
    parser.add_argument("--layers", type=int, choices=(1, 2), default=2, help="hidden layers (default: %(default)s)")
    parser.add_argument("--hidden", type=int, default=256, help="units of each (default: %(default)s)")
    parser.add_argument("--coarse", action="store_true", help="positions are rounded down to even rows and columns")
    options = parser.parse_args()
    given = not options.no_actions, not options.no_distances
    design = Design(options.history, *given, options.layers, options.hidden, options.coarse)
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    # Forked, before torch starts threads.
    context = multiprocessing.get_context("fork")
    connections = []
    for number in range(WORKERS):
        ours, theirs = context.Pipe()
        seed = WORKERS * options.seed + number + 10
        context.Process(target=work, args=(theirs, seed, design), daemon=True).start()
        connections.append(ours)

    def ask(what: str, weights: list[Floats], count: int) -> list[Any]:
        for connection in connections:
            connection.send((what, weights, count))
        return [connection.recv() for connection in connections]

    train(options, design, ask)


if __name__ == "__main__":
    main()
