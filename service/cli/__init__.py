"""The command line ``paiyan``.

In: arguments. Out: the answer on standard output, messages on standard error, an exit status.
Its commands parse, ask `service.answers` and print; each command may be changed without the others.
"""

from service.cli.commands import main

__all__ = ["main"]
