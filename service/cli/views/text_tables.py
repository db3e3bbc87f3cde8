"""Headings in the languages of the program and plain tables, for the views of the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from paiyan.scorer.messages.languages import Renderer, Text, Words
from paiyan.scorer.report.explanation import unit_name
from paiyan.scorer.report.values import Won
from paiyan.service.cli.views.layout import Column, Line, Table

_WORDS = {
    "hands": Words("例手", "hands", "手の例"),
    "no_mistake": Words("没有发现问题", "no mistake found", "問題は見つかりません"),
    "deals": Words("例局", "deals", "局の例"),
    "sentences": Words("原文各句", "sentences kept", "原文の文"),
    "note": Words("另记", "note", "備考"),
    "seed": Words("文献", "seed", "文献"),
    "public": Words("公开规则", "public", "公開規則"),
    "house default": Words("自定", "house default", "独自"),
    "hand": Words("手牌", "hand", "手牌"),
    "winning": Words("和牌张", "winning tile", "和了牌"),
    "meld": Words("副露", "meld", "副露"),
    "flower": Words("花牌", "flowers", "花牌"),
    "discard": Words("牌河", "discards", "河"),
    "indicator": Words("指示牌", "indicator", "表示牌"),
    "wall": Words("牌墙", "wall", "牌山"),
    "other": Words("其他", "other tiles", "その他"),
    "tiles": Words("牌", "tiles", "牌"),
    "arrangement": Words("牌型", "arrangement", "構成"),
    "fan": Words("番种", "fan", "役"),
    "value": Words("番值", "value", "値"),
    "blocks": Words("组成", "made of", "内訳"),
    "total": Words("合计", "total", "合計"),
    "not_counted": Words("不计", "not counted", "数えない"),
    "payments": Words("收付", "payments", "収支"),
    "seat": Words("座位", "seat", "席"),
    "points": Words("点数", "points", "点数"),
    "why": Words("缘由", "why", "理由"),
    "no_win": Words("未和", "no win", "和了ではない"),
    "below": Words("未达起和", "below the minimum", "最低点に満たない"),
    "waits": Words("听牌", "waits for", "待ち"),
    "none": Words("不听牌", "waits for nothing", "不聴"),
    "left": Words("余张", "left", "残り"),
    "discard_win": Words("点和", "on a discard", "ロン"),
    "self_draw": Words("自摸", "self-drawn", "ツモ"),
    "shanten": Words("向听数", "distance (shanten)", "向聴数"),
    "doubt": Words("存疑", "in doubt", "不確か"),
    "or": Words("或", "or", "または"),
    "likelier": Words("更可能", "likelier", "より確からしい"),
    "question": Words("请回答", "please say", "お答えください"),
    "warning": Words("注意", "note", "注意"),
    "rules": Words("规则", "rules", "ルール"),
    "name": Words("名称", "name", "名称"),
    "id": Words("编号", "id", "ID"),
    "where": Words("出处", "source", "出典"),
    "options": Words("选项", "option", "選択"),
    "table": Words("牌桌", "table", "卓"),
    "wild_as": Words("百搭当作", "wild tiles stand for", "ワイルド牌の見立て"),
    "refused": Words("不适用", "refused", "不可"),
    "drawn": Words("流局，无人和牌", "a draw: nobody won", "流局"),
    "next_dealer": Words("下一盘庄家", "deals next", "次の親"),
    "tell": Words("怎么说明", "how to tell", "書き方"),
    "missed": Words("差一点", "nearly there", "惜しい役"),
    "differs": Words("不同", "differs", "相違"),
    "was": Words("原为", "was", "元"),
    "is": Words("现为", "is", "今"),
    "unshown": Words("没有例手显示", "no example shows", "例が示していない"),
    "choice": Words("打出", "throw", "打牌"),
    "chance": Words("和牌机会", "chance to win", "和了率"),
    "aim": Words("目标", "aims at", "狙い"),
    "helpful": Words("进张", "helpful tiles", "有効牌"),
    "keeps": Words("不吃不碰", "as it is", "鳴かない場合"),
    "no_claim": Words("没有值得吃碰的牌", "no claim is worth more", "鳴く価値のある牌はありません"),
    "wins": Words("现在和牌可得", "a win now pays", "今和了すれば"),
    "explained": Words("说明", "explained", "説明"),
}
_SEATS = {
    "E": Words("东", "east", "東"),
    "S": Words("南", "south", "南"),
    "W": Words("西", "west", "西"),
    "N": Words("北", "north", "北"),
}


class Voice(Renderer):
    """Render sentences, headings and amounts for a terminal in one language."""

    def all(self, texts: Iterable[Text]) -> list[str]:
        """Return several sentences."""
        return [self(text) for text in texts]

    def word(self, key: str) -> str:
        """Return a heading."""
        return self(_WORDS[key])

    def seat(self, seat: str) -> str:
        """Return a seat's letter and its name."""
        return f"{seat} {self(_SEATS[seat])}"

    def unit(self, name: str) -> str:
        """Return what a rule set counts in."""
        return self(unit_name(name))

    def worth(self, won: Won) -> str:
        """Return what a hand is worth: its fans, or its han and fu."""
        if not won.fu:
            return f"{won.total} {self.unit(won.unit)}"
        return f"{won.han} {self.unit('han')} {won.fu} {self.unit('fu')}"

    def note(self, key: str, text: Text) -> Line:
        """Return a sentence behind a heading."""
        return Line(self(text), label=f"{self.word(key)}: ", label_style="yellow")


def labelled() -> Table:
    """Rows of a label and what it says."""
    return Table(Column(style="cyan", wraps=False), Column(), gap=2)


def headed(*headings: str) -> Table:
    """Return an empty table with these headings."""
    table = Table(*map(Column, headings), gap=3, heading_style="cyan")
    table.columns[-1].folds = True
    return table
