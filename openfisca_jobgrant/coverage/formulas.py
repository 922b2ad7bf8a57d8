"""Changes of formulas: each comparison, boundary and operator, one at a time."""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

_COMPARISONS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
_OPERATORS: dict[type, tuple[type, ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
_FUNCTIONS = {
    "minimum": "maximum",
    "maximum": "minimum",
    "share_of": "share_of_down",
    "share_of_down": "share_of",
}
_SYMBOLS = {
    "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Eq": "==", "NotEq": "!=",
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "BitAnd": "&", "BitOr": "|",
}  # fmt: skip


@dataclass(frozen=True)
class FormulaChange:
    """One change of one formula.

    Attributes:
        variable: Whose formula.
        start: From which day on the formula holds.
        line: The line of the change, counted from the formula's first.
        kind: What is changed into what.
        provision: The file in which it stands.
        number: Which of the formula's changes it is.
    """

    variable: str
    start: str
    line: int
    kind: str
    provision: str
    number: int

    @property
    def text(self) -> str:
        """In words."""
        return f"{self.variable}, line {self.line}: {self.kind}"


def formula_changes(system: TaxBenefitSystem) -> list[FormulaChange]:
    """Every change of every formula of the law."""
    found = []
    for name, variable in sorted(system.variables.items()):
        for start, formula in variable.formulas.items():
            tree = _tree(formula)
            path = Path(inspect.getsourcefile(formula) or "")
            provision = f"variables/{path.parent.name}/{path.name}"
            for number, (line, kind, _) in enumerate(_edits(tree)):
                found.append(FormulaChange(name, start, line, kind, provision, number))
    return found


def changed_rule(system: TaxBenefitSystem, change: FormulaChange) -> TaxBenefitSystem:
    """The law with one formula changed; the rest is shared."""
    variable = system.variables[change.variable]
    formula = variable.formulas[change.start]
    tree = _tree(formula)
    _, _, edit = list(_edits(tree))[change.number]
    edit()
    ast.fix_missing_locations(tree)
    names: dict[str, Any] = {}
    # The formula's own text with one word of it changed: nothing from outside is run.
    exec(compile(tree, f"<{change.variable}>", "exec"), formula.__globals__, names)
    new_variable = copy.copy(variable)
    new_variable.formulas = variable.formulas.copy()
    new_variable.formulas[change.start] = names[formula.__name__]
    new = copy.copy(system)
    new.variables = {**system.variables, change.variable: new_variable}
    return new


def _tree(formula: Any) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(formula)))


_Edit = tuple[int, str, Callable[[], None]]


def _edits(tree: ast.Module) -> Iterator[_Edit]:
    """Each possible change: its line, what it is, and what makes it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for place, op in enumerate(node.ops):
                for other in _COMPARISONS.get(type(op), ()):
                    yield node.lineno, _named(op, other), _setting(node.ops, place, other())
        elif isinstance(node, ast.BinOp):
            for other in _OPERATORS.get(type(node.op), ()):
                yield node.lineno, _named(node.op, other), _setting(node, "op", other())
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            yield node.lineno, "~ left out", _setting(node, "operand", _twice(node.operand))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            other_name = _FUNCTIONS.get(node.func.id)
            if other_name is not None:
                kind = f"{node.func.id} into {other_name}"
                yield node.lineno, kind, _setting(node, "func", _function(other_name))
            if node.func.id == "where":
                swapped = [node.args[0], node.args[2], node.args[1]]
                yield node.lineno, "where's branches swapped", _setting(node, "args", swapped)
        elif isinstance(node, ast.Constant) and type(node.value) is int and node.value in (0, 1):
            other_value = 1 - node.value
            kind = f"{node.value} into {other_value}"
            yield node.lineno, kind, _setting(node, "value", other_value)


def _twice(operand: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Invert(), operand)


def _function(name: str) -> ast.expr:
    """A function by name, also where the formula's file doesn't import it."""
    module = "numpy" if name in ("minimum", "maximum") else "openfisca_jobgrant.rules"
    imported = ast.Call(
        ast.Name("__import__", ast.Load()),
        [ast.Constant(module)],
        [ast.keyword("fromlist", ast.List([ast.Constant(name)], ast.Load()))],
    )
    return ast.Attribute(imported, name, ast.Load())


def _named(op: Any, other: type) -> str:
    return f"{_SYMBOLS[type(op).__name__]} into {_SYMBOLS[other.__name__]}"


def _setting(target: Any, place: Any, value: Any) -> Callable[[], None]:
    def edit() -> None:
        if isinstance(target, list):
            target[place] = value
        else:
            setattr(target, place, value)

    return edit
