"""The pages of documentation that come from the service's code: ``python -m service.pages docs``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_origin

from pydantic import SecretStr

from service.settings import FILE, PREFIX, Settings

_HEAD = f"""# Settings

`paiyan serve` takes its settings from the environment, and from a file that `{FILE}` names: a line each,
`{PREFIX}NAME=value`. The environment goes before the file, `--host`, `--port` and `--workers` before both.
A name or a value that does not fit ends the program with one sentence. Times are seconds, sizes are bytes.

| variable | default | what it does |
|---|---|---|
"""
_KINDS: dict[Any, str] = {bool: "true or false"}


def settings_page() -> str:
    """`docs/settings.md`: every setting with its default."""
    return _HEAD + "\n".join(map(_row, Settings.model_fields)) + "\n"


def _row(name: str) -> str:
    field = Settings.model_fields[name]
    default = _shown(field.default)
    said = field.description or ""
    if get_origin(field.annotation) is Literal:
        said += " One of " + ", ".join(f"`{choice}`" for choice in get_args(field.annotation)) + "."
    elif field.annotation in _KINDS:
        said += f" {_KINDS[field.annotation].capitalize()}."
    return f"| `{PREFIX}{name.upper()}` | {f'`{default}`' if default else ''} | {said} |"


def _shown(default: Any) -> str:
    if default is None:
        return ""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple):
        return ",".join(map(str, cast("tuple[object, ...]", default)))
    return str(default.get_secret_value()) if isinstance(default, SecretStr) else str(default)


def main() -> None:
    """Write the pages into the folder that is named."""
    Path(sys.argv[1], "settings.md").write_text(settings_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
