"""The command line ``paiyan``.

In: arguments. Out: the answer on standard output, messages on standard error, an exit status.
Its commands parse, ask `paiyan.service.answers` and print; each command may be changed without the others.
"""

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command that the process was started with, and exit with its status."""
    gc.disable()  # a program that is being loaded is no garbage, and is not looked through from then on
    from paiyan.service.cli.program import run

    gc.freeze()
    gc.enable()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    status = run(sys.argv[1:])
    gc.freeze()  # nor is it when all ends, and its memory with it
    sys.exit(status)
