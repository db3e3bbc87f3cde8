"""The program as ``python -m service.cli``."""

from service.cli import main

if __name__ == "__main__":
    main()
