"""Options that several commands share, made from the fields of `TrainConfig`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pong_pg.config import SETTINGS, check_setting, option_of
from pong_pg.errors import ConfigError, PongPGError


def add_settings(parser: argparse._ActionsContainer, names: Iterable[str]) -> None:
    """Add one option for each of these fields of `TrainConfig`; what is not said stays None."""
    for name in names:
        field = SETTINGS[name]
        hint = _hint(field.default, field.metadata["by_algorithm"])
        parser.add_argument(
            option_of(name),
            type=_parse(name),
            metavar=field.metadata["metavar"],
            choices=field.metadata["choices"],
            help=field.metadata["help"] + hint,
        )


def _hint(default: Any, by_algorithm: Mapping[str, Any] | None) -> str:
    if by_algorithm is not None:
        values = (f"{value}, with {algorithm}" for algorithm, value in by_algorithm.items())
        return f" (default: {'; '.join(values)})"
    return "" if default is None else f" (default: {default})"


def _parse(name: str) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        try:
            return check_setting(name, text)
        except ConfigError as error:
            raise argparse.ArgumentTypeError(error.complaint) from error

    return parse


def add_env_options(parser: argparse.ArgumentParser) -> None:
    """Add `--env`, `--backend` and `--env-arg`."""
    add_settings(parser, ["env", "backend"])
    parser.add_argument(
        "--env-arg",
        dest="env_kwargs",
        type=_env_arg,
        action="append",
        metavar="NAME=VALUE",
        help="an argument for the environment, such as env_id=ALE/Pong-v5; may be repeated",
    )


def _env_arg(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE; got {text!r}")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def at_least_one(text: str) -> int:
    """Return the whole number that an option's text says; for `type=` of argparse."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1; got {text!r}")
    return number


def given_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that the command line names, as `TrainConfig` takes them."""
    given = {name: getattr(options, name, None) for name in SETTINGS}
    if given["env_kwargs"] is not None:
        given["env_kwargs"] = dict(given["env_kwargs"])
    return {name: value for name, value in given.items() if value is not None}


def add_report_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add `--json`, `--plot` and `--force`, of a command that reports something and can draw `what`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output, nothing else")
    parser.add_argument("--plot", metavar="FILE", type=Path, help=f"draw {what} too, as a PNG; needs matplotlib")
    parser.add_argument("--force", action="store_true", help="with --plot: overwrite the file if it exists")


def check_plot_option(options: argparse.Namespace) -> None:
    """Make sure that what `--plot` names can be drawn and written, before the work for it begins.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file is there already and `--force` is not said, or can't be written.
    """
    if options.plot is None:
        if options.force:
            raise PongPGError("--force needs --plot")
        return
    from pong_pg.compat._versions import require
    from pong_pg.output_file import check_output_file

    require("matplotlib", "--plot")
    check_output_file("--plot", options.plot, ".png", force=options.force)
