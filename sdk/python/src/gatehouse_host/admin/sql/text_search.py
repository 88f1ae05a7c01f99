"""Unicode simple case folding (CaseFolding.txt, statuses C and S): one character for one, the same in every language.

"Σ", "σ" and "ς" are one letter, and so are "ẞ" and "ß"; "ß" does not match "ss", and "İ" matches neither "i" nor "ı".
"""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import lru_cache

from .fragment import Sql, joined, raw, sql

#: Chinese, Korean and private-use characters, which are the majority, are in between and have no case.
_CASED_RANGES = ((0, 0x3000), (0xA000, 0xAC00), (0xF900, 0x20000))
#: Letters whose full folding has several characters, and that share a simple one with another letter.
_FOLDED_ALIKE = {0x1FD3: 0x0390, 0x1FE3: 0x03B0, 0xFB05: 0xFB06}


@lru_cache(maxsize=None)
def _foldings() -> dict[int, int]:
    """The letters that fold to another one."""
    folded = dict(_FOLDED_ALIKE)
    for first, last in _CASED_RANGES:
        for point in range(first, last):
            letter = chr(point)
            for simple in (letter.casefold(), letter.lower()):
                if len(simple) == 1:
                    if simple != letter:
                        folded[point] = ord(simple)
                    break
    return folded


@lru_cache(maxsize=None)
def _groups() -> dict[str, str]:
    """For each letter with case, all letters that fold to the same one."""
    groups: dict[int, list[int]] = {}
    for letter, simple in _foldings().items():
        groups.setdefault(simple, [simple]).append(letter)
    texts = ["".join(map(chr, group)) for group in groups.values()]
    return {letter: text for text in texts for letter in text}


def folded(text: str) -> str:
    """The text by simple case folding."""
    return text.translate(_foldings())


def contains_folded(text: str, term: str) -> bool:
    """Whether the text contains the term, ignoring case and how letters with marks are composed."""
    return _composed(term) in _composed(text)


def _composed(text: str) -> str:
    """Folded, and in NFC in linear time: more than 30 marks in a row, which no letter has (UAX #15), stay as they are.

    Python sorts the marks of a letter in a time that grows with the square of their number.
    """
    if text.isascii():
        return folded(text)
    parts = _many_marks().split(text)
    return folded("".join(part if index % 2 else unicodedata.normalize("NFC", part) for index, part in enumerate(parts)))


@lru_cache(maxsize=None)
def _many_marks() -> re.Pattern[str]:
    letters = map(chr, range(sys.maxunicode + 1))
    marks = "".join(letter for letter in letters if unicodedata.category(letter).startswith("M"))
    return re.compile(f"([{marks}]{{31,}})")


def letters_like(letter: str) -> str:
    """The letters that differ from this one only in case, with itself; only itself if it has no case."""
    return _groups().get(letter, letter)


def contains(is_postgresql: bool, expression: Sql, text: str) -> Sql:
    """A condition that the text of an expression contains another one, ignoring case, whatever the database's locale.

    LIKE of SQLite folds only ASCII letters, and so does ILIKE of PostgreSQL in a database with the locale C. The
    pattern lists the alternatives of each letter instead.

    Texts with letters that have two spellings ("ü" as one character, or as "u" with a mark behind it) are sought in both,
    because people cannot see which one is stored: file names and PDF files have the other one.
    """
    spellings = list(dict.fromkeys([text, unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)]))
    if is_postgresql:
        # None of its texts has one, and it rejects one in a pattern.
        if "\x00" in text:
            return raw("1 = 0")
        return sql("{} ~ {}", expression, "|".join("".join(map(_regex_letter, one)) for one in spellings))
    found = [_contains_spelled(expression, one) for one in spellings]
    return found[0] if len(found) == 1 else sql("({})", joined(found, " or "))


def _contains_spelled(expression: Sql, text: str) -> Sql:
    """On SQLite."""
    like = sql("{} like {} escape '\\'", expression, f"%{''.join(map(_like_letter, text))}%")
    if all(map(_is_known_to_like, text)):
        return like
    # LIKE skips texts that cannot match many times faster than GLOB, with "_" for letters that it does not fold.
    return sql("({} and {} glob {})", like, expression, f"*{''.join(map(_glob_letter, text))}*")


def _is_known_to_like(letter: str) -> bool:
    """True without case, and for most of ASCII: "k" also matches the Kelvin sign."""
    like = letters_like(letter)
    return len(like) == 1 or like.isascii()


def _like_letter(letter: str) -> str:
    if not _is_known_to_like(letter):
        return "_"
    return f"\\{letter}" if letter in "\\%_" else letter


def _glob_letter(letter: str) -> str:
    like = letters_like(letter)
    return f"[{like}]" if len(like) > 1 or letter in "*?[" else letter


def _regex_letter(letter: str) -> str:
    like = letters_like(letter)
    if len(like) > 1:
        return f"[{like}]"
    return f"\\{letter}" if letter.isascii() and not letter.isalnum() and letter.isprintable() else letter
