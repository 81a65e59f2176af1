"""Settings of the whole test run."""

from __future__ import annotations

import pytest

from tests.proofs import RuleProofs


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(RuleProofs(), "rule-proofs")
