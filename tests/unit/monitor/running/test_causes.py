"""Of why an attempt failed, nothing is kept that a receiver may have quoted."""

from pathlib import Path

import pytest

from qmonitor.monitor.running.causes import of_text, veiled
from qmonitor.queues.sending import Unreachable
from qmonitor.queues.words import phrase
from qmonitor.senders.mllp import Lines, MllpSender
from qmonitor.senders.mllp.settings import MllpSettings


def test_a_senders_own_sentence_stays_and_can_be_translated() -> None:
    cause = phrase("{where} accepts no connection: {reason}.", where="10.1.2.3:2575", reason=phrase("no response"))

    assert veiled(cause) == cause


def test_which_file_of_the_settings_can_not_be_used_is_told(tmp_path: Path) -> None:
    missing = tmp_path / "lab-7" / "ca.pem"
    with pytest.raises(Unreachable) as told:
        MllpSender(MllpSettings("127.0.0.1", 9, tls=True, ca=str(missing)), Lines()).send(
            b"MSH|^~\\&|A|B|C|D|1||A|7|P\r", 5.0
        )

    assert str(veiled(told.value.cause)) == f"ca ({missing}) can't be used: No such file or directory."


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
