"""Play a run's policy for a report: an evaluation, a recorded game, and what the hidden units contribute."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

from pong_pg.compat._versions import installed_version
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError, PongPGError
from pong_pg.evaluation.evaluate import Evaluation, evaluate
from pong_pg.game.player import Player
from pong_pg.game.results import GameResult
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training.checkpoint import load, load_with_config
from pong_pg.viewing.recording import Recorded, check_kind, record
from pong_pg.viewing.report.run_record import RunRecord
from pong_pg.viewing.weights import HiddenUnits, hidden_units, record_observations

# Agent steps of a game that is recorded as a whole: two and a half minutes.
_WHOLE_GAME = 2250
# Steps of a game on which the contributions of the hidden units are measured.
STEPS = 400
_SCALE = 2
# Called with what is done, and how much of it, from 0 to 1.
OnProgress = Callable[[str, float], None]


@dataclass(frozen=True)
class Video:
    """A recorded game or rally.

    Attributes:
        run: the number of the run in the report, from 0.
        kind: "mp4" or "webp".
        content: the file.
        recorded: how long it is, and the score at its end.
    """

    run: int
    kind: str
    content: bytes
    recorded: Recorded


@dataclass(frozen=True)
class Policy:
    """A run's policy, loaded.

    Attributes:
        player: it.
        config: the configuration to play with; None for a run whose environments were made by an `env_factory`.
    """

    player: Player
    config: TrainConfig | None


def load_policy(run: RunRecord, *, plays: bool) -> Policy | None:
    """Return the policy of a run's newest checkpoint; None if there is none.

    Args:
        run: the run.
        plays: whether games are to be played with it.

    Raises:
        CheckpointError: the checkpoint can't be loaded.
        EnvError: games are to be played, and the checkpoint does not say how the environment is made.
    """
    if run.checkpoint is None:
        return None
    if not plays:
        return Policy(load(run.checkpoint), None)
    try:
        return Policy(*load_with_config(run.checkpoint))
    except EnvError as error:
        raise EnvError(f"{error}; or make the report without games: --no-evaluation --no-recording") from None


def evaluation_of(
    policy: Policy, episodes: int, *, seed: int, workers: int, on_game: Callable[[GameResult], None]
) -> Evaluation:
    """Play greedy games; see `pong_pg.evaluate`."""
    config = policy.config or ReinforceConfig()
    return evaluate(policy.player, config, episodes, seed=seed, greedy=True, on_game=on_game, workers=workers)


def units_of(policy: Policy, *, seed: int) -> HiddenUnits | str:
    """Return the hidden units of a policy, or a sentence about why they can't be shown.

    What they contribute is measured on a game, unless the policy has no configuration to play with.
    """
    try:
        if policy.config is None:
            return hidden_units(policy.player)
        return hidden_units(policy.player, record_observations(policy.player, policy.config, steps=STEPS, seed=seed))
    except PongPGError as error:
        # Of an algorithm that was registered.
        return str(error)


def video_kind() -> str:
    """Return the kind of file that a game is recorded as: MP4, or WebP where imageio-ffmpeg is not installed.

    Raises:
        MissingPackageError: nothing is installed that either is written with.
    """
    kind = "mp4" if installed_version("imageio-ffmpeg") is not None else "webp"
    check_kind(kind, 30, _SCALE)
    return kind


def video_of(
    policy: Policy, run: int, evaluation: Evaluation | None, *, seed: int, most: int, on_progress: OnProgress
) -> Video:
    """Record the first game of the evaluation if it is short; otherwise, or without evaluation, its best rally.

    Args:
        policy: the player.
        run: its number in the report.
        evaluation: the games that were played with the same seed; None if none were.
        seed: decides the game.
        most: bytes that the recording may have; a game that has more is replaced by a rally.
        on_progress: called now and then.

    Raises:
        PongPGError: it can't be recorded, or the rally takes more as well.
    """
    config, kind = policy.config or ReinforceConfig(), video_kind()
    is_short = evaluation is not None and evaluation.games[0].steps <= _WHOLE_GAME
    for rally in (False, True) if is_short else (True,):
        file = io.BytesIO()
        recorded = record(
            policy.player, config, file, kind=kind, rally=rally, seed=seed, scale=_SCALE, on_progress=on_progress
        )
        if len(file.getvalue()) <= most:
            return Video(run, kind, file.getvalue(), recorded)
    raise PongPGError(
        f"a rally takes {len(file.getvalue()) / 1e6:.1f} MB as {kind.upper()}, which is too large for the report: "
        "leave it out with --no-recording"
    )
