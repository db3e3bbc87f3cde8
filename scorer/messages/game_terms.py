"""What the values of the interface are called in a sentence: kinds of melds, ways to win, flags of a win."""

from __future__ import annotations

from enum import Enum

from paiyan.scorer.messages.languages import Words

_NAMES = {
    "chow": Words("吃", "chow", "チー"),
    "pung": Words("碰", "pung", "ポン"),
    "kong": Words("明杠", "claimed kong", "大明槓"),
    "added_kong": Words("加杠", "added kong", "加槓"),
    "concealed_kong": Words("暗杠", "concealed kong", "暗槓"),
    "mixed_kong": Words("旋风杠、喜杠", "kong of unequal tiles", "不揃いの槓"),
    "discard": Words("点炮", "discard", "ロン"),
    "self_draw": Words("自摸", "self-draw", "ツモ"),
    "robbed_kong": Words("抢杠", "robbed kong", "槍槓"),
    "robbed_flower": Words("抢花", "robbed flower", "槍花"),
    "kong_replacement": Words("杠上开花、杠上炮", "won after a kong", "嶺上・槓の後"),
    "flower_replacement": Words("补花", "drawn for a flower", "花の補充牌"),
    "last_tile": Words("海底", "last tile", "海底"),
    "last_of_kind": Words("绝张", "last of its kind", "絶張"),
    "first_turn": Words("天和、地和", "won in the first turn", "第一巡の和了"),
    "declared_ready": Words("报听", "declared ready", "聴牌宣言"),
}


def named(value: Enum) -> Words:
    """The name of a `MeldType`, a `By` or a `Flag`."""
    return _NAMES[value.value]
