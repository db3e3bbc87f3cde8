"""``GET /v1/rules``: the rule sets."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Path, Request, Response

from service import answers
from service.language import Lang
from service.routes.answering import answered

router = APIRouter(prefix="/v1", tags=["rules"])


@router.get("/rules")
def rule_sets(lang: Lang) -> list[dict[str, Any]]:
    """The rule sets."""
    return answers.rule_sets(lang=lang)


@router.get("/rules/{id}")
def rule_set(
    request: Request, lang: Lang, id: str = Path(description="As /v1/rules lists it.", examples=["guobiao"])
) -> Response:
    """One rule set: its fans, and its options, its table and the whole situation as JSON Schema."""
    return answered(request, answers.rule_set(id, lang=lang), {})
