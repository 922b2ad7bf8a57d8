"""The Web API: the stock one's contract, without its faults, and more."""

from openfisca_jobgrant.web.app import create_app

__all__ = ["create_app"]
