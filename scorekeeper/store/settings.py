"""What a house prefers: theme, language, its last house rules."""

from __future__ import annotations

from typing import Any, Final

from scorekeeper.rules.house import STANDARD, HouseRules, differences, house_rule_problem
from scorekeeper.rules.tiles import SETS
from scorekeeper.store.appfile import AppFile

_TABLE: Final = "settings"
_HOUSE: Final = "last_house_rules"


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
        value = self.app.read(_TABLE).get(_HOUSE, {}).get("value")
        if not isinstance(value, dict):
            return STANDARD
        known: dict[str, Any] = {
            key: each
            for key, each in value.items()
            if (each is None or isinstance(each, int | str)) and house_rule_problem(key, each, SETS[-1]) is None
        }
        return HouseRules(**known)

    def put_last_house_rules(self, house: HouseRules) -> None:
        """See `protocol.Settings.put_last_house_rules`.

        Raises:
            StoreError: it could not be written.
        """
        self._put(_HOUSE, differences(house))
