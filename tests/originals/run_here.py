"""Runs scripts as `pong-pg run` does, each in a fork of this process, which has imported what that command imports.

Reads a line for each script, a JSON list of its path, the directory to run in, and additions to the environment;
answers with a line, the exit status. Standard output and error are in files beside the directory, whose names are the
directory's with `.out` and `.err`: within it, a script may have a folder `out` of its own.
A start takes milliseconds instead of most of a second.
"""

from __future__ import annotations

import json
import os
import sys

import numpy  # noqa: F401

import pong_pg.cli
import pong_pg.commands.run
import pong_pg.legacy.runner
import pong_pg.legacy.runtime.helpers


def main() -> None:
    """Serve until standard input ends; what a fork executes ends with that fork."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            run(*json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def run(script: str, directory: str, environment: dict[str, str]) -> None:
    """Run a script as the command does, up to the end of the process."""
    os.chdir(directory)
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, name in enumerate(("out", "err"), 1):
        os.dup2(os.open(f"{directory}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.argv = ["pong-pg", "run", script]
    sys.exit(pong_pg.cli.main(sys.argv[1:]))


if __name__ == "__main__":
    main()
