"""How well could the agent's paddle be moved to its next hit? Best play, computed, beside that of a policy.

    python benchmarks/best_approach.py best --rallies 4
    python benchmarks/best_approach.py best --rallies 4 --lost --steps 12

Some agent steps before a hit, or with `--lost` before a point that the policy lost, all that can happen until the ball
has been hit or missed is played out on the emulator: each action, and each number of frames for which a sticky action
repeats the one before. The ball does not depend on the paddle until then, so that many of these ways meet in the same
state. What the rally is worth after the hit is estimated from rallies that the policy plays on: at first a mean over
similar states, and then, for the states that either way to play leads to, more and more of their own. Backward
induction gives the best action in each state. Three ways to play are compared in fresh rallies from the same state: the
best actions until the hit and the policy's after it, those that hit the ball most surely, whatever follows, and the
policy's all the way. Since the values are estimates, the best play is at least as good as what is found.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import ale_py
import numpy as np
import numpy.typing as npt
from ale_py import roms

import pong_pg
from pong_pg.evaluation.evaluate import student_t_975
from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.player import Player

# The emulator's numbers of the actions.
ACTIONS = {STAY: 0, UP: 3, DOWN: 4}
FRAMES, STICKY = 4, 0.25
# Bytes of the emulator's memory: row of the agent's paddle, column and row of the ball, and their changes.
PADDLE, COLUMN, ROW, RISE, RUN = 51, 49, 54, 56, 58
# Ends of an approach are similar with the same ball, and paddles within so many rows.
SIMILAR_ROWS = 16
# Beyond this column the ball is near the agent's paddle.
NEAR = 150
# Agent steps after which a rally counts as not decided; and after which the ball must have come back.
LONGEST, LATEST = 500, 12

Screen = npt.NDArray[np.uint8]


class Place(NamedTuple):
    """Where a game stands: the emulator's state, the action of its last frame, and what the policy sees."""

    state: ale_py.ALEState
    last: int
    before: Screen
    screen: Screen
    column: int

    @property
    def key(self) -> bytes:
        """The same for places from which the same can happen."""
        return hashlib.sha256(pickle.dumps(self.state)).digest() + bytes([self.last])


class Outcome(NamedTuple):
    """What an action may lead to: with which probability, to which place if the rally goes on, and to which reward."""

    probability: float
    key: bytes | None
    reward: float


# For each place of a step its actions, and the outcomes of each.
Layer = dict[bytes, dict[int, list[Outcome]]]
# The best action of a place, and its value.
Best = tuple[int, float]


def backward_induction(layers: Sequence[Layer], values: Mapping[bytes, float]) -> dict[bytes, Best]:
    """Return the best action of each place, and its value.

    Args:
        layers: the places of each step, whose outcomes are places of the next one, or ends.
        values: of the ends.
    """
    found: dict[bytes, Best] = {}
    for layer in reversed(layers):
        for key, actions in layer.items():
            worth = {
                action: sum(
                    p * (reward if then is None else found[then][1] if then in found else values[then])
                    for p, then, reward in outcomes
                )
                for action, outcomes in actions.items()
            }
            best = max(worth, key=worth.__getitem__)
            found[key] = best, worth[best]
    return found


class Game:
    """The emulator, whose sticky actions are drawn here so that each can be chosen."""

    def __init__(self, policy: Player, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._policy = policy
        self.ale = ale_py.ALEInterface()
        self.ale.setInt("random_seed", seed)
        self.ale.setFloat("repeat_action_probability", 0.0)
        self.ale.setInt("frame_skip", 1)
        self.ale.loadROM(roms.get_rom_path("pong"))
        self.begin()

    def begin(self) -> None:
        """Begin a new game."""
        self.ale.reset_game()
        self._before = self._screen = self.ale.getScreenRGB()
        self._last = ACTIONS[STAY]
        self._policy.reset(0)
        self._action = self._policy.act(self._screen, greedy=True)

    def place(self) -> Place:
        """Return where the game stands."""
        ram = self.ale.getRAM()
        return Place(self.ale.cloneState(), self._last, self._before, self._screen, int(ram[COLUMN]))

    def put(self, place: Place) -> None:
        """Go on from a place."""
        self.ale.restoreState(place.state)
        self._last, self._before, self._screen = place[1:4]
        self._policy.reset(0)
        self._policy.act(self._before, greedy=True)
        self._action = self._policy.act(self._screen, greedy=True)

    def step(self, action: int | None = None) -> float:
        """Play an agent step, by default with the policy's action, and return its reward."""
        chosen, reward = ACTIONS[self._action if action is None else action], 0
        for _ in range(FRAMES):
            if self._rng.random() >= STICKY:
                self._last = chosen
            reward += self.ale.act(self._last)
        self._before, self._screen = self._screen, self.ale.getScreenRGB()
        self._action = self._policy.act(self._screen, greedy=True)
        return reward

    def outcomes(self, place: Place, action: int) -> list[tuple[float, float, Place]]:
        """Return the probability, the reward and the next place for each number of frames that the last action stays.

        The first frame that does not repeat it takes the new one, and the frames after that repeat this, or take it.
        """
        chosen = ACTIONS[action]
        repeats = range(FRAMES + 1) if place.last != chosen else [0]
        found = []
        for repeated in repeats:
            probability = STICKY**repeated * (1 - STICKY if repeated < FRAMES else 1) if len(repeats) > 1 else 1.0
            self.ale.restoreState(place.state)
            taken = [place.last] * repeated + [chosen] * (FRAMES - repeated)
            reward = float(sum(self.ale.act(one) for one in taken))
            column, screen = int(self.ale.getRAM()[COLUMN]), self.ale.getScreenRGB()
            then = Place(self.ale.cloneState(), taken[-1], place.screen, screen, column)
            found.append((probability, reward, then))
        return found

    def play_on(self, place: Place) -> float:
        """Return the reward of the rally, played on from a place by the policy."""
        self.put(place)
        for _ in range(LONGEST):
            if reward := self.step():
                return reward
        return 0.0

    def play_to_hit(self, place: Place, best: Mapping[bytes, Best], *, by_policy: bool = False) -> Place | float:
        """Return where the ball has been hit; or the reward, if it was missed.

        Args:
            place: where to begin.
            best: the best actions, of all places before the hit.
            by_policy: take the policy's actions instead.
        """
        self.put(place)
        while (known := best.get((now := self.place()).key)) is not None:
            if reward := self.step(None if by_policy else known[0]):
                return reward
        return now


def everything_from(game: Game, place: Place, steps: int) -> tuple[list[Layer], dict[bytes, Place]]:
    """Return all that can happen until the ball comes back from the agent's paddle, or is missed; and how it ends."""
    layers: list[Layer] = []
    ends: dict[bytes, Place] = {}
    places = {place.key: place}
    for _ in range(steps + LATEST):
        then: dict[bytes, Place] = {}
        layer: Layer = {}
        for key, now in places.items():
            layer[key] = {action: [] for action in ACTIONS}
            for action, outcomes in layer[key].items():
                for probability, reward, follows in game.outcomes(now, action):
                    if reward:
                        outcomes.append(Outcome(probability, None, reward))
                        continue
                    outcomes.append(Outcome(probability, follows.key, 0.0))
                    (ends if follows.column < now.column else then).setdefault(follows.key, follows)
        layers.append(layer)
        places = then
        if not places:
            return layers, ends
    raise RuntimeError(f"the ball has not come back {LATEST} agent steps later: begin nearer to a hit")


class Values:
    """What the rally is worth after each end of an approach: means of rallies that the policy plays on.

    Args:
        game: plays them.
        ends: to begin from.
        playouts: how many are played from similar ends at first; their mean counts as many rallies of each end.
        rng: draws the ends that these begin from.
    """

    def __init__(self, game: Game, ends: Mapping[bytes, Place], playouts: int, rng: np.random.Generator) -> None:
        similar: dict[tuple[int, ...], list[bytes]] = {}
        for key, place in ends.items():
            game.ale.restoreState(place.state)
            ram = game.ale.getRAM()
            about = *(int(ram[byte]) for byte in (COLUMN, ROW, RISE, RUN)), int(ram[PADDLE]) // SIMILAR_ROWS
            similar.setdefault(about, []).append(key)
        self._totals: dict[bytes, float] = {}
        for keys in similar.values():
            drawn = [ends[keys[int(number)]] for number in rng.integers(len(keys), size=playouts)]
            self._totals.update(dict.fromkeys(keys, float(sum(game.play_on(place) for place in drawn))))
        self._counts = dict.fromkeys(ends, playouts)

    def add(self, key: bytes, reward: float) -> None:
        """Count a rally that was played on from an end."""
        self._totals[key] += reward
        self._counts[key] += 1

    def means(self) -> dict[bytes, float]:
        """Return the value of each end."""
        return {key: total / self._counts[key] for key, total in self._totals.items()}


def best_actions(
    game: Game, place: Place, options: argparse.Namespace, rng: np.random.Generator
) -> dict[str, dict[bytes, Best]]:
    """Return the best actions before the hit, in each place, for the value of the rally and for the surest hit.

    Returns:
        They are called "best approach" and "surest hit"; empty if the ball can't be hit any more.
    """
    layers, ends = everything_from(game, place, options.steps)
    if not ends:
        return {}
    values = Values(game, ends, options.playouts, rng)
    for _ in range(options.passes):
        best = backward_induction(layers, values.means())
        for rally in range(options.playouts):
            reached = game.play_to_hit(place, best, by_policy=rally % 2 == 1)
            if isinstance(reached, Place):
                values.add(reached.key, game.play_on(reached))
    return {
        "best approach": backward_induction(layers, values.means()),
        "surest hit": backward_induction(layers, dict.fromkeys(ends, 1.0)),
    }


def hits_of(columns: Sequence[int]) -> list[int]:
    """Return the steps at which the ball turns back near the agent's paddle."""
    moves = np.diff(columns)
    return [step for step in range(1, len(moves)) if moves[step - 1] > 0 > moves[step] and columns[step] > NEAR]


def compare(game: Game, place: Place, options: argparse.Namespace, rng: np.random.Generator) -> dict[str, float]:
    """Print and return the mean reward of the rally by each way to play; nothing where the ball can't be hit."""
    ways = best_actions(game, place, options, rng)
    if not ways:
        return {}
    means = {}
    # Of the policy's way, the actions only say which places are before the hit.
    for name, actions in {**ways, "policy": ways["best approach"]}.items():
        rewards, hits = np.empty(options.games), 0
        for rally in range(options.games):
            reached = game.play_to_hit(place, actions, by_policy=name == "policy")
            hits += isinstance(reached, Place)
            rewards[rally] = game.play_on(reached) if isinstance(reached, Place) else reached
        mean, margin = rewards.mean(), student_t_975(len(rewards) - 1) * rewards.std(ddof=1) / len(rewards) ** 0.5
        means[name] = float(mean)
        print(f"  {name}: {mean:+.3f} ± {margin:.3f} (95 %), ball hit in {hits} of {len(rewards)}", flush=True)
    return means


def before_hit(rally: Sequence[Place], steps: int, rng: np.random.Generator) -> tuple[str, Place] | None:
    """Return a place so many steps before a hit of a rally, and which hit that is; None if there is none."""
    hits = [hit for hit in hits_of([place.column for place in rally]) if hit > steps]
    if not hits:
        return None
    hit = hits[int(rng.integers(len(hits)))]
    return f"hit {hits.index(hit) + 1} of {len(hits)}", rally[hit - steps]


def starts(game: Game, options: argparse.Namespace, rng: np.random.Generator) -> Iterator[tuple[str, Place]]:
    """Play for ever; yield places to compare from, each of another rally, and what they are before."""
    rally: list[Place] = []
    # Before hits, every third rally that is decided.
    left_out = 1
    while True:
        rally.append(game.place())
        reward = game.step()
        over = game.ale.game_over()
        found = None
        if options.lost:
            if reward < 0 and len(rally) > options.steps:
                found = "a point that was lost", rally[-options.steps]
        elif reward and not over:
            left_out -= 1
            if left_out < 0 and (found := before_hit(rally, options.steps, rng)):
                left_out = 2
        if found:
            after = game.place()
            yield found
            game.put(after)
        if over:
            game.begin()
        if reward or over or len(rally) >= LONGEST:
            rally = []


def main() -> None:
    """Compare some approaches, each of another rally."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", help="a checkpoint, a run's directory or the name of pretrained weights")
    parser.add_argument("--rallies", type=int, default=4, help="how many states, each of another rally")
    parser.add_argument("--steps", type=int, default=7, help="agent steps from the state to the hit, or to the point")
    parser.add_argument("--lost", action="store_true", help="from states before points that the policy lost")
    parser.add_argument(
        "--playouts", type=int, default=16, help="rallies that are played on from similar ends, and per pass"
    )
    parser.add_argument("--passes", type=int, default=40, help="how often the best actions are computed")
    parser.add_argument("--games", type=int, default=300, help="fresh rallies to compare with")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    game, rng = Game(pong_pg.load(options.policy), options.seed), np.random.default_rng(options.seed)
    found: list[dict[str, float]] = []
    for what, place in starts(game, options, rng):
        print(f"{options.steps} agent steps before {what}", flush=True)
        if means := compare(game, place, options, rng):
            found.append(means)
        else:
            print("  the ball can't be hit any more", flush=True)
        if len(found) >= options.rallies:
            break
    means_of = {name: np.mean([means[name] for means in found]) for name in found[0]}
    print(f"mean of {len(found)}: " + ", ".join(f"{name} {mean:+.3f}" for name, mean in means_of.items()))


if __name__ == "__main__":
    main()
