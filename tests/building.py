"""Simulations made for tests: populations set directly, many situations in one."""

import numpy
from openfisca_core.simulations import Simulation


def build(system, applications):
    """A simulation of participants by application.

    Args:
        system: The law.
        applications: One list for each application: (employer's place, jurisdiction's place,
            number of participants). Employers and jurisdictions are counted from zero.
    """
    populations = system.instantiate_entities()
    sizes = [size for _, _, size in applications]
    of_application = numpy.repeat(numpy.arange(len(sizes)), sizes)
    of_employer = numpy.repeat([employer for employer, _, _ in applications], sizes)
    of_jurisdiction = numpy.repeat([place for _, place, _ in applications], sizes)
    people = populations["participant"]
    people.count = int(sum(sizes))
    people.ids = [str(place) for place in range(people.count)]
    for key, members, count in (
        ("application", of_application, len(sizes)),
        ("employer", of_employer, max(employer for employer, _, _ in applications) + 1),
        ("jurisdiction", of_jurisdiction, max(place for _, place, _ in applications) + 1),
    ):
        group = populations[key]
        group.count = count
        group.ids = [str(place) for place in range(count)]
        group.members_entity_id = members.astype(int)
    return Simulation(system, populations)


def give(simulation, name, period, values):
    """Set an input, enums by the names of their members."""
    variable = simulation.tax_benefit_system.get_variable(name)
    if hasattr(variable, "possible_values"):
        values = variable.possible_values.encode(numpy.array(values))
    else:
        values = numpy.array(values, dtype=variable.dtype)
    simulation.set_input(name, period, values)
