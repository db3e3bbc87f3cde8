"""The settings of the service: from the environment, ``PAIYAN_…``, and from a file of the same names.

The file is the one that ``PAIYAN_SETTINGS`` names, one ``PAIYAN_NAME=value`` a line; the environment goes
before it. A name or a value that does not fit is refused with one sentence. `docs/settings.md` is written
from the descriptions here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlsplit

from pydantic import (
    AfterValidator,
    DirectoryPath,
    Field,
    FilePath,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.languages import Message
from paiyan.service.errors import WrongUse
from paiyan.service.messages import operations as words
from paiyan.service.messages.requests import complaint

_DATABASE = re.compile(r"sqlite(\+\w+)?:///.+|postgres(ql(\+\w+)?)?://.*")
_ORIGIN = re.compile(r"\*|null|[a-z][a-z0-9+.-]*://[^/?#@\sA-Z]+")


class SettingError(TranslatedError, ValueError):
    """A text that a setting cannot be."""


def check_database_address(address: str) -> str:
    """Check the address of a database, or an empty one. Errors leave the address out: it has a password."""
    kind, _, rest = address.partition("://")
    if address and not _DATABASE.fullmatch(address):
        raise SettingError(words.DATABASE_ADDRESS)
    if kind.startswith("postgres") and (rest.count("@") > 1 or "@" in rest.partition("/")[2]):
        raise SettingError(words.PASSWORD_APART)
    return address


def check_origin(text: str) -> str:
    """Check a web origin as browsers send it (a file's is ``null``), or ``*``."""
    if not _ORIGIN.fullmatch(text):
        raise SettingError(words.ORIGIN, text=text)
    return text


def check_proxies(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Check addresses and networks, or ``*``; host names are not resolved."""
    if "*" in addresses and len(addresses) > 1:
        raise SettingError(words.EVERY_ADDRESS)
    for text in addresses:
        try:
            if text != "*":
                (ip_network if "/" in text else ip_address)(text)
        except ValueError:
            raise SettingError(words.PROXY, text=text) from None
    return addresses


def check_rate(text: str) -> str:
    """Check a rate like 120/minute, or an empty text."""
    from limits import parse

    if text:
        try:
            parse(text)
        except ValueError:
            raise SettingError(words.RATE, text=text) from None
    return text


PREFIX = "PAIYAN_"
FILE = "PAIYAN_SETTINGS"
_OTHERS = (FILE, "PAIYAN_DEBUG")
"""Environment variables of Paiyan that are not settings."""

Texts = Annotated[tuple[str, ...], NoDecode]
"""Several texts, in the environment with commas between them."""
Origin = Annotated[str, AfterValidator(check_origin)]


class Settings(BaseSettings):
    """Settings of the service. Times are in seconds, sizes in bytes, unless a name says otherwise."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True, env_ignore_empty=True)

    host: str = Field("127.0.0.1", description="The address to listen on; 0.0.0.0 is every address.")
    port: int = Field(8000, ge=0, le=65535, description="The port to listen on; 0 takes a free one.")
    admin_host: str = Field(
        "127.0.0.1", description="The address of the second listener, for health and metrics."
    )
    admin_port: int = Field(
        8001,
        ge=0,
        le=65535,
        description="The port of the second listener, with /healthz, /readyz and /metrics; 0 takes a free one"
        " (and so does 8001 where it is taken and nobody set it).",
    )
    workers: int = Field(1, ge=1, le=64, description="Processes that answer, each with its own detector.")
    connections: int = Field(
        900,
        ge=1,
        le=100_000,
        description="Connections that one process keeps open; beyond that, idle ones are closed.",
    )
    connections_per_client: int = Field(
        64,
        ge=1,
        le=100_000,
        description="Connections of one address (of one network, for IPv6), proxies excepted.",
    )
    head_time: float = Field(
        10,
        gt=0,
        le=600,
        description="Time within which a client must send the head of a request, and read an answer.",
    )
    page: bool = Field(True, description="Serve the page for phones at /.")

    pictures_at_once: int = Field(
        2,
        ge=1,
        le=64,
        description="Pictures that one process reads at a time; they go through the network as one batch.",
    )
    pictures_waiting: int = Field(
        16, ge=0, le=10_000, description="Pictures that may wait; more get 503 at once."
    )
    pictures_patience: float = Field(
        1,
        gt=0,
        le=600,
        description="Longest expected wait of a picture; beyond it, 503 at once.",
    )
    network_threads: int = Field(2, ge=1, le=64, description="Processor cores that the network uses.")
    tiles: FilePath | None = Field(
        None,
        description="Profile of the club's own tiles, made by `paiyan tiles`, to read them better.",
    )
    model: FilePath | None = Field(
        None,
        description="A detector of your own: weights (.onnx, .xml, .pt) of the 46 classes.",
    )
    hands_at_once: int = Field(1, ge=1, le=64, description="Hands that one process scores at a time.")
    hands_waiting: int = Field(
        256, ge=0, le=100_000, description="Hands that may wait; more get 503 at once."
    )
    hands_patience: float = Field(
        0.1,
        gt=0,
        le=600,
        description="Longest expected time of a typed hand; beyond it, 503 at once.",
    )
    pages_patience: float = Field(
        0.04,
        gt=0,
        le=600,
        description="The same for rule pages and for reading tables.",
    )
    deadline: float = Field(20, gt=0, le=600, description="Time after which an unanswered request gets 504.")
    upload_time: float = Field(
        15,
        gt=0,
        le=600,
        description="Time for receiving the body of a request, plus the time for its bytes; else 408.",
    )
    upload_rate: int = Field(
        65_536, ge=1, description="Bytes of a body for which a second is added: the slowest upload."
    )

    photo_bytes: int = Field(32 * 2**20, ge=1024, description="Largest picture, as a file.")
    photo_pixels: int = Field(
        52_000_000, ge=65_536, description="Largest picture, width times height: a camera of 50 megapixels."
    )
    memory: int = Field(
        128 * 2**20, ge=2**20, description="Memory for uploads in one process; more get 503 at once."
    )
    picture_memory: int = Field(
        256 * 2**20,
        ge=2**20,
        description="Memory for decoding pictures; one that needs more than is free waits.",
    )
    json_bytes: int = Field(2**20, ge=1024, description="Largest body of JSON.")
    batch_hands: int = Field(1000, ge=1, le=100_000, description="Hands of one batch.")
    batch_photos: int = Field(16, ge=1, le=1000, description="Photos of one batch.")

    table_rate: Annotated[str, AfterValidator(check_rate)] = Field(
        "", description="Tables that one client may open, like 50/day; empty sets no limit."
    )
    table_events: int = Field(
        20_000,
        ge=10,
        le=1_000_000,
        description="Most events of one table (deals, changes, undone ones); then it is full.",
    )
    table_days: int = Field(
        0,
        ge=0,
        le=36_500,
        description="Days without an event after which a table is deleted for good; 0 keeps all.",
    )
    table_connections: int = Field(
        450,
        ge=0,
        le=100_000,
        description="Phones that watch tables at a time; more get 503.",
    )
    live_connections: int = Field(8, ge=0, le=10_000, description="Live cameras at a time; 0 allows none.")
    live_idle: float = Field(
        60, gt=0, le=3600, description="Time without a frame after which a live camera is disconnected."
    )
    frame_bytes: int = Field(4 * 2**20, ge=1024, description="Largest frame of a live camera, as a file.")
    frame_pixels: int = Field(10_000_000, ge=65_536, description="Largest frame, width times height.")

    api_keys: Annotated[tuple[SecretStr, ...], NoDecode] = Field(
        (),
        description="Keys of at least 16 characters, with commas between: every request must carry one"
        " of them; empty requires none. KEY 600/minute gives a key its own rate.",
    )
    rate: Annotated[str, AfterValidator(check_rate)] = Field(
        "", description="Requests that one client may send, like 120/minute or 5/second; empty sets no limit."
    )
    rate_storage: str = Field(
        "memory://",
        description="Where requests are counted: memory:// counts in each process, redis://… in all of them.",
    )
    cors_origins: Annotated[tuple[Origin, ...], NoDecode] = Field(
        (), description="Web origins whose pages may call the service, with commas between."
    )
    hosts: Texts = Field(
        (),
        description="Host names to serve besides localhost and the machine's own addresses, with commas"
        " between; *.example.org is every name below it, * any name.",
    )
    proxies: Annotated[Texts, AfterValidator(check_proxies)] = Field(
        ("127.0.0.1",), description="Addresses of proxies whose X-Forwarded headers are trusted."
    )
    https: bool = Field(
        False, description="A proxy in front speaks HTTPS: send browsers the header that keeps them on it."
    )

    house_rules: DirectoryPath | None = Field(
        None, description="Folder of house files (my-club.toml), whose rules are known by their ids."
    )
    keep: Path | None = Field(
        None, description="Folder for corrected pictures that a user agrees to keep; without it none is kept."
    )
    database: Annotated[str, AfterValidator(check_database_address)] = Field(
        "sqlite:///paiyan.db",
        description="Where the ledger is kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME;"
        " empty keeps none.",
    )
    database_password: SecretStr = Field(
        SecretStr(""),
        description="The password of the database, unescaped; the address then has only the user.",
    )
    metrics: bool = Field(True, description="Serve /metrics on the second listener.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info",
        description="Level of the log: info writes a line for each request, and one a second for refusals.",
    )
    log_format: Literal["json", "text"] = Field("json", description="Log lines as JSON objects or as text.")

    @field_validator("api_keys", "cors_origins", "hosts", "proxies", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return (
            [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value
        )

    @model_validator(mode="after")
    def _of_somebody(self) -> Settings:
        parts = urlsplit(self.database)
        if self.database_password.get_secret_value() and (not parts.username or parts.password):
            raise SettingError(words.PASSWORD_OF_NOBODY)
        return self

    @property
    def database_address(self) -> str:
        """Return the address of the database, with the password."""
        if not (password := self.database_password.get_secret_value()):
            return self.database
        user, _, host = (parts := urlsplit(self.database)).netloc.rpartition("@")
        return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{host}").geturl()

    @field_validator("api_keys")
    @classmethod
    def _long(cls, keys: tuple[SecretStr, ...]) -> tuple[SecretStr, ...]:
        for entry in keys:
            key, _, rate = entry.get_secret_value().partition(" ")
            if len(key) < 16:
                raise SettingError(words.SHORT_KEY)
            check_rate(rate.strip())
        return keys


def load_settings(*, overrides: Mapping[str, Any] | None = None) -> Settings:
    """Load settings from the environment and its file; `overrides` win over both.

    Raises `WrongUse` with one sentence that names the variable.
    """
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    if odd := sorted(n for n in os.environ if n.startswith(PREFIX) and n not in (*known, *_OTHERS)):
        raise WrongUse(_unknown(odd[0], known))
    file = os.environ.get(FILE)
    if file and not Path(file).is_file():
        raise WrongUse(words.NO_FILE, variable=FILE, file=file)
    try:
        return Settings(_env_file=file or None, _env_file_encoding="utf-8", **(overrides or {}))  # pyright: ignore[reportCallIssue]
    except ValidationError as wrong:
        raise WrongUse(_sentence(wrong, known)) from None
    except UnicodeDecodeError:
        raise WrongUse(words.NOT_UTF8, variable=FILE, file=file) from None


def _unknown(name: str, names: list[str]) -> Message:
    near = get_close_matches(name.upper(), names, n=1)
    hint = Message(words.NEAREST, {"near": near[0]}) if near else words.LISTED
    return Message(words.UNKNOWN, {"name": name, "hint": hint})


def _sentence(wrong: ValidationError, names: list[str]) -> Message:
    first = wrong.errors()[0]
    field = str(first["loc"][0]) if first["loc"] else "database"
    name = field.upper() if field.upper().startswith(PREFIX) else PREFIX + field.upper()
    if first["type"] == "extra_forbidden":
        return _unknown(name, names)
    return Message(words.CANNOT_BE_USED, {"name": name, "why": complaint(dict(first), lower=True)})
