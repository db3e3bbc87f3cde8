"""Read one field of a JSON object at a time, or refuse it with one sentence.

Seats, sides, melds and ways to win may be given in other words: full-width letters, capitals, Chinese,
Japanese and the usual romanizations are read here, once for the command line, HTTP and the page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import Any, Final, TypeVar, cast

from paiyan.scorer.errors import HandError, TileError
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.messages import hand as refusal
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.notation import parse, tile
from paiyan.scorer.tiles.tile import Tile

_Parsed = TypeVar("_Parsed")
_SEATS: Final = {
    "E": "e east 东 東 东风 東風 东家 東家 ton",
    "S": "s south 南 南风 南風 南家 nan",
    "W": "w west 西 西风 西風 西家 shaa xia",
    "N": "n north 北 北风 北風 北家 pei",
}
_SIDES: Final = {
    "left": "left 上家 上 左 kamicha shangjia",
    "across": "across opposite 对家 對家 对面 對面 対面 対家 toimen duijia",
    "right": "right 下家 下 右 shimocha xiajia",
}
_MELDS: Final = {
    "chow": "chow chi chii 吃 上 顺子 順子 チー 順 run sequence",
    "pung": "pung pon peng 碰 刻子 ポン 刻 triplet",
    "kong": "kong kan gang 杠 槓 明杠 明槓 大明杠 大明槓 直杠 カン minkan daiminkan",
    "added_kong": "added_kong 加杠 加槓 补杠 補槓 小明槓 kakan shouminkan added",
    "concealed_kong": "concealed_kong 暗杠 暗槓 ankan angang closed_kong",
    "mixed_kong": "mixed_kong 旋风杠 旋風槓 喜杠 喜槓 幺九蛋",
}
_WAYS: Final = {
    "discard": "discard 点炮 點炮 放炮 放铳 放銃 荣和 榮和 吃胡 点和 ロン ron dianpao",
    "self_draw": "self_draw selfdraw 自摸 自摸和 摸 ツモ tsumo zimo self_drawn drawn draw",
    "robbed_kong": "robbed_kong 抢杠 搶槓 抢杠胡 抢杠和 槍槓 chankan robbing_the_kong robbed",
    "robbed_flower": "robbed_flower 抢花 搶花 七抢一 七搶一 槍花 抢北 搶北 拔北",
}
_FLAGS: Final = {
    "kong_replacement": "kong_replacement 杠上开花 槓上開花 杠开 杠上炮 岭上开花 岭上 嶺上開花 嶺上 rinshan",
    "flower_replacement": "flower_replacement 补花 補花 花上自摸",
    "last_tile": "last_tile 海底 海底捞月 海底撈月 海底捞 妙手回春 河底 河底捞鱼 河底撈魚 haitei houtei",
    "last_of_kind": "last_of_kind 绝张 絕張 絶張 和绝张",
    "first_turn": "first_turn 天和 地和 人和 天胡 地胡 人胡 tenhou chiihou renhou",
    "declared_ready": "declared_ready 报听 報聽 聴牌宣言 听牌",
}


def _by_word(words: Mapping[str, str]) -> dict[str, str]:
    return {word: value for value, text in words.items() for word in text.split()}


SEATS: Final = _by_word(_SEATS)
SIDES: Final = _by_word(_SIDES)
MELDS: Final = _by_word(_MELDS)
WAYS: Final = _by_word(_WAYS)
FLAGS: Final = _by_word(_FLAGS)


def plain(text: str) -> str:
    """Normalise a text for look-ups: half-width, in small letters, its words joined by ``_``."""
    return "_".join(unicodedata.normalize("NFKC", text).casefold().replace("-", " ").split())


def canonical(text: str, words: Mapping[str, str]) -> str | None:
    """Return the value of the interface that a word stands for; None if it stands for none."""
    return words.get(plain(text))


def nearest(text: str, words: Mapping[str, str]) -> str | None:
    """Return the value that was most likely meant; None if none is near."""
    near = get_close_matches(plain(text)[:40], words, n=1, cutoff=0.6)
    return words[near[0]] if near else None


def field_or(fields: Mapping[str, Any], name: str, default: Any) -> Any:
    """Return a field, or `default` if it is missing or null; false and 0 are values."""
    value = fields.get(name)
    return default if value is None else value


def as_tiles(value: Any, where: str | Words) -> tuple[Tile, ...]:
    """Parse a text of tiles. Raises `HandError` for anything else."""
    return _parsed(value, where, parse, refusal.TILES_TEXT)


def as_tile(value: Any, where: str | Words) -> Tile:
    """Parse one tile. Raises `HandError` for anything else."""
    return _parsed(value, where, tile, refusal.ONE_TILE)


def _parsed(value: Any, where: str | Words, parse: Callable[[str], _Parsed], no_text: Words) -> _Parsed:
    if not isinstance(value, str):
        raise HandError(no_text, where=where, value=value)
    try:
        return parse(value)
    except TileError as wrong:
        raise HandError(refusal.IN_FIELD, where=where, wrong=wrong) from None


def as_object(value: Any, where: str) -> Mapping[str, Any]:
    """Return a JSON object. Raises `HandError` for anything else."""
    if not isinstance(value, Mapping):
        raise HandError(refusal.JSON_OBJECT, where=where, value=value)
    return cast("Mapping[str, Any]", value)


def as_list(value: Any, where: str) -> Sequence[Any]:
    """Return a JSON array. Raises `HandError` for anything else."""
    if not isinstance(value, (list, tuple)):
        raise HandError(refusal.A_LIST, where=where, value=value)
    return cast("Sequence[Any]", value)


def as_objects(value: Any, where: str) -> Sequence[Mapping[str, Any]]:
    """Return a JSON array of objects. Raises `HandError` for anything else."""
    found = as_list(value, where)
    for one in found:
        if not isinstance(one, Mapping):
            raise HandError(refusal.OBJECTS, where=where, value=one)
    return found


def as_choice(enum: type[Enum], value: Any, where: str | Words, words: Mapping[str, str]) -> Any:
    """Return the member of `enum` that this value, or one of the `words` for it, names.

    Raises `HandError` for anything else, with the nearest.
    """
    named = canonical(value, words) if isinstance(value, str) else value
    try:
        return enum(value if named is None else named)
    except ValueError:
        names = [m.value for m in enum]
        near = nearest(value, words) if isinstance(value, str) else None
        if near is not None:
            raise HandError(refusal.A_CHOICE_NEAR, where=where, near=near, names=names, value=value) from None
        raise HandError(refusal.A_CHOICE, where=where, names=names, value=value) from None


def as_seat(value: Any, where: str | Words, *, of: Seat | None = None) -> Seat:
    """Return the seat that this value names; a side is relative to the seat `of`. Raises `HandError`."""
    if isinstance(value, str):
        if value in Seat.__members__:
            return Seat[value]
        if (named := canonical(value, SEATS)) is not None:
            return Seat[named]
        side = canonical(value, SIDES)
        if of is not None and side is not None:
            return of.at(Side(side))
    raise HandError(refusal.A_SEAT, where=where, value=value)
