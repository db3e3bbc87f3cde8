"""The command ``paiyan rules``: rule sets listed, shown, compared and checked."""

from __future__ import annotations

import click

from paiyan.service.cli.options import Output, options, show
from paiyan.service.errors import WrongUse
from paiyan.service.messages import command_line as refusal


@click.command()
@click.argument("ids", metavar="[ID|FILE]...", nargs=-1)
@click.option("--diff", is_flag=True, help="In what two rule sets or house files differ: --diff A B.")
@click.option(
    "--check",
    is_flag=True,
    help="Run the examples of a house file, and name the changes none of them shows; mistakes of a rule-set"
    " file (my_table.py), whose hands and deals are run.",
)
@click.option(
    "--coverage", is_flag=True, help="Of each its fans, options, sources, hands, deals, sentences kept."
)
@options("output", Output)
def rules(
    *,
    ids: tuple[str, ...],
    diff: bool,
    check: bool,
    coverage: bool,
    output: Output,
) -> int:
    """List the rule sets, or show one: its fans, options and sources.

    ID is the id of a rule set. FILE is a house file (my-club.toml), which is shown with what it changes; with
    --check it may be a rule-set file in Python.
    """
    from paiyan.service.answers import rule_catalogue

    if not ids and not (coverage or diff or check):
        show(rule_catalogue.summaries(), "rules.rule_sets", output)
        return 0
    if sum((coverage, diff, check)) > 1:
        raise WrongUse(refusal.NOT_TOGETHER, names=refusal.both(["--coverage", "--diff", "--check"]))
    if coverage:
        if ids:
            raise WrongUse(refusal.COVERAGE_ALL)
        show(rule_catalogue.coverage(), "rules.coverage", output)
    elif diff:
        show(rule_catalogue.compared(ids), "rules.difference", output)
    elif len(ids) != 1:
        raise WrongUse(refusal.ONE_RULE_SET, check="--check " if check else "")
    elif not check:
        from paiyan.scorer.report.rule_set_json import in_full

        show(in_full(rule_catalogue.named(ids[0])), "rules.rule_set", output)
    else:
        python = ids[0].endswith(rule_catalogue.RULE_SET_SUFFIX)
        found = rule_catalogue.check_rules(ids[0]) if python else rule_catalogue.check_house(ids[0])
        show(found, "rules.rules_check" if python else "rules.house_check", output)
        return 0 if found.holds else 1
    return 0
