"""The HTTP service: the same answers as the command line, under ``/v1``.

Pictures live in memory for the request and are gone; no path that a client names is ever opened. Errors are
problem details (RFC 9457) with a stable type and one sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Annotated, Any, Literal

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.exceptions import HTTPException

from service import answers
from service.answers import Asked
from service.errors import BadHand, PaiyanError, WrongUse
from service.schemas import DealIn, DealOut, HandIn, Problem, ReadOut, ScoreOut, SituationIn, WaitsOut
from service.uploads import JSON_BYTES, body, media_type, upload

AT_ONCE = 2
"""Pictures and hands worked on at the same time; what comes beyond waits its turn."""

_SCHEMAS = "#/components/schemas/"

app = FastAPI(
    title="Paiyan 牌眼",
    summary="Read a mahjong hand from a photo, score it, settle it.",
    version=version("paiyan"),
    docs_url=None,  # those pages would load their scripts from elsewhere
    redoc_url=None,
    responses={
        "4XX": {"model": Problem, "description": "What is wrong with the request, and how to mend it."}
    },
)
_limiter = CapacityLimiter(AT_ONCE)


def _language(
    request: Request,
    lang: Annotated[Literal["zh", "en", "ja"] | None, Query(description="Language of names.")] = None,
) -> str:
    wanted = request.headers.get("accept-language", "").lower()[:2]
    return lang or (wanted if wanted in ("zh", "ja") else "en")


Lang = Annotated[str, Depends(_language)]


def _takes(*, photo: bool = False, form: bool = False, hand: bool = False) -> dict[str, Any]:
    """The request body for OpenAPI: FastAPI does not read it for us, so that its size can be held down."""
    picture = {"type": "string", "format": "binary"}
    content: dict[str, Any] = {}
    if hand:
        content["application/json"] = {
            "schema": {"anyOf": [{"$ref": f"{_SCHEMAS}{n}"} for n in ("HandIn", "DealIn")]}
        }
    if form:
        situation = {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": f"{_SCHEMAS}SituationIn"},
        }
        properties = {"photo": picture, **({"situation": situation} if hand else {})}
        content["multipart/form-data"] = {
            "schema": {"type": "object", "required": ["photo"], "properties": properties}
        }
    if photo:
        content |= {kind: {"schema": picture} for kind in ("image/jpeg", "image/png", "image/webp")}
    return {"requestBody": {"required": True, "content": content}}


@app.post("/v1/read", response_model=ReadOut, openapi_extra=_takes(photo=True, form=True))
async def read(request: Request, lang: Lang) -> JSONResponse:
    """The tiles of a photo and the hand they make."""
    sent = await upload(request)
    return JSONResponse(await _work(partial(answers.read, Asked({}, sent.photo), lang=lang)))


@app.post(
    "/v1/score", response_model=ScoreOut | WaitsOut | DealOut, openapi_extra=_takes(form=True, hand=True)
)
async def score(request: Request, lang: Lang) -> JSONResponse:
    """A won hand scored and settled, as JSON or as a photo with its situation; or a whole deal."""
    return JSONResponse(await _work(partial(answers.score, await _asked(request), lang=lang)))


@app.post("/v1/waits", response_model=WaitsOut, openapi_extra=_takes(form=True, hand=True))
async def waits(request: Request, lang: Lang) -> JSONResponse:
    """The tiles that a waiting hand wins on, and what each is worth."""
    return JSONResponse(await _work(partial(answers.waits, await _asked(request), lang=lang)))


def _document() -> dict[str, Any]:
    """OpenAPI, with the models of the bodies that FastAPI does not read for us."""
    if not app.openapi_schema:
        made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        for model in (HandIn, DealIn, SituationIn):
            schema = model.model_json_schema(ref_template=_SCHEMAS + "{model}")
            made["components"]["schemas"] |= {**schema.pop("$defs", {}), model.__name__: schema}
        app.openapi_schema = made
    return app.openapi_schema


app.openapi = _document  # as FastAPI's documentation has it; pyright: ignore[reportAttributeAccessIssue]


@app.get("/v1/rules")
def rule_sets(lang: Lang) -> list[dict[str, Any]]:
    """The rule sets."""
    return answers.rule_sets(lang=lang)


@app.get("/v1/rules/{id}")
def rule_set(id: str, lang: Lang) -> dict[str, Any]:
    """One rule set: its fans, and its options and table as JSON Schema."""
    return answers.rule_set(id, lang=lang)


@app.get("/healthz")
def healthz() -> dict[str, str]:
    """Whether the service is alive."""
    return {"status": "ok", "version": app.version}


async def _asked(request: Request) -> Asked:
    if media_type(request) == "application/json":
        given = _json(await body(request, most=JSON_BYTES))
        deal = isinstance(given, dict) and "hands" in given
        return Asked(_told(DealIn if deal else HandIn, given))
    sent = await upload(request)
    return Asked(_told(SituationIn, _json(sent.situation or "{}")), sent.photo)


def _json(text: str | bytes) -> Any:
    try:
        return from_json(text)
    except ValueError as wrong:
        raise BadHand(f"not JSON: {wrong}") from None


def _told(model: type[DealIn | HandIn | SituationIn], given: Any) -> dict[str, Any]:
    try:
        return model.model_validate(given).told()
    except ValidationError as wrong:
        raise BadHand(_sentence(wrong.errors())) from None


def _sentence(errors: Any) -> str:
    """The first of pydantic's complaints as one sentence."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] in ("model_type", "model_attributes_type"):
        return f"{where or 'the body'} is a JSON object, not {str(first['input'])[:40]!r}"
    return f"{where}: {first['msg'].lower()}" if where else str(first["msg"])


async def _work(call: Callable[[], Any]) -> Any:
    return await to_thread.run_sync(call, limiter=_limiter)


def _problem(status: int, kind: str, detail: str) -> JSONResponse:
    content = Problem(
        type=f"urn:paiyan:problem:{kind}", title=kind.replace("-", " "), status=status, detail=detail
    )
    return JSONResponse(content.model_dump(), status, media_type="application/problem+json")


@app.exception_handler(PaiyanError)
async def _wrong(_: Request, wrong: Exception) -> JSONResponse:
    assert isinstance(wrong, PaiyanError)
    return _problem(wrong.http, wrong.kind, str(wrong))


@app.exception_handler(RequestValidationError)
async def _invalid(_: Request, wrong: Exception) -> JSONResponse:
    assert isinstance(wrong, RequestValidationError)
    return _problem(WrongUse.http, WrongUse.kind, _sentence(wrong.errors()))


@app.exception_handler(HTTPException)
async def _http(_: Request, wrong: Exception) -> JSONResponse:
    assert isinstance(wrong, HTTPException)
    kind = {404: "not-found", 405: "method-not-allowed"}.get(wrong.status_code, "bad-request")
    return _problem(wrong.status_code, kind, str(wrong.detail))


@app.exception_handler(Exception)
async def _unexpected(_: Request, wrong: Exception) -> JSONResponse:
    return _problem(500, "internal", f"a mistake in the service ({type(wrong).__name__}): please report it")
