"""What docs/reliability.md says is proved by tests that exist, and each protection is on that page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from protections import PROTECTIONS

pytestmark = pytest.mark.any_stack

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "reliability.md").read_text()


def existing_tests() -> set[str]:
    return {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def rows() -> list[list[str]]:
    tables = TEXT.partition("## Counts")[0].splitlines()
    lines = [line for line in tables if line.startswith("| ") and not line.startswith(("| ---", "| fault"))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_row_names_tests_that_exist() -> None:
    existing = existing_tests()
    assert len(rows()) > 40
    for fault, what, proof in rows():
        named = re.findall(r"`(test_\w+)`", proof)
        assert named, fault
        assert what
        assert [name for name in named if name not in existing] == []


def test_every_row_has_a_protection_that_is_taken_out() -> None:
    taken_out = {re.split("::", protection.test)[-1].partition("[")[0] for protection in PROTECTIONS}
    assert [fault for fault, _, proof in rows() if not taken_out & set(re.findall(r"`(test_\w+)`", proof))] == []
    assert [name for name in taken_out if f"`{name}`" not in TEXT] == []


def test_every_protection_is_in_the_package_once() -> None:
    for protection in PROTECTIONS:
        text = (ROOT / "pong_pg" / protection.file).read_text()
        assert text.count(protection.old) == 1, protection
