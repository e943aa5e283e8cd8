"""Reads a script and its own modules before anything of it runs."""

from __future__ import annotations

import ast
import dataclasses
import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from pong_pg.legacy.read import findings, rules, source
from pong_pg.legacy.read.findings import Finding, Surroundings
from pong_pg.legacy.read.forms import Evidence, find_forms
from pong_pg.legacy.read.own import is_own
from pong_pg.legacy.read.python2_signs import future_features
from pong_pg.legacy.read.scopes import imported
from pong_pg.legacy.read.settings import Settings
from pong_pg.untrusted.bounded import read_script

# How many of the places that leave a doubt are named.
_PLACES_SHOWN = 3


@dataclass(frozen=True)
class _File:
    """What is known of a file of the program."""

    data: bytes
    parsed: source.Parsed
    evidence: Evidence
    imported: dict[str, str]
    remote_functions: set[str]


class Program:
    """A script: the text of its files, the API that they expect, and what has to be translated in them.

    The script's own modules are those that are not installed.

    Args:
        gym_api: 4 or 5 if the user says how many values `step` returns; None to find out.
        python: 2 or 3 if the user, or a notebook's kernel, says which Python it is; None to find out.
        atari_py: "0.1" or "0.2" if the user says which version it is; None to find out.
        cells: the main program is a notebook, whose cells see each other's names.
        trusted: it is about to be run, so its files may have any length.

    Attributes:
        modules: the path of each of its own modules, by name.
        unreadable: the errors of the cells that are neither Python 3 nor Python 2.
        python2: the program is Python 2: one of the files is for certain, and the main program is not Python 3 for
            certain. So the files that could be either are taken for Python 2.
    """

    def __init__(
        self,
        gym_api: int | None = None,
        python: int | None = None,
        atari_py: str | None = None,
        *,
        cells: bool = False,
        trusted: bool = False,
    ) -> None:
        self._trusted = trusted
        self._files: dict[str, _File] = {}
        self.modules: dict[str, str] = {}
        self.unreadable: list[source.LegacySyntaxError] = []
        self._main: set[str] = set()
        self.python2 = python == 2
        self._fixed_python = python is not None
        self._taken_for_python2 = ""
        self._gym_api = gym_api
        self._atari_py = atari_py
        self._has_cells = cells

    def add_script(self, path: str) -> None:
        """Read a script and, through its imports, its own modules.

        Raises:
            LegacySyntaxError: one of them is neither Python 3 nor Python 2.
            OSError: the script can't be read.
        """
        file = os.path.realpath(path)
        self.add_texts([(file, read_script(Path(file), trusted=self._trusted))], str(Path(file).parent))

    def add_texts(self, texts: Sequence[tuple[str, bytes]], directory: str) -> None:
        """Read the parts of a main program and, through their imports, its own modules.

        Args:
            texts: name and content of the script, or of each cell of a notebook.
            directory: that of the main program.

        Raises:
            LegacySyntaxError: one of them is neither Python 3 nor Python 2; but cells that are neither are left out.
        """
        if self._has_cells:
            texts = [(name, data) for name, data in texts if self._is_readable(name, data)]
        waiting: list[tuple[str, str]] = []
        for name, data in texts:
            waiting += _own_imports(self.read(name, data).tree, "__main__", name, directory)
        while waiting:
            name, file = waiting.pop()
            if file not in self._files:
                parsed = self.read(file, read_script(Path(file), trusted=self._trusted), name)
                waiting += _own_imports(parsed.tree, name, file, directory)
        self._main = {name for name, _ in texts}
        self._settle(self._main)

    def read_cell(self, name: str, data: bytes) -> source.Parsed:
        """Return a parsed cell that is about to run; what it proves holds for what is read after it.

        Raises:
            LegacySyntaxError: it is neither Python 3 nor Python 2.
        """
        parsed = self.read(name, data)
        self.python2 = self.python2 or self._proves_python2([parsed], self.cells)
        return parsed

    def _is_readable(self, name: str, data: bytes) -> bool:
        """Read a cell; return whether it is Python. One that is not fails when it is its turn, as in Jupyter."""
        try:
            self.read(name, data)
        except source.LegacySyntaxError as error:
            self.unreadable.append(error)
            return False
        return True

    def _settle(self, main: set[str]) -> None:
        """Read again what is read otherwise when all files are known."""
        again: set[str] = set()
        all_files = [file.parsed for file in self._files.values()]
        if not self.python2 and self._proves_python2(all_files, [self._files[path].parsed for path in main]):
            self.python2 = True
            again = {path for path, known in self._files.items() if not known.parsed.python2}
        elif not self.python2 and not self._fixed_python:
            self._taken_for_python2 = self._why_python2(all_files)
            self.python2 = bool(self._taken_for_python2)
            again = set(self._files) if self.python2 else again
        if self._has_cells:
            # A name may be bound in a later cell.
            again |= main
        for path in [path for path in self._files if path in again]:
            self._read(path, self._files[path].data)

    def _why_python2(self, files: Sequence[source.Parsed]) -> str:
        """Return why a program that could be either Python is taken for Python 2; "" if it is taken for Python 3."""
        prints = [what for parsed in files for _, what in parsed.differences if what.startswith("print")]
        if not prints or any(parsed.is_proven for parsed in files):
            return ""
        of_2016 = [finding for finding in self.found if finding.old in rules.OF_2016]
        return f"{_place(of_2016[0].file, of_2016[0].line)}: {of_2016[0].old} is of 2016" if of_2016 else ""

    def _proves_python2(self, files: Sequence[source.Parsed], main: Sequence[source.Parsed]) -> bool:
        """Return whether a program is Python 2: one file is, and nothing shows that its main program is Python 3."""
        is_python3 = self._fixed_python or any(parsed.is_proven and not parsed.python2 for parsed in main)
        return not is_python3 and any(parsed.python2 for parsed in files)

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
        cells = self._cell_files() if self._has_cells and path not in self.modules.values() else {}
        # What a cell imports from `__future__` holds for the cells after it.
        before = itertools.takewhile(lambda name: name != path, cells)
        inherited = frozenset[str]().union(*(future_features(cells[name].parsed.tree) for name in before))
        others = tuple(file.parsed.tree for name, file in cells.items() if name != path)
        parsed = source.parse(path, data, source.Context(self.python2, self._fixed_python, inherited, others))
        names = imported(parsed.tree)
        # Cells see what others import.
        around: dict[str, str] = {}
        for cell in cells.values():
            around |= cell.imported
        remote = findings.remote_functions(parsed.tree, names)
        self._files[path] = _File(data, parsed, find_forms(parsed.tree, {**around, **names}), names, remote)
        return parsed

    @property
    def doubts(self) -> list[str]:
        """What was assumed where the program doesn't show what it was written for, each in a line."""
        return [*self._doubts_of_python(), *self._doubts_of_gym()]

    def _doubts_of_python(self) -> Iterator[str]:
        if self._taken_for_python2:
            yield f"{self._taken_for_python2}, so the script is taken for Python 2; --python 3 if it is not"
        files = {path: file.parsed for path, file in self._files.items() if not file.parsed.is_proven}
        places: dict[str, list[str]] = {}
        for path, parsed in files.items():
            for line, what in parsed.differences:
                places.setdefault(what, []).append(_place(path, line))
        names = [f"{_place(path, line)}: {name}" for path, parsed in files.items() for line, name in parsed.old_names]
        is_known = self._fixed_python or self.python2 or not self._main & files.keys()
        if names and places and not is_known:
            differences = ", ".join(f"{what} ({_listed(lines)})" for what, lines in places.items())
            yield (
                f"{names[0]} is a name of Python 2, but nothing proves that this is Python 2, so it runs as Python 3, "
                f"where {differences}; --python 2 or --python 3 says which it is"
            )

    def _doubts_of_gym(self) -> Iterator[str]:
        total, places = self._evidence, {4: list[str](), 5: list[str]()}
        for path, file in self._files.items():
            for values, lines in file.evidence.other.items():
                places[values] += [_place(path, line) for line in lines]
        if self._gym_api is None and places[4] and places[5]:
            yield (
                f"env.step has four values in some places ({_listed(places[4])}), five in others "
                f"({_listed(places[5])}); taken for {total.step_values}, and --gym-api 4 or 5 says which it is"
            )

    @property
    def cells(self) -> list[source.Parsed]:
        """The cells of a notebook that have been read; empty for a script."""
        return [file.parsed for file in self._cell_files().values()] if self._has_cells else []

    def _cell_files(self) -> dict[str, _File]:
        modules = set(self.modules.values())
        return {path: file for path, file in self._files.items() if path not in modules}

    @property
    def settings(self) -> Settings:
        """The settings of a process that runs this program."""
        if self._gym_api is None:
            evidence = self._evidence
            step_values, reset_pair = evidence.step_values, evidence.reset_pair
        else:
            step_values, reset_pair = self._gym_api, self._gym_api == 5
        found = self.found
        in_milliseconds, is_guess = findings.ray_wait_unit(found)
        is_early = self.python2 or findings.older_than_gym_0125(found)
        return Settings(
            step_values=step_values,
            reset_pair=reset_pair,
            fixed_api=self._gym_api is not None,
            gym=self.surroundings().gym,
            python2=self.python2,
            fixed_python=self._fixed_python,
            wait_in_milliseconds=in_milliseconds,
            wait_unit_is_guess=is_guess,
            early_gym=is_early if self._atari_py is None else self._atari_py == "0.1",
            early_gym_is_guess=self._atari_py is None and not is_early,
        )

    @property
    def _evidence(self) -> Evidence:
        evidence = Evidence()
        for file in self._files.values():
            evidence.add(file.evidence)
        return evidence

    @property
    def found(self) -> list[Finding]:
        """Every place that is translated, file by file and in the order of lines."""
        around = self.surroundings()
        in_modules = dataclasses.replace(around, names={})
        modules = set(self.modules.values())
        found: list[Finding] = []
        for path, file in self._files.items():
            of_this = in_modules if path in modules else around
            found += findings.find(path, file.parsed, file.evidence, of_this)
        return found

    def surroundings(self) -> Surroundings:
        """Return what the files need to know of each other; the cells of a notebook share what they import."""
        modules = {path: name for name, path in self.modules.items()}
        names: dict[str, str] = {}
        remote: set[str] = set()
        for path, file in self._files.items():
            if path in modules:
                remote |= {f"{modules[path]}.{name}" for name in file.remote_functions}
            else:
                names |= file.imported
        own = findings.names_of_the_past(self.modules)
        gym = "gym" not in own and any(findings.imports_gym(file.imported) for file in self._files.values())
        return Surroundings(names, frozenset(remote), gym, own)


def _place(path: str, line: int) -> str:
    return f"{Path(path).name}:{line}"


def _listed(places: Sequence[str]) -> str:
    return ", ".join(places[:_PLACES_SHOWN]) + (", ..." if len(places) > _PLACES_SHOWN else "")


def _own_imports(tree: ast.Module, name: str, file: str, directory: str) -> list[tuple[str, str]]:
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
    return [module for wanted in names for module in _own_modules(wanted, directory)]


def _own_modules(name: str, directory: str) -> list[tuple[str, str]]:
    """Return (name, path) of the script's own modules that `import name` runs: its packages and itself."""
    search: list[str] | None = [directory, *(entry for entry in sys.path if is_own(entry or "."))]
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
