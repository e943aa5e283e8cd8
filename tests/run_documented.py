"""Run the blocks of a page in the current directory, as a reader would: `python run_documented.py PAGE`.

What doc_blocks.NOT_RUN is a reason for is left out. Ends with status 1 at the first block that fails.
"""

from __future__ import annotations

import linecache
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from doc_blocks import ROOT, Block, blocks


def main() -> None:
    """Run the page named on the command line, and tell what each block took."""
    # What is written to the reader's home stays here, too.
    os.environ["HOME"] = str(Path.cwd() / "home")
    # `pong-pg` and `python` are those of this environment.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(sys.argv[1]):
        if not block.is_run:
            continue
        for source, name in block.files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, name)
        begun = time.monotonic()
        print(f"--- {block}", flush=True)
        run(block, names)
        print(f"--- {time.monotonic() - begun:.1f} s", flush=True)


def run(block: Block, names: dict[str, Any]) -> None:
    """Run one block; the Python blocks of a page share their names."""
    if block.language == "bash":
        status = subprocess.run(["bash", "-euo", "pipefail", "-c", block.content], check=False).returncode
        if status != 0:
            sys.exit(f"{block}: exit status {status}")
        return
    # So that a traceback shows the line, and Ray's workers can get the functions.
    lines = [*["\n"] * (block.line - 1), *block.content.splitlines(keepends=True)]
    linecache.cache[str(block)] = (len(block.content), None, lines, str(block))
    code = compile("".join(lines), str(block), "exec")
    exec(code, names)


if __name__ == "__main__":
    main()
