"""The errors between a request and its answer.

    PaiyanError
    ├── WrongUse             the request cannot be carried out as it stands
    │   ├── BadHand          the hand contradicts itself or the rules
    │   ├── BadPicture       the picture cannot be taken in
    │   │   └── TooLarge     … because it is larger than the limits
    │   ├── UnknownRules     no rule set of that name
    │   ├── BadHouse         a house file with mistakes in it
    │   ├── BadCorrection    a correction that does not fit the reading
    │   ├── NoSuchAddress    nothing at this address
    │   ├── WrongMethod      an address that takes other methods
    │   ├── UnknownTable     no table of that id in the ledger
    │   ├── Conflict         somebody else wrote to the table meanwhile
    │   ├── NotKept          a picture was to be kept where none is
    │   ├── NotAllowed       no key, or a wrong one
    │   │   └── Forbidden    … or no key would help
    │   ├── TooOften         more requests than the rate allows
    │   └── TooSlow          the body did not come in time
    ├── NoModel              the detector cannot be opened
    ├── NoDatabase           the ledger's database cannot be opened
    ├── CannotKeep           the folder for kept pictures cannot be written to
    ├── NotReady             the detector is still being opened
    ├── Busy                 too much waits already
    ├── Late                 not done before the deadline
    └── NothingToAnswer      it was carried out and there is nothing to say

Each carries one sentence of `paiyan.service.messages` that says what is wrong and how to mend it, and the
values in it; it becomes a text in the language of whoever reads it. The packages below have errors of their
own (`paiyan.scorer.errors.HandError`, `paiyan.vision.errors.VisionError`); `as_service_errors` makes
those of the scorer these.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from paiyan.scorer.errors import RulesError, TranslatedError
from paiyan.scorer.house.errors import HouseError
from paiyan.service.messages.requests import BUSY, LATE, METHOD_NOT_ALLOWED, TOO_OFTEN


class PaiyanError(TranslatedError):
    """The base: `status` is for the command line, `http` and `kind`, a stable name, are for the service."""

    status = 2
    http = 500
    kind = "internal"

    @property
    def headers(self) -> dict[str, str]:
        """Headers of the HTTP answer."""
        return {}


class WrongUse(PaiyanError):  # noqa: N818 - reads as what happened
    """A request that cannot be carried out as it stands."""

    http = 400
    kind = "bad-request"


class BadHand(WrongUse):
    """A hand that cannot be."""

    http = 422
    kind = "bad-hand"


class BadPicture(WrongUse):
    """A picture that cannot be taken in."""

    http = 422
    kind = "bad-picture"


class TooLarge(BadPicture):
    """More bytes or pixels than the limits."""

    http = 413
    kind = "too-large"


class UnknownRules(WrongUse):
    """No rule set of that name."""

    http = 404
    kind = "unknown-rules"


class BadHouse(WrongUse):
    """A house file that cannot be used; each of its mistakes has a line."""

    http = 422
    kind = "bad-house"

    def __init__(self, wrong: HouseError) -> None:
        super().__init__(wrong)
        self.mistakes = wrong.mistakes


class BadCorrection(WrongUse):
    """A correction that does not fit the reading."""

    http = 422
    kind = "bad-correction"


class NoSuchAddress(WrongUse):
    """Nothing at this address."""

    http = 404
    kind = "not-found"


class WrongMethod(WrongUse):
    """A method that the address does not take; `headers` name those that it takes."""

    http = 405
    kind = "method-not-allowed"

    def __init__(self, headers: dict[str, str], *, method: str) -> None:
        super().__init__(METHOD_NOT_ALLOWED, method=method)
        self._headers = headers

    @property
    def headers(self) -> dict[str, str]:
        return self._headers


class UnknownTable(WrongUse):
    """No table of that id."""

    http = 404
    kind = "no-table"


class Conflict(WrongUse):
    """A table that is not as the sender believed."""

    http = 409
    kind = "conflict"


class NotKept(WrongUse):
    """A picture that was to be kept where none is."""

    http = 403
    kind = "not-kept"


class NotAllowed(WrongUse):
    """A request without a key of the service."""

    http = 401
    kind = "not-allowed"

    @property
    def headers(self) -> dict[str, str]:
        return {"www-authenticate": "Bearer"}


class Forbidden(NotAllowed):
    """A request that whoever sends it may not make, with whatever key of the service."""

    http = 403

    @property
    def headers(self) -> dict[str, str]:
        return {}


class TooOften(WrongUse):
    """More requests than the rate allows; `seconds` until the next is answered."""

    http = 429
    kind = "too-often"

    def __init__(self, seconds: int) -> None:
        super().__init__(TOO_OFTEN, seconds=seconds)
        self.seconds = seconds

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": str(self.seconds)}


class TooSlow(WrongUse):
    """A body that did not come in time."""

    http = 408
    kind = "too-slow"


class NoDatabase(PaiyanError):  # noqa: N818
    """The ledger's database cannot be opened, or does not answer."""

    http = 503
    kind = "no-database"

    @property
    def headers(self) -> dict[str, str]:
        """When it is worth asking again."""
        return {"retry-after": "2"}


class CannotKeep(PaiyanError):  # noqa: N818
    """The folder for kept pictures cannot be written to: its disk is full, or it is another's."""

    http = 503
    kind = "cannot-keep"

    @property
    def headers(self) -> dict[str, str]:
        """When it is worth trying again."""
        return {"retry-after": "60"}


class NotReady(PaiyanError):  # noqa: N818
    """The detector is still being opened, or cannot be."""

    http = 503
    kind = "not-ready"

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": "2"}


class Busy(PaiyanError):  # noqa: N818
    """Too much waits already; in `seconds` it should be done."""

    http = 503
    kind = "busy"

    def __init__(self, seconds: int) -> None:
        super().__init__(BUSY, seconds=seconds)
        self.seconds = seconds

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": str(self.seconds)}


class Late(PaiyanError):  # noqa: N818
    """Not done within the deadline, in seconds."""

    http = 504
    kind = "deadline"

    def __init__(self, seconds: float) -> None:
        super().__init__(LATE, seconds=seconds)


class NoModel(PaiyanError):  # noqa: N818
    """A detector that cannot be opened: weights or a library are missing."""

    http = 503
    kind = "no-model"


class NothingToAnswer(PaiyanError):  # noqa: N818
    """A picture without tiles."""

    status = 1
    http = 422
    kind = "no-tiles"


@contextmanager
def as_service_errors() -> Generator[None, None, None]:
    """Raise the errors of the scorer as those of the service."""
    try:
        yield
    except PaiyanError:  # of the service already
        raise
    except HouseError as wrong:
        raise BadHouse(wrong) from wrong
    except RulesError as wrong:
        raise UnknownRules(wrong) from wrong
    except TranslatedError as wrong:
        raise BadHand(wrong) from wrong
