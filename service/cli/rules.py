"""The command ``paiyan rules``: rule sets listed, shown, compared and checked."""

from __future__ import annotations

from typing import Annotated

import typer

from service.cli.options import Output
from service.cli.printing import show
from service.errors import WrongUse


def rules(
    *,
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID|FILE]...",
            help="One rule set in full; a house file too (my-club.toml), with what it changes. With --check a"
            " rule-set file in Python too.",
            show_default=False,
        ),
    ] = None,
    diff: Annotated[
        bool, typer.Option("--diff", help="In what two rule sets or house files differ: --diff A B.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Run the examples of a house file, and name the changes none of them shows; mistakes"
            " of a rule-set file (my_table.py), whose hands and deals are run.",
        ),
    ] = False,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Of each its fans, options, sources, hands, deals, sentences kept."),
    ] = False,
    output: Output,
) -> int:
    """List the rule sets, or show one with its fans, options and sources."""
    from service.answers import rule_catalogue

    if not ids and not (coverage or diff or check):
        show(rule_catalogue.summaries(lang=output.language), "rules.rule_sets", output)
        return 0
    from service.answers import house_files, rule_files  # a list of the rule sets has no use for them

    names, lang = ids or [], output.language
    if sum((coverage, diff, check)) > 1:
        raise WrongUse("--coverage, --diff and --check cannot go together: give one of them")
    if coverage:
        if names:
            raise WrongUse("--coverage is of every rule set: leave the id out")
        show(rule_catalogue.coverage(lang=lang), "rules.coverage", output)
    elif diff:
        show(house_files.compared(names, lang=lang), "rules.difference", output)
    elif len(names) > 1 or (check and not names):
        raise WrongUse(f"paiyan rules {'--check ' if check else ''}takes one rule set or house file")
    elif check and names[0].endswith(rule_files.SUFFIX):
        found = rule_files.check(names[0])
        show(found, "rules.rules_check", output)
        return 0 if found["holds"] else 1
    elif check:
        found = house_files.check(names[0], lang=lang)
        show(found, "rules.house_check", output)
        return 0 if found["holds"] else 1
    else:
        show(rule_catalogue.described(house_files.named(names[0]), lang=lang), "rules.rule_set", output)
    return 0
