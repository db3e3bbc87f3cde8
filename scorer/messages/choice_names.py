"""What choices are called that several rule sets have: short words beside the sentence of the setting.

A choice of one rule set alone has its name beside it there, as ``Setting(names=…)``.
"""

from __future__ import annotations

from paiyan.scorer.messages.languages import Words

_NAMES = {
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


def name(choice: str) -> Words:
    """What a choice is called; one without a name is called by its own word."""
    if choice and set(choice) <= set(_SEATS):  # several seats together
        some = [_SEATS[seat] for seat in choice]
        return Words("".join(w.zh for w in some), ", ".join(w.en for w in some), "".join(w.ja for w in some))
    plain = choice.replace("_", " ")
    return _NAMES.get(choice) or Words(plain, plain)
