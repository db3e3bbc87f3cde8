"""Errors over HTTP: problem details (RFC 9457), each with a stable type and one sentence."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.scorer.messages.languages import Words
from paiyan.service.errors import BadHouse, NoSuchAddress, PaiyanError, WrongMethod, WrongUse
from paiyan.service.http.schemas.openapi import Mistake, Problem
from paiyan.service.http.scope import renderer_of
from paiyan.service.http.state import app_state
from paiyan.service.messages.requests import MISTAKE, NOT_FOUND, NOT_TAKEN, sentence
from paiyan.service.telemetry import log

TYPE = "urn:paiyan:problem:"
REQUEST = "urn:paiyan:request:"
PROBLEM_JSON = "application/problem+json"
TITLES = {
    "bad-request": Words("请求有误", "The request cannot be carried out", "リクエストに誤りがあります"),
    "bad-hand": Words("手牌有误", "The hand cannot be", "手牌に誤りがあります"),
    "bad-picture": Words("图片无法读取", "The picture cannot be read", "画像を読み込めません"),
    "bad-correction": Words("更正有误", "The correction does not fit", "訂正が合いません"),
    "too-large": Words("内容过大", "Too large", "大きすぎます"),
    "bad-house": Words("自家规则有误", "The house file has mistakes", "ハウスルールに誤りがあります"),
    "unknown-rules": Words("没有此规则", "No such rule set", "そのルールはありません"),
    "no-table": Words("没有此牌桌", "No such table", "その卓はありません"),
    "conflict": Words("牌桌已被他人更新", "The table has changed meanwhile", "卓が更新されています"),
    "no-database": Words("数据库无法打开", "The database cannot be opened", "データベースを開けません"),
    "not-kept": Words("不保存图片", "No pictures are kept", "画像は保存しません"),
    "cannot-keep": Words("图片无法保存", "The picture cannot be kept", "画像を保存できません"),
    "not-allowed": Words("未获授权", "Not allowed", "許可されていません"),
    "too-often": Words("请求过于频繁", "Too many requests", "リクエストが多すぎます"),
    "too-slow": Words("上传超时", "The upload took too long", "アップロードが遅すぎます"),
    "no-tiles": Words("没有找到牌", "No tiles found", "牌が見つかりません"),
    "no-model": Words("识别模型无法启动", "The detector cannot be opened", "検出器を起動できません"),
    "not-ready": Words("服务尚未就绪", "The service is not ready", "準備中です"),
    "busy": Words("服务繁忙", "The service is busy", "混み合っています"),
    "deadline": Words("处理超时", "Not answered in time", "時間内に処理できませんでした"),
    "not-found": Words("没有此地址", "Not found", "見つかりません"),
    "method-not-allowed": Words("方法不可用", "Method not allowed", "このメソッドは使えません"),
    "internal": Words("服务内部错误", "A mistake in the service", "サービス内部の誤り"),
}
"""What each kind of problem is called; the kinds are the ends of the type URIs and stay as they are."""
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
"""What a route may take, beside HEAD, which goes with GET."""


def problem_of(wrong: PaiyanError, render: JsonRenderer) -> Problem:
    """Return an error as problem details; of a house file, with all its mistakes."""
    title = render(TITLES[wrong.kind])
    code, values = render.code(wrong)
    problem = Problem(
        type=TYPE + wrong.kind,
        title=title,
        status=wrong.http,
        detail=render(wrong),
        code=code,
        values=dict(values),
    )
    if isinstance(wrong, BadHouse):
        problem.mistakes = [Mistake(line=m.line, says=render(m)) for m in wrong.mistakes]
    return problem


def answer_to(request: Request, wrong: PaiyanError) -> JSONResponse:
    """Answer with problem details that name the request, and count the problem in the metrics."""
    app_state(request).metrics.problems.labels(wrong.kind).inc()
    id = REQUEST + request.state.id if hasattr(request.state, "id") else None
    return response(wrong, renderer_of(request), instance=id)


def response(wrong: PaiyanError, render: JsonRenderer, *, instance: str | None = None) -> JSONResponse:
    """An error as a response; `instance` names the request that met it."""
    content = problem_of(wrong, render)
    content.instance = instance
    body = content.model_dump(exclude_none=True)
    return JSONResponse(body, wrong.http, headers=wrong.headers, media_type=PROBLEM_JSON)


def install(app: FastAPI) -> None:
    """Answer every error as problem details; the middleware answers bugs of the service."""
    app.add_exception_handler(PaiyanError, answer_paiyan_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)


async def answer_paiyan_error(request: Request, wrong: Exception) -> JSONResponse:
    """Answer a `PaiyanError`, as a handler of an app."""
    assert isinstance(wrong, PaiyanError)
    return answer_to(request, wrong)


async def _gone(request: Request, gone: Exception) -> Response:
    """Answer a client that left while sending its body: nobody reads it, and it is not a bug."""
    del request, gone
    return Response(status_code=400)


async def _invalid(request: Request, wrong: Exception) -> JSONResponse:
    assert isinstance(wrong, RequestValidationError)
    return answer_to(request, WrongUse(sentence(wrong.errors())))


async def _http(request: Request, wrong: Exception) -> JSONResponse:
    assert isinstance(wrong, HTTPException)
    return answer_to(request, of_status(request, wrong))


def of_status(request: Request, wrong: HTTPException) -> PaiyanError:
    """Our error for one of the framework's."""
    match wrong.status_code:
        case 404:
            return NoSuchAddress(NOT_FOUND)
        case 405:
            return WrongMethod({**(wrong.headers or {}), **_allowed(request)}, method=request.method)
        case _:
            return WrongUse(NOT_TAKEN, wrong=wrong.detail)


def _allowed(request: Request) -> dict[str, str]:
    """The methods of all routes at this address, as a header: the framework names the first's alone."""
    about = {name: request.scope[name] for name in ("type", "path", "root_path", "headers")}
    taken = [
        method
        for method in _METHODS
        if any(route.matches({**about, "method": method})[0] is Match.FULL for route in request.app.routes)
    ]
    with_head = ["GET", "HEAD", *taken[1:]] if "GET" in taken else taken
    return {"Allow": ", ".join(with_head)} if taken else {}


def mistake(request: Request, wrong: Exception) -> JSONResponse:
    """The answer for what should not have happened; the log tells what did."""
    log.error("a mistake in the service", exc_info=wrong, extra={"about": {"id": request.state.id}})
    return answer_to(request, PaiyanError(MISTAKE, what=type(wrong).__name__))
