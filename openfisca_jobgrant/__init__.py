"""Rules as code for the Canada Job Grant: the law, the reforms of it, and the federal transfers.

``CountryTaxBenefitSystem`` is the name that the OpenFisca tools look for. It is the baseline: the
grant as announced on 21 March 2013, in force from 1 April 2014.
"""

from pathlib import Path

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.entities import entities
from openfisca_jobgrant.example import OPEN_API
from openfisca_jobgrant.law_versions import LawVersions

_PACKAGE = Path(__file__).resolve().parent

#: The folder that holds ``parameters/`` and ``variables/``: the package itself when installed from
#: a wheel, the repository in a checkout.
LAW = _PACKAGE if (_PACKAGE / "parameters").is_dir() else _PACKAGE.parent

if LAW != _PACKAGE:
    # In a checkout the reforms stand beside the package: this gives them the same dotted name as
    # in a wheel, ``openfisca_jobgrant.reforms``.
    __path__.append(str(LAW))


class CountryTaxBenefitSystem(LawVersions, TaxBenefitSystem):
    """The plan: the Canada Job Grant as announced on 21 March 2013, and the transfers behind it."""

    def __init__(self) -> None:
        super().__init__(entities)
        self.add_variables_from_directory(str(LAW / "variables"))
        self.load_parameters(str(LAW / "parameters"))
        self.open_api_config = dict(OPEN_API)

    def get_package_metadata(self) -> dict[str, str]:
        """Name, version, repository and the folder that holds the law.

        OpenFisca guesses the folder from the package's name, which is wrong in a wheel and in a
        clone whose own folder is named like the package: links to sources would not work.
        """
        return {**super().get_package_metadata(), "location": str(LAW)}
