"""What can be imported from the package itself."""

import pytest

import fairpair
from fairpair.engine.pairing.systems import pair_round


def test_the_package_offers_the_engine() -> None:
    assert fairpair.pair_round is pair_round
    assert fairpair.__version__


def test_nothing_else_is_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'pair_rounds'"):
        _ = fairpair.pair_rounds  # type: ignore[attr-defined]
