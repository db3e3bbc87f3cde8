"""Common names of the rule sets: short names next to the ids, and the nearest for an unknown name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_SHORT: Final = {
    "guobiao": "国标 國標 国標 新国标 gb mcr chinese official",
    "riichi": "日麻 日本 立直 リーチ rcr ema jp japan japanese tenhou",
    "taiwan": "台湾 臺灣 台麻 台湾十六张 tw taiwanese",
    "hongkong": "港式 香港 广东牌 戏谷 hk hongkongese hong_kong",
    "sichuan": "四川 成都 血战 血战到底 川麻 sc chengdu",
    "lianzhong": "联众 聯眾",
    "anqing": "安庆",
    "beijing": "北京",
    "changchun": "长春",
    "changsha": "长沙",
    "guangdong-jipinghu": "鸡平和 鸡平胡 广东鸡平胡",
    "guangdong-minjian": "民间 广东民间",
    "guangdong-tuidaohu": "推倒胡 推倒和 广东推倒胡 广东推倒和",
    "guangxi": "广西",
    "guangzhou": "广州 canton cantonese",
    "guigang": "贵港",
    "guizhou": "贵州 捉鸡 贵阳",
    "hainan": "海南",
    "hangzhou": "杭州",
    "harbin": "哈尔滨",
    "hebei": "河北",
    "hefei": "合肥",
    "jiangnan": "江南 心皇",
    "jilin": "吉林",
    "jinan": "济南",
    "luoshu": "洛书 古代",
    "nanchang": "南昌",
    "nanjing": "南京",
    "nanning": "南宁",
    "neimenggu": "内蒙古 内蒙",
    "qingyuan": "清远",
    "shanghai": "上海",
    "shenzhen": "深圳",
    "taiyuan": "太原 立四",
    "taizhou": "台州",
    "tianjin": "天津",
    "wenzhou": "温州",
    "wuhan": "武汉 红中赖子杠",
    "yingkou": "营口",
}
_PROVINCES: Final = {
    "anhui 安徽": "anqing hefei",
    "chongqing 重庆 重慶": "",
    "fujian 福建": "",
    "gansu 甘肃 甘肅": "",
    "heilongjiang 黑龙江 黑龍江": "harbin",
    "henan 河南": "",
    "hubei 湖北": "wuhan",
    "hunan 湖南": "changsha",
    "jiangsu 江苏 江蘇": "nanjing",
    "jiangxi 江西": "nanchang",
    "liaoning 辽宁 遼寧": "yingkou",
    "macau macao aomen 澳门 澳門": "",
    "ningxia 宁夏 寧夏": "",
    "qinghai 青海": "",
    "shaanxi 陕西 陝西": "",
    "shandong 山东 山東": "jinan",
    "shanxi 山西": "taiyuan",
    "tibet xizang 西藏": "",
    "xinjiang 新疆": "",
    "yunnan 云南 雲南": "",
    "zhejiang 浙江": "hangzhou taizhou wenzhou",
}
"""Provinces without a rule set of their own: how they are called, and which rule sets are from there."""
_OF_PROVINCES: Final = {
    name: tuple(ids.split()) for names, ids in _PROVINCES.items() for name in names.split()
}
ALIASES: Final = {name: id_ for id_, names in _SHORT.items() for name in names.split()}
_ENDINGS: Final = ("麻将", "麻將", "麻雀", "规则", "規則", "_mahjong", "_rules")


def plain(name: str) -> str:
    """Return a name as it is looked up: half-width, lower case, ``_`` between words, no word for the game."""
    name = "_".join(unicodedata.normalize("NFKC", name[:60]).casefold().split())
    for ending in _ENDINGS * 2:
        name = name.removesuffix(ending) or name
    return name


def named(name: str, ids: Iterable[str]) -> str | None:
    """Return the id that a name stands for; None if it stands for none."""
    short = plain(name)
    by_id = {plain(id_): id_ for id_ in ids}
    return by_id.get(short) or by_id.get(short.replace("_", "-")) or ALIASES.get(short)


def of_province(name: str) -> tuple[str, ...] | None:
    """Return the ids of the rule sets from a province without rules of its own; None for any other name."""
    return _OF_PROVINCES.get(plain(name).removesuffix("省"))


def nearest(name: str, ids: Iterable[str]) -> list[str]:
    """List the ids whose names begin with this one, or else the id of which one name is most like it.

    A Chinese name is like one that begins with the same character, or has more than half of them.
    """
    names = {**{plain(id_): id_ for id_ in ids}, **ALIASES}
    short = plain(name)
    if begun := [id_ for known, id_ in names.items() if len(short) > 1 and known.startswith(short)]:
        return list(dict.fromkeys(begun))
    if short.isascii():
        near = get_close_matches(short, names, n=1, cutoff=0.7)
    else:
        first = [known for known in names if known[0] == short[0]]
        near = get_close_matches(short, names, n=1, cutoff=0.6) or get_close_matches(
            short, first, n=1, cutoff=0.5
        )
    return [names[near[0]]] if near else []
