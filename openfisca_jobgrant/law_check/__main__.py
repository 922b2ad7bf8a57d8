"""The command: ``python -m openfisca_jobgrant.law_check [FOLDER]``."""

from __future__ import annotations

import sys
from pathlib import Path

from openfisca_jobgrant import LAW, CountryTaxBenefitSystem
from openfisca_jobgrant.law_check.parameters import parameter_faults
from openfisca_jobgrant.law_check.reforms import reform_faults
from openfisca_jobgrant.law_check.variables import formula_faults, variable_faults


def main(arguments: list[str]) -> int:
    """Check the law in a folder, this package's own if none is named.

    Args:
        arguments: At most one: a folder that holds ``parameters`` and ``variables``.

    Returns:
        The exit code.
    """
    if len(arguments) > 1:
        print("usage: python -m openfisca_jobgrant.law_check [FOLDER]", file=sys.stderr)
        return 2
    folder = Path(arguments[0]) if arguments else LAW
    for part in ("parameters", "variables"):
        if not (folder / part).is_dir():
            print(f"{folder} is no folder of law: it has no {part}/", file=sys.stderr)
            return 2
    faults = [*parameter_faults(folder / "parameters"), *formula_faults(folder / "variables")]
    if not arguments:
        faults += [*variable_faults(CountryTaxBenefitSystem()), *reform_faults()]
    for fault in faults:
        print(fault)
    if faults:
        print(f"faults found: {len(faults)}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
