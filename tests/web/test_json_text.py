"""JSON is read strictly, whichever way it is read: the short one or the careful one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfisca_jobgrant.situations import SituationError, parse_json
from openfisca_jobgrant.situations.json_text import Limits

# Texts that hold what JSON is written with, to mislead whoever counts brackets and colons.
TEXTS = st.text(st.sampled_from('ab{}[]:,"\\ é😀\n'), max_size=6)
NUMBERS = st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(TEXTS, inside, max_size=4),
    max_leaves=12,
)


@given(DOCUMENTS, st.booleans(), st.sampled_from([None, 1]))
def test_what_was_written_is_read(document, in_ascii, indent):
    written = json.dumps(document, ensure_ascii=in_ascii, indent=indent)
    assert parse_json(written) == document


@given(TEXTS, DOCUMENTS, DOCUMENTS, DOCUMENTS)
def test_a_key_that_stands_twice_is_found_wherever_it_is(key, one, other, around):
    twice = f"{{{json.dumps(key)}: {json.dumps(one)}, {json.dumps(key)}:{json.dumps(other)}}}"
    for written in (twice, f"[{json.dumps(around)}, {twice}]", f'{{"around": {twice}}}'):
        with pytest.raises(SituationError, match="stands twice"):
            parse_json(written, Limits(depth=50))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('{"a": 1, "a": 2}', '"a" stands twice'),
        # The same key, spelt in two ways.
        ('{"a": 1, "\\u0061": 2}', '"a" stands twice'),
        # A colon too few and a key twice don't cancel out.
        ('{"a": 1, "a": 2, "b"}', "not JSON"),
        ('["a": 1]', "not JSON"),
        ('{"a": NaN}', "NaN is no JSON number"),
        ('{"a": -Infinity}', "-Infinity is no JSON number"),
        ('{"a": 1e999}', "1e999 is too large"),
        ('{"a": ' + "9" * 401 + "}", "is too large for a number"),
        ('{"' + "k" * 201 + '": 1}', "has 201 characters; at most 200"),
        ('{"\\ud800": 1}', "half of a character"),
        ('{"a": "' + "{" * 13 + '"', "not JSON"),
        ("[" * 13 + "]" * 13, "deeper than 12"),
        ('{"a": ' * 13 + "1" + "}" * 13, "deeper than 12"),
        ('{"a": "}", "b": ' + "[" * 12 + "]" * 12 + "}", "deeper than 12"),
    ],
)
def test_what_is_no_strict_json_is_refused_by_name(written, said):
    with pytest.raises(SituationError, match=said):
        parse_json(written)


@pytest.mark.parametrize(
    "written",
    [
        '{"a": "' + "{" * 500 + '"}',
        '{"a": "' + "k" * 5000 + '"}',
        '{"' + "k" * 200 + '": 1}',
        "[" * 12 + "]" * 12,
        '{"a": ' + "9" * 400 + "}",
    ],
)
def test_what_only_looks_too_large_is_read(written):
    assert parse_json(written) == json.loads(written)


def test_the_mark_that_some_editors_begin_with_is_no_part_of_it():
    assert parse_json('{"a": 1}'.encode("utf-8-sig")) == {"a": 1}
    assert parse_json("\ufeff[]") == []
    with pytest.raises(SituationError, match="not UTF-8 at byte 0"):
        parse_json(b"\x89PNG" + b"[{" * 20)


def faults_of(written):
    with pytest.raises(SituationError) as error:
        parse_json(written)
    return [(fault.pointer, fault.found, fault.accepted) for fault in error.value.faults]


def test_all_that_no_json_can_hold_is_named_at_once_with_its_place():
    written = (
        '{"a": 1, "a": {"deep": NaN}, "list": [1, Infinity, {"c": -Infinity, "c": 1e999}],'
        ' "slash/tilde~": ' + "9" * 401 + "}"
    )
    finite, own = "a finite number", "a key of its own, as text"
    # The nearest to the root first; both values of a key that stands twice are looked at.
    assert faults_of(written) == [
        ("/a", '"a"', own),
        ("/slash~1tilde~0", "9" * 79 + "…", finite),
        ("/a/deep", "NaN", finite),
        ("/list/1", "Infinity", finite),
        ("/list/2/c", '"c"', own),
        ("/list/2/c", "-Infinity", finite),
        ("/list/2/c", "1e999", finite),
    ]


def test_very_many_faults_are_counted_and_the_first_fifty_named():
    with pytest.raises(SituationError) as error:
        parse_json("[" + "NaN," * 999 + "NaN]")
    assert (len(error.value.faults), error.value.count) == (50, 1000)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("", "the end of the text"),
        ('{"a":', "the end of the text"),
        ("[1, 2,, 3]", '", 3]"'),
        ("nul", '"nul"'),
        ('{"a": 1}x', '"x"'),
        ("[" + "x" * 90 + "]", '"' + "x" * 20 + '"'),
    ],
)
def test_what_is_no_json_says_what_stands_where_it_stops(written, found):
    assert faults_of(written) == [("", found, "one JSON document (RFC 8259)")]
