"""Every error has its sentence in every language, and HTTP gives it in the one that is asked for."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import string
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest
from fastapi.testclient import TestClient
from pydantic_core.core_schema import ErrorType

from paiyan import scorer, service, vision
from paiyan.scorer.errors import HandError, TranslatedError
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.messages.languages import LANGUAGES, Message, Words
from paiyan.service.cli.program import run
from paiyan.service.errors import PaiyanError
from paiyan.service.http import problem_details
from paiyan.service.http.app import create_app
from paiyan.service.messages import requests
from paiyan.service.settings import Settings
from tests.service.conftest import SAMPLE

ENGLISH = (
    "paiyan.service.cli.commands.evaluate",
    "paiyan.service.cli.commands.training",
)
"""Where an error may be said in English alone: commands of the workshop."""
# What else our checks of fields cannot meet: dates, addresses, generators, patterns and such.
OURS = ("int_", "float_", "bool_", "string_t", "list_", "dict_", "tuple_", "model_type", "too_", "union_tag")


def modules() -> Iterator[ModuleType]:
    for package in (scorer, vision, service):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith(
                (
                    "paiyan.service.ledger.database.migrations",
                    "paiyan.service.phone",  # it runs in a browser only
                    "paiyan.vision.detection.runtimes.yolo",
                )
            ):
                yield importlib.import_module(found.name)


def placeholders(text: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def sentences() -> Iterator[tuple[str, Words]]:
    for name in (
        "paiyan.scorer.messages.hand",
        "paiyan.scorer.messages.deal",
        "paiyan.scorer.messages.rules",
    ):
        yield from _constants(importlib.import_module(name))
    yield from _constants(importlib.import_module("paiyan.vision.messages"))
    for found in pkgutil.iter_modules(importlib.import_module("paiyan.service.messages").__path__):
        module = importlib.import_module(f"paiyan.service.messages.{found.name}")
        if found.name != "validation":
            yield from _constants(module)
    yield from problem_details.TITLES.items()
    yield from requests.WORDS.items()


def _constants(module: ModuleType) -> Iterator[tuple[str, Words]]:
    found = {f"{module.__name__}.{n}": v for n, v in vars(module).items() if isinstance(v, Words)}
    assert found
    yield from found.items()


def _is_plain(words: Words) -> bool:
    """Whether the words are shown as they are: then braces in them are JSON."""
    return any('{"' in text or "[{" in text for text in words)


@pytest.mark.parametrize(("name", "words"), list(sentences()), ids=lambda v: v if isinstance(v, str) else "")
def test_a_sentence_stands_in_every_language_with_the_same_values(name: str, words: Words) -> None:
    assert all(text.strip() for text in words), f"{name} lacks a language: give Words(zh, en, ja)"
    if _is_plain(words):
        return
    in_english = placeholders(words.en) - {"said"}
    assert placeholders(words.zh) - {"said"} == placeholders(words.ja) - {"said"}
    assert in_english in (placeholders(words.zh), set())


# How English and the others say what to do about it.
TELLS = re.compile(
    r"(?:^|[:;?,)] |, or |, so |\. )"
    r"(add|ask|begin|check|choose|correct|drop|enter|give|install|keep|leave|list|lower|make|move|name|open"
    r"|press|raise|record|run|save|say|see|send|set|take|tell|try|turn|use|wait|write)\b",
    re.IGNORECASE,
)
ALSO = {
    "zh": re.compile("请|写|只说|改|去掉|补|换|用|只给|看|见|再|先|等"),
    "ja": re.compile("ください|どうぞ|参照|書きます|例 |運行|見て"),
}


@pytest.mark.parametrize("lang", ALSO)
def test_what_english_tells_to_do_is_told_in_each_language(lang: str) -> None:
    silent = {
        f"{name}: {words.to(lang)}"
        for name, words in sentences()
        if TELLS.search(words.en) and not ALSO[lang].search(words.to(lang))
    }
    assert not silent


# How a sentence names what is right, where that tells enough; or leaves the rest to a reason that it quotes.
QUOTED = r"\{(reason|wrong|hint|sets|takes)\}"
NAMES_WHAT_IS_RIGHT = {
    "en": re.compile(
        r"\b(is|are|names|has) [^:;]*, not \{|[:;] (a|an|that|its|the|fu|flowers|it) [^:;]*\b(is|are|has)\b"
        rf"|did you mean|is a text like|an event is|in it is not one|{QUOTED}"
    ),
    "zh": re.compile(
        "不能是|不能有|而不是|字段是|可以是|有的是|是一句话|每个 event 是|[：，]那?[是要]|[花吃]牌?[是要]"
        rf"|符是|例如|{QUOTED}"
    ),
    "ja": re.compile(rf"使えません$|ありません）|。一部のルールでは|：20|です$|{QUOTED}"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_of_the_scorer_says_how_to_mend_it(lang: str) -> None:
    tells = {"en": TELLS, **ALSO}[lang]
    silent = {
        words.to(lang)
        for module in modules()
        if module.__name__.startswith("paiyan.scorer") and ".authoring" not in module.__name__
        for _, call in errors_made(module)
        for words in (said_in(module, call.args[0]) if call.args else ())
        if isinstance(words, Words)
        and not tells.search(words.to(lang))
        and not NAMES_WHAT_IS_RIGHT[lang].search(words.to(lang))
    }
    assert not silent, "say how to mend it, or what is right there"


def errors_made(module: ModuleType) -> Iterator[tuple[int, ast.Call]]:
    """The calls in a module that make one of our errors."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            made = getattr(module, node.func.id, None)
            if inspect.isclass(made) and issubclass(made, TranslatedError):
                yield node.lineno, node


def said_in(module: ModuleType, node: ast.expr) -> Iterator[Any]:
    """What the first argument of an error can be, as far as its text shows: words, or a text in English."""
    match node:
        case ast.IfExp():
            yield from said_in(module, node.body)
            yield from said_in(module, node.orelse)
        case ast.Constant(value=str()) | ast.JoinedStr():
            yield "English alone"
        case ast.Call(func=ast.Name(id="str")):
            yield "English alone"
        case ast.Name():
            yield getattr(module, node.id, None)
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            yield getattr(getattr(module, owner, None), name, None)
        case _:
            pass


def test_every_error_is_made_of_words_with_all_their_values() -> None:
    wrong: list[str] = []
    seen = 0
    for module in modules():
        for line, call in errors_made(module):
            if not call.args:
                continue
            given = {k.arg for k in call.keywords}
            for said in said_in(module, call.args[0]):
                seen += 1
                where = f"{module.__name__}:{line}"
                if isinstance(said, str) and not module.__name__.startswith(ENGLISH):
                    wrong.append(f"{where} is said in English alone: give it words of a module of messages")
                if isinstance(said, Words) and given and None not in given:
                    lacks = set().union(*map(placeholders, said)) - given
                    wrong += [f"{where} gives no value for {lacks}"] if lacks else []
                if isinstance(said, Words) and not given and not _is_plain(said):
                    lacks = set().union(*map(placeholders, said))
                    wrong += [f"{where} gives no value for {lacks}"] if lacks else []
    assert wrong == []
    assert seen > 150


def test_every_kind_of_error_has_a_title() -> None:
    kinds = [PaiyanError, *_below(PaiyanError)]
    assert len(kinds) > 20
    assert {error.kind for error in kinds} == set(problem_details.TITLES)


def _below(kind: type[PaiyanError]) -> Iterator[type[PaiyanError]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def test_what_pydantic_finds_in_our_fields_is_said_in_every_language() -> None:
    kinds = set(get_args(ErrorType))
    of_its_types = {"value_error", "path_not_file", "path_not_directory"}
    assert set(requests.WORDS) - of_its_types <= kinds
    lacking = {kind for kind in kinds if kind.startswith(OURS)} - set(requests.WORDS)
    assert lacking == set()


def test_an_error_keeps_its_languages_on_the_way_between_processes() -> None:
    import pickle

    with pytest.raises(HandError) as found:
        parse_hand({"concealed": "1q"})
    again = pickle.loads(pickle.dumps(found.value))
    assert [again.to(lang) for lang in LANGUAGES] == [found.value.to(lang) for lang in LANGUAGES]
    assert str(again) == str(found.value)


def test_a_sentence_takes_words_sentences_errors_and_lists_as_values() -> None:
    inner = Message(Words("第 {n} 张", "tile {n}", "{n} 枚目"), {"n": 3})
    outer = TranslatedError(
        Words("{a}：{b}", "{a}: {b}", "{a}：{b}"), a=inner, b=["1m", Words("东", "E", "東")]
    )
    assert [outer.to(lang) for lang in LANGUAGES] == ["第 3 张：1m、东", "tile 3: 1m, E", "3 枚目：1m、東"]


WON = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "discard", "from": "S"}}
SCORE = "/v1/score"
TYPICAL: list[tuple[str, Any, int, tuple[str, str, str]]] = [
    (
        SCORE,
        {**WON, "concealed": "55555m123p456s11z", "win": {"tile": "1z"}},
        422,
        (
            "5m 出现了 5 次：每种牌只有四张，请去掉多写的",
            "5m appears 5 times: there are four of each tile, so take the extra ones out",
            "5m が 5 枚あります：同じ牌は四枚です。余分を取り除いてください",
        ),
    ),
    (
        SCORE,
        {**WON, "concealed": "123m456p789s11z7s"},
        422,
        ("手里有 12 张牌", "12 concealed", "手の内が 12 枚"),
    ),
    (SCORE, {**WON, "concealed": "123m456p789s11z78z"}, 422, ("8z 不存在", "no tile 8z", "8z という牌")),
    (SCORE, {**WON, "rules": "guobia"}, 404, ("是不是 guobiao", "did you mean guobiao", "guobiao のこと")),
    (SCORE, {**WON, "seat": "S"}, 422, ("自己打出的牌", "own discard", "自分の捨て牌")),
    (
        SCORE,
        {**WON, "win": {"tile": "7s", "by": "self_draw", "from": "S"}},
        422,
        ("自摸没有点炮的人", "comes from nobody", "放銃者はいません"),
    ),
    (
        SCORE,
        {**WON, "win": {"tile": "7s", "by": "self_draw", "flags": ["first_turn", "last_tile"]}},
        422,
        ("不会在第一巡", "in the first turn", "第一巡には来ません"),
    ),
    (
        SCORE,
        {**WON, "options": {"colour": 1}},
        422,
        ("没有选项 'colour'", "no option 'colour'", "選択肢 'colour'"),
    ),
    (
        SCORE,
        {**WON, "options": {"flowers": "perhaps"}},
        422,
        ("flowers 只能是 true", "true or false", "true か false"),
    ),
    (SCORE, {**WON, "hidden": 1}, 422, ("没有这个字段", "there is no such field", "この項目はありません")),
    (SCORE, {"concealed": 7}, 422, ("要是文字", "concealed: it must be a text", "文字列に")),
    (SCORE, {**WON, "seat": "X"}, 422, ("（东南西北）", "is a seat E, S, W or N", "席 E・S・W・N")),
    (
        SCORE,
        {"hands": [{"seat": "E"}, {"seat": "E"}]},
        422,
        ("E 位上有两手牌", "two hands sit at E", "E に手牌が二つ"),
    ),
    (
        "/v1/waits",
        {"concealed": "123m", "explain": True},
        422,
        ("只用于算番", "is for a score", "計算のため"),
    ),
    ("/v1/batch", {}, 422, ("批量请求要是手牌的列表", "a batch is a list", "一括リクエスト")),
    ("/v1/nothing", {}, 404, ("没有这个地址", "nothing at this address", "この住所には")),
    ("/v1/rules/guobiao", {}, 405, ("不能用 POST", "does not take POST", "POST は使えません")),
    ("/v1/tables/unknown/undo", {}, 404, ("没有这张牌桌", "no such table", "この卓はありません")),
    (
        "/v1/tables",
        {"rules": "sichuan", "players": ["a", "b", "c"]},
        400,
        ("players.3：缺少这一项", "players.3: this field is missing", "players.3：この項目がありません"),
    ),
    (
        "/v1/correct",
        {"read": {"tiles": [], "hand": {}}, "corrections": [{"do": "remove", "tiles": [0]}]},
        422,
        ("没有第 0 张牌", "there is no tile 0", "0 番の牌はありません"),
    ),
    (
        "/v1/correct",
        {"read": {"tiles": [], "hand": {}}, "corrections": [{"do": "add", "is": "9z"}]},
        400,
        ("9z 不存在", "there is no tile 9z", "9z という牌はありません"),
    ),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    database = f"sqlite:///{tmp_path_factory.mktemp('ledger') / 'ledger.db'}"
    return TestClient(create_app(Settings(database=database)), raise_server_exceptions=False)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("path", "sent", "status", "says"), TYPICAL, ids=[t[3][1] for t in TYPICAL])
def test_a_typical_error_is_told_in_the_language_asked_for(
    client: TestClient, path: str, sent: Any, status: int, says: tuple[str, str, str], lang: str
) -> None:
    wanted = says[LANGUAGES.index(lang)]
    for how in ({"params": {"lang": lang}}, {"headers": {"accept-language": f"{lang};q=0.9, xx"}}):
        answer = client.post(path, json=sent, **how)
        told = answer.json()
        assert (answer.status_code, told["status"]) == (status, status)
        assert wanted in told["detail"]
        assert told["title"] == problem_details.TITLES[told["type"].rpartition(":")[2]].to(lang)
        assert ("、" in told["detail"] or "：" in told["detail"]) <= (lang != "en")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", ("图片是空的", "the picture is empty", "画像が空です")),
        (b"hello", ("不是能读的图片", "is not a picture", "読める画像ではありません")),
        (b"\xff\xd8\xff\xe0", ("不完整或损坏", "cut short or damaged", "途中で切れた")),
    ],
    ids=["empty", "text", "cut"],
)
@pytest.mark.usefixtures("knowing")
def test_a_picture_is_refused_in_the_language_asked_for(
    client: TestClient, data: bytes, says: tuple[str, str, str]
) -> None:
    for lang, wanted in zip(LANGUAGES, says, strict=True):
        answer = client.post("/v1/read", params={"lang": lang}, content=data)
        assert answer.status_code == 422
        assert wanted in answer.json()["detail"]


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"\xff", b"[NaN]", b"[1e999]", b'"\\ud800"', b"[" * 99, b"null", b"[]", b"{}",
        b'{"concealed": 1}', b'{"concealed": "1m", "rules": "%s"}' % (b"x" * 99),
        b'{"concealed": "1m", "melds": [{"type": "pung"}]}',
    ],
)  # fmt: skip
def test_no_words_of_a_library_stand_in_what_is_said_of_json(client: TestClient, data: bytes) -> None:
    told = {
        lang: client.post(
            SCORE, params={"lang": lang}, content=data, headers={"content-type": "application/json"}
        ).json()["detail"]
        for lang in LANGUAGES
    }
    assert not re.search(
        "[Ii]nput should|[Ff]ield required|[Ee]xpecting|[Ss]tring should|None|char ", told["en"]
    )
    for lang in ("zh", "ja"):
        assert not re.search("[a-z]{2,} [a-z]{2,}", told[lang]), told[lang]


def test_a_batch_and_a_comparison_tell_their_errors_in_the_language_asked_for(client: TestClient) -> None:
    five = {**WON, "concealed": "55555m123p456s11z", "win": {"tile": "1z"}}
    batch = client.post("/v1/batch", params={"lang": "ja"}, json=[five]).json()["answers"]
    assert batch[0]["error"] == "5m が 5 枚あります：同じ牌は四枚です。余分を取り除いてください"
    asked = {**five, "compare": ["guobiao", "riichi"]}
    compared = client.post(SCORE, params={"lang": "zh"}, json=asked).json()["compare"]
    assert {one["error"] for one in compared} == {"5m 出现了 5 次：每种牌只有四张，请去掉多写的"}


def test_the_command_line_tells_its_errors_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    five = ["score", "--hand", "55555m123p456s11z", "--win", "1z", "--lang"]
    for lang, said in zip(LANGUAGES, TYPICAL[0][3], strict=True):
        assert run([*five, lang]) == 2
        assert capsys.readouterr().err == f"paiyan: {said}\n"


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_what_a_command_says_beside_its_answer_is_in_the_language_asked_for(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, boxes = tmp_path / "empty.jsonl", tmp_path / "boxes.jpg"
    empty.touch()
    assert run(["score", "--jsonl", str(empty), "--lang", lang]) == 1
    assert run(["read", str(SAMPLE), "--draw", str(boxes), "--lang", lang]) == 0
    read = capsys.readouterr()
    assert boxes.is_file()
    said = read.err.replace(str(tmp_path), "").replace("JSON", "").splitlines()
    assert len(said) == 2
    for text in said:
        assert not re.search("[a-z]{2,} [a-z]{2,}", text), text


def test_a_table_of_the_ledger_refuses_in_the_language_asked_for(client: TestClient) -> None:
    opened = {"rules": "sichuan", "players": ["a", "b", "c", "d"]}
    table = client.post("/v1/tables", json=opened).json()
    id_, writer = table["id"], {"x-table-secret": table["secrets"]["write"]}
    points = {"points": {"E": 5, "S": -4}}
    sent = client.post(f"/v1/tables/{id_}/deals", params={"lang": "zh"}, json=points, headers=writer)
    assert sent.json()["detail"] == "四家分数之和应为 0（现在 +1）"
    undo = f"/v1/tables/{id_}/undo"
    stale = client.post(undo, params={"lang": "ja"}, json={"version": 7}, headers=writer)
    assert (stale.status_code, "版 0" in stale.json()["detail"]) == (409, True)
