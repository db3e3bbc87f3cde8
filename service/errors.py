"""What can go wrong between a request and its answer.

    PaiyanError
    ├── WrongUse             the request cannot be carried out as it stands
    │   ├── BadHand          the hand contradicts itself or the rules
    │   ├── BadPicture       the picture cannot be taken in
    │   │   └── TooLarge     … because it is larger than the limits
    │   ├── UnknownRules     no rule set of that name
    │   ├── BadCorrection    a correction that does not fit the reading
    │   ├── UnknownTable     no table of that id in the ledger
    │   ├── Conflict         somebody else wrote to the table meanwhile
    │   ├── NotKept          a picture was to be kept where none is
    │   ├── NotAllowed       no key, or a wrong one
    │   ├── TooOften         more requests than the rate allows
    │   └── TooSlow          the body did not come in time
    ├── NoModel              the detector cannot be opened
    ├── NoDatabase           the ledger's database cannot be opened
    ├── NotReady             the detector is still being opened
    ├── Busy                 too much waits already
    ├── Late                 not done before the deadline
    └── NothingToAnswer      it was carried out and there is nothing to say

Each message is one sentence that says what is wrong and how to mend it. The packages below have errors
of their own (`scorer.situation.HandError`, `vision.errors.VisionError`); `service.answers` makes them these.
"""

from __future__ import annotations

from scorer.words import Words


class PaiyanError(Exception):
    """The base: `status` is for the command line, `http` and `kind`, a stable name, are for the service."""

    status = 2
    http = 500
    kind = "internal"

    said: Words | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What the HTTP answer tells beside the sentence."""
        return {}

    def to(self, lang: str) -> str:
        """The sentence in a language, where it is known in it."""
        return self.said.to(lang) if self.said else str(self)


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


class BadCorrection(WrongUse):
    """A correction that does not fit the reading."""

    http = 422
    kind = "bad-correction"


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


class TooOften(WrongUse):
    """More requests than the rate allows; `seconds` until the next is answered."""

    http = 429
    kind = "too-often"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many requests: wait {seconds} s before the next")
        self.said = Words(
            f"请求过于频繁：请等 {seconds} 秒再试",
            str(self),
            f"リクエストが多すぎます：{seconds} 秒待ってください",
        )
        self.seconds = seconds

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": str(self.seconds)}


class TooSlow(WrongUse):
    """A body that did not come in time."""

    http = 408
    kind = "too-slow"


class NoDatabase(PaiyanError):  # noqa: N818
    """The ledger's database cannot be opened."""

    http = 503
    kind = "no-database"


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
        super().__init__(f"the service is busy: send it again in {seconds} s")
        self.said = Words(
            f"服务繁忙：请在 {seconds} 秒后重试",
            str(self),
            f"混み合っています：{seconds} 秒後にもう一度送ってください",
        )
        self.seconds = seconds

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": str(self.seconds)}


class Late(PaiyanError):  # noqa: N818
    """Not done before the deadline of so many seconds."""

    http = 504
    kind = "deadline"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it was not answered within {seconds:g} s: send it again, or a smaller picture")
        self.said = Words(
            f"{seconds:g} 秒内未能处理完：请重试，或发送较小的图片",
            str(self),
            f"{seconds:g} 秒以内に処理できませんでした：もう一度、または小さい画像で送ってください",
        )


class NoModel(PaiyanError):  # noqa: N818
    """A detector that cannot be opened: weights or a library are missing."""

    http = 503
    kind = "no-model"


class NothingToAnswer(PaiyanError):  # noqa: N818
    """A picture without tiles."""

    status = 1
    http = 422
    kind = "no-tiles"
