"""Play the console in C and ale-py side by side for millions of frames, and say what was compared.

    python tests/compare_emulators.py [--frames 10000000] [--seed 0]

Memory, reward and the end of the game are compared after every frame, pictures after every fourth one, and in each
tenth game after every one. The first difference ends the program.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from atari2600_pairs import ALE_ACTIONS, ALL_ACTIONS, Pair, tracking_action

from pong_pg import load
from pong_pg.atari2600.binding import DIFFICULTIES, MODES, Console
from pong_pg.evaluation.pretrained import PRETRAINED

# Frames of a game that does not end by itself.
_LONGEST = 20_000


class Comparison:
    """Games of every kind, one after another.

    Args:
        seed: of everything that is drawn.

    Attributes:
        games: by kind, how many were played.
        restored: how often a state was restored in the middle of a game.
    """

    def __init__(self, seed: int) -> None:
        self.pair = Pair(Console())
        self.games: Counter[str] = Counter()
        self.restored = 0
        self._rng = np.random.default_rng(seed)
        self._policies = [load(name) for name in PRETRAINED]
        self._kinds: dict[str, Callable[[int], None]] = {
            "random actions": self._random,
            "random actions, reset at any time": self._cut_short,
            "random actions, interpreted": self._interpreted,
            "random actions, states restored": self._restored,
            "one action": self._constant,
            "following the ball": self._tracking,
            "pretrained policies": self._policy,
        }

    def play(self) -> None:
        """Play a game."""
        kind = str(self._rng.choice(list(self._kinds)))
        self.pair.reset(int(self._rng.choice(MODES)), int(self._rng.choice(DIFFICULTIES)))
        self._kinds[kind](1 if self._rng.random() < 0.1 else 4)
        self.games[kind] += 1

    def _goes_on(self) -> bool:
        return not self.pair.console.is_over and self.pair.console.frames < _LONGEST

    def _random(self, every: int) -> None:
        self.pair.play_random(self._rng, _LONGEST, picture_every=every)

    def _cut_short(self, every: int) -> None:
        self.pair.play_random(self._rng, int(self._rng.integers(1, 2_000)), picture_every=every, longest=40)

    def _interpreted(self, every: int) -> None:
        self.pair.console.interpret(True)
        self.pair.play_random(self._rng, 2_000, picture_every=every)
        self.pair.console.interpret(False)

    def _restored(self, every: int) -> None:
        kept = []
        for _ in range(10):
            self.pair.play_random(self._rng, 200, picture_every=every)
            kept.append((self.pair.console.save(), self.pair.ale.cloneState()))
        for number in self._rng.integers(0, len(kept), 10):
            state, ale_state = kept[number]
            self.pair.console.restore(state)
            self.pair.ale.restoreState(ale_state)
            self.pair.compare("restored", picture=False)
            self.restored += 1
            self.pair.play_random(self._rng, 300, picture_every=every)

    def _constant(self, every: int) -> None:
        action = int(self._rng.choice(ALL_ACTIONS))
        while self._goes_on():
            self.pair.play(action, 60, picture_every=every)

    def _tracking(self, every: int) -> None:
        noise = float(self._rng.choice([0, 0.05, 0.3]))
        while self._goes_on():
            aim = int(self._rng.integers(-6, 7))
            is_noise = self._rng.random() < noise
            action = int(self._rng.integers(18)) if is_noise else tracking_action(self.pair.console.ram(), aim)
            self.pair.play(action, 4, picture_every=every)

    def _policy(self, every: int) -> None:
        policy = self._policies[int(self._rng.integers(len(self._policies)))]
        policy.reset(int(self._rng.integers(1 << 30)))
        while self._goes_on():
            action = ALE_ACTIONS[policy.act(self.pair.console.palette())]
            self.pair.play(action, 4, picture_every=every)


def main() -> None:
    """Compare, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    comparison, began, said = Comparison(arguments.seed), time.monotonic(), 0.0
    pair = comparison.pair
    while pair.frames < arguments.frames:
        comparison.play()
        if time.monotonic() > said + 60:
            said = time.monotonic()
            print(f"{pair.frames:,} frames, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print(f"No difference in {pair.frames:,} frames: {pair.frames * 128:,} bytes of memory")
    print(f"and {pair.pictures:,} pictures of 33,600 pixels, {pair.pictures * 33_600:,} in all;")
    print(f"{pair.resets:,} resets, {comparison.restored:,} states restored. Games:")
    for kind, games in sorted(comparison.games.items()):
        print(f"  {kind}: {games:,}")


if __name__ == "__main__":
    main()
