"""Dead letters are told by their members; masked, their code and times are seen and nothing else."""

import pytest

from qmonitor.payloads import letter
from qmonitor.payloads.cbor_notation import notation
from qmonitor.payloads.describe import describe
from qmonitor.payloads.mask import Protection, veiled
from tests.helpers import deadletter as made

ALL = {"grade": 0, "exam": 1, "reading": 2, "final grade": 3, "national exam": 4}


def test_a_row_and_a_single_message_are_letters() -> None:
    for raw in (made.items(made.message()), made.message(), made.items(made.message(endless=True), endless=True)):
        (found,) = letter.letters(describe(raw))
        assert set(found) == set(letter.KEYS)
        assert found["Subject"].value == "Grade in anatomy"
    assert len(letter.letters(describe(made.items(made.message(), made.message())))) == 2


@pytest.mark.parametrize("name", made.BROKEN)
def test_what_is_no_list_of_messages_is_described_whatever_it_is(name: str) -> None:
    document = describe(made.BROKEN[name])

    assert document.described <= document.size


def test_other_cbor_is_no_letter() -> None:
    assert letter.letters(describe(made.pairs(made.text("Subject"), made.text("a"), made.text("b"), made.NULL))) == []
    assert letter.letters(describe(made.items(made.message(), made.items(made.integer(1))))) == []


@pytest.mark.parametrize("words", ALL)
def test_codes_have_words(words: str) -> None:
    assert str(letter.kind(str(ALL[words]))) == words


@pytest.mark.parametrize("code", ["5", "-1", "10", "", "x", "٣"])
def test_other_codes_have_none(code: str) -> None:
    assert letter.kind(code) is None


def test_masked_only_code_and_times_are_seen() -> None:
    more = (made.text("Token"), made.raw(b"secret"), made.text("Retries"), made.integer(7))
    raw = made.items(made.message(username="ann", skip=["bob"], code=3, more=more))
    document = describe(raw)
    protection = Protection.of(document, raw)
    (found,) = letter.letters(veiled(document))

    seen = {name for name, part in found.items() if not any(protection.hides(leaf) for leaf in part.leaves())}
    assert seen == {"Timestamp", "QueuedAt", "Code"}


def test_what_only_pretends_to_be_a_code_or_a_time_is_masked() -> None:
    raw = made.pairs(
        made.text("Code"), made.text("Ann Quillfeather"), made.text("QueuedAt"), made.text("Ann"),
        made.text("Subject"), made.text("x"), made.text("Username"), made.text("y"),
    )  # fmt: skip
    document = describe(raw)
    (found,) = letter.letters(document)

    assert all(Protection.of(document, raw).hides(part) for part in found.values())


def test_what_was_made_of_a_message_says_nothing_of_itself() -> None:
    raw = made.items(made.message(subject="Grade of Quillfeather"))

    assert "Quillfeather" not in repr(notation(raw))
