"""Matches of two policies, and round robins of many."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pong_pg.evaluation.evaluate import student_t_975
from pong_pg.game.player import Player
from pong_pg.game.seeding import match_game
from pong_pg.versus.env import Court, Pair, TwoPlayerEnv
from pong_pg.versus.ratings import Rating, point_interval, ratings, share_interval
from pong_pg.versus.rules import Rules
from pong_pg.versus.seat import Seat


@dataclass(frozen=True)
class Contestant:
    """A policy with the name that it is called by."""

    name: str
    policy: Player


@dataclass(frozen=True)
class MatchGame:
    """A finished game of a match between A and B.

    Attributes:
        game: index of the game in its match, from 0.
        a_is_right: whether A played on the right, as in training.
        score: points of A and of B.
        frames: emulator frames.
        truncated: whether the game was truncated instead of played to 21.
        rally: first and last frame of its longest rally.
    """

    game: int
    a_is_right: bool
    score: Pair
    frames: int
    truncated: bool
    rally: Pair

    @property
    def rally_frames(self) -> int:
        """Length of the longest rally in frames."""
        return self.rally[1] - self.rally[0]

    @property
    def won(self) -> float:
        """1 if A won, 0 if B won, 0.5 if a truncated game stood even."""
        a, b = self.score
        return 0.5 if a == b else float(a > b)


@dataclass(frozen=True)
class Match:
    """The games of two policies, and the statistics of their scores.

    Attributes:
        a: name of A.
        b: name of B.
        games: in order.
    """

    a: str
    b: str
    games: Sequence[MatchGame]

    @property
    def wins(self) -> float:
        """Games that A won; a draw is half a game."""
        return sum(game.won for game in self.games)

    @property
    def win_interval(self) -> tuple[float, float]:
        """95 % confidence interval of the probability that A wins a game."""
        return share_interval(self.wins, len(self.games))

    @property
    def points(self) -> Pair:
        """All points of A and of B."""
        return sum(game.score[0] for game in self.games), sum(game.score[1] for game in self.games)

    @property
    def point_interval(self) -> tuple[float, float] | None:
        """95 % confidence interval of A's share of the points; None for one game."""
        return point_interval([game.score[0] for game in self.games], [sum(game.score) for game in self.games])

    @property
    def difference(self) -> float:
        """Mean of A's points minus B's in a game."""
        a, b = self.points
        return (a - b) / len(self.games)

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % confidence interval of `difference`, by Student's t; None for one game."""
        n = len(self.games)
        if n < 2:
            return None
        spread = np.std([game.score[0] - game.score[1] for game in self.games], ddof=1)
        return float(student_t_975(n - 1) * spread / np.sqrt(n))


@dataclass(frozen=True)
class Pairing:
    """Two policies and the game that they play; the same seed and number give the same games.

    Attributes:
        a: plays on the right in the first game.
        b: the other one; another object than `a`, since each remembers its own game.
        rules: frame skip and sticky actions, drawn for each player separately.
        seed: decides the games.
        number: of the pairing, among several with one seed.
        greedy: take the most probable actions instead of sampling them.
    """

    a: Contestant
    b: Contestant
    rules: Rules
    seed: int = 0
    number: int = 0
    greedy: bool = True

    def play(self, env: Court, game: int, *, a_is_right: bool) -> Iterator[int | MatchGame]:
        """Yield the number of each frame of a game, while the environment shows it, and at last the result."""
        _, rng_a, rng_b = match_game(self.seed, self.number, game)
        sides = ("right", "left") if a_is_right else ("left", "right")
        seat_a = Seat(self.a.policy, sides[0], self.rules, greedy=self.greedy)
        seat_b = Seat(self.b.policy, sides[1], self.rules, greedy=self.greedy)
        seat_a.reset(rng_a)
        seat_b.reset(rng_b)
        left, right = (seat_b, seat_a) if a_is_right else (seat_a, seat_b)
        frame, info = env.reset()
        number = begin = 0
        longest: Pair = (0, 0)
        over = truncated = False
        while not over:
            yield number
            frame, rewards, terminated, truncated, info = env.step((left.act(frame), right.act(frame)))
            number += 1
            over = terminated or truncated
            if over or rewards[0]:
                if number - begin > longest[1] - longest[0]:
                    longest = (begin, number)
                begin = number
        score = info["score"]
        yield MatchGame(game, a_is_right, score[::-1] if a_is_right else score, number, truncated, longest)


def play_match(
    pairing: Pairing, games: int, *, swap: bool = True, on_game: Callable[[Match, MatchGame], None] | None = None
) -> Match:
    """Play games of two policies.

    Args:
        pairing: who plays, and by which rules.
        games: how many, at least 1.
        swap: change sides after each game.
        on_game: called with the match so far and the game, as it ends.

    Raises:
        MissingPackageError: multi-agent-ale-py is not installed.
    """
    env = TwoPlayerEnv(pairing.rules.max_frames)
    match = Match(pairing.a.name, pairing.b.name, ())
    for number in range(games):
        for game in pairing.play(env, number, a_is_right=not (swap and number % 2)):
            if isinstance(game, MatchGame):
                match = Match(match.a, match.b, (*match.games, game))
                if on_game is not None:
                    on_game(match, game)
    return match


def pairings(contestants: Sequence[Contestant], *, rules: Rules, seed: int = 0, greedy: bool = True) -> list[Pairing]:
    """Return the pairings of a round robin: each two policies."""
    pairs = enumerate(itertools.combinations(contestants, 2))
    return [Pairing(a, b, rules, seed, number, greedy) for number, (a, b) in pairs]


@dataclass(frozen=True)
class Standing:
    """A policy's place in a round robin.

    Attributes:
        name: of the policy.
        rating: from all games; see `pong_pg.versus.ratings.ratings`.
        won: games won; a draw is half a game.
        games: games played.
        points: made and lost.
    """

    name: str
    rating: Rating
    won: float
    games: int
    points: Pair


def standings(matches: Sequence[Match]) -> list[Standing]:
    """Return the policies of some matches, the best first."""
    names = list(dict.fromkeys(name for match in matches for name in (match.a, match.b)))
    wins = np.zeros((len(names), len(names)))
    points = np.zeros((len(names), 2), int)
    for match in matches:
        a, b = names.index(match.a), names.index(match.b)
        wins[a, b] += match.wins
        wins[b, a] += len(match.games) - match.wins
        points[a] += match.points
        points[b] += match.points[::-1]
    found = [
        Standing(
            name,
            rating,
            float(wins[i].sum()),
            round(float((wins[i] + wins[:, i]).sum())),
            (int(points[i, 0]), int(points[i, 1])),
        )
        for i, (name, rating) in enumerate(zip(names, ratings(wins), strict=True))
    ]
    return sorted(found, key=lambda standing: (-standing.rating.elo, -standing.points[0] + standing.points[1]))
