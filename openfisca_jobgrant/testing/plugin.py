"""The pytest plugin: YAML cases as tests under their own names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from openfisca_core.tools.test_runner import OpenFiscaPlugin

from openfisca_jobgrant.conventions import Conventions
from openfisca_jobgrant.testing.cases import BadCase, Case, read_cases
from openfisca_jobgrant.testing.checking import check
from openfisca_jobgrant.testing.problems import CaseError, MismatchError
from openfisca_jobgrant.testing.systems import Factory, Systems

_SUFFIXES = frozenset({".yaml", ".yml"})
_DEFAULT_CONVENTIONS = Conventions()


class YamlCases:
    """Collects the YAML files of a folder as law tests.

    Register it in the ``pytest_configure`` of the folder's ``conftest.py``. When OpenFisca's own
    runner drives pytest, it steps aside, and keeps Python tests out of that run, too.

    Args:
        folder: The folder: every YAML file in it, at any depth, holds cases.
        factory: Builds the baseline system.
        conventions: How periods are written and groups nest.
    """

    def __init__(
        self, folder: Path, factory: Factory, conventions: Conventions = _DEFAULT_CONVENTIONS
    ) -> None:
        self.systems = Systems(factory)
        self.conventions = conventions
        self._folder = folder.resolve()

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Take the YAML files of the folder, unless OpenFisca's runner does."""
        if file_path.suffix not in _SUFFIXES or not self._holds(file_path):
            return None
        if _stock_runner_drives(parent.config):
            return None
        file: CaseFile = CaseFile.from_parent(parent, path=file_path, cases=self)
        return file

    def pytest_pycollect_makemodule(
        self, module_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Leave the folder's Python tests alone when OpenFisca's runner drives.

        It would import them in an environment that need not have what they import.
        """
        if self._holds(module_path) and _stock_runner_drives(parent.config):
            nothing: _NothingToCollect = _NothingToCollect.from_parent(parent, path=module_path)
            return nothing
        return None

    def _holds(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self._folder)


def _stock_runner_drives(config: pytest.Config) -> bool:
    return any(isinstance(plugin, OpenFiscaPlugin) for plugin in config.pluginmanager.get_plugins())


class _NothingToCollect(pytest.File):
    """A file that is not looked into."""

    def collect(self) -> Iterable[pytest.Item]:
        return ()


class CaseFile(pytest.File):
    """A YAML file with law tests."""

    def __init__(self, *, cases: YamlCases, **options: Any) -> None:
        super().__init__(**options)
        self._cases = cases

    def collect(self) -> Iterator[pytest.Item]:
        """The cases of the file; what can't be read is a test that fails."""
        for case in read_cases(self.path):
            yield CaseItem.from_parent(self, name=case.name, case=case, cases=self._cases)


class CaseItem(pytest.Item):
    """A law test."""

    def __init__(self, *, case: Case | BadCase, cases: YamlCases, **options: Any) -> None:
        super().__init__(**options)
        self._case = case
        self._cases = cases
        if isinstance(case, Case):
            self.extra_keyword_matches.update(case.keywords)

    def runtest(self) -> None:
        """Hold the case against the law; a bad case fails."""
        if isinstance(self._case, BadCase):
            raise self._case.error
        try:
            check(self._case, self._cases.systems, self._cases.conventions)
        except (CaseError, MismatchError):
            raise
        except Exception as error:
            error.add_note(f"{self._shown_path()}:{self._case.line}: {self._case.name}")
            raise

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case stands: pytest counts lines from zero."""
        return self.path, self._case.line - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """One line for each problem, with file and line; a traceback for any other fault."""
        error = excinfo.value
        if not isinstance(error, CaseError | MismatchError):
            return super().repr_failure(excinfo, style)
        path = self._shown_path()
        return "\n".join(f"{path}:{at.line}: {at.message}" for at in error.problems)

    def _shown_path(self) -> str:
        return os.path.relpath(self.path, self.config.invocation_params.dir)
