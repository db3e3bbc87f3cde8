"""The language that a browser prefers, of those that we speak."""

from __future__ import annotations

import pytest

from paiyan.service.http.scope import preferred


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("fr,en;q=0.5,ja;q=0.7", "ja"),
        ("fr, de;q=0.5", "en"),
        ("zh;q=0", "en"),
        ("zh;q=much, ja;q=0.1", "ja"),
    ],
)
def test_the_best_that_we_speak_is_taken_and_none_that_is_ruled_out(header: str, lang: str) -> None:
    assert preferred(header) == lang
