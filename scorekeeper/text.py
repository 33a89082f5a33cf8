"""The language of everything a person reads.

Every sentence goes through `_` (or `ngettext` for counts, `pgettext` for short words that need a context) with named
placeholders that `str.format` fills in, so that catalogues can be added without touching the code. The lookups are
late: `install` may be called at any time before a sentence is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "scorekeeper"

_translations: NullTranslations | None = None
"""None for English, which needs neither a catalogue nor the module that reads one."""


def install(languages: Sequence[str] = ()) -> None:
    """Speak the first of `languages` (such as "hr") for which there is a catalogue, English otherwise."""
    # Half of what a short command imports for a sentence, and English needs neither.
    from gettext import translation  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    global _translations
    _translations = translation(
        DOMAIN, localedir=str(Path(__file__).parent / "locale"), languages=list(languages) or ["en"], fallback=True
    )


def _(message: str) -> str:
    """The sentence in the language of the reader."""
    return message if _translations is None else _translations.gettext(message)


def N_(message: str) -> str:
    """`message` itself, marked for the catalogues; for text kept as data, which `_` translates when it is read."""
    return message


def ngettext(one: str, many: str, n: int) -> str:
    """The sentence for `n` things, with the plural form of the reader's language."""
    if _translations is None:
        return one if n == 1 else many
    return _translations.ngettext(one, many, n)


def pgettext(context: str, message: str) -> str:
    """A short word that means different things in different places; `context` says where it stands."""
    return message if _translations is None else _translations.pgettext(context, message)


def listing(words: Sequence[str]) -> str:
    """Words joined as a sentence joins them: "Ana", "Ana and Boris", "Ana, Boris and Chi"."""
    if len(words) < 2:
        return "".join(words)
    return _("{several} and {last}").format(several=", ".join(words[:-1]), last=words[-1])
