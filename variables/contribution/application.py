"""The same amounts for a whole application, and what an employer receives in a fiscal year."""

from openfisca_core.periods import MONTH, YEAR

from openfisca_jobgrant.entities import Application, Employer
from openfisca_jobgrant.rules import Money, exact, total
from openfisca_jobgrant.sources import cited


class application_federal_contribution(Money):
    entity = Application
    definition_period = MONTH
    label = "Federal contribution to the application"
    reference = cited("F-P1", "F-P5")

    def formula(application, period):
        """The sum over the participants."""
        return total(application, application.members("federal_contribution", period))


class application_provincial_contribution(Money):
    entity = Application
    definition_period = MONTH
    label = "Provincial or territorial contribution to the application"
    reference = cited("F-P2", "F-P5")

    def formula(application, period):
        """The sum over the participants."""
        return total(application, application.members("provincial_contribution", period))


class application_government_contribution(Money):
    entity = Application
    definition_period = MONTH
    label = "Government contribution to the application"
    reference = cited("F-P1", "F-P2")

    def formula(application, period):
        """The sum over the participants."""
        return total(application, application.members("government_contribution", period))


class application_employer_contribution(Money):
    entity = Application
    definition_period = MONTH
    label = "Employer contribution to the application"
    reference = cited("F-P3")

    def formula(application, period):
        """The sum over the participants."""
        return total(application, application.members("employer_contribution", period))


class employer_government_contributions(Money):
    entity = Employer
    definition_period = YEAR
    label = "Government contributions to the employer's training in the fiscal year"
    reference = cited("F-P1", "F-P2", "R-3")

    def formula(employer, period):
        """The sum over the participants and the months."""
        received = employer.filled_array(0.0, dtype=float)
        for month in period.get_subperiods(MONTH):
            received = exact(
                received + total(employer, employer.members("government_contribution", month))
            )
        return received
