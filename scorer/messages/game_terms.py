"""Names of values of the interface in sentences: melds, ways to win, flags, choices of settings.

A choice of only one rule set has its name there, as ``Setting(names=…)``.
"""

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
    """Return the name of a `MeldType`, a `By` or a `Flag`."""
    return _NAMES[value.value]


_CHOICES = {
    "add": Words("加上", "add", "加算"),
    "all": Words("全部", "all", "すべて"),
    "any": Words("任意", "any", "任意"),
    "dealer": Words("庄家", "dealer", "親"),
    "discarder": Words("点炮者", "discarder", "放銃者"),
    "double": Words("翻倍", "double", "倍"),
    "drawn": Words("摸宝", "drawn", "摸宝"),
    "each": Words("每次", "each", "毎回"),
    "giver": Words("放杠者", "giver", "放槓者"),
    "m": Words("万", "characters", "萬"),
    "none": Words("无", "none", "なし"),
    "one": Words("一家", "one", "一人"),
    "p": Words("筒", "circles", "筒"),
    "plain": Words("不计", "plain", "なし"),
    "rushed": Words("冲宝", "rushed", "衝宝"),
    "s": Words("条", "bamboo", "索"),
    "sum": Words("相加", "sum", "合計"),
    "three": Words("三", "three", "三"),
    "winner": Words("赢家", "winner", "和了者"),
}
_SEATS = {
    "E": Words("东", "East", "東"),
    "S": Words("南", "South", "南"),
    "W": Words("西", "West", "西"),
    "N": Words("北", "North", "北"),
}


def choice_name(choice: str) -> Words:
    """Return the name of a choice; one without a name is its own word."""
    if choice and set(choice) <= set(_SEATS):  # several seats together
        some = [_SEATS[seat] for seat in choice]
        return Words("".join(w.zh for w in some), ", ".join(w.en for w in some), "".join(w.ja for w in some))
    plain = choice.replace("_", " ")
    return _CHOICES.get(choice) or Words(plain, plain)
