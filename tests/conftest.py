"""Settings shared by the whole suite."""

from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["pytester"]

# Speed is measured in bench/, never by a property test that was slow once.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")
