"""Messages about a request: its form, size, turn and right, its hand, rule set, picture and corrections.

Pydantic's errors become one sentence here.
"""

from __future__ import annotations

import json
from typing import Any

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.languages import Message, Words

NOT_JSON = Words(
    "第 {line} 行第 {column} 列起不是 JSON：请检查引号、逗号和括号",
    "not JSON at line {line}, column {column}: check quotes, commas and brackets",
    "{line} 行 {column} 文字目から JSON ではありません：引用符・コンマ・括弧を確かめてください",
)
EMPTY_JSON = Words(
    "不是 JSON：正文是空的，请写上 JSON",
    "not JSON: there is no text, so write some",
    "JSON ではありません：何も書かれていません。JSON を書いてください",
)
NOT_UTF8 = Words(
    "不是 JSON：不是 UTF-8 文字，请用 UTF-8 发送",
    "not JSON: it is not text in UTF-8, so send it as UTF-8",
    "JSON ではありません：UTF-8 の文字列ではありません。UTF-8 で送ってください",
)
NO_SUCH_NUMBER = Words(
    "不是 JSON：JSON 里没有 {number}，请用普通的数",
    "not JSON: it has no {number}, so give an ordinary number",
    "JSON ではありません：{number} は JSON にありません。普通の数を書いてください",
)
LARGE_NUMBER = Words(
    "有的数太大，读不了：请写小一些的数",
    "a number is too large to be read: give a smaller one",
    "大きすぎて読めない数があります：小さい数を書いてください",
)
KEY_TWICE = Words(
    "同一个 JSON 对象里 {name!r} 出现了不止一次：请只写一次",
    "a JSON object has {name!r} more than once: keep one of them",
    "一つの JSON オブジェクトに {name!r} が二度以上あります：一度だけ書いてください",
)
JSON_TYPE = Words(
    "请求正文是 JSON，不是图片：请加上请求头 Content-Type: application/json",
    "the body is JSON, not a picture: send it with the header Content-Type: application/json",
    "本文は画像ではなく JSON です：ヘッダー Content-Type: application/json を付けて送ってください",
)
NOT_FOUND = Words(
    "没有这个地址：接口的说明见 /openapi.json",
    "there is nothing at this address: /openapi.json lists what there is",
    "この住所には何もありません：/openapi.json に一覧があります",
)
UNKNOWN_QUERY = Words(
    "地址里不能有 {name!r}：这里只收 {known}；手牌、规则等写在请求正文里",
    "the address has no query parameter {name!r}: it takes {known}; hands and rules go into the body",
    "アドレスの ? の後に {name!r} は使えません：使えるのは {known} です。手牌やルールは本文に書いてください",
)
QUERY_TWICE = Words(
    "地址里 {name!r} 出现了不止一次：请只写一次",
    "the address has {name!r} more than once: keep one of them",
    "アドレスに {name!r} が二度以上あります：一度だけ書いてください",
)
UNKNOWN_LANGUAGE = Words(
    "lang 只能是 zh、en 或 ja，不能是 {lang!r}",
    "lang is zh, en or ja, not {lang!r}",
    "lang は zh・en・ja のどれかです：{lang!r} は使えません",
)
METHOD_NOT_ALLOWED = Words(
    "这个地址不能用 {method}：请看 /openapi.json",
    "this address does not take {method}: see /openapi.json",
    "この住所で {method} は使えません：/openapi.json を見てください",
)
NOT_TAKEN = Words(
    "请求无法处理：{wrong}", "the request is not taken: {wrong}", "リクエストを受け取れません：{wrong}"
)
METRICS_CLOSED = Words(
    "本服务的设置关闭了 /metrics",
    "the settings of this service close /metrics",
    "このサービスの設定で /metrics は閉じています",
)
MISTAKE = Words(
    "服务内部出错（{what}）：请连同请求编号一起报告",
    "internal error ({what}): please report it with the request's id",
    "サービス内部の誤りです（{what}）：リクエストの番号とともに報告してください",
)
TOO_OFTEN = Words(
    "请求过于频繁：请等 {seconds} 秒再试",
    "too many requests: wait {seconds} s before the next",
    "リクエストが多すぎます：{seconds} 秒待ってください",
)
BUSY = Words(
    "服务繁忙：请在 {seconds} 秒后重试",
    "the service is busy: try again in {seconds} s",
    "混み合っています：{seconds} 秒後にもう一度送ってください",
)
LATE = Words(
    "{seconds:g} 秒内未能处理完：请重试，或发送较小的图片",
    "no answer within {seconds:g} s: try again, or send a smaller picture",
    "{seconds:g} 秒以内に処理できませんでした：もう一度、または小さい画像で送ってください",
)
NO_KEY = Words(
    "本服务需要密钥：请以 Authorization: Bearer KEY 发送",
    "this service needs a key: send it as Authorization: Bearer KEY",
    "このサービスには鍵が要ります：Authorization: Bearer KEY で送ってください",
)
OTHER_HOST = Words(
    "本服务不以这个主机名应答：请用它的地址，或把这个名字加入 PAIYAN_HOSTS",
    "this service does not answer to that host name: use its own, or add the name to PAIYAN_HOSTS",
    "このサービスはそのホスト名では応答しません：正しい名前を使うか、PAIYAN_HOSTS に加えてください",
)
OTHER_ORIGIN = Words(
    "{origin} 的网页不能使用本服务：请把它加入 PAIYAN_CORS_ORIGINS",
    "pages of {origin} may not use this service: add it to PAIYAN_CORS_ORIGINS",
    "{origin} のページはこのサービスを使えません：PAIYAN_CORS_ORIGINS に加えてください",
)
BODY_TOO_LARGE = Words(
    "请求超过上限 {most}：请减小后再发",
    "the request is larger than the limit of {most}: send less",
    "リクエストが上限の {most} を超えています：小さくして送ってください",
)
BODY_TOO_SLOW = Words(
    "请求没有在 {seconds:g} 秒内传完：请重发，或减小后再发",
    "the request took longer than {seconds:g} s to arrive: try again, or send less",
    "リクエストが {seconds:g} 秒以内に届きませんでした：もう一度、または小さくして送ってください",
)
UNKNOWN_FILE = Words(
    "没有文件字段 {name!r}：图片请放在 photo 里",
    "unknown file field {name!r}: send pictures as photo",
    "ファイル項目 {name!r} はありません：画像は photo で送ってください",
)
IN_SITUATION = Words(
    "{name!r} 要写在字段 situation 的 JSON 里：请移到那里",
    "{name!r} belongs in the JSON of the field situation: move it there",
    "{name!r} は項目 situation の JSON の中に書きます：そこへ移してください",
)
UNKNOWN_FIELD = Words(
    "表单里没有字段 {name!r}：这里只收 {known}",
    "unknown form field {name!r}: this address takes {known}",
    "フォーム項目 {name!r} はありません：ここで使えるのは {known} です",
)
FIELD_TWICE = Words(
    "表单字段 {name!r} 出现了不止一次：请只发一个",
    "the form field {name!r} appears more than once: send it once",
    "フォーム項目 {name!r} が二度以上あります：一つだけ送ってください",
)
NO_PHOTO = Words(
    "表单里没有图片：请放在文件字段 photo 里",
    "the form has no picture: send it as the file field photo",
    "フォームに画像がありません：ファイル項目 photo で送ってください",
)
ONE_PHOTO = Words(
    "这里只收一张照片：多张请发到 /v1/batch",
    "this address takes one photo: send several to /v1/batch",
    "ここで受け取る写真は一枚です：複数は /v1/batch に送ってください",
)
LONG_BURST = Words(
    "这里最多收同一手牌的 {most} 张照片：不同的手牌请发到 /v1/batch",
    "this address takes at most {most} photos of one hand: send other hands to /v1/batch",
    "ここで受け取るのは同じ手牌の写真 {most} 枚までです：別の手牌は /v1/batch に送ってください",
)
MANY_PHOTOS = Words(
    "一批最多 {most} 张照片：请分几次发送",
    "a batch has at most {most} photos: send several",
    "一括は写真 {most} 枚までです：分けて送ってください",
)
BAD_FORM = Words(
    "表单无法读取（{wrong}）：请按 multipart/form-data 发送",
    "the form cannot be read ({wrong}): send it as multipart/form-data",
    "フォームを読めません（{wrong}）：multipart/form-data で送ってください",
)
NO_BOUNDARY = Words("缺少 boundary", "it has no boundary", "boundary がありません")
NO_BATCH = Words(
    "批量请求要是手牌的列表：请以 application/json 发送 [{…}, {…}]，以 application/jsonl 每行一手，"
    "或以 multipart/form-data 发送照片",
    "a batch is a list of hands: send [{…}, {…}] as application/json, a hand a line as application/jsonl, "
    "or photos as multipart/form-data",
    "一括リクエストは手牌のリストです：application/json で [{…}, {…}]、application/jsonl で一行に一手、"
    "または multipart/form-data で写真を送ってください",
)
LARGE_BATCH = Words(
    "一批最多 {most} 手牌：请分几次发送",
    "a batch has at most {most} hands: send several",
    "一括は最大 {most} 手です：分けて送ってください",
)
LARGE_FRAME = Words(
    "一帧有 {size} 字节，最多收 {most}：请发送较小的帧",
    "a frame has {size} bytes, more than the limit of {most}: send smaller frames",
    "フレームが {size} バイトあり、上限の {most} を超えています：小さいフレームを送ってください",
)
TEXT_MESSAGE = Words(
    '文字消息只能是 {"lang": "zh"}、"en" 或 "ja"；画面请用二进制消息',
    'a text message is {"lang": "zh"}, "en" or "ja"; frames are binary messages',
    'テキストメッセージは {"lang": "zh"}・"en"・"ja" だけです。フレームはバイナリで送ってください',
)
JSON_TOO_DEEP = Words(
    "JSON 嵌套超过 {most} 层：手牌用不到这么多层，请检查括号",
    "the JSON is nested more than {most} levels deep, which no hand needs: check its brackets",
    "JSON の入れ子が {most} 段を超えています：手牌にそれほどは要りません。括弧を確かめてください",
)
JSON_TOO_MANY = Words(
    "JSON 里的值超过 {most} 个：请分几次发送",
    "the JSON has more than {most} values: send it in several parts",
    "JSON の値が {most} 個を超えています：分けて送ってください",
)

ONE_AT_A_TIME = Words(
    "一次只说一张牌是什么", "say of one tile at a time what it is", "何の牌かは一枚ずつ書いてください"
)
NO_CORRECTION = Words(
    "{text!r} 看不懂：更正要写成 {examples} 这样",
    "cannot understand the correction {text!r}: write it like {examples}",
    "{text!r} は訂正として読めません：{examples} のように書いてください",
)


WIN_OBJECT = Words(
    '"win" 要是 JSON 对象，不能是 {value!r}',
    '"win" is a JSON object, not {value!r}',
    '"win" は JSON オブジェクトです：{value!r} は使えません',
)
WINNING_TILE = Words("和的那张牌：{wrong}", "winning tile: {wrong}", "和了牌：{wrong}")
NOT_SHOWN = Words(
    "照片里没有可和的 {tile}：读到的牌是 {tiles}",
    "the photo shows no {tile} to win on: the tiles read are {tiles}",
    "写真に和了牌の {tile} がありません：読み取った牌は {tiles} です",
)
NONE = Words("无", "none", "なし")
COMPARED_DEAL = Words(
    "整盘只能按一种规则结算：要比较规则，请给一手牌",
    "a deal is settled under one rule set: give one hand to compare",
    "局は一つのルールで精算します：比べるには手牌を一つ渡してください",
)
KNOWN_TO_NONE = Words(
    "{what} {id!r} 在这些规则里都没有：{rules}；请去掉",
    "the {what} {id!r} is known to none of these: {rules}; leave it out",
    "{what} {id!r} は次のどのルールにもありません：{rules}。外してください",
)
DEAL_WAITS = Words(
    "整盘没有听牌：请给一手牌",
    "a deal waits for nothing: give one hand",
    "局に待ちはありません：手牌を一つ渡してください",
)
THROW = Words("打", "throw", "打")
DEAL_ADVICE = Words(
    "打牌建议针对一手牌，不针对整盘：请给一手牌",
    "advice is for one hand, not for a deal: give one hand",
    "助言は局ではなく一つの手牌に対するものです：手牌を一つ渡してください",
)
WON_WAITS = Words(
    "已经有和的那张牌，就不再听牌：请去掉它",
    "a hand with a winning tile waits for nothing: leave the winning tile out",
    "和了牌のある手に待ちはありません：和了牌を外してください",
)
NOT_TOGETHER = Words(
    '"{a}" 和 "{b}" 不能同时用', '"{a}" and "{b}" cannot go together', '"{a}" と "{b}" は一緒に使えません'
)
FOR_A_SCORE = Words(
    '"{field}" 只用于算番：请去掉',
    '"{field}" is for a score: leave it out',
    '"{field}" は計算のためのものです：外してください',
)


OPENING = Words(
    "识别模型正在打开：请过几秒再试",
    "the detector is still loading: try again in a few seconds",
    "検出器を開いています：数秒後にもう一度どうぞ",
)
NO_OPENCV = Words(
    "OpenCV 无法启动（{why}）：请安装系统的 libGL，或用 opencv-python-headless 代替 opencv-python",
    "OpenCV cannot start ({why}): install the system's libGL, or opencv-python-headless in place of"
    " opencv-python",
    "OpenCV を起動できません（{why}）：システムの libGL か、"
    "opencv-python の代わりに opencv-python-headless を入れてください",
)
NO_DETECTOR = Words(
    "{file} 不能当识牌的模型用：请给 46 类的检测模型（.onnx、.xml 或 .pt）",
    "{file} cannot be used as a detector: give weights of the 46 classes (.onnx, .xml or .pt)",
    "{file} は検出器として使えません：46 クラスの検出モデル（.onnx・.xml・.pt）を指定してください",
)
NOT_WRITTEN = Words(
    "图片无法写入：{why}", "the picture cannot be written: {why}", "画像を書き込めません：{why}"
)
NO_PICTURE = Words(
    "没有可读的图片：请给一张图片，或一手要算的牌",
    "there is no picture to read: give one, or a hand to score",
    "読み取る画像がありません：画像か、計算する手牌を渡してください",
)
KEEPS_NOTHING = Words(
    "本服务不保存图片：它的设置没有指定文件夹",
    "this service keeps no pictures: its settings name no folder for them",
    "このサービスは画像を保存しません：設定に保存先がありません",
)
NOTHING_SAID = Words(
    "没有说明图片里是什么：请在文字字段 correction 里写，同 /v1/correct",
    "say what the picture shows: send the text field correction, as for /v1/correct",
    "画像に何があるか書かれていません：/v1/correct と同じ correction を文字項目で送ってください",
)
NO_BOX = Words(
    "补上的 {tile} 没有框：请说明它在哪里，或不补这张再保存",
    "the added {tile} has no box: say where it lies, or leave it out to keep the picture",
    "足した {tile} に枠がありません：位置を示すか、足さずに画像を保存してください",
)
NOT_KEPT = Words(
    "图片无法保存到指定的文件夹：{why}",
    "cannot write to the folder for kept pictures: {why}",
    "指定のフォルダに画像を保存できません：{why}",
)
NOT_OUR_FOLDER = Words(
    "{folder} 里有不是牌眼写的标注：请换一个文件夹保存图片",
    "{folder} holds labels that Paiyan did not write: name another folder to keep pictures in",
    "{folder} には牌眼のものでないラベルがあります：画像の保存には別のフォルダを指定してください",
)
OTHER_PICTURE = Words(
    "{name}不是读过的那张图片：尺寸不同",
    "{name} is not the picture that was read: it has another size",
    "{name}は読み取った画像ではありません：大きさが違います",
)
THIS = Words("这", "this", "これ")
OTHER_RULES = Words(
    "画面里有{what}，而所选规则（{rules}）没有：请按 r 键换一种，或用 --rules 选有的规则，如 {others}",
    "{what} are in view, which {rules} has not: press r for other rules, or name some that have them with"
    " --rules: {others}",
    "{what}が写っていますが、選んだルール（{rules}）にはありません：r キーで替えるか、"
    "--rules でそれのあるルールを選んでください：{others}",
)
RED_FIVES = Words("赤五", "red fives", "赤五")
FLOWERS = Words("花牌", "flowers", "花牌")


_AT = Words("{where}：{what}", "{where}: {what}", "{where}：{what}")
_NO_OBJECT = Words(
    "{where}要是 JSON 对象，不能是 {input}",
    "{where} is a JSON object, not {input}",
    "{where}は JSON オブジェクトです：{input} は使えません",
)
_SAME = Words("{own}", "{own}", "{own}")
_BODY = Words("请求正文", "the body", "リクエスト本文")
_OTHER = Words("不合要求（{said}）", "{said}", "条件に合いません（{said}）")
_TEXTS = {
    ("missing",): ("缺少这一项", "this field is missing", "この項目がありません"),
    ("extra_forbidden",): (
        "没有这个字段：请去掉",
        "there is no such field: leave it out",
        "この項目はありません：外してください",
    ),
    ("string_type", "string_unicode"): ("要是文字", "it must be a text", "文字列にしてください"),
    ("int_type", "int_parsing", "int_from_float"): (
        "要是整数",
        "it must be a whole number",
        "整数にしてください",
    ),
    ("int_parsing_size",): ("这个整数太大", "this number is too large", "整数が大きすぎます"),
    ("float_type", "float_parsing"): ("要是数字", "it must be a number", "数にしてください"),
    ("finite_number",): ("要是有限的数字", "it must be a finite number", "有限の数にしてください"),
    ("bool_type", "bool_parsing"): (
        "要是 true 或 false",
        "it must be true or false",
        "true か false にしてください",
    ),
    ("list_type", "tuple_type"): ("要是列表", "it must be a list", "リストにしてください"),
    ("dict_type", "model_type", "model_attributes_type"): (
        "要是 JSON 对象",
        "it must be a JSON object",
        "JSON オブジェクトにしてください",
    ),
    ("literal_error", "enum"): (
        "只能是 {expected}",
        "it must be one of {expected}",
        "{expected} のどれかにしてください",
    ),
    ("union_tag_invalid",): (
        "{discriminator} 只能是 {expected_tags} 之一，不能是 {tag!r}",
        "{discriminator} must be one of {expected_tags}, not {tag!r}",
        "{discriminator} は {expected_tags} のどれかです：{tag!r} は使えません",
    ),
    ("union_tag_not_found",): (
        "要写明 {discriminator}",
        "give {discriminator}",
        "{discriminator} を書いてください",
    ),
    ("string_too_long",): (
        "最多 {max_length} 个字",
        "it has too many characters: at most {max_length}",
        "{max_length} 文字までです",
    ),
    ("string_too_short",): (
        "至少 {min_length} 个字",
        "it has too few characters: at least {min_length}",
        "{min_length} 文字以上にしてください",
    ),
    ("too_long",): (
        "最多 {max_length} 项",
        "it has too many entries: at most {max_length}",
        "{max_length} 項目までです",
    ),
    ("too_short",): (
        "至少 {min_length} 项",
        "it has too few entries: at least {min_length}",
        "{min_length} 項目以上にしてください",
    ),
    ("greater_than_equal",): ("不能小于 {ge}", "it must be {ge} or more", "{ge} 以上にしてください"),
    ("less_than_equal",): ("不能大于 {le}", "it must be {le} or less", "{le} 以下にしてください"),
    ("greater_than",): ("要大于 {gt}", "it must be more than {gt}", "{gt} より大きくしてください"),
    ("path_not_file",): ("没有这个文件", "there is no such file", "このファイルはありません"),
    ("path_not_directory",): ("没有这个文件夹", "there is no such folder", "このフォルダはありません"),
    ("json_invalid",): ("不是 JSON（{error}）", "it is not JSON ({error})", "JSON ではありません（{error}）"),
}
WORDS = {kind: Words(*texts) for kinds, texts in _TEXTS.items() for kind in kinds}
"""A sentence for each type of pydantic's errors."""


def sentence(errors: Any) -> Message:
    """The first of pydantic's complaints as one sentence."""
    first: dict[str, Any] = errors[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] in ("model_type", "model_attributes_type"):
        found = json.dumps(first["input"], ensure_ascii=False, default=str)
        return Message(_NO_OBJECT, {"where": where or _BODY, "input": found[:40]})
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
