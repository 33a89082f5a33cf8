"""Opening a data folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime

from scorekeeper.store.paths import data_folder
from scorekeeper.store.protocol import Store


def local_time() -> datetime:
    """The time of this moment with the offset of this place."""
    return datetime.now().astimezone()


def random_id() -> str:
    """An id that nobody has."""
    return "p" + os.urandom(6).hex()


def open_store(
    folder: str | os.PathLike[str] | None = None,
    *,
    clock: Callable[[], datetime] = local_time,
    new_id: Callable[[], str] = random_id,
) -> Store:
    """Everything that a data folder keeps. Nothing is read yet, and nothing made before the first write.

    Args:
        folder: the data folder; None for `SCOREKEEPER_DATA` or the platform's.
        clock: gives the time with its offset, for the trash, what is set aside and who was seen last.
        new_id: gives ids for players.
    """
    from scorekeeper.store.datafolder import DataFolder  # noqa: PLC0415
    from scorekeeper.store.players import PlayerBook  # noqa: PLC0415
    from scorekeeper.store.settings import SettingsBook  # noqa: PLC0415

    kept = DataFolder(data_folder(folder), clock)
    return Store(
        folder=str(kept.places.root),
        matches=kept.files,
        players=PlayerBook(kept.app, clock, new_id, kept.files),
        settings=SettingsBook(kept.app),
        told=kept.asides.told,
    )
