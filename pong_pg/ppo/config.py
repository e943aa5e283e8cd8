"""The settings of PPO, and their schedules."""

from __future__ import annotations

from dataclasses import dataclass

from pong_pg.config import RUNNING, TrainConfig
from pong_pg.errors import ConfigError
from pong_pg.game.counts import counted
from pong_pg.settings import (
    ABOVE_0,
    AT_LEAST_0,
    FROM_0_TO_1,
    FROM_0_TO_BELOW_1,
    LEARNING_RATE,
    integer,
    one_of,
    setting,
)


@dataclass(frozen=True, kw_only=True)
class PPOConfig(TrainConfig):
    """The settings of a run by PPO. See `TrainConfig` for those that every algorithm has.

    Raises:
        ConfigError: as `TrainConfig`; or there are more minibatches than samples.
    """

    algorithm: str = setting("ppo", one_of("ppo"), "the algorithm")
    hidden: int = setting(128, integer(1, 65_536), "hidden units")
    num_envs: int = setting(32, integer(1, 65_536), "environments played side by side")
    n_steps: int = setting(128, integer(1, 65_536), "agent steps per environment and update")
    final_n_steps: int = setting(
        256, integer(1, 65_536), "rollout steps at the end of annealing: larger batches are less noisy"
    )
    n_epochs: int = setting(4, integer(1, 1000), "epochs over each batch")
    num_minibatches: int = setting(4, integer(1, 65_536), "minibatches per epoch, each of which is a step of Adam")
    clip_range: float = setting(0.2, ABOVE_0, "clip range of the probability ratio", metavar="X")
    target_kl: float = setting(
        0.06, ABOVE_0, "approximate KL divergence beyond which the epochs over a batch end, in nats", metavar="X"
    )
    gamma: float = setting(0.999, FROM_0_TO_1, "discount factor", metavar="X")
    gae_lambda: float = setting(
        0.95, FROM_0_TO_1, "lambda of generalised advantage estimation: 0 one step, 1 the whole rally", metavar="X"
    )
    vf_coef: float = setting(4.0, AT_LEAST_0, "coefficient of the value loss", metavar="X")
    ent_coef: float = setting(0.03, AT_LEAST_0, "entropy coefficient, annealed to 0", metavar="X")
    entropy_anneal_steps: int = setting(
        1_800_000, integer(1), "agent steps over which the entropy coefficient is annealed"
    )
    max_grad_norm: float = setting(0.5, ABOVE_0, "maximum Euclidean norm of the gradient, for clipping", metavar="X")
    ema_decay: float = setting(
        0.9, FROM_0_TO_BELOW_1, "decay of the moving average of the weights that is the policy; 0: none", metavar="X"
    )
    learning_rate: float = setting(1e-3, LEARNING_RATE, "step size", metavar="X")
    block_rate: float = setting(
        0.5, ABOVE_0, "learning rate of weights that blocks of pixels share, relative to the others'", metavar="X"
    )
    anneal_steps: int = setting(
        3_000_000,
        integer(1),
        "agent steps over which the learning rate is annealed linearly to 0, and the rollout steps grow",
    )
    checkpoint_every: int = setting(50, integer(1), "updates between checkpoints", decides_result=False, group=RUNNING)

    def __post_init__(self) -> None:
        super().__post_init__()
        samples = self.num_envs * min(self.n_steps, self.final_n_steps)
        if self.num_minibatches > samples:
            raise ConfigError(
                "num_minibatches",
                f"must be at most {samples}, the number of samples in a batch (num_envs times n_steps); "
                f"got {self.num_minibatches}",
            )

    @property
    def max_workers(self) -> int:
        """How many workers have something to do: one for each environment."""
        return self.num_envs

    @property
    def learns_until(self) -> int:
        """Agent steps after which the learning rate is 0."""
        return self.anneal_steps

    @property
    def summary(self) -> str:
        """What an update plays, in a few words."""
        return f"PPO, {counted(self.num_envs, 'environment')}, {counted(self.n_steps, 'step')} in each per update"


class Schedule:
    """The settings of a batch.

    Args:
        config: the run's settings.
        agent_steps: played before the batch.

    Attributes:
        learning_rate: linearly from `learning_rate` to 0, over the first `anneal_steps`.
        ent_coef: linearly from `ent_coef` to 0, over the first `entropy_anneal_steps`.
        n_steps: agent steps in each environment: linearly from `n_steps` to `final_n_steps`, over the
            first `anneal_steps`.
    """

    def __init__(self, config: PPOConfig, agent_steps: int) -> None:
        left = max(0.0, 1.0 - agent_steps / config.anneal_steps)
        self.learning_rate = left * config.learning_rate
        self.ent_coef = max(0.0, 1.0 - agent_steps / config.entropy_anneal_steps) * config.ent_coef
        self.n_steps = round(config.final_n_steps + left * (config.n_steps - config.final_n_steps))
