# SPDX-License-Identifier: Apache-2.0
import pytest

from lab import Lab


@pytest.fixture
def lab():
    """A home of its own for the test; afterwards nothing that was started may be left."""
    with Lab() as one:
        yield one
