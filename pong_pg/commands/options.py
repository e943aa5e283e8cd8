"""Options that several commands share, generated from the settings of the configurations."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pong_pg.config import option_of
from pong_pg.errors import one_line
from pong_pg.registry import config_types
from pong_pg.settings import integer, real, settings_of, string

if TYPE_CHECKING:
    from pong_pg.viewing.game_steps import Games

_T = TypeVar("_T")

# What may stand for a policy.
POLICY = (
    "the directory of a run, a checkpoint, a saved policy, a save.p, or pretrained weights of this package: fast, best "
    "or reference"
)
_DEFAULT_POLICY = "default: the newest run in runs/, or the pretrained fast if there is none"


def add_settings(parser: argparse._ActionsContainer, names: Iterable[str]) -> None:
    """Add one option for each of these settings; the value of an option that is not given is None."""
    fields = {algorithm: settings_of(config_type) for algorithm, config_type in config_types().items()}
    for name in names:
        known = {algorithm: settings[name] for algorithm, settings in fields.items() if name in settings}
        about, default = next(iter(known.values()))
        defaults = {algorithm: default for algorithm, (_, default) in known.items()}
        parser.add_argument(
            option_of(name),
            type=argument(about.check),
            metavar=about.metavar,
            help=about.help + _hint(default, defaults),
        )


def add_ages(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what an old script was written for, where that is not to be found out from it."""
    parser.add_argument(
        "--gym-api",
        type=int,
        choices=(4, 5),
        help="number of values that env.step returns (default: as many as the script unpacks)",
    )
    parser.add_argument(
        "--python",
        type=int,
        choices=(2, 3),
        help="Python that the script was written for (default: 2 if its syntax, #! line or kernel shows it, else 3)",
    )
    parser.add_argument(
        "--atari-py",
        choices=("0.1", "0.2"),
        help="version of atari-py, with the Gym of its time: 0.1 until April 2019, 0.2 later "
        "(default: 0.1 if the script is Python 2 or uses what Gym had only then, else 0.2)",
    )


def _hint(default: Any, defaults: Mapping[str, Any]) -> str:
    if any(other != default for other in defaults.values()):
        return f" (default: {', '.join(f'{algorithm} {value}' for algorithm, value in defaults.items())})"
    return "" if default is None or default is dataclasses.MISSING else f" (default: {default})"


def add_env_options(parser: argparse.ArgumentParser) -> None:
    """Add `--env`, `--backend` and `--env-arg`, under a heading of their own."""
    group = parser.add_argument_group("environment")
    add_settings(group, ["env", "backend"])
    group.add_argument(
        "--env-arg",
        dest="env_kwargs",
        type=_env_arg,
        action="append",
        metavar="NAME=VALUE",
        help="an argument of the environment, such as frameskip=4; may be repeated",
    )


def _env_arg(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE; got {text!r}")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def argument(check: Callable[[Any], _T]) -> Callable[[str], _T]:
    """Return an argument `type` of `add_argument` of a check that raises ValueError with the rule that is broken."""

    def parse(text: str) -> _T:
        try:
            return check(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{error}; got {text!r}") from error

    return parse


# Such as the name of a policy. An empty path would be the current directory.
non_empty = argument(string)
file_path = argument(lambda text: Path(string(text)))
at_least_zero = argument(integer(0))
at_least_one = argument(integer(1))
_speed = argument(real("must be a number from 0.0625 to 16", lambda speed: 1 / 16 <= speed <= 16))


def given_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings given on the command line by their names in `TrainConfig`."""
    names = dict.fromkeys(name for config_type in config_types().values() for name in settings_of(config_type))
    given = {name: value for name in names if (value := getattr(options, name, None)) is not None}
    if "env_kwargs" in given:
        given["env_kwargs"] = dict(given["env_kwargs"])
    return given


def add_policy(parser: argparse.ArgumentParser) -> None:
    """Add the name of a policy, see `loaded`."""
    parser.add_argument("checkpoint", nargs="?", metavar="POLICY", type=non_empty, help=f"{POLICY} ({_DEFAULT_POLICY})")


def add_acting(parser: argparse.ArgumentParser) -> None:
    """Add `--sample` and `--seed`."""
    parser.add_argument("--sample", action="store_true", help="sample actions by their probabilities, as in training")
    add_settings(parser, ["seed"])


def add_output(parser: argparse.ArgumentParser, about: str, **more: Any) -> None:
    """Add `-o` and `--force`."""
    parser.add_argument("-o", "--output", metavar="FILE", type=file_path, help=about, **more)
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")


def add_speed(parser: argparse.ArgumentParser) -> None:
    """Add `--speed`."""
    parser.add_argument(
        "--speed", type=_speed, default=1.0, metavar="X", help="1 is the console's, from 1/16 to 16 (default: 1)"
    )


def resolved(name: str | None) -> str:
    """Return what to load for the name of a policy, or for none."""
    if name is not None:
        return name
    # Of the directory: a checkpoint in it may be removed meanwhile, by the run that goes on.
    found = (path for path in Path("runs").glob("*/checkpoints") if any(path.glob("update-*.npz")))
    newest = max(found, key=lambda path: path.stat().st_mtime, default=None)
    return "fast" if newest is None else str(newest.parent)


def loaded(name: str, options: argparse.Namespace) -> Games:
    """Load a policy, with the settings and the seed that were given.

    Raises:
        PongPGError: it can't be loaded, or a setting that was given does not fit.
    """
    from pong_pg.reinforce.config import ReinforceConfig
    from pong_pg.training.checkpoint import load_with_config
    from pong_pg.viewing.game_steps import Games

    given = given_settings(options)
    seed = given.pop("seed", 0)
    policy, trained_with = load_with_config(name, given=given.keys())
    config = dataclasses.replace(trained_with or ReinforceConfig(), **given)
    # `eval` samples actions unless it is told otherwise.
    greedy = options.greedy if "greedy" in options else not options.sample
    return Games(policy, config, seed, greedy=greedy, name=one_line(name))
