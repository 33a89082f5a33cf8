"""Numbered steps that bring older documents to the form of today, one version at a time.

Step n takes a document of version n to version n + 1; its docstring says in which release the form changed and how. A
step works on a copy that nobody else holds, so it may change what it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

Step = Callable[[dict[str, Any]], dict[str, Any]]

MATCH_STEPS: Final[Mapping[int, Step]] = MappingProxyType({})
"""Steps for match files."""
JOURNAL_STEPS: Final[Mapping[int, Step]] = MappingProxyType({})
"""Steps for stored journals: the match with its undo history. The match inside goes by the steps for match files."""


def migrated(document: dict[str, Any], steps: Mapping[int, Step]) -> dict[str, Any]:
    """The document after every step from its version on; one of an unknown version stays as it is."""
    version = document.get("version")
    while type(version) is int and version in steps:
        document = steps[version](document)
        version += 1
        document["version"] = version
    return document
