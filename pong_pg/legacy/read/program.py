"""Reads a script and its own modules before anything of it runs."""

from __future__ import annotations

import ast
import dataclasses
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from pong_pg.legacy.read import findings, source
from pong_pg.legacy.read.findings import Finding, Surroundings
from pong_pg.legacy.read.forms import Evidence, find_forms
from pong_pg.legacy.read.own import is_own
from pong_pg.legacy.read.search_path import added_directories
from pong_pg.legacy.read.settings import Settings


class Program:
    """A script: the text of its files, the API that they expect, and what has to be translated in them.

    The script's own modules are those that are not installed.

    Args:
        gym_api: 4 or 5 if the user says how many values `step` returns; None to find out.
        cells: the main program is a notebook, whose cells see each other's names.

    Attributes:
        modules: the path of each of its own modules, by name.
        python2: one of the files needs Python 2, so those that don't need Python 3 are taken for Python 2.
    """

    def __init__(self, gym_api: int | None = None, *, cells: bool = False) -> None:
        self._files: dict[str, _File] = {}
        self._found: dict[str, tuple[Surroundings, list[Finding]]] = {}
        self.modules: dict[str, str] = {}
        self.python2 = False
        self._gym_api = gym_api
        self._has_cells = cells

    def add_script(self, path: str) -> None:
        """Read a script and, through its imports, its own modules.

        Raises:
            LegacySyntaxError: one of them is neither Python 3 nor Python 2.
            OSError: the script can't be read.
        """
        file = os.path.realpath(path)
        self.add_texts([(file, Path(file).read_bytes())], str(Path(file).parent))

    def add_texts(self, texts: Sequence[tuple[str, bytes]], directory: str) -> None:
        """Read the parts of a main program and, through their imports, its own modules.

        Args:
            texts: name and content of the script, or of each cell of a notebook.
            directory: that of the main program.

        Raises:
            LegacySyntaxError: one of them is neither Python 3 nor Python 2.
        """
        # Directories that the main program adds to the path hold for all modules.
        directories = [directory]
        for name, data in texts:
            directories += added_directories(self.read(name, data).tree, name)
        waiting: list[tuple[str, str]] = []
        for name, data in texts:
            waiting += _own_imports(self.read(name, data).tree, "__main__", name, directories)
        while waiting:
            name, file = waiting.pop()
            if file not in self._files:
                parsed = self.read(file, Path(file).read_bytes(), name)
                directories += added_directories(parsed.tree, file)
                waiting += _own_imports(parsed.tree, name, file, directories)
        if not self.python2 and any(file.parsed.python2 for file in self._files.values()):
            self.python2 = True
            for path, known in list(self._files.items()):
                if not known.parsed.python2:
                    self._read(path, known.data)

    def read(self, path: str, data: bytes, module: str | None = None) -> source.Parsed:
        """Return a parsed file, which is read now unless `add_script` or `add_texts` has read it.

        Args:
            path: its path.
            data: its content.
            module: the name of the module, if it is not the main program.

        Raises:
            LegacySyntaxError: it is neither Python 3 nor Python 2.
        """
        if module is not None:
            self.modules[module] = path
        known = self._files.get(path)
        return known.parsed if known is not None and known.data == data else self._read(path, data)

    def _read(self, path: str, data: bytes) -> source.Parsed:
        parsed = source.parse(path, data, python2=self.python2)
        names = findings.imported(parsed.tree)
        remote = findings.remote_functions(parsed.tree, names)
        self._files[path] = _File(data, parsed, find_forms(parsed.tree), names, remote)
        self._found.pop(path, None)
        return parsed

    @property
    def cells(self) -> list[source.Parsed]:
        """The cells of a notebook that have been read; empty for a script."""
        modules = set(self.modules.values())
        return [file.parsed for path, file in self._files.items() if path not in modules] if self._has_cells else []

    @property
    def settings(self) -> Settings:
        """The settings of a process that runs this program."""
        if self._gym_api is None:
            evidence = Evidence()
            for file in self._files.values():
                evidence.add(file.evidence)
            step_values, reset_pair = evidence.step_values, evidence.reset_pair
        else:
            step_values, reset_pair = self._gym_api, self._gym_api == 5
        return Settings(
            step_values=step_values,
            reset_pair=reset_pair,
            fixed_api=self._gym_api is not None,
            python2=self.python2,
            wait_in_milliseconds=findings.older_than_ray_07(self.found),
            same_step_reset=findings.resets_in_the_same_step(file.parsed.text for file in self._files.values()),
        )

    @property
    def found(self) -> list[Finding]:
        """Every place that is translated, file by file and in the order of lines."""
        around = self._surroundings()
        in_modules = dataclasses.replace(around, names={})
        modules = set(self.modules.values())
        found: list[Finding] = []
        for path, file in self._files.items():
            of_this = in_modules if path in modules else around
            known = self._found.get(path)
            if known is None or known[0] != of_this:
                known = self._found[path] = (of_this, findings.find(path, file.parsed, file.evidence, of_this))
            found += known[1]
        return found

    def _surroundings(self) -> Surroundings:
        """Return what the files need to know of each other; the cells of a notebook share what they import."""
        modules = {path: name for name, path in self.modules.items()}
        names: dict[str, str] = {}
        remote: set[str] = set()
        for path, file in self._files.items():
            if path not in modules:
                names |= file.imported
            else:
                remote |= {f"{modules[path]}.{name}" for name in file.remote_functions}
        own = findings.names_of_the_past(self.modules)
        gym = "gym" not in own and any(findings.imports_gym(file.imported) for file in self._files.values())
        return Surroundings(names, frozenset(remote), gym, own)

    def own_modules(self) -> dict[str, tuple[str, bytes]]:
        """Return path and source of the script's own modules by name, for machines that don't have the files."""
        return {name: (path, self._files[path].data) for name, path in self.modules.items()}


@dataclass(frozen=True)
class _File:
    data: bytes
    parsed: source.Parsed
    evidence: Evidence
    imported: dict[str, str]
    remote_functions: set[str]


def _own_imports(tree: ast.Module, name: str, file: str, directories: list[str]) -> list[tuple[str, str]]:
    """Return (module name, path) of the script's own modules that a file imports."""
    package = name if Path(file).name == "__init__.py" else name.rpartition(".")[0]
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= dict.fromkeys(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join(filter(None, [*parts, base]))
            names |= dict.fromkeys([base, *(f"{base}.{alias.name}" for alias in node.names)])
    if package:
        # Python 2 first looked for a module in the package of the importing one (implicit relative import).
        names |= dict.fromkeys(f"{package}.{other}" for other in list(names))
    found = []
    for wanted in names:
        found += _own_modules(wanted, directories)
    return found


def _own_modules(name: str, directories: list[str]) -> list[tuple[str, str]]:
    """Return (name, path) of the script's own modules that `import name` runs: its packages and itself."""
    search: list[str] | None = [*directories, *(entry for entry in sys.path if is_own(entry or "."))]
    found = []
    parts = name.split(".")
    for depth, part in enumerate(parts):
        if not part or search is None:
            break
        spec = PathFinder.find_spec(".".join(parts[: depth + 1]) if depth else part, search)
        if spec is None:
            break
        if spec.origin and spec.origin.endswith(".py") and is_own(spec.origin):
            found.append((".".join(parts[: depth + 1]), os.path.realpath(spec.origin)))
        search = list(spec.submodule_search_locations) if spec.submodule_search_locations else None
    return found
