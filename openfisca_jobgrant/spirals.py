"""Making heard what OpenFisca keeps silent: a variable that meets itself at another period.

OpenFisca then takes the default value instead, so the result depends on which periods were asked
for before.
"""

from __future__ import annotations

from openfisca_core.simulations import Simulation

from openfisca_jobgrant.languages.messages import message


class SpiralFoundError(Exception):
    """A variable depends on itself at another period.

    It isn't OpenFisca's ``SpiralError``, which OpenFisca catches.
    """


def refuse_spirals(simulation: Simulation) -> None:
    """Have a simulation raise ``SpiralFoundError`` where OpenFisca would quietly use a default.

    Args:
        simulation: The simulation; no other one is affected.
    """

    def refuse(variable: str) -> None:
        chain = " > ".join(f"{at['name']}@{at['period']}" for at in simulation.tracer.stack)
        raise SpiralFoundError(
            message(
                "{variable} depends on itself at another period: {chain}",
                variable=variable,
                chain=chain,
            )
        )

    simulation.invalidate_spiral_variables = refuse
