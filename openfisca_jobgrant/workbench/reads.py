"""Which figures a rule reads, from how its formulas are written."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

#: What stands for every jurisdiction's programme in a path.
EACH = "programmes.*"
_OF_PROGRAMMES = ("by_jurisdiction", "terms_in_force")
_BY_REGIME = ("by_regime", "terms_in_force")
_REGIME = "regime.own_programmes"


def paths_read(source: str, known: Collection[str]) -> list[str]:
    """The figures that a formula reads, and the folders that it reads as a whole.

    Args:
        source: The formula as it is written.
        known: Every path that there is, of figures and of folders; those of programmes begin with
            ``EACH``.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []
    return list(dict.fromkeys(_Formula(tree, known).reads()))


class _Formula:
    def __init__(self, tree: ast.AST, known: Collection[str]) -> None:
        self._tree = tree
        self._known = known
        self._names: dict[str, list[str]] = {}
        assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
        for node in sorted(assigned, key=lambda node: node.lineno):
            paths = self._paths(node.value)
            if paths and isinstance(node.targets[0], ast.Name):
                self._names[node.targets[0].id] = paths

    def reads(self) -> Iterator[str]:
        """Each path that is read, the longest of a chain of names."""
        if any(_is_call(node, _BY_REGIME) for node in ast.walk(self._tree)):
            yield _REGIME
        yield from (path for path in self._below(self._tree) if path not in ("", EACH, "grant"))

    def _below(self, node: ast.AST) -> Iterator[str]:
        paths = self._paths(node)
        if isinstance(node, ast.Assign) and self._paths(node.value):
            # What is only given a name is read where the name is used.
            return
        if paths or _is_call(node, _OF_PROGRAMMES):
            yield from paths
            return
        for child in ast.iter_child_nodes(node):
            yield from self._below(child)

    def _paths(self, node: ast.AST) -> list[str]:
        """The paths that an expression stands for; none if it is no part of the law."""
        if isinstance(node, ast.Name):
            return self._names.get(node.id, [])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "parameters":
                return [""]
            if node.func.id == "by_jurisdiction":
                return [EACH]
            return ["grant", EACH] if node.func.id == "terms_in_force" else []
        if isinstance(node, ast.Attribute):
            longer = [f"{path}.{node.attr}".removeprefix(".") for path in self._paths(node.value)]
            return [path for path in longer if path in self._known]
        return []


def _is_call(node: ast.AST, names: Collection[str]) -> bool:
    is_named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return is_named and node.func.id in names  # type: ignore[attr-defined]
