"""Turn pydantic's errors into one sentence in the languages of the program."""

from __future__ import annotations

from typing import Any

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.languages import Message, Words

_AT = Words("{where}：{what}", "{where}: {what}", "{where}：{what}")
_NO_OBJECT = Words(
    "{where}要是 JSON 对象，不能是 {input!r}",
    "{where} is a JSON object, not {input!r}",
    "{where}は JSON オブジェクトです：{input!r} は使えません",
)
_SAME = Words("{own}", "{own}", "{own}")
_BODY = Words("请求正文", "the body", "リクエスト本文")
_OTHER = Words("不合要求（{said}）", "{said}", "条件に合いません（{said}）")
_TEXTS = {
    ("missing",): ("缺少这一项", "この項目がありません"),
    ("extra_forbidden",): ("没有这个字段：请去掉", "この項目はありません：外してください"),
    ("string_type", "string_unicode"): ("要是文字", "文字列にしてください"),
    ("int_type", "int_parsing", "int_from_float"): ("要是整数", "整数にしてください"),
    ("int_parsing_size",): ("这个整数太大", "整数が大きすぎます"),
    ("float_type", "float_parsing"): ("要是数字", "数にしてください"),
    ("finite_number",): ("要是有限的数字", "有限の数にしてください"),
    ("bool_type", "bool_parsing"): ("要是 true 或 false", "true か false にしてください"),
    ("list_type", "tuple_type"): ("要是列表", "リストにしてください"),
    ("dict_type", "model_type", "model_attributes_type"): (
        "要是 JSON 对象",
        "JSON オブジェクトにしてください",
    ),
    ("literal_error", "enum"): ("只能是 {expected}", "{expected} のどれかにしてください"),
    ("union_tag_invalid",): (
        "{discriminator} 只能是 {expected_tags} 之一，不能是 {tag!r}",
        "{discriminator} は {expected_tags} のどれかです：{tag!r} は使えません",
    ),
    ("union_tag_not_found",): ("要写明 {discriminator}", "{discriminator} を書いてください"),
    ("string_too_long",): ("最多 {max_length} 个字", "{max_length} 文字までです"),
    ("string_too_short",): ("至少 {min_length} 个字", "{min_length} 文字以上にしてください"),
    ("too_long",): ("最多 {max_length} 项", "{max_length} 項目までです"),
    ("too_short",): ("至少 {min_length} 项", "{min_length} 項目以上にしてください"),
    ("greater_than_equal",): ("不能小于 {ge}", "{ge} 以上にしてください"),
    ("less_than_equal",): ("不能大于 {le}", "{le} 以下にしてください"),
    ("greater_than",): ("要大于 {gt}", "{gt} より大きくしてください"),
    ("path_not_file",): ("没有这个文件", "このファイルはありません"),
    ("path_not_directory",): ("没有这个文件夹", "このフォルダはありません"),
    ("json_invalid",): ("不是 JSON（{error}）", "JSON ではありません（{error}）"),
}
_PLAINER = {"extra_forbidden": "there is no such field: leave it out"}
"""English where pydantic's own is hard to understand."""
WORDS = {
    kind: Words(zh, _PLAINER.get(kind, "{said}"), ja) for kinds, (zh, ja) in _TEXTS.items() for kind in kinds
}
"""A sentence for each type of pydantic's errors."""


def sentence(errors: Any) -> Message:
    """The first of pydantic's complaints as one sentence."""
    first: dict[str, Any] = errors[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] in ("model_type", "model_attributes_type"):
        return Message(_NO_OBJECT, {"where": where or _BODY, "input": str(first["input"])[:40]})
    what = complaint(first, lower=bool(where))
    return Message(_AT, {"where": where, "what": what}) if where else what


def complaint(error: dict[str, Any], *, lower: bool) -> Message:
    """Say what is wrong at a place: by the type of the error, or in the words of our check that failed."""
    about: dict[str, Any] = error.get("ctx", {})
    own = about.get("error")
    if isinstance(own, TranslatedError):
        return Message(_SAME, {"own": own})
    text = str(error["msg"]).removeprefix("Value error, ")
    text = text[:1].lower() + text[1:] if lower else text
    about = {**about, "expected": str(about.get("expected", "")).replace(" or ", ", ")}
    return Message(WORDS.get(error["type"], _OTHER), {**about, "said": text})
