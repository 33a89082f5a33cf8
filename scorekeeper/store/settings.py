"""What a house prefers: theme, language, its last house rules; and the match that it is about to start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scorekeeper.rules.house import STANDARD, HouseRules, differences, house_rule_problem
from scorekeeper.rules.matchcheck import MOST_SEATS
from scorekeeper.rules.names import clean, name_problem
from scorekeeper.rules.tiles import SETS, tile_count
from scorekeeper.store.appfile import AppFile

if TYPE_CHECKING:
    from scorekeeper.rules.unstarted import Unstarted

_TABLE: Final = "settings"
_HOUSE: Final = "last_house_rules"
_UNSTARTED: Final = "new_match"


class SettingsBook:
    """See `protocol.Settings`."""

    def __init__(self, app: AppFile) -> None:
        """Name the file; nothing is read yet."""
        self.app = app

    def get(self, key: str, default: str = "") -> str:
        """See `protocol.Settings.get`."""
        value = self.app.read(_TABLE).get(key, {}).get("value")
        return value if isinstance(value, str) else default

    def put(self, key: str, value: str) -> None:
        """See `protocol.Settings.put`.

        Raises:
            StoreError: it could not be written.
        """
        self._put(key, value)

    def _put(self, key: str, value: Any) -> None:
        def change(documents: dict[str, dict[str, Any]]) -> None:
            documents[key] = {"value": value}

        self.app.change(_TABLE, change)

    def last_house_rules(self) -> HouseRules:
        """See `protocol.Settings.last_house_rules`. What no version of the rules knows is passed over."""
        return _house(self.app.read(_TABLE).get(_HOUSE, {}).get("value"))

    def put_last_house_rules(self, house: HouseRules) -> None:
        """See `protocol.Settings.put_last_house_rules`.

        Raises:
            StoreError: it could not be written.
        """
        self._put(_HOUSE, differences(house))

    def unstarted(self) -> Unstarted | None:
        """See `protocol.Settings.unstarted`. What cannot be in it is passed over."""
        value = self.app.read(_TABLE).get(_UNSTARTED, {}).get("value")
        if not isinstance(value, dict):
            return None
        typed, highest, size = value.get("typed"), value.get("set"), value.get("hand_size")
        from scorekeeper.rules.unstarted import Unstarted  # noqa: PLC0415

        found = Unstarted(
            _names(value.get("names")),
            highest if type(highest) is int and highest in SETS else None,
            size if type(size) is int and 1 <= size <= tile_count(SETS[-1]) else None,
            _house(value.get("house_rules")),
            clean(typed) if isinstance(typed, str) else "",
        )
        return found if found.names or found.typed else None

    def put_unstarted(self, unstarted: Unstarted | None) -> None:
        """See `protocol.Settings.put_unstarted`.

        Raises:
            StoreError: it could not be written.
        """

        def change(documents: dict[str, dict[str, Any]]) -> None:
            documents.pop(_UNSTARTED, None)
            if unstarted is not None:
                documents[_UNSTARTED] = {"value": _unstarted_document(unstarted)}

        self.app.change(_TABLE, change)


def _house(value: object) -> HouseRules:
    if not isinstance(value, dict):
        return STANDARD
    known: dict[str, Any] = {
        key: each
        for key, each in value.items()
        if (each is None or isinstance(each, int | str)) and house_rule_problem(key, each, SETS[-1]) is None
    }
    return HouseRules(**known)


def _names(values: object) -> tuple[str, ...]:
    texts = values[:MOST_SEATS] if isinstance(values, list) else []
    return tuple(clean(text) for text in texts if isinstance(text, str) and name_problem(clean(text)) is None)


def _unstarted_document(unstarted: Unstarted) -> dict[str, Any]:
    return {
        "names": list(unstarted.names),
        "set": unstarted.chosen_set,
        "hand_size": unstarted.chosen_size,
        "house_rules": differences(unstarted.house),
        "typed": unstarted.typed,
    }
