"""The errors of the scorer, made those of the service."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from paiyan.scorer.errors import RulesError, TranslatedError
from paiyan.scorer.house.errors import HouseError
from paiyan.service.errors import BadHand, BadHouse, PaiyanError, UnknownRules


@contextmanager
def as_service_errors() -> Generator[None, None, None]:
    """The errors of the scorer as those of the service."""
    try:
        yield
    except PaiyanError:  # one of ours already
        raise
    except HouseError as wrong:
        raise BadHouse(wrong) from wrong
    except RulesError as wrong:
        raise UnknownRules(wrong) from wrong
    except TranslatedError as wrong:
        raise BadHand(wrong) from wrong
