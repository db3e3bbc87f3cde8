"""贵港麻将, Guigang: 鸡平和 with 爆胡 at five fan, a fan for declaring ready, and liability for nine tiles.

The document's two lists of prices are cut out; those of 鸡平和, whose text it otherwise shares, take their
place. Hands that are dearer than 爆胡 there and not here (清一色 4 to 小四喜 5) then take extra fan up to
it; with `special` = above they keep their distance above 爆胡 instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import By, Flag, Hand
from paiyan.scorer.hand.melds import Meld
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import LIANZHONG_GUIDE
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets import guangdong_jipinghu as jipinghu
from paiyan.scorer.settling import liability
from paiyan.scorer.settling.liability import Liable

TEXT = texts("guigang")

SEED = LIANZHONG_GUIDE.section("贵港麻将 胡牌与算分规则")
OTHER = LIANZHONG_GUIDE.section("贵港麻将 其他规则")
PARENT = jipinghu.SEED
CAP = 5  # 爆胡

READY = TEXT.fan("ready_fan", circumstances.came(flag=Flag.DECLARED_READY), flags=(Flag.DECLARED_READY,))

_SOURCES = {
    circumstances.SELF_DRAWN.id: f"{SEED} 附加情况 1",
    triplets.SEAT_WIND.id: f"{SEED} 附加情况 2",
    triplets.PREVALENT_WIND.id: f"{SEED} 附加情况 3",
    triplets.DRAGON_PUNG.id: f"{SEED} 附加情况 4",
    jipinghu.THREE_WINNERS.id: f"{OTHER} 1",
    circumstances.AFTER_KONG.id: f"{OTHER} 2",
    circumstances.LAST_TILE_DRAW.id: f"{OTHER} 3",
    circumstances.ROBBED_KONG.id: f"{OTHER} 6",
}
_NAMES = {
    whole_hand.CHOWS_AND_PAIR.id: "平胡",
    triplets.ALL_PUNGS.id: "碰碰胡",
    circumstances.ROBBED_KONG.id: "抢杠胡",
}
# What a hand is made of does not count too if it is no dearer than 爆胡.
_MADE_OF: Mapping[str, Sequence[Fan]] = {
    whole_hand.HALF_FLUSH_PUNGS.id: (suits.HALF_FLUSH, triplets.ALL_PUNGS),
    whole_hand.FULL_FLUSH_PUNGS.id: (suits.FULL_FLUSH, triplets.ALL_PUNGS),
    suits.MIXED_TERMINALS.id: (triplets.ALL_PUNGS,),
    triplets.LITTLE_THREE_DRAGONS.id: (triplets.DRAGON_PUNG,),
}


def _priced(p: Priced, *, shift: int) -> Priced:
    """The fan of 鸡平和: what lifts to the cap lifts to this one, what is above it moves by `shift`."""
    value = CAP if p.value == jipinghu.CAP else p.value + shift if p.value > jipinghu.CAP else p.value
    return p.but(
        value=value,
        zh=_NAMES.get(p.id, p.zh),
        source=_SOURCES.get(p.id, f"{PARENT}: the seed's own list is cut out"),
        excludes=frozenset(f.id for f in _MADE_OF.get(p.id, ())),
    )


def _fans(*, shift: int = 0) -> tuple[Priced, ...]:
    ready = READY.at(1, source=f"{OTHER} 5")
    return (*(_priced(p, shift=shift) for p in jipinghu.FANS), ready)


def _of_nine(hand: Hand, fed: str) -> Liable:
    """Return who fed the third claimed meld, the ninth tile; with `all`, the first two as well."""
    fed_by = [liability.fed(hand, m) for m in hand.melds if m.is_claimed][:3]
    if len(fed_by) < 3 or fed == "third":
        return fed_by[2] if len(fed_by) == 3 else None
    seats = {who for who in fed_by if isinstance(who, Seat)}
    unattributed = next((who for who in fed_by if isinstance(who, Meld)), None)
    return (unattributed or fed_by[2]) if len(seats) < 2 else None


def _pay(s: Settling) -> Iterable[Transfer] | Sentence:
    """As 鸡平和; but who fed nine tiles pays the win, whoever discarded, and after a self-draw for three."""
    nine = _of_nine(s.hand, s.options["nine_fed"])
    cases = [jipinghu.of_robbed_kong(s.win)]
    if s.options["liabilities"] == "jipinghu":
        cases += [jipinghu.of_kong(s.hand, s.win), *jipinghu.of_great_hands(s.hand)]
    cases.append((nine, Words("九张落地包胡", "liable: fed nine tiles", "九枚副露の責任払い")))
    if s.win.by is By.DISCARD and nine is not None:
        return liability.pays_all(nine, s.hand.seat, s.value.points, cases[-1][1])
    return jipinghu.paid(s, liability.first(*cases))


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules.changed(fans=_fans(shift=CAP - jipinghu.CAP if options["special"] == "above" else 0))


GUIGANG = jipinghu.GUANGDONG_JIPINGHU.but(
    **TEXT.about("guigang"),
    sources=(SEED, OTHER, PARENT),
    fallback=whole_hand.CHICKEN.at(0, name="鸡胡", source=f"{PARENT}: the seed's own list is cut out"),
    fans=_fans(),
    counting=jipinghu.special_alone(CAP),
    value=jipinghu.capped(CAP),
    of_worth=jipinghu.of_worth,
    required=(),
    declares=True,
    pay=_pay,
    next_dealer=between_deals.stays,
    apply_options=_apply_options,
    options=(
        TEXT.setting("special", "kept", choices=("kept", "above")),
        TEXT.setting("nine_fed", "third", choices=("third", "all")),
        TEXT.setting("liabilities", "own", choices=("own", "jipinghu")),
    ),
    table=tuple(
        s for s in jipinghu.GUANGDONG_JIPINGHU.agreed_on.table if s.id in ("winners", "first_turn_broken")
    ),
)
