"""Records what the scripts of this folder print on the original interpreters and packages, or checks the record.

usage: python tests/originals/make_originals.py [--check] [--stacks FOLDER] [NAME ...]

A NAME is a topic (`numpy`) or a script (`numpy/ragged_2020`). Without one, all scripts are run that have no record yet,
or with `--check` all. The stacks are built in FOLDER, from the package registry, for each interpreter that is
installed: 2.7 and 3.6, as `python2.7` and `python3.6` on PATH, in pyenv or in uv. A stack whose interpreter is missing
is named, and its scripts are left out.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stacks import HERE, STACKS, TOPICS, VIRTUALENV, WHOLE_SCRIPTS, name_of, recorded, scripts, stack_of

ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from noxfile import find_python  # noqa: E402 - it stands at the root of the project

# A whole training script takes a minute or two.
_SECONDS = 900


class RecordError(Exception):
    """A script can't be recorded."""


def build(name: str, folder: Path) -> Path | None:
    """Return the interpreter of a stack, which is built unless it is there; None where its Python is not installed."""
    stack = STACKS[name]
    where = folder / name
    python, finished = where / "bin" / "python", where / "installed.txt"
    recipe = repr((stack.python, stack.environment, stack.installs))
    if finished.exists() and finished.read_text(encoding="utf-8") == recipe:
        return python
    base = find_python(stack.python)
    if base is None:
        return None
    print(f"{name}: building Python {stack.python} with {stack.installs} in {where}", flush=True)
    shutil.rmtree(where, ignore_errors=True)
    if stack.environment == "virtualenv":
        tool = folder / "virtualenv"
        _command(sys.executable, "-m", "venv", str(tool))
        _command(str(tool / "bin" / "pip"), "install", VIRTUALENV)
        _command(str(tool / "bin" / "virtualenv"), "--python", base, str(where))
    else:
        _command(base, "-m", "venv", str(where))
    for arguments in stack.installs:
        _command(str(python), "-m", "pip", "install", *arguments)
    finished.write_text(recipe, encoding="utf-8")
    return python


def _command(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def output_of(script: Path, python: Path) -> bytes:
    """Return what a script prints to standard output on its original stack, without what its packages write there.

    Raises:
        RecordError: it failed, or took too long.
    """
    lines = _run(script, python).splitlines(keepends=True)
    noise = [text.encode() for text in STACKS[stack_of(script)].noise]
    return b"".join(line for line in lines if not any(re.match(text, line) for text in noise))


def _run(script: Path, python: Path) -> bytes:
    keep = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**keep, "HOME": folder, "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        copy = shutil.copy(script, folder)
        try:
            done = subprocess.run(
                [python, copy], cwd=folder, env=environment, capture_output=True, timeout=_SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise RecordError(f"it took more than {_SECONDS} s") from error
    if done.returncode:
        raise RecordError(f"status {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return done.stdout


def wanted(names: list[str], check: bool) -> list[Path]:
    """Return the scripts that the command line names."""
    known = scripts((*TOPICS, WHOLE_SCRIPTS))
    found = [path for path in known if not names or path.parent.name in names or name_of(path) in names]
    return found if names or check else [path for path in found if not recorded(path).exists()]


def compare_or_record(script: Path, python: Path, check: bool) -> str:
    """Run a script on its original stack; return what is wrong, "" if nothing is."""
    try:
        output = output_of(script, python)
    except RecordError as error:
        return str(error)
    if not check:
        recorded(script).write_bytes(output)
        return ""
    old = recorded(script).read_bytes() if recorded(script).exists() else b""
    return "" if output == old else f"the original prints something else: {output!r}; recorded: {old!r}"


def main() -> int:
    """Record or check; return 1 if a script failed or differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="a topic, or topic/script")
    parser.add_argument("--check", action="store_true", help="compare with what is recorded, and write nothing")
    parser.add_argument("--stacks", type=Path, default=ROOT / ".nox" / "original-stacks", help="folder of the stacks")
    options = parser.parse_args()
    chosen = wanted(options.names, options.check)
    options.stacks.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    failed = done = left_out = 0
    for name in STACKS:
        of_stack = [script for script in chosen if stack_of(script) == name]
        if not of_stack:
            continue
        python = build(name, options.stacks.resolve())
        if python is None:
            print(f"{name}: Python {STACKS[name].python} is not installed; {len(of_stack)} scripts left out")
            left_out += len(of_stack)
            continue
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            tasks = [pool.submit(compare_or_record, script, python, options.check) for script in of_stack]
            for script, task in zip(of_stack, tasks, strict=True):
                wrong = task.result()
                failed, done = failed + bool(wrong), done + 1
                if wrong:
                    print(f"{name}: {name_of(script)}: {wrong}", flush=True)
    what = "agree with the record" if options.check else "recorded"
    print(f"{done - failed} of {done} scripts {what}, {left_out} left out, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
