"""The objects of a Python 2 file whose methods take and give bytes today."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.flows import Flows
from pong_pg.legacy.modernize.handles import Handles
from pong_pg.legacy.modernize.openings import opening_of

_HASHES = frozenset({f"hashlib.{name}" for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "new")})
_BINARY_FILES = frozenset({"bz2.BZ2File", "gzip.GzipFile", "io.BytesIO", "urllib.request.urlopen"})
_ARCHIVES = frozenset({"tarfile.TarFile", "tarfile.open", "zipfile.ZipFile"})
_CODERS = frozenset({"bz2.BZ2Compressor", "bz2.BZ2Decompressor", "zlib.compressobj", "zlib.decompressobj"})


class Objects:
    """The objects of a file whose methods take or give bytes: binary files, hashes and sockets.

    Attributes:
        lines: where the lines of a binary file are gone through.
        written_lines: calls that write several lines to a binary file.
        structs_of_strings: the names of structures that hold strings.
        texts: reads from binary files that hold text.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self.lines: list[ast.expr] = []
        self.written_lines: list[ast.Call] = []
        self.texts: set[ast.expr] = set()
        self._reads: set[ast.expr] = set()
        self._writes: set[ast.expr] = set()
        self._hashes: set[str] = set()
        self._coders: set[str] = set()
        self._archives: set[str] = set()
        self._structs: set[str] = set()
        self.structs_of_strings: set[str] = set()
        imported = set(draft.names.values())
        self._has_sockets = bool({"socket", "zmq"} & imported) and not any(
            name.startswith("multiprocessing") for name in imported
        )
        for node in draft.walk(ast.Assign):
            if self._is_hash(node.value):
                self._hashes |= {_last_name(target) for target in node.targets}
            if isinstance(node.value, ast.Call) and draft.full_name(node.value.func) in _ARCHIVES:
                self._archives |= {_last_name(target) for target in node.targets}
            if isinstance(node.value, ast.Call) and draft.full_name(node.value.func) == "struct.Struct":
                names = {_last_name(target) for target in node.targets}
                self._structs |= names
                if any(set(str(getattr(layout, "value", ""))) & set("scp") for layout in node.value.args):
                    self.structs_of_strings |= names
            if isinstance(node.value, ast.Call) and draft.full_name(node.value.func) in _CODERS:
                self._coders |= {_last_name(target) for target in node.targets}

    def find_files(self, flows: Flows) -> None:
        """Find the binary files, and what is read from them and written to them."""
        handles = Handles(self._draft, flows)
        for call in self._draft.walk(ast.Call):
            full = self._draft.full_name(call.func)
            opening = opening_of(self._draft, call)
            mode = opening.mode if opening else self._mode_of_method(call)
            if full in _BINARY_FILES or "b" in (mode or ""):
                needs = handles.needs_of(call)
                self._reads |= {*needs.reads}
                self._writes |= {one for one in needs.writes if one.func.attr == "write"}  # type: ignore[attr-defined]
                self.lines += needs.lines
                self.written_lines += [one for one in needs.writes if _last_name(one.func) == "writelines"]
                if full == "urllib.request.urlopen":
                    self.texts |= {*needs.reads, *needs.lines}

    def _mode_of_method(self, call: ast.Call) -> str:
        """Return the mode in which a method opens a file; "" if it opens none."""
        if not isinstance(call.func, ast.Attribute):
            return ""
        if call.func.attr in {"extractfile", "open"} and self._is_archive(call.func.value):
            return "rb"
        is_socket = call.func.attr == "makefile" and self._has_sockets and call.args
        return str(getattr(call.args[0], "value", "")) if is_socket else ""

    def _is_archive(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Call):
            return self._draft.full_name(node.func) in _ARCHIVES
        return _last_name(node) in self._archives

    def _is_hash(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
                return self._is_hash(node.func.value)
            return self._draft.full_name(node.func) in {*_HASHES, "hmac.new"}
        return _last_name(node) in self._hashes

    def gives_bytes(self, node: ast.expr) -> bool:
        """Return whether an expression is a call of a method that gives bytes, or such an attribute."""
        if isinstance(node, ast.Attribute) and node.attr == "unused_data":
            return _last_name(node.value) in self._coders
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        value = node.func.value
        match node.func.attr:
            case "recv":
                gives = self._has_sockets
            case "read":
                gives = self._is_archive(value)
            case "compress" | "decompress" | "flush":
                gives = _last_name(value) in self._coders
            case "pack":
                gives = _last_name(value) in self._structs
            case "digest":
                gives = self._is_hash(value)
            case _:
                gives = False
        return gives or node in self._reads

    def takes_bytes(self, call: ast.Call) -> tuple[int, ...]:
        """Return the places of a method's arguments that are bytes."""
        if not isinstance(call.func, ast.Attribute):
            return ()
        value = call.func.value
        places = (0,)
        match call.func.attr:
            case "send" | "sendall" | "sendto":
                takes = self._has_sockets and not self._draft.full_name(call.func)
            case "compress" | "decompress":
                takes = _last_name(value) in self._coders
            case "unpack" | "unpack_from":
                takes = _last_name(value) in self._structs
            case "writestr":
                takes, places = self._is_archive(value), (1,)
            case "update":
                takes = self._is_hash(value)
            case _:
                takes = False
        return places if takes or call in self._writes else ()


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else "?"
