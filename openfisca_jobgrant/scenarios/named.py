"""The bodies of law that have a name: the plan, and every reform under ``reforms/``."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import openfisca_jobgrant.reforms
from openfisca_jobgrant.reforming import Scheme

PLAN = "plan"
_PLAN_TITLE = "The Canada Job Grant as announced on 21 March 2013"
_PLAN_STARTS_ON = "2014-04-01"


@dataclass(frozen=True)
class NamedLaw:
    """A body of law that has a name.

    Attributes:
        name: As scenarios write it: the name of the reform's module.
        family: ``plan``, ``demands``, ``offers``, ``agreements`` or ``programmes``.
        title: What it is called, in plain words.
        starts_on: The first day on which it differs from the plan, as ISO text.
        scheme: The reform; None for the plan.
    """

    name: str
    family: str
    title: str
    starts_on: str
    scheme: type[Scheme] | None


def all_schemes() -> list[type[Scheme]]:
    """Every reform under ``reforms/``, in the order of their modules' names."""
    schemes: list[type[Scheme]] = []
    package = openfisca_jobgrant.reforms
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        for _, item in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(item, Scheme) and item.__module__ == module.name:
                schemes.append(item)
    return schemes


@cache
def named_laws() -> Mapping[str, NamedLaw]:
    """The plan and all reforms, by name; the plan first, then by family and name."""
    laws = {PLAN: NamedLaw(PLAN, PLAN, _PLAN_TITLE, _PLAN_STARTS_ON, None)}
    for scheme in all_schemes():
        *_, family, name = scheme.__module__.split(".")
        laws[name] = NamedLaw(name, family, scheme.title, scheme.starts_on, scheme)
    return MappingProxyType(laws)
