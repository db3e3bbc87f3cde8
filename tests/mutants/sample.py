"""A seeded sample of small changes to the code of a package, as JSON lines.

    python tests/mutants/sample.py scorer --seed 1 --count 100 > out/scorer.jsonl

What can be changed, and into what, is cosmic-ray's: a comparison turned, a number moved by one, `and` for
`or`, a `not` put in, a loop left out. A statement that is dropped is added to them here. A piece of the code
is drawn first and then a change of it, so that an operator with ten others to become is not drawn ten times
as often.

Left out is what cannot be noticed or always is: annotations, decorators (caches and registrations), and `is`
for `==`. This file needs cosmic-ray and nothing of Paiyan; `make mutants` gives it an environment of its
own.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cosmic_ray.ast import Visitor, ast_nodes, get_ast
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.python.tree import Keyword

ASSIGNED = ("+=", "-=", "*=", "/=", "//=", "|=", "&=", "^=")


class DropStatement(Operator):
    """A call made for its effect, a raise, a return or an addition, left out."""

    KINDS = ("raise_stmt", "return_stmt", "atom_expr", "power", "expr_stmt")

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Where `node` is such a statement."""
        statement = node.parent is not None and node.parent.type == "simple_stmt"
        added = node.type != "expr_stmt" or getattr(node.children[1], "value", "") in ASSIGNED
        if statement and node.type in self.KINDS and added:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`pass` in its place."""
        return Keyword("pass", node.start_pos, prefix=node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: cosmic-ray's own tests read them."""
        return ()


class Change(Visitor):
    """One operator applied to one node."""

    def __init__(self, target: Any, operator: Operator, index: int) -> None:
        self.target, self.operator, self.index = target, operator, index

    def visit(self, node: Any) -> Any:
        """The changed node in the place of the target, every other node as it was."""
        return self.operator.mutate(node, self.index) if node is self.target else node


def _operators() -> dict[str, list[Operator]]:
    """The operators by their family: those of a family change the same piece of code."""
    families: dict[str, list[Operator]] = {"DropStatement": [DropStatement()]}
    for name in operator_names():
        kind = name.partition("/")[2]
        made = get_operator(name)
        identity = kind.endswith(("_Is", "_IsNot")) and not kind.startswith("ReplaceComparisonOperator_Is")
        if made.arguments() or identity or kind == "RemoveDecorator":
            continue
        families.setdefault(kind.partition("_")[0], []).append(made())
    return families


def _bare(code: str) -> str:
    """The code as Python reads it, without annotations."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(value=None)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
    return ast.dump(tree)


def _differs(code: str, changed: str) -> bool:
    """Whether the changed code is Python and says something else."""
    try:
        return _bare(code) != _bare(changed)
    except SyntaxError:
        return False


def _function(code: str, line: int) -> str:
    """The innermost function that runs the line, by its first line; "" for what runs on import."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    inside = [
        node
        for node in ast.walk(ast.parse(code))
        if isinstance(node, functions) and node.body[0].lineno <= line <= (node.end_lineno or 0)
    ]
    innermost = max(inside, key=lambda node: node.lineno, default=None)
    return f"{innermost.lineno}:{innermost.name}" if innermost else ""


def changes(package: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Changes of the package, drawn without end; the same one may come twice."""
    listed = subprocess.run(
        ["git", "ls-files", f"{package}/**.py"], capture_output=True, text=True, check=True
    )
    codes = {name: Path(name).read_text(encoding="utf-8") for name in listed.stdout.split()}
    nodes = {name: list(ast_nodes(get_ast(code))) for name, code in codes.items()}
    families = _operators()
    while True:
        (name,) = rng.choices(list(nodes), [len(each) for each in nodes.values()])
        place = rng.randrange(len(nodes[name]))
        ways = [way for way in (_ways(family, nodes[name][place]) for family in families.values()) if way]
        if not ways:
            continue
        operator, index = rng.choice(rng.choice(ways))
        tree = get_ast(codes[name])  # anew, since the change is made in it
        node = list(ast_nodes(tree))[place]
        changed = Change(node, operator, index).walk(tree).get_code()
        if not _differs(codes[name], changed):
            continue
        line = node.start_pos[0]
        where = {"file": name, "line": line, "function": _function(codes[name], line)}
        yield {**where, "operator": type(operator).__name__, "code": changed}


def _ways(family: list[Operator], node: Any) -> list[tuple[Operator, int]]:
    """How the operators of a family change a piece of the code: each with the number of its change."""
    return [(operator, n) for operator in family for n, _ in enumerate(operator.mutation_positions(node))]


def main() -> int:
    """Carry out the command line; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    asked = parser.parse_args()
    seen: set[tuple[str, str]] = set()
    for change in changes(asked.package, random.Random(f"{asked.package} {asked.seed}")):
        key = (change["file"], change["code"])
        if key not in seen:
            seen.add(key)
            print(json.dumps(change, ensure_ascii=False), flush=True)
        if len(seen) == asked.count:
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
