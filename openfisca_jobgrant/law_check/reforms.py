"""The reforms: what each must say of itself, and that it names figures that exist."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from openfisca_jobgrant import CountryTaxBenefitSystem
from openfisca_jobgrant.law_check import Fault
from openfisca_jobgrant.reforming import Scheme, changed
from openfisca_jobgrant.scenarios.named import all_schemes
from openfisca_jobgrant.sources import sources

STAGES = ("demand", "offer", "agreement", "programme")


def reform_faults() -> Iterator[Fault]:
    """What reforms fail to say of themselves, and changes of figures that don't exist."""
    parameters = CountryTaxBenefitSystem().parameters
    for scheme in all_schemes():
        path = Path(inspect.getsourcefile(scheme) or scheme.__module__)
        line = inspect.getsourcelines(scheme)[1]
        for message in _scheme_faults(scheme):
            yield Fault(path, line, f"{scheme.__name__}: {message}")
        try:
            changed(parameters, scheme.all_changes())
        except (LookupError, ValueError) as error:
            yield Fault(path, line, f"{scheme.__name__}: {error}")


def _scheme_faults(scheme: type[Scheme]) -> Iterator[str]:
    if not (scheme.__doc__ or "").strip():
        yield "its docstring tells its story"
    for name in ("title", "proposed_by"):
        if not getattr(scheme, name, "").strip():
            yield f"it has no {name}"
    for name in ("proposed_on", "starts_on"):
        try:
            date.fromisoformat(getattr(scheme, name, ""))
        except ValueError:
            yield f"{name} is a date such as 2014-04-01"
    if getattr(scheme, "stage", None) not in STAGES:
        yield f"stage is one of {', '.join(STAGES)}"
    known = {source.href for source in sources().values()}
    cited = [*getattr(scheme, "reference", ())]
    if not cited:
        yield "it has no reference"
    for change in scheme.changes:
        if not change.because or not change.references:
            yield f"the change of {change.path} says neither why nor on what it rests"
        if change.start < scheme.starts_on:
            yield f"the change of {change.path} starts before the reform does"
        cited.extend(change.references)
    for reference in cited:
        if reference.rpartition(" — ")[2] not in known:
            yield f"{reference!r} is not among the sources"
