# SPDX-License-Identifier: Apache-2.0
"""The files that Scripts/install installs."""

import pytest
from install_script.installation import Installation


@pytest.fixture(scope="session")
def installed(tmp_path_factory) -> Installation:
    """One installation into an empty folder, which tests only read."""
    made = Installation(tmp_path_factory.mktemp("installed"))
    made.install()
    return made


@pytest.fixture
def installation(tmp_path) -> Installation:
    """An empty folder to install into."""
    return Installation(tmp_path)
