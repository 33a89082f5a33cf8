"""What a terminal sends, as text that is safe to take apart: any byte is a letter, and a paste holds no keys."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from typing import Final

_BEGIN: Final = "\x1b[200~"
_END: Final = "\x1b[201~"
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]?)?")
"""An escape with what it steers, as far as it is there."""


class TerminalInput:
    """Decodes what is read from a terminal, piece by piece, as an incremental decoder does.

    What is no UTF-8 becomes a replacement sign. Escape sequences within a bracketed paste are left out: whoever takes
    the text apart would end the paste at one, and take the rest of it for keys.
    """

    def __init__(self) -> None:
        """Begin outside of a paste."""
        self._decoder = getincrementaldecoder("utf-8")(errors="replace")
        self._pasting = False
        self._seen = ""
        """The end of what was given before, which may be the beginning of a bracket."""
        self._held = ""
        """What may be the beginning of the bracket that ends the paste."""

    def decode(self, data: bytes, final: bool = False) -> str:
        """The text of the next bytes."""
        text = self._held + self._decoder.decode(data, final)
        self._held = ""
        given: list[str] = []
        while text:
            part, text = self._pasted(text) if self._pasting else self._typed(text)
            given.append(part)
        if final:
            given.append(self._held)
            self._held = ""
        return "".join(given)

    def _typed(self, text: str) -> tuple[str, str]:
        """What stands outside of a paste, with the bracket that begins one, and what follows it."""
        at = (self._seen + text).find(_BEGIN)
        if at < 0:
            self._seen = (self._seen + text)[1 - len(_BEGIN) :]
            return text, ""
        end = at + len(_BEGIN) - len(self._seen)
        self._seen, self._pasting = "", True
        return text[:end], text[end:]

    def _pasted(self, text: str) -> tuple[str, str]:
        """What stands in a paste, without escapes, with the bracket that ends it, and what follows it."""
        inside, end, rest = text.partition(_END)
        if end:
            self._pasting = False
            return _SEQUENCE.sub("", inside) + end, rest
        kept = next((size for size in range(len(_END) - 1, 0, -1) if inside.endswith(_END[:size])), 0)
        self._held = inside[len(inside) - kept :]
        return _SEQUENCE.sub("", inside[: len(inside) - kept]), ""
