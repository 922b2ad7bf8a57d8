"""The bodies of law that cases are held against, each built once.

A reform is built on the baseline itself, never on a copy: OpenFisca's ``clone()`` gives the
original's entities to the copy, and then results depend on the order of the tests.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence

from openfisca_core.reforms import Reform
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.testing.problems import nearest

Factory = Callable[[], TaxBenefitSystem]


class Systems:
    """The baseline, and what each list of reforms makes of it.

    Args:
        factory: Builds the baseline. Called once, when a system is first asked for.
    """

    def __init__(self, factory: Factory) -> None:
        self._factory = factory
        self._built: dict[tuple[str, ...], TaxBenefitSystem] = {}

    @property
    def baseline(self) -> TaxBenefitSystem:
        """The law without reforms."""
        return self.under(())

    def under(self, reforms: Sequence[str]) -> TaxBenefitSystem:
        """The law under some reforms, each applied to what the one before it made.

        Args:
            reforms: Their dotted paths, in order.

        Raises:
            LookupError: If a path names no reform.
        """
        key = tuple(reforms)
        if key not in self._built:
            if key:
                self._built[key] = reform_class(key[-1])(self.under(key[:-1]))
            else:
                self._built[key] = self._factory()
        return self._built[key]


def reform_class(path: str) -> type[Reform]:
    """The reform at a dotted path such as ``package.reforms.module.ReformClass``.

    Raises:
        LookupError: If there is none; the message names a close one.
    """
    module_name, _, name = path.rpartition(".")
    if not module_name:
        raise LookupError(f"{path!r} is no path to a reform: write package.module.ReformClass")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # A module that the reform itself fails to import is a fault of the reform.
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise LookupError(f"{path!r} names no reform: there is no module {error.name!r}") from error
    found = getattr(module, name, None)
    if isinstance(found, type) and issubclass(found, Reform):
        return found
    reforms = [
        other
        for other, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Reform) and value.__module__ == module_name
    ]
    raise LookupError(
        f"{path!r} names no reform: {module_name} has {', '.join(reforms) or 'none'}"
        f"{nearest(name, reforms)}"
    )
