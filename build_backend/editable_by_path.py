"""Setuptools, with one change: an editable install puts the repository on Python's path.

Setuptools would install a finder that comes last. Where a clone's own folder is named like the
package, Python then takes that folder for it, as a namespace without content, and never asks.
"""

from __future__ import annotations

from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def build_editable(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the wheel of an editable install; returns its file name (PEP 660)."""
    return build_meta.build_editable(wheel_directory, _by_path(config_settings), metadata_directory)


def prepare_metadata_for_build_editable(
    metadata_directory: str, config_settings: dict[str, Any] | None = None
) -> str:
    """Write the metadata of an editable install; returns their folder's name (PEP 660)."""
    return build_meta.prepare_metadata_for_build_editable(
        metadata_directory, _by_path(config_settings)
    )


def _by_path(config_settings: dict[str, Any] | None) -> dict[str, Any]:
    return {"editable_mode": "compat", **(config_settings or {})}
