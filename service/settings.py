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
Rate = Annotated[str, AfterValidator(check_rate)]
Port = Annotated[int, Field(ge=0, le=65535)]
Few = Annotated[int, Field(ge=1, le=64)]
Many = Annotated[int, Field(ge=1, le=100_000)]
ManyOrNone = Annotated[int, Field(ge=0, le=100_000)]
SomeOrNone = Annotated[int, Field(ge=0, le=10_000)]
Seconds = Annotated[float, Field(gt=0, le=600)]
Bytes = Annotated[int, Field(ge=1024)]
Memory = Annotated[int, Field(ge=2**20)]
Pixels = Annotated[int, Field(ge=65_536)]


class Settings(BaseSettings):
    """Settings of the service. Times are in seconds, sizes in bytes, unless a name says otherwise."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="forbid", frozen=True, env_ignore_empty=True, use_attribute_docstrings=True
    )

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 is every address."""
    port: Port = 8000
    """The port to listen on; 0 takes a free one."""
    admin_host: str = "127.0.0.1"
    """The address of the second listener, for health and metrics."""
    admin_port: Port = 8001
    """The port of the second listener, with /healthz, /readyz and /metrics; 0 takes a free one (and so does
    8001 where it is taken and nobody set it)."""
    workers: Few = 1
    """Processes that answer, each with its own detector."""
    connections: Many = 900
    """Connections that one process keeps open; beyond that, idle ones are closed."""
    connections_per_client: Many = 64
    """Connections of one address (of one network, for IPv6), proxies excepted."""
    head_time: Seconds = 10
    """Time within which a client must send the head of a request, and read an answer."""
    page: bool = True
    """Serve the page for phones at /."""

    pictures_at_once: Few = 2
    """Pictures that one process reads at a time; they go through the network as one batch."""
    pictures_waiting: SomeOrNone = 16
    """Pictures that may wait; more get 503 at once."""
    pictures_patience: Seconds = 1
    """Longest expected wait of a picture; beyond it, 503 at once."""
    network_threads: Few = 2
    """Processor cores that the network uses."""
    tiles: FilePath | None = None
    """Profile of the club's own tiles, made by `paiyan tiles`, to read them better."""
    model: FilePath | None = None
    """A detector of your own: weights (.onnx, .xml, .pt) of the 46 classes."""
    hands_at_once: Few = 1
    """Hands that one process scores at a time."""
    hands_waiting: ManyOrNone = 256
    """Hands that may wait; more get 503 at once."""
    hands_patience: Seconds = 0.1
    """Longest expected time of a typed hand; beyond it, 503 at once."""
    pages_patience: Seconds = 0.04
    """The same for rule pages and for reading tables."""
    deadline: Seconds = 20
    """Time after which an unanswered request gets 504."""
    upload_time: Seconds = 15
    """Time for receiving the body of a request, plus the time for its bytes; else 408."""
    upload_rate: Annotated[int, Field(ge=1)] = 65_536
    """Bytes of a body for which a second is added: the slowest upload."""

    photo_bytes: Bytes = 32 * 2**20
    """Largest picture, as a file."""
    photo_pixels: Pixels = 52_000_000
    """Largest picture, width times height: a camera of 50 megapixels."""
    memory: Memory = 128 * 2**20
    """Memory for uploads in one process; more get 503 at once."""
    picture_memory: Memory = 256 * 2**20
    """Memory for decoding pictures; one that needs more than is free waits."""
    json_bytes: Bytes = 2**20
    """Largest body of JSON."""
    batch_hands: Many = 1000
    """Hands of one batch."""
    batch_photos: Annotated[int, Field(ge=1, le=1000)] = 16
    """Photos of one batch."""

    table_rate: Rate = ""
    """Tables that one client may open, like 50/day; empty sets no limit."""
    table_events: Annotated[int, Field(ge=10, le=1_000_000)] = 20_000
    """Most events of one table (deals, changes, undone ones); then it is full."""
    table_days: Annotated[int, Field(ge=0, le=36_500)] = 0
    """Days without an event after which a table is deleted for good; 0 keeps all."""
    table_connections: ManyOrNone = 450
    """Phones that watch tables at a time; more get 503."""
    live_connections: SomeOrNone = 8
    """Live cameras at a time; 0 allows none."""
    live_idle: Annotated[float, Field(gt=0, le=3600)] = 60
    """Time without a frame after which a live camera is disconnected."""
    frame_bytes: Bytes = 4 * 2**20
    """Largest frame of a live camera, as a file."""
    frame_pixels: Pixels = 10_000_000
    """Largest frame, width times height."""

    api_keys: Annotated[tuple[SecretStr, ...], NoDecode] = ()
    """Keys of at least 16 characters, with commas between: every request must carry one of them; empty
    requires none. KEY 600/minute gives a key its own rate."""
    rate: Rate = ""
    """Requests that one client may send, like 120/minute or 5/second; empty sets no limit."""
    rate_storage: str = "memory://"
    """Where requests are counted: memory:// counts in each process, redis://… in all of them."""
    cors_origins: Annotated[tuple[Origin, ...], NoDecode] = ()
    """Web origins whose pages may call the service, with commas between."""
    hosts: Texts = ()
    """Host names to serve besides localhost and the machine's own addresses, with commas between;
    *.example.org is every name below it, * any name."""
    proxies: Annotated[Texts, AfterValidator(check_proxies)] = ("127.0.0.1",)
    """Addresses of proxies whose X-Forwarded headers are trusted."""
    https: bool = False
    """A proxy in front speaks HTTPS: send browsers the header that keeps them on it."""

    house_rules: DirectoryPath | None = None
    """Folder of house files (my-club.toml), whose rules are known by their ids."""
    keep: Path | None = None
    """Folder for corrected pictures that a user agrees to keep; without it none is kept."""
    database: Annotated[str, AfterValidator(check_database_address)] = "sqlite:///paiyan.db"
    """Where the ledger is kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; empty keeps none."""
    database_password: SecretStr = SecretStr("")
    """The password of the database, unescaped; the address then has only the user."""
    metrics: bool = True
    """Serve /metrics on the second listener."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Level of the log: info writes a line for each request, and one a second for refusals."""
    log_format: Literal["json", "text"] = "json"
    """Log lines as JSON objects or as text."""

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
        """Return the address with the password of the settings, escaped, if there is one."""
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
        if file:
            _check_lines(Path(file))
        return Settings(_env_file=file or None, _env_file_encoding="utf-8", **(overrides or {}))  # pyright: ignore[reportCallIssue]
    except ValidationError as wrong:
        raise WrongUse(_sentence(wrong, known)) from None
    except UnicodeDecodeError:
        raise WrongUse(words.NOT_UTF8, variable=FILE, file=file) from None


def _check_lines(file: Path) -> None:
    """Refuse a line that is no setting, which would be passed over. Raises `WrongUse`."""
    from dotenv.parser import parse_stream  # only here: few services have a file

    with file.open(encoding="utf-8") as lines:
        for binding in parse_stream(lines):
            if binding.error or (binding.key and binding.value is None):
                text = binding.original.string
                blank = text[: -len(text.lstrip())].count("\n")
                line = binding.original.line + blank
                raise WrongUse(words.NOT_A_SETTING, variable=FILE, file=str(file), line=line)


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
