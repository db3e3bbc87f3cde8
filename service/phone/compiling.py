"""Compile what a phone runs, in the Python that will run it: `compile.mjs` calls this inside Pyodide.

Modules come compiled, since a phone would spend half of its start on compiling them; of the standard library
only those come that something here may import. Archives are not packed: the page fetches them as one stream.
"""

from __future__ import annotations

import ast
import importlib.util
import io
import marshal
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from types import CodeType

_WHEN = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive
_ALWAYS = (
    "site",
    "encodings.aliases",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.latin_1",
    "encodings.utf_8",
)
_PYODIDE = ("_pyodide", "pyodide")
_NEVER = frozenset((
    "argparse", "bdb", "calendar", "cmd", "code", "concurrent.futures.process", "ctypes", "doctest", "email",
    "ftplib", "getpass", "gettext", "gzip", "html", "http", "imaplib", "ipaddress", "locale", "lzma",
    "mailbox", "mimetypes", "multiprocessing", "netrc", "optparse", "pdb", "pickle", "platform", "plistlib",
    "pydoc", "pydoc_data", "pyodide.console", "pyodide.http", "_pyrepl", "quopri", "rlcompleter", "smtplib",
    "socketserver", "sqlite3", "ssl", "_strptime", "sysconfig", "tarfile", "test", "tkinter", "tracemalloc",
    "unittest", "urllib.request", "xml", "xmlrpc",
))  # fmt: skip
"""Debuggers, servers, mail, processes, which the library names in functions that nothing here calls."""


def compiled(archive: bytes) -> bytes:
    """Return an archive with its modules compiled; other files stay as they are."""
    return _packed(_unpacked(archive))


def library(archive: bytes, users: Iterable[bytes]) -> bytes:
    """Return the modules of the standard library that archives may import, compiled without docstrings."""
    files = _unpacked(archive)
    modules = {_module(name): name for name in files if name.endswith(".py")}
    wanted = {*_ALWAYS, *(module for module in modules if module.partition(".")[0] in _PYODIDE)} - _NEVER
    for user in users:
        sources = {name: text for name, text in _unpacked(user).items() if name.endswith(".py")}
        wanted.update(module for name, text in sources.items() for module, _ in _imports(name, text))
    found: set[str] = set()
    while wanted:
        for module in set(_parents(wanted.pop())) & modules.keys() - found:
            found.add(module)
            named = _imports(modules[module], files[modules[module]])
            wanted.update(name for name, late in named if not late or _NEVER.isdisjoint(_parents(name)))
    return _packed({modules[module]: files[modules[module]] for module in sorted(found)}, optimize=2)


def _unpacked(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        return {name: packed.read(name) for name in sorted(packed.namelist()) if not name.endswith("/")}


def _packed(files: Mapping[str, bytes], optimize: int = 0) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            if name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True, optimize=optimize)
                code = _without_lines(code) if optimize else code
                # A file without its source is never looked up: no date and no size of one.
                archive.writestr(
                    zipfile.ZipInfo(name + "c", _WHEN),
                    importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code),
                )
            else:
                archive.writestr(zipfile.ZipInfo(name, _WHEN), content)
    return out.getvalue()


def _without_lines(code: CodeType) -> CodeType:
    """Return code that does not know its lines: of the library nobody reads them on a phone."""
    inner = (_without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


def _module(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def _parents(module: str) -> Iterator[str]:
    """Return the packages that a module is in, and the module."""
    parts = module.split(".")
    return (".".join(parts[: n + 1]) for n in range(len(parts)))


def _imports(name: str, source: bytes) -> Iterator[tuple[str, bool]]:
    """Return what a module imports, and True for what it imports in a function; names count as modules."""
    package = _module(name).split(".")
    if not name.endswith("__init__.py"):
        package.pop()
    nodes: list[tuple[ast.AST, bool]] = [(ast.parse(source), False)]
    while nodes:
        node, late = nodes.pop()
        if isinstance(node, ast.Import):
            yield from ((alias.name, late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            yield origin, late
            yield from ((f"{origin}.{alias.name}", late) for alias in node.names)
        late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        nodes.extend((child, late) for child in ast.iter_child_nodes(node))
