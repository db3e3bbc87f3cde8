"""What can go wrong between a request and its answer.

    PaiyanError
    ├── WrongUse             the request cannot be carried out as it stands
    │   ├── BadHand          the hand contradicts itself or the rules
    │   ├── BadPicture       the picture cannot be taken in
    │   │   └── TooLarge     … because it is larger than the limits
    │   └── UnknownRules     no rule set of that name
    ├── NoModel              the detector cannot be opened
    └── NothingToAnswer      it was carried out and there is nothing to say

Each message is one sentence that says what is wrong and how to mend it. The packages below have errors
of their own (`scorer.situation.HandError`, `vision.errors.VisionError`); `service.answers` makes them these.
"""

from __future__ import annotations


class PaiyanError(Exception):
    """The base: `status` is for the command line, `http` and `kind`, a stable name, are for the service."""

    status = 2
    http = 500
    kind = "internal"


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


class NoModel(PaiyanError):  # noqa: N818
    """A detector that cannot be opened: weights or a library are missing."""

    http = 503
    kind = "no-model"


class NothingToAnswer(PaiyanError):  # noqa: N818
    """A picture without tiles."""

    status = 1
    http = 422
    kind = "no-tiles"
