"""The two looks of the app: dark, like a felt table in the evening, and light, like paper."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="scorekeeper-dark",
    primary="#7fb69a",
    secondary="#d9b76a",
    accent="#f0c25a",
    warning="#f0a34a",
    error="#ef7d6b",
    success="#8fd19e",
    foreground="#e9e6dc",
    background="#14201b",
    surface="#1b2a24",
    panel="#24372f",
    dark=True,
)

LIGHT: Final = Theme(
    name="scorekeeper-light",
    primary="#2c6b4f",
    secondary="#8a6414",
    accent="#a1560b",
    warning="#9a5b00",
    error="#b3261e",
    success="#1f7a3a",
    foreground="#22261f",
    background="#f6f3ea",
    surface="#ece7d9",
    panel="#dfd8c5",
    dark=False,
)
