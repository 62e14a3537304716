"""Of why an attempt failed, nothing is kept that a receiver may have quoted."""

import pytest

from qmonitor.monitor.running.causes import of_text, veiled
from qmonitor.queues.words import phrase


def test_a_senders_own_sentence_stays_and_can_be_translated() -> None:
    cause = phrase("{where} accepts no connection: {reason}.", where="10.1.2.3:2575", reason=phrase("no response"))

    assert veiled(cause) == cause


@pytest.mark.parametrize("gap", ["said", "text", "code", "value", "anything"])
def test_what_the_receiver_said_is_left_by_its_kind(gap: str) -> None:
    template = "{where} refused it: {" + gap + "}"

    kept = veiled(phrase(template, where="lab:2575", **{gap: "PID-5: unknown patient Meier^Anna 700123"}))

    assert kept.template == template
    assert str(kept).startswith("lab:2575 refused it: PID-5")
    assert not {"Meier", "Anna", "700123"} & set(str(kept).replace("^", " ").split())
    assert "unknown patient" in str(kept)


def test_sentences_within_sentences_are_cleaned_as_well() -> None:
    inner = phrase("{text}", text="Meier 700123")

    assert "Meier" not in str(veiled(phrase("It failed ({reason}).", reason=inner)))


def test_any_other_text_is_left_by_its_kind_in_one_line() -> None:
    assert "Meier" not in str(of_text("ValueError: bad value\nMeier"))
    assert "\n" not in str(of_text("timeout\nwhile reading"))
    assert "timeout" in str(of_text("timeout\nwhile reading"))


def test_a_number_is_a_number() -> None:
    assert str(veiled(phrase("at byte {at}", at=17))) == "at byte 17"
    assert str(veiled(phrase("at {at}", at="17"))) == "at #"
