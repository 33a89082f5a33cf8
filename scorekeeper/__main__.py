"""What `python -m scorekeeper` and the command `scorekeeper` run."""

from __future__ import annotations

import sys


def run() -> int:
    """Do what the command line says; gives the exit code of the process."""
    if sys.argv[1:] == ["--version"]:
        from scorekeeper import __version__

        print(f"scorekeeper {__version__}")
        return 0
    from scorekeeper.cli import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
