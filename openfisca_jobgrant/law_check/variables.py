"""The rules: what each must say of itself, and how formulas are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from openfisca_core.indexed_enums import Enum
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant import LAW
from openfisca_jobgrant.law_check import Fault
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.sources import sources

_REFERENCE = re.compile(r"(?P<title>.+) — (?P<href>https?://\S+)")
#: Words that OpenFisca offers and that are slow, or wrong for groups without members.
_SLOW = frozenset({"all", "any", "max", "min", "nb_persons", "reduce", "value_nth_person", "sum"})
#: Functions of Python or NumPy that a formula can't use on arrays, or not on algebraic terms.
_FORBIDDEN = frozenset({"abs", "float", "int", "len", "max", "min", "round", "sum"})
_LONGEST_FILE = 160


def variable_faults(system: TaxBenefitSystem) -> Iterator[Fault]:
    """What variables fail to say of themselves.

    Args:
        system: The law whose variables are looked at.
    """
    for variable in system.variables.values():
        for message in _attribute_faults(variable):
            place, line = _place(variable)
            yield Fault(place, line, f"{variable.name}: {message}")


def _place(variable: Variable) -> tuple[Path, int]:
    path, _, line = variable.get_introspection_data()
    return LAW / str(path).lstrip("/"), (line or 0) + 1


def _attribute_faults(variable: Variable) -> Iterator[str]:
    if not variable.label or not variable.label[0].isupper():
        yield "a label is a sentence part that begins with a capital letter"
    if not variable.reference:
        yield "a variable has a reference"
    known = {source.href for source in sources().values()}
    for reference in variable.reference or ():
        match = _REFERENCE.fullmatch(reference)
        if match is None:
            yield f"the reference {reference!r} is not a title — and an address"
        elif match["href"] not in known:
            yield f"{match['href']} is not among the sources"
    if isinstance(variable, Money) and variable.unit != "currency-CAD":
        yield "an amount of money has the unit currency-CAD"
    if variable.value_type in (int, float) and not variable.unit:
        yield "a number has a unit"
    if variable.value_type in (bool, Enum) and variable.unit:
        yield "only numbers have a unit"
    for start, formula in variable.formulas.items():
        if not (formula.__doc__ or "").strip():
            yield f"the formula of {start} has no docstring"


def formula_faults(folder: Path) -> Iterator[Fault]:
    """What in the files of rules is not written as rules are.

    Args:
        folder: The folder ``variables``.
    """
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > _LONGEST_FILE:
            yield Fault(path, 1, f"a file of rules has at most {_LONGEST_FILE} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and any(name.name == "*" for name in node.names):
                yield Fault(path, node.lineno, "names are imported one by one, never all with *")
            if isinstance(node, ast.FunctionDef) and node.name.startswith("formula"):
                for line, message in _formula(node):
                    yield Fault(path, line, message)


def _formula(formula: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    for node in (inner for statement in formula.body for inner in ast.walk(statement)):
        message = _written_wrongly(node)
        if message is not None:
            yield getattr(node, "lineno", formula.lineno), message


def _written_wrongly(node: ast.AST) -> str | None:
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            return "a formula does not branch: write where(condition, a, b)"
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return "conditions are joined with & and |, and turned with ~"
        case ast.AugAssign():
            return "a formula changes nothing in place"
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as number) if number not in (0, 1):
            return f"the figure {number} belongs into a parameter"
        case ast.Call(func=ast.Name(id=name)) if name in _FORBIDDEN:
            return f"{name}() does not work on arrays of members"
        case ast.Call(func=ast.Attribute(attr=name)) if name in _SLOW:
            return f".{name}() is slow or wrong for groups: use the helpers of rules.py"
        case ast.Compare(ops=operators) if any(isinstance(op, ast.NotEq) for op in operators):
            return "write ~(a == b): != is wrong for enums"
    return None
