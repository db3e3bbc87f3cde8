"""Why the system refuses a file or an address is told in the reader's language."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.messages.system import reason

WHY = Words("{why}", "{why}", "{why}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file") as refused:
        (tmp_path / "none").read_bytes()
    said = TranslatedError(WHY, why=reason(refused.value))
    assert [said.to(lang) for lang in ("zh", "en", "ja")] == [
        "没有这个文件或文件夹",
        "no such file or directory",
        "そのファイルやフォルダーはありません",
    ]


@pytest.mark.parametrize("code", ["ENOENT", "EACCES", "ENOSPC", "EROFS", "EADDRINUSE", "EISDIR", "EMFILE"])
def test_english_is_what_the_system_says(code: str) -> None:
    number = getattr(errno, code)
    why = reason(OSError(number, os.strerror(number)))
    assert isinstance(why, Words)
    assert why.en == os.strerror(number).lower()


def test_a_host_that_is_not_there() -> None:
    why = reason(socket.gaierror(socket.EAI_NONAME, "Name or service not known"))
    assert isinstance(why, Words)


def test_what_is_rare_is_said_as_the_system_says_it() -> None:
    assert reason(OSError(errno.ENOTTY, "Inappropriate ioctl")) == "inappropriate ioctl"
    assert reason(OSError("odd")) == "odd"
