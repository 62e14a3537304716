"""Every error says what is the case and what to do about it."""

import pytest

from qmonitor.queues import errors
from qmonitor.queues.words import Phrase, phrase


def test_a_phrase_fills_its_gaps_with_the_values() -> None:
    said = phrase("{count} messages for {destination}", count=3, destination="{lab}")
    assert str(said) == "3 messages for {lab}"
    assert said.template == "{count} messages for {destination}"


@pytest.mark.parametrize("text", ["{no gap}", "100 %", "{", "}{", "{0}"])
def test_plain_text_is_never_taken_for_a_template(text: str) -> None:
    assert str(errors.SourceMissing(text)) == text


def test_an_error_reads_as_cause_and_remedy() -> None:
    error = errors.SourceBusy(phrase("{name} is locked.", name="q.db"), "Try again.")
    assert str(error) == "q.db is locked. Try again."
    assert isinstance(error.cause, Phrase)
    assert isinstance(error.remedy, Phrase)


def test_the_two_branches_are_apart() -> None:
    assert not issubclass(errors.SourceError, errors.Refused)
    assert not issubclass(errors.Refused, errors.SourceError)
    for name in (
        "SourceMissing",
        "SourceForbidden",
        "SourceBusy",
        "SourceCorrupt",
        "NotADatabase",
        "NotAQueue",
        "SideFileMissing",
    ):
        assert issubclass(getattr(errors, name), errors.SourceError)
    assert issubclass(errors.UnknownItem, errors.Refused)
