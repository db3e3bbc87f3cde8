"""The program as ``python -m paiyan.service.cli``."""

from paiyan.service.cli import main

if __name__ == "__main__":
    main()
