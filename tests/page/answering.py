"""Answer one hand or deal, a line of JSON: what `test_answers` runs here and in the page's engine."""

from __future__ import annotations

import json

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.report.answer import answer


def answered(line: str) -> str:
    """Return the JSON of the answer in Chinese, or of the sentence that refuses the hand."""
    try:
        return json.dumps(answer(json.loads(line), lang="zh", explain=True), ensure_ascii=False)
    except TranslatedError as wrong:
        return json.dumps({"error": wrong.to("zh")}, ensure_ascii=False)
