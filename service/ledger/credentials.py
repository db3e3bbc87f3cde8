"""Credentials of a table: its secrets, the rights that follow from them, and the digest that is stored.

A table has a public id, which only names it, and a writing secret. The reading secret follows from the
writing secret and not the other way round, so that whoever may write can hand on either. The database keeps
a digest of the reading secret: whoever sees the database, or a backup of it, holds neither.

The secrets are made by chance, of 96 bits or more, so a plain digest is enough; it can never be another one,
since the links that were handed on hang on it.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from hashlib import blake2b
from hmac import compare_digest
from typing import NamedTuple

OLD_ADDRESS = 16
"""The length of the ids of earlier versions, each of which was the right to write to its table."""


class Credentials(NamedTuple):
    """The table that a request names, and its secret.

    Without a secret, `table` may be the address of a table opened by an earlier version.
    """

    table: str
    secret: str = ""


def new_id() -> str:
    """Return a public id: no secret, and shorter than the addresses of earlier versions.

    It does not begin with "-", so that a command line takes it for no option.
    """
    while (id_ := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return id_


def new_secret() -> str:
    """Return a writing secret of 128 random bits, as 22 characters that an address may have."""
    return secrets.token_urlsafe(16)


def reading(writing: str) -> str:
    """Derive the reading secret from a writing secret."""
    return _digest(writing, b"table: reading", 16)


def kept(reading_secret: str) -> str:
    """Return the digest of a reading secret that the database stores."""
    return _digest(reading_secret, b"table: kept", 24)


def may_write(secret: str, digest: str) -> bool | None:
    """True if a secret is the one for writing, by what is kept of the table's; None where it is neither."""
    if compare_digest(kept(reading(secret)), digest):
        return True
    return False if compare_digest(kept(secret), digest) else None


def _digest(text: str, purpose: bytes, size: int) -> str:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size, person=purpose).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
