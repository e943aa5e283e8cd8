"""Options that several commands share, generated from the settings of the configurations."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pong_pg.config import check_setting, option_of
from pong_pg.errors import ConfigError, PongPGError
from pong_pg.registry import config_types
from pong_pg.settings import settings_of, string


def add_settings(parser: argparse._ActionsContainer, names: Iterable[str]) -> None:
    """Add one option for each of these settings; the value of an option that is not given is None."""
    fields = {algorithm: settings_of(config_type) for algorithm, config_type in config_types().items()}
    for name in names:
        known = {algorithm: settings[name] for algorithm, settings in fields.items() if name in settings}
        about, default = next(iter(known.values()))
        defaults = {algorithm: default for algorithm, (_, default) in known.items()}
        parser.add_argument(
            option_of(name),
            type=_parse(known, name),
            metavar=about.metavar,
            choices=about.choices,
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
        return f" (default: {'; '.join(f'{value}, with {algorithm}' for algorithm, value in defaults.items())})"
    return "" if default is None or default is dataclasses.MISSING else f" (default: {default})"


def _parse(algorithms: Iterable[str], name: str) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        errors = []
        for algorithm in algorithms:
            try:
                # Which one it is to be is known, and its own rule checked, when the configuration is made.
                return check_setting(config_types()[algorithm], name, text)
            except ConfigError as error:
                errors.append(error)
        raise argparse.ArgumentTypeError(errors[0].complaint) from errors[0]

    return parse


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


def non_empty(text: str) -> str:
    """Parse a name that is not empty, such as that of a policy; for the argument `type` of `add_argument`."""
    try:
        return string(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; got {text!r}") from error


def file_path(text: str) -> Path:
    """Parse a path; for the argument `type` of `add_argument`. An empty one would be the current directory."""
    return Path(non_empty(text))


def at_least_one(text: str) -> int:
    """Parse an integer of at least 1; for the argument `type` of `add_argument`."""
    return _at_least(1, text)


def at_least_zero(text: str) -> int:
    """Parse an integer of at least 0; for the argument `type` of `add_argument`."""
    return _at_least(0, text)


def _at_least(minimum: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = minimum - 1
    if number < minimum:
        raise argparse.ArgumentTypeError(f"must be an integer of at least {minimum}; got {text!r}")
    return number


def speed(text: str) -> float:
    """Parse how fast games are shown, from 1/16 to 16; for the argument `type` of `add_argument`."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 1 / 16 <= number <= 16:
        raise argparse.ArgumentTypeError(f"must be a number from 0.0625 to 16; got {text!r}")
    return number


def given_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings given on the command line by their names; the published example's --redis-address is one.

    Raises:
        ConfigError: an option is given by both its old and its new name.
    """
    names = dict.fromkeys(name for config_type in config_types().values() for name in settings_of(config_type))
    given = {name: getattr(options, name, None) for name in names}
    if given["env_kwargs"] is not None:
        given["env_kwargs"] = dict(given["env_kwargs"])
    redis_address = getattr(options, "redis_address", None)
    if redis_address is not None:
        if given["address"] is not None:
            raise ConfigError("redis_address", "is the old name of --address: give one of the two")
        print("pong-pg: note: --redis-address is the old name of --address", file=sys.stderr)
        given["address"] = redis_address
    return {name: value for name, value in given.items() if value is not None}


def add_report_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add `--json`, `--plot` and `--force`, for a command that prints results and can plot `what`."""
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output, nothing else")
    parser.add_argument("--plot", metavar="FILE", type=file_path, help=f"also plot {what}, as a PNG; needs matplotlib")
    parser.add_argument("--force", action="store_true", help="with --plot: overwrite the file if it exists")


def check_plot_option(options: argparse.Namespace) -> None:
    """Check that the file of `--plot` can be plotted and written, before starting the work for it.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written, or it exists already and `--force` is not given.
    """
    if options.plot is None:
        if options.force:
            raise PongPGError("--force needs --plot: add it, or leave --force out")
        return
    from pong_pg.compat._versions import require
    from pong_pg.files import check_output_file

    require("matplotlib", "--plot")
    check_output_file("--plot", options.plot, ".png", force=options.force)
