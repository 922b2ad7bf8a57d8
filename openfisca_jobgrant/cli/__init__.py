"""The command ``jobgrant``: a thin face of the package's functions."""

from openfisca_jobgrant.cli.main import main

__all__ = ["main"]
