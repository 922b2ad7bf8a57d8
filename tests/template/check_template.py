"""Holds the Web API against OpenFisca's own one, on OpenFisca's country template.

Usage: check_template.py PAGE

Run it by ``.ci/template``, in an environment that has the template. Valid requests get the same
answers from both; where they don't, the difference is one of those that PAGE lists under a heading
each, and is shown here.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import numpy
from openfisca_core.reforms import Reform
from openfisca_country_template import CountryTaxBenefitSystem, reforms, situation_examples
from openfisca_country_template.reforms.removal_basic_income import removal_basic_income
from openfisca_web_api.app import create_app as stock_app

from openfisca_jobgrant.conventions import Conventions
from openfisca_jobgrant.web import create_app

EXAMPLES = Path(situation_examples.__file__).parent
HEADERS = ("Country-Package", "Country-Package-Version", "Access-Control-Allow-Origin",
           "Content-Type")  # fmt: skip
MONTH = "2017-12"
JSON = "application/json"


def household(**facts: Any) -> dict[str, Any]:
    """A couple with a child, and what is stated or asked of their household."""
    return {
        "persons": {
            "Ada": {"birth": {"ETERNITY": "1980-01-01"}, "salary": {MONTH: 2000}},
            "Bob": {"birth": {"ETERNITY": "1950-06-30"}, "salary": {MONTH: 15000.5}},
            "Cleo": {"birth": {"ETERNITY": "2012-02-29"}},
        },
        "households": {
            "home": {
                "adults": ["Ada", "Bob"],
                "children": ["Cleo"],
                **{name: {period: value} for name, (period, value) in facts.items()},
            }
        },
    }


def asked_of_a_person(*names: str, **facts: Any) -> dict[str, Any]:
    """One person without a household, of whom something is asked."""
    return {"persons": {"Ada": {**facts, **{name: {MONTH: None} for name in names}}}}


def merged(*documents: dict[str, Any]) -> dict[str, Any]:
    """One request of several whose ids are different."""
    found: dict[str, Any] = {}
    for document in documents:
        for plural, members in document.items():
            found.setdefault(plural, {}).update(members)
    return found


def examples() -> Iterator[tuple[str, Any]]:
    """The template's own examples; what asks for a date is held against a difference instead."""
    for path in sorted(EXAMPLES.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for facts in document["persons"].values():
            if None in facts["birth"].values():
                del facts["birth"]
        yield f"the example {path.stem}", document


REQUESTS: list[tuple[str, Any]] = [
    *examples(),
    ("amounts of persons", merged(household(), {
        "persons": {"Ada": {
            "birth": {"ETERNITY": "1980-01-01"}, "salary": {MONTH: 2000}, "age": {MONTH: None},
            "basic_income": {MONTH: None}, "income_tax": {MONTH: None},
            "social_security_contribution": {MONTH: None}, "pension": {MONTH: None}}}})),
    ("amounts of a household", household(
        disposable_income=(MONTH, None), total_benefits=(MONTH, None), total_taxes=(MONTH, None),
        household_income=(MONTH, None), parenting_allowance=(MONTH, None))),
    ("a yearly amount", household(accommodation_size=("2017-01", 300), housing_tax=("2017", None))),
    ("an enum that is stated", household(
        housing_occupancy_status=("2017-01", "free_lodger"), housing_tax=("2017", None))),
    ("an enum that is asked", household(housing_occupancy_status=("2017-01", None))),
    ("text that is stated", household(postal_code=("2017-01", "V2L1A"))),
    ("two years and two months", {
        "persons": {"Ada": {}},
        "households": {"_": {
            "adults": ["Ada"], "housing_tax": {"2017": None, "2018": None},
            "housing_occupancy_status": {"2017-01": None, "2018-01": None}}}}),
    ("a dated birth", asked_of_a_person("age", birth={MONTH: "1980-01-01"})),
    ("a kind of group left out", asked_of_a_person("income_tax", salary={MONTH: 1234.56})),
    ("a result that is stated", asked_of_a_person("income_tax", age={MONTH: 40})),
    ("nothing asked", {"persons": {"Ada": {"salary": {MONTH: 100}}}}),
    ("names beyond ASCII", {
        "persons": {"O‘Ryan": {"salary": {MONTH: 100}}, "Renée": {"income_tax": {MONTH: None}}},
        "households": {"foyer&été": {"adults": ["O‘Ryan", "Renée"], "rent": {MONTH: None}}}}),
    ("two households", merged(household(total_taxes=(MONTH, None)), {
        "persons": {"Dan": {"salary": {MONTH: 900}}},
        "households": {"other": {"adults": ["Dan"], "total_taxes": {MONTH: None}}}})),
    ("negative amounts", asked_of_a_person("income_tax", salary={MONTH: -100})),
]  # fmt: skip

#: Requests that both refuse, with the same status, and in the old shape at the same place.
REFUSED: list[tuple[str, Any, int, tuple[str, ...]]] = [
    ("a list", ["An", "array"], 400, ("error",)),
    ("nobody", {"persons": {}}, 400, ("persons",)),
    ("an unknown kind", {"persons": {"a": {}}, "teams": {}}, 400, ("teams",)),
    ("members that are no list", {"persons": {"a": {}}, "households": {"h": {"adults": {}}}}, 400,
     ("households", "h", "adults")),
    ("an unknown variable", {"persons": {"a": {"salry": {MONTH: 1}}}}, 404,
     ("persons", "a", "salry")),
    ("another entity's variable", {"persons": {"a": {"rent": {MONTH: 1}}}}, 400,
     ("persons", "a", "rent")),
    ("a value without a period", {"persons": {"a": {"salary": 4000}}}, 400,
     ("persons", "a", "salary")),
    ("text for a number", {"persons": {"a": {"salary": {MONTH: "toto"}}}}, 400,
     ("persons", "a", "salary", MONTH)),
    ("an object for a number", {"persons": {"a": {"salary": {MONTH: {}}}}}, 400,
     ("persons", "a", "salary", MONTH)),
    ("text for a whole number", {"persons": {"a": {"age": {MONTH: "toto"}}}}, 400,
     ("persons", "a", "age", MONTH)),
    ("no date", {"persons": {"a": {"birth": {MONTH: "toto"}}}}, 400,
     ("persons", "a", "birth", MONTH)),
    ("an unknown member", {"persons": {"a": {}}, "households": {"h": {"adults": ["b"]}}}, 400,
     ("households", "h", "adults")),
    ("a member twice", {"persons": {"a": {}}, "households": {"h": {"adults": ["a", "a"]}}}, 400,
     ("households", "h", "adults")),
    ("a member that is no id", {"persons": {"a": {}}, "households": {"h": {"adults": ["a", {}]}}},
     400, ("households", "h", "adults", "1")),
    ("no period", {"persons": {"a": {"salary": {"soon": None}}}}, 400, ("persons", "a", "salary")),
    ("a year for a monthly result", {"persons": {"a": {"basic_income": {"2017": 2000}}}}, 400,
     ("persons", "a", "basic_income", "2017")),
    ("for ever for a month", {"persons": {"a": {"salary": {"ETERNITY": 1}}}}, 400,
     ("persons", "a", "salary", "ETERNITY")),
    ("a month for a year", household(housing_tax=("2017-01", 400)), 400,
     ("households", "home", "housing_tax", "2017-01")),
    ("no such word", household(housing_occupancy_status=("2017-01", "guest")), 400,
     ("households", "home", "housing_occupancy_status", "2017-01")),
]  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """A request that the two answer differently.

    Attributes:
        heading: Where the page says why.
        path: Where it is asked.
        body: What.
        stock: The stock API's status.
        ours: Ours.
    """

    heading: str
    path: str
    body: Any
    stock: int
    ours: int


UNSHARED: list[Difference] = [
    Difference("Dates are ISO", "/calculate", {"persons": {"a": {"birth": {"ETERNITY": None}}}},
               200, 200),
    Difference("Text is text", "/calculate", household(postal_code=("2017-01", None)), 200, 200),
    Difference("Text is not cut", "/calculate", household(postal_code=("2017-01", "123456")),
               200, 400),
    Difference("Traces write numbers as results do", "/trace",
               household(disposable_income=(MONTH, None)), 200, 200),
    Difference("A period has one spelling", "/calculate",
               asked_of_a_person("income_tax", salary={f"month:{MONTH}": 1}), 200, 400),
    Difference("A period has one spelling", "/calculate",
               household(housing_tax=("year:2017-03", None)), 200, 400),
    Difference("A month's value is stated for a month", "/calculate",
               asked_of_a_person("income_tax", salary={"2017": 12000}), 200, 400),
    Difference("Years from 1900 to 2100", "/calculate",
               household(housing_tax=("1899", None)), 500, 400),
    Difference("Values are of the variable's own type", "/calculate",
               asked_of_a_person("income_tax", salary={MONTH: "2*1500"}), 200, 400),
    Difference("Values are of the variable's own type", "/calculate",
               {"persons": {"a": {"age": {MONTH: 2.9}}}}, 200, 400),
    Difference("Values are of the variable's own type", "/calculate",
               household(housing_occupancy_status=(MONTH, 7)), 200, 400),
    Difference("Everybody is in one group of a kind", "/calculate",
               merged({"persons": {"Dan": {"income_tax": {MONTH: None}}}}, household()), 200, 400),
    Difference("A group has members", "/calculate",
               merged({"households": {"empty": {}}}, household()), 200, 400),
    Difference("A variable that is named is asked or stated", "/calculate",
               {"persons": {"a": {"salary": {}}}}, 200, 400),
    Difference("Axes are refused", "/trace",
               {**household(total_taxes=(MONTH, None)), "axes": [[
                   {"name": "salary", "min": 0, "max": 9, "count": 3, "period": MONTH}]]},
               200, 400),
    Difference("What the stock API can't answer is a problem, not a fault of the server",
               "/calculate", {"persons": {"a/b": {"salary": {MONTH: None}}}}, 500, 200),
    Difference("What the stock API can't answer is a problem, not a fault of the server",
               "/calculate", {"persons": {"a": {"income_tax": {"2017": None}}}}, 500, 400),
]  # fmt: skip

#: Headings that no single request shows; ``_check_the_rest`` does.
OTHERS = (
    "A slash at the end is no matter", "A variable out of use takes no value",
    "Bodies are JSON, within limits", "Errors are problems", "Keys keep the request's order",
    "More headers", "No host but the one that was asked", "The description is OpenAPI 3.1",
)  # fmt: skip


class Both:
    """The two APIs of one law."""

    def __init__(self, system: Any) -> None:
        self.stock = stock_app(system).test_client()
        self.ours = create_app(system, conventions=Conventions()).test_client()

    def get(self, path: str) -> tuple[Any, Any]:
        """Both answers to a GET."""
        return self.stock.get(path), self.ours.get(path)

    def post(self, path: str, body: Any, **headers: str) -> tuple[Any, Any]:
        """Both answers to a POST."""
        return tuple(
            # The client's own way to write JSON sorts the keys, and only for one of the two.
            client.post(path, data=json.dumps(body), headers=headers, content_type=JSON)
            for client in (self.stock, self.ours)
        )


class Checked:
    """Counts what was checked, and collects what does not hold."""

    def __init__(self) -> None:
        self.count = 0
        self.faults: list[str] = []

    def that(self, holds: Any, what: str) -> None:
        """Note one claim."""
        self.count += 1
        if not holds:
            self.faults.append(what)

    def same(self, name: str, answers: Any, form: Callable[[Any], Any] = lambda at: at) -> None:
        """Note that two answers are the same: status, headers, JSON down to the type."""
        stock, ours = answers
        self.that(stock.status_code == ours.status_code, f"{name}: {stock.status}, {ours.status}")
        for header in HEADERS:
            found = [at.headers.get(header) for at in answers]
            self.that(found[0] == found[1], f"{name}: {header} is {found}")
        texts = [json.dumps(form(at.get_json()), sort_keys=True) for at in answers]
        self.that(
            texts[0] == texts[1], f"{name}:\n  stock {texts[0][:400]}\n  ours  {texts[1][:400]}"
        )


def traced(document: Any) -> Any:
    """A trace as both can be held against each other: no times, numbers and dates in one form."""
    if "trace" not in document:
        return document
    steps = {}
    for key, step in document["trace"].items():
        steps[key] = {name: step[name] for name in ("dependencies", "parameters")}
        steps[key]["value"] = [_in_one_form(value) for value in step["value"]]
    return {**document, "trace": steps}


def _in_one_form(value: Any) -> Any:
    if isinstance(value, float):
        return float(numpy.float32(value))
    if isinstance(value, str) and value.endswith(" GMT"):
        return parsedate_to_datetime(value).date().isoformat()
    return value


def check(system: Any, name: str, checked: Checked) -> None:
    """Everything that both answer alike, for one law."""
    both = Both(system)
    listed = both.stock.get("/parameters").get_json()
    pages = ["/", "/entities", "/variables", "/parameters", "/parameter/benefits"]
    pages += [f"/variable/{variable}" for variable in system.variables]
    pages += [f"/parameter/{path}" for path in listed]
    pages += [f"/parameter/{path.replace('/', '.')}" for path in listed]
    for page in pages:
        checked.same(f"{name} {page}", both.get(page))
    for title, body in REQUESTS:
        checked.same(f"{name} /calculate, {title}", both.post("/calculate", body))
        checked.same(f"{name} /trace, {title}", both.post("/trace", body), traced)
    for page in ("/variable/nope", "/parameter/no/pe", "/nowhere"):
        statuses = {answer.status_code for answer in both.get(page)}
        checked.that(statuses == {404}, f"{name} {page}: {statuses}")


def check_refusals(system: Any, checked: Checked) -> None:
    """What both refuse, also for clients that know the old shape of errors."""
    both = Both(system)
    for title, body, status, place in REFUSED:
        stock, ours = both.post("/calculate", body, Accept="application/json")
        found = {stock.status_code, ours.status_code}
        checked.that(found == {status}, f"refused, {title}: {found}")
        for answer in (stock, ours):
            message = answer.get_json()
            for key in place:
                message = message.get(key) if isinstance(message, dict) else message
            checked.that(message, f"refused, {title}: nothing at {place}: {answer.text}")


def check_differences(system: Any, page: str, checked: Checked) -> None:
    """Every difference, and that the page lists it and no other."""
    both = Both(system)
    for at in UNSHARED:
        stock, ours = both.post(at.path, at.body)
        found = (stock.status_code, ours.status_code)
        checked.that(found == (at.stock, at.ours), f"{at.heading}: {found}, {ours.text[:300]}")
        checked.that(stock.text != ours.text, f"{at.heading}: no difference for {at.body}")
    _check_the_rest(both, checked)
    headings = {line[3:] for line in page.splitlines() if line.startswith("## ")}
    shown = {at.heading for at in UNSHARED} | set(OTHERS)
    checked.that(headings == shown, f"listed or shown, but not both: {sorted(headings ^ shown)}")


def _check_the_rest(both: Both, checked: Checked) -> None:
    out_of_use = Both(removal_basic_income(CountryTaxBenefitSystem()))
    body = asked_of_a_person("income_tax", basic_income={MONTH: 100})
    statuses = [answer.status_code for answer in out_of_use.post("/calculate", body)]
    checked.that(statuses == [200, 400], f"a variable out of use: {statuses}")
    stock, ours = both.post("/calculate", {"persons": {}})
    found = (stock.mimetype, ours.mimetype)
    checked.that(found == ("application/json", "application/problem+json"), f"errors are {found}")
    body = household(total_taxes=(MONTH, None))
    stock, ours = both.post("/calculate", body)
    checked.that(list(ours.get_json()) == list(body), "ours keeps the order")
    checked.that(list(json.loads(stock.text)) == sorted(body), "the stock API sorts")
    stock, ours = both.get("/entities/")
    checked.that((stock.status_code, ours.status_code) == (302, 200), "a slash at the end")
    checked.that(set(stock.headers.keys()) - {"Location"} <= set(ours.headers.keys()), "headers")
    stock, ours = (
        client.get("/variables", headers={"X-Forwarded-Host": "elsewhere.example"})
        for client in (both.stock, both.ours)
    )
    checked.that("elsewhere" in stock.text and "elsewhere" not in ours.text, "another host")
    stock, ours = (
        client.post("/calculate", data="{}", content_type="text/plain")
        for client in (both.stock, both.ours)
    )
    checked.that((stock.status_code, ours.status_code) == (500, 415), "no JSON")
    stock, ours = (answer.get_json() for answer in both.get("/spec"))
    checked.that(
        stock["openapi"].startswith("3.0") and ours["openapi"].startswith("3.1"), "OpenAPI"
    )
    for path, operations in stock["paths"].items():
        for method, operation in operations.items():
            mine = ours["paths"].get(path, {}).get(method, {})
            for key in ("operationId", "parameters", "summary"):
                checked.that(mine.get(key) == operation.get(key), f"/spec: {method} {path} {key}")
    missing = set(stock["components"]["schemas"]) - set(ours["components"]["schemas"])
    checked.that(not missing, f"/spec lacks the schemas {missing}")
    for key in ("Person", "Household"):
        names = [set(at["components"]["schemas"][key]["properties"]) for at in (stock, ours)]
        checked.that(names[0] == names[1], f"/spec: {key} has {names[0] ^ names[1]}")


def laws() -> Iterator[tuple[str, Any]]:
    """The template, and each of its reforms."""
    system = CountryTaxBenefitSystem()
    yield "template", system
    for module in sorted(Path(reforms.__file__).parent.glob("[a-z]*.py")):
        found = __import__(f"{reforms.__name__}.{module.stem}", fromlist=[module.stem])
        for item in vars(found).values():
            if isinstance(item, type) and issubclass(item, Reform) and item is not Reform:
                yield module.stem, item(CountryTaxBenefitSystem())


def main(page: str) -> None:
    """Check all; exit with 1 and say what does not hold."""
    # The stock API logs each of its faults, and some are asked for here.
    logging.disable(logging.CRITICAL)
    checked = Checked()
    names = []
    for name, system in laws():
        names.append(name)
        check(system, name, checked)
    check_refusals(CountryTaxBenefitSystem(), checked)
    check_differences(CountryTaxBenefitSystem(), Path(page).read_text(encoding="utf-8"), checked)
    for fault in checked.faults:
        print(f"WRONG: {fault}")
    print(f"{checked.count} claims about {', '.join(names)}: {len(checked.faults)} do not hold")
    sys.exit(bool(checked.faults))


if __name__ == "__main__":
    main(*sys.argv[1:])
