"""Where does a greedy policy lose its points? Rallies played again from states before each point that it lost.

    python benchmarks/lost_points.py best --points 24

For each lost point, the rally is played on several times from states some agent steps before it, with sticky actions
drawn anew. Where the mean reward drops, the point was lost: early, by a shot that gave the opponent a better one, or at
the end, on the way to the ball.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import ale_py
import numpy as np
from best_approach import Game, Place, hits_of

import pong_pg

AGES = (5, 8, 12, 16, 20, 30, 45, 60, 100)
# Agent steps of a rally after which it is left out: it may never end.
LONGEST = 3000


class LostPoint(NamedTuple):
    """A point that was lost.

    Attributes:
        steps: length of its rally in agent steps.
        hits: how often the agent had hit the ball.
        means: the mean reward of the rally, played again from so many agent steps before the point.
    """

    steps: int
    hits: int
    means: dict[int, float]


def next_lost_point(game: Game, again: int) -> tuple[LostPoint, int]:
    """Play on until a point has been lost; return it, and how many points were played.

    Args:
        game: the game, which goes on.
        again: how often each rally is played again.
    """
    points, rally = 0, list[Place]()
    while True:
        rally.append(game.place())
        reward = game.step()
        points += reward != 0
        if reward < 0:
            after = game.place()
            means = {
                age: float(np.mean([game.play_on(rally[-age]) for _ in range(again)]))
                for age in AGES
                if age <= len(rally)
            }
            game.put(after)
            found = LostPoint(len(rally), len(hits_of([place.column for place in rally])), means)
            if game.ale.game_over():
                game.begin()
            return found, points
        if game.ale.game_over():
            game.begin()
        if reward or len(rally) >= LONGEST:
            rally = []


def main() -> None:
    """Print a line for each lost point, and means over all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", help="a checkpoint, a run's directory or the name of pretrained weights")
    parser.add_argument("--points", type=int, default=24, help="how many lost points (default: %(default)s)")
    parser.add_argument("--again", type=int, default=12, help="how often each is played again (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    game, found, played = Game(pong_pg.load(options.policy), options.seed), list[LostPoint](), 0
    while len(found) < options.points:
        point, points = next_lost_point(game, options.again)
        found.append(point)
        played += points
        means = ", ".join(f"{age}: {mean:+.2f}" for age, mean in point.means.items())
        print(f"lost after {point.steps} agent steps and {point.hits} hits; again from before it: {means}", flush=True)
    print(f"lost {len(found)} of {played} points, {sum(not point.hits for point in found)} before the first hit")
    for age in AGES:
        means_then = [point.means[age] for point in found if age in point.means]
        if means_then:
            print(f"  {age} agent steps before: {np.mean(means_then):+.2f} in {len(means_then)} rallies")


if __name__ == "__main__":
    main()
