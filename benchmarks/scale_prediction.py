"""Predict the time of an update on clusters that were not available, from the parts that `scale.py` has measured.

    python benchmarks/scale_prediction.py [FILE] [--mean-steps 3300] [--longest-steps 5000] [--gigabits 10]

FILE is what `scale.py --json` wrote, `docs/scaling.json` if it is left out. `docs/scaling.md` has the formula, its
assumptions, and the table that this prints.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

MEASURED = Path(__file__).parents[1] / "docs" / "scaling.json"


@dataclass(frozen=True)
class Parts:
    """The parts of an update, as measured; times in seconds.

    Attributes:
        speed: agent steps per second of a worker, gradients included.
        weights: time to put the weights into the object store.
        call: time to hand out a worker's games.
        a_sum: the driver's time for a worker's sum, from the end of its last game.
        pack: the worker's time to pack it.
        sum_bytes: its size.
        weight_bytes: size of the weights.
        apply: time of the optimiser's step.
    """

    speed: float
    weights: float
    call: float
    a_sum: float
    pack: float
    sum_bytes: float
    weight_bytes: float
    apply: float


@dataclass(frozen=True)
class Policies:
    """Lengths of a policy's games, in agent steps.

    Attributes:
        mean: mean length.
        longest: the longest one of a batch.
    """

    mean: float
    longest: float


@dataclass(frozen=True)
class Update:
    """The parts of a predicted update, in seconds."""

    weights_out: float
    play: float
    sums_in: float
    apply: float

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.weights_out + self.play + self.sums_in + self.apply


def predict(parts: Parts, games: Policies, *, cores: int, batch: int, nodes: int, gigabits: float) -> Update:
    """Return the predicted time of an update on a cluster of cores like the one that was measured.

    Args:
        parts: what was measured.
        games: the lengths of games.
        cores: one worker on each.
        batch: games of an update.
        nodes: the driver is on one of them; with one, nothing goes over the network.
        gigabits: bandwidth of the driver's node, in gigabits per second.
    """
    hand = math.ceil(batch / min(cores, batch))
    # Where a hand is of two games, say, the last workers may have none.
    workers = math.ceil(batch / hand)
    # The slowest worker has the longest game, and the others of its hand are like all games.
    steps = games.longest + (hand - 1) * games.mean
    remote = (nodes - 1) / nodes
    second = gigabits * 1e9 / 8
    return Update(
        weights_out=parts.weights + workers * parts.call + (nodes - 1) * parts.weight_bytes / second,
        play=steps / parts.speed + parts.pack,
        # As if all ended at once, and none of it happened side by side.
        sums_in=workers * (parts.a_sum + remote * parts.sum_bytes / second),
        apply=parts.apply,
    )


def workers_at_balance(parts: Parts, games: Policies, gigabits: float) -> tuple[float, float]:
    """Return how many workers, with a game each, keep the driver, and its network, busy for as long as they play."""
    play = games.longest / parts.speed
    return play / parts.a_sum, play * gigabits * 1e9 / 8 / parts.sum_bytes


def longest_of(lengths: Sequence[int], games: int) -> float:
    """Return how long the longest of so many games is to be expected, drawn from those of some lengths."""
    count = len(lengths)
    return sum(
        length * ((rank / count) ** games - ((rank - 1) / count) ** games)
        for rank, length in enumerate(sorted(lengths), start=1)
    )


# The statement of Ray's documentation, and what it was measured on.
PUBLISHED = (
    ("64 cores", 1, 64, 10, 2.5),
    ("64 cores", 1, 64, 60, 3.0),
    ("11 nodes of 18 cores", 11, 198, 300, 10.0),
)


def parts_of(data: Mapping[str, Any]) -> Parts:
    """Return the parts that a run of this benchmark has measured."""
    sweep = [row for row in data["rows"] if row["sweep"] == "workers"]
    call, weights = np.polyfit([row["workers"] for row in sweep], [row["begin"] for row in sweep], 1)
    per_sum = max(row["a_sum_in_all"] - row["begin"] / row["workers"] for row in sweep if row["workers"] >= 50)
    return Parts(
        speed=data["recording"]["speed"],
        weights=max(0.0, float(weights)) / 1000,
        call=max(0.0, float(call)) / 1000,
        a_sum=per_sum / 1000,
        pack=data["recording"]["pack"],
        sum_bytes=max(row["mean_bytes"] for row in sweep),
        weight_bytes=data["weight_bytes"],
        apply=statistics.median(row["apply"] for row in data["rows"]) / 1000,
    )


def print_prediction(console: Console, data: Mapping[str, Any], half_trained: Policies, gigabits: float) -> None:
    """Print the predicted updates beside the published ones."""
    parts = parts_of(data)
    for field in dataclasses.fields(parts):
        console.print(f"{field.name:>13} {getattr(parts, field.name):.5g}")
    lengths = data["recording"]["lengths"]
    longest = longest_of(lengths, max(batch for *_, batch, _ in PUBLISHED))
    policies = {"random": Policies(statistics.mean(lengths), longest), "half-trained": half_trained}
    table = Table(title=f"predicted updates in seconds, {gigabits:g} Gbit/s")
    for column in ("", "batch", "policy", "weights out", "play", "sums in", "optimiser", "update", "published"):
        table.add_column(column, justify="left" if column in {"", "policy"} else "right")
    for (name, nodes, cores, batch, published), (policy, games) in itertools.product(PUBLISHED, policies.items()):
        if policy == "random":
            games = Policies(games.mean, longest_of(lengths, batch))
        update = predict(parts, games, cores=cores, batch=batch, nodes=nodes, gigabits=gigabits)
        figures = (update.weights_out, update.play, update.sums_in, update.apply, update.seconds)
        table.add_row(name, str(batch), policy, *(f"{figure:.3f}" for figure in figures), f"{published:g}")
    console.print(table)
    for policy, games in policies.items():
        driver, network = workers_at_balance(parts, games, gigabits)
        console.print(
            f"{policy} policy, games of {games.mean:.0f} steps, the longest {games.longest:.0f}: adding takes the "
            f"driver as long as playing from {driver:.0f} workers on; its network is busy for as long from "
            f"{network:.0f} on"
        )


def main() -> None:
    """Print the prediction."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("measured", type=Path, nargs="?", default=MEASURED, metavar="FILE", help="of scale.py --json")
    parser.add_argument("--mean-steps", type=float, default=3300, metavar="N", help="a half-trained policy's games")
    parser.add_argument("--longest-steps", type=float, default=5000, metavar="N", help="and the longest of a batch")
    parser.add_argument("--gigabits", type=float, default=10, metavar="X", help="of the driver's node, a second")
    options = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        # What goes to a file is not to be folded.
        console.width = 120
    half_trained = Policies(options.mean_steps, options.longest_steps)
    print_prediction(console, json.loads(options.measured.read_text()), half_trained, options.gigabits)


if __name__ == "__main__":
    main()
