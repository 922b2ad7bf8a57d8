"""What is told to people in one language only, or told with other parts in French."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from string import Formatter

#: What carries words to people: where they stand among its arguments. Whoever adds an error adds it
#: here; its type asks for a ``Message``, too.
TOLD: Mapping[str, tuple[int, ...]] = {
    "ArithmeticError": (0,),
    "BadInputError": (0,),
    "Clash": (4,),
    "ClaimError": (0,),
    "ClashError": (0,),
    "CycleError": (0,),
    "Fault": (1, 3),
    "Kind": (2,),
    "NotPiecewiseError": (0,),
    "Open": (0, 3),
    "PeriodRefusedError": (0, 1),
    "PopulationError": (0,),
    "ReceiptError": (0,),
    "RequestRefusedError": (1,),
    "ScenarioError": (0,),
    "SpiralFoundError": (0,),
    "TooLargeError": (0,),
    "SituationError": (0,),
    "ValueRefusedError": (0, 1),
    "abort": (1,),
    "faults.add": (1,),
    "errors.append": (0,),
    "problem": (1,),
    "refusal": (2,),
    "refused": (3,),
}
_KEYWORDS = ("message", "detail", "accepted", "reason", "description")
#: Parts of the package whose errors are for those who write law and tests, and stay in English; so
#: do those of a formula that is no algebra, of a reform that sets what doesn't exist, and of the
#: server's settings.
FOR_DEVELOPERS = ("coverage", "law_check", "sources", "testing")


def told_plainly(source: str) -> Iterator[tuple[int, str]]:
    """Where words for people are a plain text, which has no French.

    Args:
        source: A module's source.

    Yields:
        The line, and what carries the words.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            carrier = _carrier(node.func)
            if carrier is not None and any(map(_is_plain, _words(node, TOLD[carrier]))):
                yield node.lineno, carrier
        elif isinstance(node, ast.Assign) and _is_plain(node.value):
            for target in node.targets:
                if isinstance(target, ast.Subscript) and _ending(target.value) == "errors":
                    yield node.lineno, "errors"


def _carrier(function: ast.expr) -> str | None:
    name = _ending(function)
    if isinstance(function, ast.Attribute):
        name = f"{_ending(function.value).strip('_')}.{name}"
        name = name if name in TOLD else function.attr
    return name if name in TOLD else None


def _ending(expression: ast.expr) -> str:
    if isinstance(expression, ast.Attribute):
        return expression.attr
    return expression.id if isinstance(expression, ast.Name) else ""


def _words(call: ast.Call, places: Iterable[int]) -> Iterator[ast.expr]:
    yield from (call.args[place] for place in places if place < len(call.args))
    yield from (word.value for word in call.keywords if word.arg in _KEYWORDS)


def _is_plain(words: ast.expr) -> bool:
    """Whether an expression makes a text that can't be said in another language."""
    if isinstance(words, ast.Constant):
        return isinstance(words.value, str) and words.value != ""
    if isinstance(words, ast.IfExp):
        return _is_plain(words.body) or _is_plain(words.orelse)
    if isinstance(words, ast.Call):
        return _ending(words.func) in ("str", "repr", "join", "format")
    return isinstance(words, ast.JoinedStr | ast.BinOp)


def wrong_templates(source: str) -> Iterator[tuple[int, str]]:
    """Messages whose sentence isn't written out, or has other parts than are given.

    Args:
        source: A module's source.

    Yields:
        The line, and what is wrong.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or _ending(node.func) != "message":
            continue
        sentence = node.args[0] if node.args else None
        if not isinstance(sentence, ast.Constant) or not isinstance(sentence.value, str):
            yield node.lineno, "a message's sentence is written out where it is said"
            continue
        text = sentence.value
        if text != " ".join(text.split()):
            yield node.lineno, "a message's sentence has single spaces, and none around it"
        given = {word.arg for word in node.keywords}
        if None not in given and given != {name for name, _, _ in _parts(text)}:
            yield node.lineno, "a message is given the parts that its sentence names"


def other_parts(texts: Mapping[str, str]) -> Iterator[str]:
    """The English texts whose French has other parts.

    Args:
        texts: English → French.
    """
    for english, french in texts.items():
        try:
            same = sorted(_parts(english)) == sorted(_parts(french))
        except ValueError:
            same = False
        if not same:
            yield english


#: Canadian French has a space before a colon, and none before other marks.
_WRONG_MARKS = re.compile(r'(?<![\s\u00a0"]):(?=\s|$)|[\s\u00a0][;?!](?=\s|$)')
#: What is typed as it stands: claims, as SCENARIO: EXPRESSION.
_TYPED = re.compile(r"[A-ZÉ]+: [A-ZÉ]+|\bplan: \w+")


def wrong_marks(texts: Mapping[str, str]) -> Iterator[str]:
    """The English texts whose French has no space before a colon, or one before another mark.

    Args:
        texts: English → French.
    """
    for english, french in texts.items():
        if _WRONG_MARKS.search(_TYPED.sub("", french)):
            yield english


def _parts(text: str) -> list[tuple[str, str, str]]:
    return [
        (name, spec or "", conversion or "")
        for _, name, spec, conversion in Formatter().parse(text)
        if name is not None
    ]
