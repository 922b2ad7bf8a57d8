"""The workbench: pages on which a drafter sees a reform work, in English and French."""

from openfisca_jobgrant.workbench.pages import workbench

__all__ = ["workbench"]
