"""The rule sets, each in the module of its id, and the list of all.

A rule set is built on first use, so that importing the scorer takes no longer with each one
more. To add one: a file in which the id in capitals (``_`` for ``-``) is the rule set, as
`GUANGDONG_JIPINGHU` in ``guangdong_jipinghu.py``; and one line in `NAMES`. Its words are in the TOML file
of the same name; what several share is in `common`.

Beside these, a rule set may come from an installed package, which names it under the entry point
``paiyan.rulesets``, or from a house file that a program opened (`add`).
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paiyan.scorer.errors import RulesError
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.messages.rules import (
    BROKEN,
    DID_YOU_MEAN,
    ID_TAKEN,
    NO_RULE_SET,
    NONE_OF_PROVINCE,
    NOT_A_RULE_SET,
    OF_PROVINCE,
    THERE_ARE,
)
from paiyan.scorer.rules.rule_set import RuleSet

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NAMES: Final = {
    "guobiao": "国标 國標 国標 新国标 gb mcr chinese official",
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
    "hongkong": "港式 香港 广东牌 戏谷 hk hongkongese hong_kong",
    "jiangnan": "江南 心皇",
    "jilin": "吉林",
    "jinan": "济南",
    "lianzhong": "联众 聯眾",
    "luoshu": "洛书 古代",
    "nanchang": "南昌",
    "nanjing": "南京",
    "nanning": "南宁",
    "neimenggu": "内蒙古 内蒙",
    "qingyuan": "清远",
    "riichi": "日麻 日本 立直 リーチ rcr ema jp japan japanese tenhou",
    "shanghai": "上海",
    "shenzhen": "深圳",
    "sichuan": "四川 成都 血战 血战到底 川麻 sc chengdu",
    "taiwan": "台湾 臺灣 台麻 台湾十六张 tw taiwanese",
    "taiyuan": "太原 立四",
    "taizhou": "台州",
    "tianjin": "天津",
    "wenzhou": "温州",
    "wuhan": "武汉 红中赖子杠",
    "yingkou": "营口",
}
"""The rule sets by id, and other names that people have for them; after the first in alphabetical order,
which is that of the help and the pages."""
IDS: Final = tuple(NAMES)
_MOST_PLAYED: Final = ("guobiao", "riichi", "taiwan", "hongkong", "sichuan")  # suggested before others
ALIASES: Final = {name: id_ for id_ in (*_MOST_PLAYED, *IDS) for name in NAMES[id_].split()}
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
_ENDINGS: Final = ("麻将", "麻將", "麻雀", "规则", "規則", "_mahjong", "_rules")

ENTRY_POINTS = "paiyan.rulesets"
_ADDED: dict[str, RuleSet] = {}


def rule_set(id_: str) -> RuleSet:
    """Return the rule set of an id, or of a common name for it: ``国标``, ``mcr``, ``hk``.

    Raises `RulesError` with the nearest for an unknown one.
    """
    found = _by_id(id_)
    if found is not None:
        return found
    if (known := named(id_, _ids())) is not None and (found := _by_id(known)) is not None:
        return found
    raise RulesError(NO_RULE_SET, id=id_, hint=_hint(id_))


def _by_id(id_: str) -> RuleSet | None:
    if id_ in IDS:
        return _of_file(id_)
    if id_ in _ADDED:
        return _ADDED[id_]
    return _of_package(id_) if id_ in _installed() else None


def _ids() -> tuple[str, ...]:
    return (*IDS, *_installed(), *_ADDED)


def add(rules: RuleSet) -> None:
    """Register a rule set while the program runs. Raises `RulesError` if another has its id."""
    if rules.id in IDS or rules.id in _installed() or _ADDED.get(rules.id, rules) is not rules:
        raise RulesError(ID_TAKEN, id=rules.id)
    _ADDED[rules.id] = rules


def every_rule_set() -> tuple[RuleSet, ...]:
    """Return the rule sets of the list, of installed packages, and those that were added."""
    return (*rule_sets(), *map(_of_package, _installed()), *_ADDED.values())


@cache
def _installed() -> dict[str, EntryPoint]:
    """Return the entry points of installed packages by the id of their rule set, without taken ids."""
    if not _may_be_installed():
        return {}
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in IDS}


def _may_be_installed() -> bool:
    """True if an installed package may name the entry point.

    Usually none does, and `importlib.metadata` would only find that out after an import that takes half as
    long as all rule sets together.
    """
    others = (finder for finder in sys.meta_path if finder is not PathFinder)
    return any(hasattr(f, "find_distributions") for f in others) or any(map(_may_name_rule_sets, sys.path))


def _may_name_rule_sets(place: str) -> bool:
    """True if a place of `sys.path` may name rule sets.

    Zipped packages, eggs and unreadable places are left to `importlib.metadata`.
    """
    if place.endswith(".egg") or os.path.isfile(place):
        return True
    try:
        contents = [about.read_bytes() for about in Path(place).glob("*-info/entry_points.txt")]
    except OSError:
        return True
    return any(ENTRY_POINTS.encode() in text for text in contents)


@cache
def _of_package(id_: str) -> RuleSet:
    try:
        rules = _installed()[id_].load()
    except Exception as wrong:
        raise _broken(id_, _installed()[id_].module, wrong) from wrong
    if not isinstance(rules, RuleSet) or rules.id != id_:
        raise RulesError(NOT_A_RULE_SET, id=id_, where=_installed()[id_].value)
    return rules


def module_of(id_: str) -> str:
    """Return the name of the module of a rule set in this package."""
    return id_.replace("-", "_")


@cache
def _of_file(id_: str) -> RuleSet:
    name = f"{__name__}.{module_of(id_)}"
    try:
        rules: RuleSet = getattr(import_module(name), module_of(id_).upper())
    except Exception as wrong:
        raise _broken(id_, name, wrong) from wrong
    return rules


def _broken(id_: str, module: str, wrong: Exception) -> RulesError:
    """Return the error for a rule-set file that cannot be run, for its author to mend."""
    from importlib.util import find_spec  # only here: rule sets that hold have no use for it

    try:
        spec = find_spec(module)
    except ImportError:
        spec = None
    file = spec.origin if spec and spec.origin else module
    return RulesError(BROKEN, id=id_, wrong=f"{type(wrong).__name__}: {wrong}", file=file)


def rule_sets() -> tuple[RuleSet, ...]:
    """Return all rule sets in the order of the list."""
    return tuple(map(rule_set, IDS))


def _hint(id_: str) -> Message:
    if (there := of_province(id_)) is not None:
        return Message(OF_PROVINCE, {"ids": there}) if there else Message(NONE_OF_PROVINCE, {"ids": _ids()})
    near = nearest(id_, _ids())
    return Message(DID_YOU_MEAN, {"near": near}) if near else Message(THERE_ARE, {"ids": _ids()})


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
    from difflib import get_close_matches  # only here: mostly a rule set is named by its id

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
