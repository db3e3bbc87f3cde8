"""Play deals, measure them and compare them with the advice.

``python -m bench.selfplay --rules riichi,guobiao --seeds 1-100 --write`` plays the advice against players who
only come nearer to a win and adds the gains to ``models/results/selfplay.json``; seeds that are there already
are left out. ``--pace --deals 200`` writes the paces that the advice assumes, ``--calibrate --deals 50``
compares its chances to win with the results of the hands, ``--agreement --deals 60`` its discards with those
that most tiles help by another library. ``--simulate --deals 10 --write`` compares its expectations for that
many hands of each rule set with a long simulation (``models/results/expectations.json``), and ``--distances
100000 --write`` its distances with two libraries (``models/results/distances.json``).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict

from bench.selfplay.calibration import WRITTEN, calibration, module, pace
from bench.selfplay.deal import Gain, compare, keep, known
from bench.selfplay.other_programs import ALL, LIBRARIES, Distances, agreement
from bench.selfplay.simulation import RULES, Compared, compare_hands, summary
from bench.selfplay.simulation import keep as keep_simulation
from paiyan.models.pages import figures as pages
from paiyan.scorer.advice.paces import DECLARED, PACES
from paiyan.scorer.advice.position import Declared
from paiyan.scorer.rulesets import IDS, rule_set

_SEED = 7  # of paces and calibrations


def main() -> None:
    """Print a line for each rule set, and for each seed of a comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="riichi,guobiao,hongkong,sichuan,taiwan")
    parser.add_argument("--seeds", default="1-5", help="first and last seed of the walls to compare by")
    parser.add_argument("--whole", action="store_true", help="with all the effort of the advice")
    parser.add_argument("--write", action="store_true", help="add the gains to the committed file")
    parser.add_argument("--deals", type=int, default=100, help="of a pace or a calibration")
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--pace", action="store_true")
    parser.add_argument("--agreement", action="store_true")
    parser.add_argument("--distances", type=int, default=0, help="number of hands, by other programs")
    parser.add_argument("--simulate", action="store_true")
    parser.add_argument("--plays", type=int, default=4000, help="of each hand of a simulation")
    parser.add_argument("--library", default="mahjong", choices=LIBRARIES, help="of an agreement")
    args = parser.parse_args()
    names: list[str] = list(IDS) if args.rules == "all" else args.rules.split(",")
    if args.pace:
        _measure(names, args.deals)
    elif args.distances:
        _distances(args.distances, write=args.write)
    elif args.simulate:
        _simulate(args.deals, args.plays, write=args.write)
    elif args.agreement:
        found = agreement(args.deals, _SEED, args.library)
        print(found, flush=True)
        if args.write:
            pages.enter_rows(pages.AGREEMENT, {found.library: asdict(found)})
    elif args.calibrate:
        for name in names:
            one = calibration(rule_set(name).with_options({}), args.deals, _SEED)
            print(f"{name}:\n{one}", flush=True)
            if args.write:
                pages.enter_rows(pages.CALIBRATION, {name: asdict(one)})
    else:
        first, _, last = args.seeds.partition("-")
        for seed in range(int(first), int(last or first) + 1):
            for name in names:
                _compare(name, seed, whole=args.whole, write=args.write)


def _distances(hands: int, *, write: bool) -> None:
    rows: list[Distances] = []
    for held_against in ALL:
        rows.append(held_against(hands))
        print(rows[-1], flush=True)
    if write:
        pages.enter_rows(pages.DISTANCES, {row.rules: asdict(row) for row in rows})


def _simulate(each: int, plays: int, *, write: bool) -> None:
    rows: list[Compared] = []
    for row in compare_hands(RULES, each, plays, _SEED):
        rows.append(row)
        print(row, "off by", "{:.1f} and {:.1f}".format(*row.off), flush=True)
    for line in summary(rows):
        print(line, flush=True)
    if write:
        keep_simulation(rows, _SEED)


def _measure(names: list[str], deals: int) -> None:
    paces = dict(PACES)
    declared = {name: Declared(*row) for name, row in DECLARED.items()}
    for name in names:
        paces[name], follows = pace(rule_set(name).with_options({}), deals, _SEED)
        if follows is not None:
            declared[name] = follows
        print(name, paces[name], follows or "", flush=True)
        WRITTEN.write_text(module(paces, declared), "utf-8")


def _compare(name: str, seed: int, *, whole: bool, write: bool) -> None:
    if write and name in (rows := known()) and seed in rows[name]["seeds"]:
        return
    began = time.process_time()
    row = compare(rule_set(name).with_options({}), seed, whole=whole)
    if write:
        keep(name, row)
    gains = known()[name]["gains"] if write else row["gains"]
    gain, took = Gain.of(gains), time.process_time() - began
    print(
        f"{name} seed {seed}: {took:.0f} s; of {gain.deals} deals {gain.mean:+.2f} ± {gain.half:.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
