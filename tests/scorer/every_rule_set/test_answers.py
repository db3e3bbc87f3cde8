"""In every rule set: answers come or are refused, payments sum to zero, all is told in every language."""

from __future__ import annotations

from collections import Counter
from random import Random

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.answer import answer
from paiyan.scorer.report.build import deal_report, explained, score_report
from paiyan.scorer.report.rule_set_json import described
from paiyan.scorer.report.values import ScoreReport
from paiyan.scorer.rules.payments import Party
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.tiles.notation import notation
from tests.scorer.every_rule_set.cases import EVERY, LANGS, cases, settled, tried
from tests.scorer.every_rule_set.random_deals import alone, deals, dealt, likely


@EVERY
def test_the_made_up_hands_are_worth_asking(rules: RuleSet) -> None:
    some = [c.got for c in cases(rules)]
    wins = [s for s in some if isinstance(s, Score)]
    assert len(wins) > 25
    assert sum(s.legal for s in wins) > 8
    assert len(some) - len(wins) > 3
    assert len({m.priced.id for s in wins for m in s.counted.matches}) > 8 or len(rules.counted_by.fans) < 9


@EVERY
def test_every_answer_comes_or_is_refused_in_one_sentence(rules: RuleSet) -> None:
    answers = 0
    for i, deal in enumerate(deals(rules)):
        given, lang = alone(deal), LANGS[i % 3]
        got = tried(answer, given, lang=lang, explain=True)
        answers += got is not None
        waiting = {k: v for k, v in given.items() if k != "win"}
        if i % 4 == 0:
            tried(answer, waiting, lang=lang)
            tried(answer, deal, lang=lang)
    assert answers > 50


@EVERY
def test_settled_deals_are_told_in_every_language_and_sum_to_zero(rules: RuleSet) -> None:
    n = 0
    for i in range(120):
        deal = likely(f"settled {rules.id} {i}", rules, share=0.1, draw=i % 3 == 0)
        chosen = rules.with_options(deal["options"])
        made = tried(settled, chosen, deal)
        if made is None:
            continue
        n += 1
        net: Counter[Party] = Counter()
        for t in made.transfers:
            assert t.points >= 0
            assert t.payer is not t.payee
            assert all(t.reason.to(lang) for lang in LANGS)
            net[t.payer] -= t.points
            net[t.payee] += t.points
        assert sum(net.values()) == 0
        assert {seat: net[seat] for seat in Seat} == made.balances
        assert sum(made.balances.values()) == -sum(n for who, n in net.items() if not isinstance(who, Seat))
        assert all(
            bool(to_json(deal_report(made), lang)["payments"]) is not bool(made.unsettled) for lang in LANGS
        )
    assert n > 10


@EVERY
def test_a_rule_set_and_each_of_its_scores_are_told_in_every_language(rules: RuleSet) -> None:
    for lang in LANGS:
        assert to_json(described(rules), lang)["id"] == rules.id
    for case in cases(rules)[:30]:
        for lang in LANGS:
            found = score_report(case.got)
            told = to_json(found, lang)
            assert told["win"] is isinstance(case.got, Score)
            if isinstance(case.got, Score) and isinstance(found, ScoreReport):
                assert len(to_json(explained(found, case.got), lang)["fans"]) == len(told["fans"])


@EVERY
def test_a_random_deal_never_raises(rules: RuleSet) -> None:
    """Deals in which something was changed at random: a tile, a seat, a field too many or too few."""
    for i in range(25):
        rng = Random(f"spoilt {rules.id} {i}")
        deal = dealt(rng, rules, share=0.4, draw=i % 4 == 0)
        hand = rng.choice(deal["hands"])
        spoil = rng.randrange(5)
        if spoil == 0:
            hand["concealed"] = notation(rng.choice(range(42)) for _ in range(rng.randint(0, 14)))
        elif spoil == 1:
            hand["flowers"] = notation(rng.choice(range(42)) for _ in range(rng.randint(1, 3)))
        elif spoil == 2:
            hand["seat"] = rng.choice("ESWN")
        elif spoil == 3:
            deal["hands"].remove(hand)
        else:
            deal["wild"] = notation([rng.choice(range(42))])
        tried(answer, deal, lang=LANGS[i % 3])
