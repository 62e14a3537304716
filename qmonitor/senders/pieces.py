"""The workers' file cut into its entries, for one that as a whole is no TOML: a slip in one of them spoils no other."""

import re
from itertools import pairwise

_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*worker[ \t]*\]\]", re.MULTILINE)


def cut(text: str) -> tuple[str, list[str]]:
    """What stands before the first entry, and each entry with all up to the next one. Together they are the text."""
    begins = [found.start() for found in _HEADER.finditer(text)]
    head = text[: begins[0]] if begins else text
    return head, [text[begin:end] for begin, end in pairwise([*begins, len(text)])]
