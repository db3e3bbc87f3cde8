"""The command line as ``python -m paiyan``."""

from paiyan.service.cli import main

if __name__ == "__main__":
    main()
