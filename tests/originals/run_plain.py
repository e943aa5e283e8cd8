"""Runs modernised scripts with plain Python, each in a fork of this process, which has imported what many need.

Speaks as `run_here.py` does. `pong_pg` can't be imported in the forks.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import sys
import traceback

# What the records were printed with; a setting of NumPy that the documentation names.
os.environ["NPY_ENABLE_CPU_FEATURES"] = ","
_WARM = ("numpy", "numpy.random", "gymnasium", "ale_py", "scipy.signal", "six")


def main() -> None:
    """Serve until standard input ends; what a fork executes ends with that fork."""
    for name in _WARM:
        importlib.import_module(name)
    assert not any(name.partition(".")[0] == "pong_pg" for name in sys.modules)
    sys.modules["pong_pg"] = None  # type: ignore[assignment]  # makes importing it fail
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            run(*json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def run(script: str, directory: str, environment: dict[str, str]) -> None:
    """Run a script as `python SCRIPT` does, up to the end of the process."""
    os.chdir(directory)
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, name in enumerate(("out", "err"), 1):
        os.dup2(os.open(f"{directory}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    name = os.path.basename(script)  # noqa: PTH119 - the script finds only what it imports itself
    sys.argv = [name]
    sys.path[0] = directory
    try:
        runpy.run_path(name, run_name="__main__")
    except Exception:
        traceback.print_exc()
        sys.exit(1)
    sys.exit()


if __name__ == "__main__":
    main()
