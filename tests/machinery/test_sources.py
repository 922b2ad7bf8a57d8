"""The registry of facts and documents: nothing named twice, nothing that leads nowhere."""

from collections import Counter

import pytest

from openfisca_jobgrant.sources import cited, fact, facts, reference, source, sources


def test_every_fact_says_something_and_names_documents_that_exist():
    for known in facts().values():
        assert known.statement.strip(), known.id
        assert known.confidence in ("high", "medium", "low"), known.id
        assert known.sources, known.id
        for key in known.sources:
            assert source(key).href.startswith(("http://", "https://")), (known.id, key)


def test_a_name_stands_for_one_document():
    names = Counter(name for known in sources().values() for name in (known.key, *known.also))
    assert [name for name, times in names.items() if times > 1] == []
    assert not set(names) & set(facts())


def test_every_ruling_is_a_fact():
    assert {f"R-{number}" for number in range(1, 32)} <= set(facts())


@pytest.mark.parametrize(
    ("identifier", "key"),
    [
        # The sources of these facts, as the table of federal facts gives them.
        ("F-P1", "edaalberta"),
        ("F-D1", "canadaspremiers-ca"),
        ("F-T14", "ipolitics-2013-11-28"),
        ("F-A3", "bac-lac-employers-html"),
        ("F-X10", "globe-article16846086"),
    ],
)
def test_facts_name_their_documents(identifier, key):
    assert source(key) in {source(name) for name in fact(identifier).sources}


def test_a_document_is_cited_once_with_title_and_address():
    (only,) = cited("seed", "seed")
    assert only == f"{source('seed').title} — {source('seed').href}"
    assert reference("seed") == {"title": source("seed").title, "href": source("seed").href}


def test_other_names_lead_to_the_same_document():
    known = next(known for known in sources().values() if known.also)
    assert source(known.also[0]) is known


@pytest.mark.parametrize("look_up", [fact, source, cited, reference])
def test_an_unknown_name_is_refused_with_the_nearest(look_up):
    with pytest.raises(LookupError, match=r"there is no .*'edaalbert'"):
        look_up("edaalbert")


def test_a_refusal_names_what_is_near():
    with pytest.raises(LookupError, match="did you mean edaalberta"):
        source("edaalbert")
