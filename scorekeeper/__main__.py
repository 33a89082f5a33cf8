"""What `python -m scorekeeper` and the command `scorekeeper` run."""

from __future__ import annotations

import gc
import os
import sys


def run() -> int:
    """Do what the command line says; gives the exit code of the process."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        from scorekeeper import __version__

        try:
            print(f"scorekeeper {__version__}", flush=True)
        except OSError:
            pass  # the long way has a sentence for it
        else:
            return 0
    # A command is over before collecting garbage pays, and what it leaves need not be looked through at the end: both
    # together are an eighth of the time of a short one. The app turns it on again.
    gc.disable()
    from scorekeeper.cli import main

    try:
        return main(sys.argv[1:])
    except Exception as error:
        # The last place before a person would see a traceback.
        if "SCOREKEEPER_DEBUG" in os.environ:
            raise
        from scorekeeper.cli.console import complain
        from scorekeeper.text import _

        complain(
            _("Something went wrong inside Scorekeeper: {what}. With SCOREKEEPER_DEBUG=1 it says where.").format(
                what=f"{type(error).__name__}: {error}"
            )
        )
        return 1
    finally:
        gc.freeze()


if __name__ == "__main__":
    sys.exit(run())
