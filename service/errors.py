"""The errors between a request and its answer.

    PaiyanError
    ├── WrongUse             the request cannot be carried out as it stands
    │   ├── BadHand          the hand contradicts itself or the rules
    │   ├── BadPicture       the picture cannot be read
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
    ├── CannotKeep           the folder for kept pictures cannot be written to: a full disk, another owner
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
    seconds = 0
    """When it is worth trying again, for the header Retry-After; 0 says nothing of it."""

    @property
    def headers(self) -> dict[str, str]:
        """Headers of the HTTP answer."""
        return {"retry-after": str(self.seconds)} if self.seconds else {}


class WrongUse(PaiyanError):  # noqa: N818 - reads as what happened
    http = 400
    kind = "bad-request"


class BadHand(WrongUse):
    http = 422
    kind = "bad-hand"


class BadPicture(WrongUse):
    http = 422
    kind = "bad-picture"


class TooLarge(BadPicture):
    http = 413
    kind = "too-large"


class UnknownRules(WrongUse):
    http = 404
    kind = "unknown-rules"


class BadHouse(WrongUse):
    http = 422
    kind = "bad-house"

    def __init__(self, wrong: HouseError) -> None:
        super().__init__(wrong)
        self.mistakes = wrong.mistakes


class BadCorrection(WrongUse):
    http = 422
    kind = "bad-correction"


class NoSuchAddress(WrongUse):
    http = 404
    kind = "not-found"


class WrongMethod(WrongUse):
    http = 405
    kind = "method-not-allowed"

    def __init__(self, headers: dict[str, str], *, method: str) -> None:
        super().__init__(METHOD_NOT_ALLOWED, method=method)
        self._headers = headers

    @property
    def headers(self) -> dict[str, str]:
        return self._headers


class UnknownTable(WrongUse):
    http = 404
    kind = "no-table"


class Conflict(WrongUse):
    http = 409
    kind = "conflict"


class NotKept(WrongUse):
    http = 403
    kind = "not-kept"


class NotAllowed(WrongUse):
    http = 401
    kind = "not-allowed"

    @property
    def headers(self) -> dict[str, str]:
        return {"www-authenticate": "Bearer"}


class Forbidden(NotAllowed):
    http = 403

    @property
    def headers(self) -> dict[str, str]:
        return {}


class TooOften(WrongUse):
    http = 429
    kind = "too-often"

    def __init__(self, seconds: int) -> None:
        super().__init__(TOO_OFTEN, seconds=seconds)
        self.seconds = seconds


class TooSlow(WrongUse):
    http = 408
    kind = "too-slow"


class NoDatabase(PaiyanError):  # noqa: N818
    http = 503
    kind = "no-database"
    seconds = 2


class CannotKeep(PaiyanError):  # noqa: N818
    http = 503
    kind = "cannot-keep"
    seconds = 60


class NotReady(PaiyanError):  # noqa: N818
    http = 503
    kind = "not-ready"
    seconds = 2


class Busy(PaiyanError):  # noqa: N818
    http = 503
    kind = "busy"

    def __init__(self, seconds: int) -> None:
        super().__init__(BUSY, seconds=seconds)
        self.seconds = seconds


class Late(PaiyanError):  # noqa: N818
    http = 504
    kind = "deadline"

    def __init__(self, seconds: float) -> None:
        super().__init__(LATE, seconds=seconds)


class NoModel(PaiyanError):  # noqa: N818
    http = 503
    kind = "no-model"


class NothingToAnswer(PaiyanError):  # noqa: N818
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
