"""What is wrong with the settings of the workers."""

from qmonitor.queues.errors import Refused
from qmonitor.queues.words import Phrase, phrase


class BadSettings(Refused):
    """The settings can't be meant like that. One line: file, entry, key, value, and what is allowed."""


def in_entry(path: str, number: int, error: Refused) -> BadSettings:
    """The same, with its place: the `number`-th `[[worker]]` of a file, from 1."""
    said = phrase("{path}, worker {number}: {problem}", path=path, number=number, problem=error.cause)
    return BadSettings(said, error.remedy)


def in_file(path: str, problem: Phrase | str, remedy: Phrase | str = "") -> BadSettings:
    """The file as a whole can't be used."""
    return BadSettings(phrase("{path}: {problem}", path=path, problem=problem), remedy)


def problem_of(error: BadSettings) -> Phrase:
    """What is wrong, without the file's path before it."""
    problem = error.cause.values.get("problem")
    return problem if isinstance(problem, Phrase) else error.cause
