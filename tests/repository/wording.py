"""Count the words and phrases that no engineer would type, by package.

`wording.json` holds how many of each a package may still have; `test_wording.py` lets that only fall::

    python -m tests.repository.wording            # how many there are, and where
    python -m tests.repository.wording --write    # lower the allowances to what is there
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ALLOWANCES = Path(__file__).with_name("wording.json")
PACKAGES = ("scorer", "vision", "datasets", "models", "bench", "service", "docs")
DOCUMENTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
NAMES, PARAMETERS, PHRASES, OPENINGS = "names", "parameters", "phrases", "openings"

# Participles and poetry: a name says what a value holds, not what happened to it.
WORDS = frozenset(
    {"told", "untold", "asked", "said", "spoken", "ours", "theirs", "mine"}
    | {"anew", "alike", "beside", "sought", "thought", "heard"}
)
# As part of a longer name these are plain (`found_at`); alone they say nothing of the value.
BARE = frozenset(
    {"found", "seen", "given", "shown", "known", "one", "at", "some", "those"}
    | {"such", "what", "how", "it", "whom"}
)
PHRASE = re.compile(
    r"\banew\b|\bat the (?:most|least)\b|\bso many\b|\b(?:that|which|it) is none\b|\bwhatever else\b"
    r"|\b(?:is|are|was|were|be|been|nobody|what|who) (?:told|said|asked)\b|\bgives? way to who\b"
    r"|\b(?:the|that|this|it|them|these|those) \w+ alone\b|\b(?:it|them|these|those) alone\b|\bours\b"
    r"|\bof our own\b|\bwhat is there\b|\bthose that are\b|\bwho is\b|\bof whom\b"
    r"|\bnor more\b|\bheld against\b"
)
# A docstring begins with a verb, or with the noun that it describes; not with a clause about it.
OPENING = re.compile(r"(?:Whether|What|Who|Whose|Whom|Where|Those|So|How|Which|That|Of|Among)\b")


class Finding(NamedTuple):
    """A word or phrase to be replaced, with its place."""

    package: str
    sort: str
    path: Path
    line: int
    text: str


def words_of(name: str) -> list[str]:
    """Split a name at underscores and capitals."""
    return [w.lower() for w in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def sentences_of(tree: ast.Module) -> set[str]:
    """Name the constants that are sentences: their names are stable codes in the JSON."""
    return {
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "Words"
    }


def defined_names(tree: ast.AST) -> Iterator[tuple[str, int, bool]]:
    """Yield each name that a module defines, with its line, and whether it is a parameter."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name, node.lineno, False
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno, True
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno, False
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, node.lineno, False


def comments_of(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a module with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def of_module(package: str, path: Path) -> Iterator[Finding]:
    """Find refused words in the names, strings, docstrings and comments of a module."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    for name in {*path.parts[-1:], *path.parent.parts[-1:]}:
        if WORDS & {*words_of(name.removesuffix(".py"))} and path.name != "__init__.py":
            yield Finding(package, NAMES, path, 1, name)
    codes = sentences_of(tree)
    for name, line in sorted({(name, line) for name, line, _ in defined_names(tree)}, key=lambda at: at[1]):
        if WORDS & {*words_of(name)} and name not in codes:
            yield Finding(package, NAMES, path, line, name)
    for name, line, is_parameter in defined_names(tree):
        if is_parameter and name in BARE:
            yield Finding(package, PARAMETERS, path, line, name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for match in PHRASE.finditer(node.value):
                yield Finding(package, PHRASES, path, node.lineno, match[0])
        elif isinstance(node, DOCUMENTED) and OPENING.match(doc := ast.get_docstring(node) or ""):
            yield Finding(package, OPENINGS, path, getattr(node, "lineno", 1), doc.split("\n")[0])
    for line, comment in comments_of(source):
        for match in PHRASE.finditer(comment):
            yield Finding(package, PHRASES, path, line, match[0])


def of_text(package: str, path: Path) -> Iterator[Finding]:
    """Find refused phrases in a text."""
    for line, text in enumerate(path.read_text("utf-8").split("\n"), 1):
        for match in PHRASE.finditer(text):
            yield Finding(package, PHRASES, path, line, match[0])


def findings(root: Path = ROOT) -> Iterator[Finding]:
    """Find all that is refused in the packages, except the page, and in the documents."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if "web" not in path.relative_to(root).parts:
                yield from of_module(package, path)
    for package, pattern in (("docs", "*.md"), ("scorer", "*.toml")):
        for path in sorted((root / package).rglob(pattern)):
            yield from of_text(package, path)
    for path in sorted(root.glob("*.md")):
        yield from of_text("docs", path)


def counts(found: Iterator[Finding]) -> dict[str, dict[str, int]]:
    """Count the findings of each sort by package."""
    counted = Counter((f.package, f.sort) for f in found)
    sorts = (NAMES, PARAMETERS, PHRASES, OPENINGS)
    return {p: {s: counted[p, s] for s in sorts if p != "docs" or s == PHRASES} for p in PACKAGES}


def allowances() -> dict[str, dict[str, int]]:
    """Read how many of each sort a package may still have."""
    return json.loads(ALLOWANCES.read_text("utf-8"))


def main() -> None:
    """Print what is refused, or lower the allowances to it."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="lower the allowances to what is there")
    parser.add_argument("--list", metavar="PACKAGE", help="print each finding of a package")
    args = parser.parse_args()
    found = [*findings()]
    if args.list:
        for f in found:
            if f.package == args.list:
                print(f"{f.path.relative_to(ROOT)}:{f.line}: {f.sort}: {f.text}")
    now = counts(iter(found))
    for package, sorts in now.items():
        print(package, " ".join(f"{sort} {n}" for sort, n in sorts.items()), file=sys.stderr)
    if args.write:
        held = allowances() if ALLOWANCES.exists() else now
        lowered = {p: {s: min(n, held[p].get(s, n)) for s, n in sorts.items()} for p, sorts in now.items()}
        ALLOWANCES.write_text(json.dumps(lowered, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
