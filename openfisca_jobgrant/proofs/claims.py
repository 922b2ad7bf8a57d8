"""Claims about bodies of law, as text.

``premiers_package: employer_contribution <= plan.employer_contribution``: a bare name is a variable
under the scenario before the colon, ``plan.name`` the same under another scenario, and
``law("plan+a+path=1@2014-04-01").name`` under one that is no single word. A claim is about a
participant; variables of groups are those of the participant's own group. It may compare (``<``,
``<=``, ``==``, ``!=``, ``>=``, ``>``, ``in``), combine (``and``, ``or``, ``not``, ``if … else``),
reckon (``+ - * /``, ``min``, ``max``) and name months (``month >= 2017-04``), kinds by their names,
and failed conditions (``"is_old_enough" in failed_conditions``). ``never_falls(amount, input)``
says that the amount doesn't fall when the participant's input rises and all else stays.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any

import numpy
from openfisca_core.indexed_enums import Enum
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.languages.messages import Message, message, message_of, of_library
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations.faults import nearest, shown

_MONTH = re.compile(r"(?<![\w\"'-])(\d{4}-(?:0[1-9]|1[0-2]))(?![\w\"'-])")
_SCENARIO = re.compile(r"(?P<scenario>.+?)\s*:\s+(?P<expression>.+)", re.DOTALL)
#: What is larger can overflow when it is reckoned with.
_LARGEST_NUMBER = 10**15
_LONGEST = 4000
_ARITHMETIC = {ast.Add: numpy.add, ast.Sub: numpy.subtract, ast.Mult: numpy.multiply}
_COMPARISONS = {
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}


class ClaimError(ValueError):
    """A claim that can't be understood; the message says what would be."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)


@dataclass(frozen=True)
class Claim:
    """A claim, read and checked.

    Attributes:
        scenario: The body of law that it is about.
        expression: What it says.
        where: For which situations; empty for all.
        scenarios: Every scenario that it names, the first being its own.
        variables: The variables it names, with the scenario of each.
        rising: The (amount, input) pairs of ``never_falls``.
        names_months: Whether months are compared.
    """

    scenario: str
    expression: str
    where: str = ""
    scenarios: tuple[str, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    rising: tuple[tuple[str, str], ...] = ()
    names_months: bool = False
    tree: Any = field(default=None, compare=False, repr=False)
    where_tree: Any = field(default=None, compare=False, repr=False)

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.scenario}: {self.expression}" + (
            f" where {self.where}" if self.where else ""
        )


def parse_claim(text: str, library: Scenarios, where: str = "") -> Claim:
    """The claim that a text makes.

    Args:
        text: ``SCENARIO: EXPRESSION``, with ``where CONDITION`` behind it if need be.
        library: Where scenarios come from.
        where: A condition beside the text's own.

    Raises:
        ClaimError: If it can't be read; the message names what is wrong and what would be right.
        ScenarioError: If it names a scenario that doesn't exist or can't be.
    """
    return _read(text, library, where, "condition")


def parse_amount(text: str, library: Scenarios, where: str = "") -> Claim:
    """An expression that is a number, as text: ``SCENARIO: EXPRESSION``; see ``parse_claim``."""
    return _read(text, library, where, "number")


def _read(text: str, library: Scenarios, where: str, kind: str) -> Claim:
    if len(text) + len(where) > _LONGEST:
        raise ClaimError(
            message(
                "a claim has at most {most} characters, and this has {count}",
                most=_LONGEST,
                count=len(text),
            )
        )
    match = _SCENARIO.fullmatch(text.strip())
    if match is None:
        raise ClaimError(
            message(
                "{text} is no claim; write SCENARIO: EXPRESSION, such as plan: "
                "government_contribution <= 10000",
                text=shown(text),
            )
        )
    scenario = library.parse(match["scenario"]).text
    expression, _, own_where = _split_where(match["expression"])
    conditions = [part for part in (own_where, where.strip()) if part]
    both = (
        " and ".join(f"({part})" for part in conditions)
        if len(conditions) > 1
        else (conditions[0] if conditions else "")
    )
    reader = _Reader(library, scenario)
    tree = reader.wanted(_parsed(expression), kind)
    where_tree = reader.condition(_parsed(both)) if both else None
    return Claim(
        scenario=scenario,
        expression=expression,
        where=both,
        scenarios=tuple(dict.fromkeys([scenario, *(text for text, _ in reader.variables)])),
        variables=tuple(dict.fromkeys(reader.variables)),
        rising=tuple(dict.fromkeys(reader.rising)),
        names_months=reader.names_months,
        tree=tree,
        where_tree=where_tree,
    )


def _split_where(text: str) -> tuple[str, str, str]:
    before, word, after = text.partition(" where ")
    return before.strip(), word, after.strip()


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(_MONTH.sub(r'"\1"', text.strip()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        at = getattr(error, "text", None)
        raise ClaimError(
            message(
                "{text} can't be read as an expression: {reason}",
                text=shown(at or text),
                reason=of_library(error.msg)
                if isinstance(error, SyntaxError)
                else message_of(error),
            )
        ) from error


# Nodes ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Node:
    """A part of a claim.

    Attributes:
        kind: ``number``, ``condition``, ``names``, ``month`` or an enum: what it stands for.
        rule: What it does: ``variable``, ``constant``, ``month`` or an operation.
        parts: Its operands.
        detail: A constant's value, a variable's (scenario, name), an operation's name.
    """

    kind: Any
    rule: str
    parts: tuple[Node, ...] = ()
    detail: Any = None


class _Reader:
    def __init__(self, library: Scenarios, scenario: str) -> None:
        self._library = library
        self._scenario = scenario
        self._system = library.system(scenario)
        self.variables: list[tuple[str, str]] = []
        self.rising: list[tuple[str, str]] = []
        self.names_months = False

    def wanted(self, tree: ast.expr, kind: str) -> Node:
        """What a text says, which is a condition or a number."""
        return self._wanted(self.read(tree), kind, tree)

    def condition(self, tree: ast.expr) -> Node:
        """What a text says, which is a condition."""
        return self.wanted(tree, "condition")

    def _number(self, tree: ast.expr) -> Node:
        return self._wanted(self.read(tree), "number", tree)

    def _wanted(self, node: Node, kind: str, tree: ast.expr) -> Node:
        if node.kind != kind:
            raise ClaimError(
                message(
                    "{tree} is a {kind}, and a {wanted} is needed here",
                    tree=shown(ast.unparse(tree)),
                    kind=_word(node.kind),
                    wanted=_word(kind),
                )
            )
        return node

    def read(self, tree: ast.expr) -> Node:
        reader = getattr(self, f"_read_{type(tree).__name__.lower()}", None)
        if reader is None:
            raise ClaimError(
                message(
                    "{tree} has no meaning in a claim; it may compare, reckon with + - * / min "
                    "max, combine with and, or, not, if else, and say never_falls(amount, input)",
                    tree=shown(ast.unparse(tree)),
                )
            )
        return reader(tree)

    def _read_constant(self, tree: ast.Constant) -> Node:
        value = tree.value
        if isinstance(value, bool):
            return Node("condition", "constant", detail=value)
        if isinstance(value, int | float):
            if abs(value) > _LARGEST_NUMBER:
                raise ClaimError(
                    message(
                        "{value} is too large for a claim: numbers go up to {most}",
                        value=shown(ast.unparse(tree)),
                        most=f"{_LARGEST_NUMBER:.0f}",
                    )
                )
            return Node("number", "constant", detail=value)
        if isinstance(value, str):
            is_month = re.fullmatch(r"\d{4}-\d{2}", value)
            return Node("month" if is_month else "text", "constant", detail=value)
        raise ClaimError(message("{value} has no meaning in a claim", value=shown(value)))

    def _read_name(self, tree: ast.Name) -> Node:
        if tree.id == "month":
            self.names_months = True
            return Node("month", "month")
        return self._variable(self._scenario, self._system, tree.id)

    def _read_attribute(self, tree: ast.Attribute) -> Node:
        if isinstance(tree.value, ast.Name):
            scenario = tree.value.id
        elif (
            isinstance(tree.value, ast.Call)
            and ast.unparse(tree.value.func) == "law"
            and len(tree.value.args) == 1
            and isinstance(tree.value.args[0], ast.Constant)
        ):
            scenario = str(tree.value.args[0].value)
        else:
            raise ClaimError(
                message(
                    "{tree}: before the dot stands a scenario, such as plan.employer_contribution "
                    'or law("plan+no_cost_matching").employer_contribution',
                    tree=shown(ast.unparse(tree)),
                )
            )
        scenario = self._library.parse(scenario).text
        return self._variable(scenario, self._library.system(scenario), tree.attr)

    def _variable(self, scenario: str, system: TaxBenefitSystem, name: str) -> Node:
        variable = system.variables.get(name)
        if variable is None:
            raise ClaimError(
                message(
                    "there is no variable {name}{hint}",
                    name=shown(name),
                    hint=nearest(name, list(system.variables)),
                )
            )
        self.variables.append((scenario, name))
        return Node(_kind_of(variable), "variable", detail=(scenario, name))

    def _read_boolop(self, tree: ast.BoolOp) -> Node:
        name = "and" if isinstance(tree.op, ast.And) else "or"
        return Node("condition", name, tuple(self.condition(part) for part in tree.values))

    def _read_unaryop(self, tree: ast.UnaryOp) -> Node:
        if isinstance(tree.op, ast.Not):
            return Node("condition", "not", (self.condition(tree.operand),))
        if isinstance(tree.op, ast.USub):
            zero = Node("number", "constant", detail=0)
            return Node("number", "reckon", (zero, self._number(tree.operand)), numpy.subtract)
        raise ClaimError(
            message("{value} has no meaning in a claim", value=shown(ast.unparse(tree)))
        )

    def _read_binop(self, tree: ast.BinOp) -> Node:
        parts = (self._number(tree.left), self._number(tree.right))
        rule = _ARITHMETIC.get(type(tree.op))
        if rule is None and isinstance(tree.op, ast.Div):
            if parts[1].rule != "constant" or not parts[1].detail:
                raise ClaimError(
                    message(
                        "{tree}: a claim divides by a number only", tree=shown(ast.unparse(tree))
                    )
                )
            rule = numpy.divide
        if rule is None:
            raise ClaimError(
                message("{value} has no meaning in a claim", value=shown(ast.unparse(tree)))
            )
        return Node("number", "reckon", parts, rule)

    def _read_ifexp(self, tree: ast.IfExp) -> Node:
        yes, no = self.read(tree.body), self.read(tree.orelse)
        if yes.kind != no.kind or yes.kind not in ("number", "condition"):
            raise ClaimError(
                message(
                    "{tree}: both branches are numbers or conditions", tree=shown(ast.unparse(tree))
                )
            )
        return Node(yes.kind, "where", (self.condition(tree.test), yes, no))

    def _read_call(self, tree: ast.Call) -> Node:
        name = ast.unparse(tree.func)
        if name in ("min", "max") and len(tree.args) == 2 and not tree.keywords:
            rule = numpy.minimum if name == "min" else numpy.maximum
            return Node("number", "reckon", tuple(map(self._number, tree.args)), rule)
        if name == "never_falls" and len(tree.args) == 2 and not tree.keywords:
            amount, moved = map(self._number, tree.args)
            if amount.rule != "variable" or moved.rule != "variable":
                raise ClaimError(message("never_falls takes two variables: an amount and an input"))
            name = moved.detail[1]
            variable = self._system.variables[name]
            if variable.formulas or variable.definition_period != "month":
                raise ClaimError(
                    message(
                        "{name} is no monthly input, and never_falls needs one to raise", name=name
                    )
                )
            self.rising.append((amount.detail[1], name))
            return Node("condition", "never_falls", (amount,), name)
        raise ClaimError(
            message(
                "{tree}: the functions are min(a, b), max(a, b) and never_falls(amount, input)",
                tree=shown(ast.unparse(tree)),
            )
        )

    def _read_compare(self, tree: ast.Compare) -> Node:
        operands = [tree.left, *tree.comparators]
        pairs = zip(operands, tree.ops, operands[1:], strict=False)
        parts = tuple(self._compare(left, op, right) for left, op, right in pairs)
        return parts[0] if len(parts) == 1 else Node("condition", "and", parts)

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Node:
        if isinstance(op, ast.In | ast.NotIn):
            found = self._among(left, right)
            return found if isinstance(op, ast.In) else Node("condition", "not", (found,))
        name = _COMPARISONS.get(type(op))
        if name is None:
            raise ClaimError(
                message(
                    "{right}: `is` has no meaning in a claim; use ==",
                    right=shown(ast.unparse(right)),
                )
            )
        one, other = self._both(left, right)
        if {"names", "text"} & {one.kind, other.kind} and (
            name not in ("equal", "not_equal") or {one.detail, other.detail}.isdisjoint({""})
        ):
            raise ClaimError(
                message(
                    '{left}: a list of names is compared with "", by == or !=; use "name" in '
                    "failed_conditions for one of them",
                    left=shown(ast.unparse(left)),
                )
            )
        if isinstance(one.kind, type) and name not in ("equal", "not_equal"):
            raise ClaimError(
                message(
                    "{left}: kinds are compared with ==, != and in", left=shown(ast.unparse(left))
                )
            )
        return Node("condition", "compare", (one, other), name)

    def _both(self, left: ast.expr, right: ast.expr) -> tuple[Node, Node]:
        """Both sides of a comparison; a bare word beside a kind is one of its members."""
        for word, other, swapped in ((right, left, False), (left, right, True)):
            if (
                isinstance(word, ast.Name)
                and word.id != "month"
                and word.id not in self._system.variables
            ):
                node = self.read(other)
                if isinstance(node.kind, type):
                    member = self._member(node.kind, word.id)
                    return (member, node) if swapped else (node, member)
        one, other_node = self.read(left), self.read(right)
        if isinstance(one.kind, type) and isinstance(other_node.kind, type):
            raise ClaimError(
                message(
                    "{left}: a kind is compared with its members", left=shown(ast.unparse(left))
                )
            )
        kinds = {_comparable(one.kind), _comparable(other_node.kind)}
        if len(kinds) > 1:
            raise ClaimError(
                message(
                    "{left} and {right} can't be compared: a {kind} and a {other}",
                    left=shown(ast.unparse(left)),
                    right=shown(ast.unparse(right)),
                    kind=_word(one.kind),
                    other=_word(other_node.kind),
                )
            )
        return one, other_node

    def _among(self, left: ast.expr, right: ast.expr) -> Node:
        if isinstance(left, ast.Constant) and isinstance(left.value, str):
            names = self.read(right)
            if names.kind == "names":
                if left.value not in self._system.variables:
                    raise ClaimError(
                        message("there is no condition {value}", value=shown(left.value))
                    )
                return Node("condition", "named", (names,), left.value)
        if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts:
            raise ClaimError(
                message(
                    "{right}: after `in` stands a list: (ON, BC)", right=shown(ast.unparse(right))
                )
            )
        parts = tuple(self._compare(left, ast.Eq(), item) for item in right.elts)
        return Node("condition", "or", parts)

    def _member(self, vocabulary: Any, name: str) -> Node:
        names = [member.name for member in vocabulary]
        if name not in names:
            raise ClaimError(
                message(
                    "{name} is none of the kinds {names}{hint}",
                    name=shown(name),
                    names=", ".join(names),
                    hint=nearest(name, names),
                )
            )
        return Node(vocabulary, "constant", detail=vocabulary[name])


def _comparable(kind: Any) -> Any:
    return "names" if kind == "text" else kind


_WORDS = {
    "condition": message("condition"),
    "month": message("month"),
    "names": message("list of names"),
    "number": message("number"),
    "text": message("text"),
}


def _word(kind: Any) -> Message:
    if isinstance(kind, type):
        return message("kind ({name})", name=kind.__name__)
    return _WORDS[kind]


def _kind_of(variable: Variable) -> Any:
    if variable.value_type is Enum:
        return variable.possible_values
    if variable.value_type is bool:
        return "condition"
    return "names" if variable.value_type is str else "number"


# Meaning ----------------------------------------------------------------------------------------


class Meaning:
    """What a claim says of some participants: of terms, or of the engine's arrays.

    Args:
        month: The month, as ``2014-04``.
        values: What a variable is under a scenario: a vector with one item for each participant.
        raised: The two vectors of an amount: as it is, and with more of an input.
    """

    def __init__(self, month: str, values: Any, raised: Any) -> None:
        self._month = month
        self._values = values
        self._raised = raised

    def of(self, node: Node) -> Any:
        """A vector: one condition or number for each participant; a single one if it is known."""
        return getattr(self, f"_{node.rule.replace('-', '_')}")(node)

    def _constant(self, node: Node) -> Any:
        return node.detail

    def _variable(self, node: Node) -> Any:
        return self._values(*node.detail)

    def _and(self, node: Node) -> Any:
        return self._folded(node, True)

    def _or(self, node: Node) -> Any:
        return self._folded(node, False)

    def _folded(self, node: Node, neutral: bool) -> Any:
        found: Any = neutral
        for part in node.parts:
            value = self.of(part)
            if isinstance(value, bool):
                if value is not neutral:
                    return value
            elif isinstance(found, bool):
                found = value
            else:
                found = (found & value) if neutral else (found | value)
        return found

    def _not(self, node: Node) -> Any:
        value = self.of(node.parts[0])
        return (not value) if isinstance(value, bool) else ~value

    def _reckon(self, node: Node) -> Any:
        return node.detail(*map(self.of, node.parts))

    def _where(self, node: Node) -> Any:
        case, yes, no = map(self.of, node.parts)
        if isinstance(case, bool):
            return yes if case else no
        return numpy.where(case, yes, no)

    def _named(self, node: Node) -> Any:
        return self.of(node.parts[0]).has(node.detail)

    def _compare(self, node: Node) -> Any:
        one, other = node.parts
        if one.kind == "month":
            months = [self._month if part.rule == "month" else part.detail for part in node.parts]
            return bool(getattr(numpy, node.detail)(*map(_index_of_month, months)))
        if "names" in (one.kind, other.kind):
            names = one if one.kind == "names" else other
            empty = self.of(names).is_empty()
            return empty if node.detail == "equal" else ~empty
        return self.compared(node.detail, self.of(one), self.of(other))

    def compared(self, name: str, one: Any, other: Any) -> Any:
        """One side held against the other."""
        if isinstance(other, Enum):
            return one == other if name == "equal" else ~(one == other)
        if isinstance(one, Enum):
            return self.compared(name, other, one)
        found = getattr(numpy, name)(one, other)
        return bool(found) if isinstance(found, numpy.bool_) else found

    def _never_falls(self, node: Node) -> Any:
        as_it_is, with_more = self._raised(*node.parts[0].detail, node.detail)
        return self.compared("less_equal", as_it_is, with_more)


def _index_of_month(text: str) -> int:
    year, month = map(int, text.split("-"))
    return year * 12 + month


def months_compared(node: Node | None, month: str) -> tuple[bool, ...]:
    """What each comparison of months in a claim comes to in a month.

    Args:
        node: The claim, or its condition; None for none.
        month: The month, as ``2014-04``.
    """
    if node is None:
        return ()
    if node.rule == "compare" and node.parts[0].kind == "month":
        return (Meaning(month, None, None).of(node),)
    return tuple(at for part in node.parts for at in months_compared(part, month))
