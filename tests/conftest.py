"""What all tests share: the collector of YAML cases, the law, and how Hypothesis draws."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant import CountryTaxBenefitSystem
from openfisca_jobgrant.testing import JOB_GRANT, YamlCases

CASES = YamlCases(Path(__file__).parent, CountryTaxBenefitSystem, JOB_GRANT)

# `openfisca test` reads this file, too, also where the package is installed without its test extra.
if find_spec("hypothesis") is not None:
    from hypothesis import settings

    settings.register_profile("here", deadline=None)
    settings.register_profile("ci", deadline=None, derandomize=True)
    settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(CASES, "openfisca-yaml-cases")


@pytest.fixture(scope="session")
def system() -> TaxBenefitSystem:
    """The baseline: the one that the YAML cases without reforms are held against."""
    return CASES.systems.baseline
