"""A short text in the languages of the program."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """The same thing said in Chinese, English and Japanese; Japanese falls back on Chinese."""

    zh: str
    en: str
    ja: str = ""

    def to(self, lang: str) -> str:
        """The text in ``zh``, ``en`` or ``ja``; other languages get English."""
        return {"zh": self.zh, "ja": self.ja or self.zh}.get(lang, self.en)
