"""`pong-pg replay`: play the game again in which a run failed because a number was not finite."""

from __future__ import annotations

import argparse
import json
import pkgutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from pong_pg.commands.options import file_path
from pong_pg.errors import PongPGError

if TYPE_CHECKING:
    from pong_pg.game.env import EnvFactory
    from pong_pg.training.failure import Failure
    from pong_pg.training.replay import Replay


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "replay",
        help="play the game again in which a run failed",
        description="Play the game again in which a run failed because a reward, a gradient or a weight was not "
        "finite, and show the step in which that happened. The exit status is 0 if it happens again, otherwise 1.",
    )
    parser.add_argument(
        "file", metavar="FILE", type=file_path, help="the failure-update-N.npz that the run left in its directory"
    )
    parser.add_argument(
        "--env-factory",
        metavar="MODULE:NAME",
        help="for a run in Python with an env_factory: where to import it from; its code is executed",
    )
    parser.add_argument(
        "--env",
        metavar="ID",
        help="for a run on an environment whose id names a module: confirms that the module may be imported",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the game, print what happened, and return 0 if the failure was reproduced, otherwise 1."""
    from pong_pg.training.failure import read_failure
    from pong_pg.training.replay import replay

    # Before a module is imported for it.
    read_failure(options.file)
    factory = None if options.env_factory is None else _imported(options.env_factory)
    messages = sys.stderr if options.json else sys.stdout
    played = replay(
        options.file, env_factory=factory, env=options.env, on_start=lambda failure: _print_start(failure, messages)
    )
    if options.json:
        print(json.dumps(_document(played), indent=2))
    else:
        for label, text in played.replayed.details:
            print(f"{label[0].upper()}{label[1:]}: {text}")
        print(_outcome(played))
    return 0 if played.reproduced else 1


def _imported(name: str) -> EnvFactory:
    """Import a factory, also from the working directory, as `python -m` does."""
    if ":" not in name:
        raise PongPGError(f"--env-factory must be MODULE:NAME; got {name!r}")
    sys.path.insert(0, str(Path.cwd()))
    try:
        factory = pkgutil.resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise PongPGError(f"--env-factory {name} can't be imported ({error}): name MODULE:NAME") from error
    finally:
        sys.path.pop(0)
    if not callable(factory):
        raise PongPGError(f"--env-factory {name} must be a function or a class; got {factory!r}")
    return cast("EnvFactory", factory)


def _print_start(failure: Failure, file: TextIO) -> None:
    from pong_pg.training.failure import versions

    print(f"Recorded in {failure.checkpoint.file}: {failure.error}, {failure.game}: {failure.complaint}", file=file)
    here = versions()
    changed = [
        f"{name} {version} (here: {here.get(name, 'not installed')})"
        for name, version in failure.versions.items()
        if here.get(name) != version
    ]
    if changed:
        print(f"Recorded with other versions: {', '.join(changed)}", file=file)
    file.flush()


def _outcome(played: Replay) -> str:
    error = played.replayed.error
    if played.reproduced:
        return f"Reproduced: {error}"
    if error is not None:
        return f"Not reproduced: another failure: {error}"
    return (
        "Not reproduced: all numbers are finite this time, so the environment is not deterministic for a seed, the "
        "versions differ, or the machine failed for a moment; the run can be resumed"
    )


def _document(played: Replay) -> dict[str, Any]:
    failure, error = played.failure, played.replayed.error
    return {
        "file": str(failure.checkpoint.file),
        "recorded": {
            "error": failure.error,
            "complaint": failure.complaint,
            **failure.game._asdict(),
            "versions": dict(failure.versions),
        },
        "reproduced": played.reproduced,
        "error": None if error is None else str(error),
        "details": dict(played.replayed.details),
    }
