"""Error texts where they are shown, and reports of faults: only the kind of what may quote a message."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.failures import abstract
from qmonitor.monitor.failures.report import report
from qmonitor.monitor.failures.said import Recorded, said, veiled, veiled_alert, veiled_item
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Item
from qmonitor.queues.words import phrase
from tests.helpers.alerts import ANN, alert

QUOTING = "AE: patient Quentin^Vera is unknown (id 12345)"


def test_an_error_text_is_shown_by_its_kind():
    assert said(QUOTING, masked=False) == QUOTING
    assert "Quentin" not in said(QUOTING, masked=True)
    assert said(QUOTING, masked=True) == abstract(QUOTING)
    assert said("one\ntwo", masked=True) == "\n".join((abstract("one"), abstract("two")))


@pytest.mark.parametrize(
    "text",
    [
        "skipped by ann@host-1",
        "drained by ann@host.example",
        "resent by a@b from 17",
        "engine stopped",
        "qmonitor worker",
        "engine stopped: qmonitor worker",
    ],
)
def test_who_acted_stays(text):
    assert said(text, masked=True) == text


@pytest.mark.parametrize(
    "text",
    ["skipped by Vera Quentin", "skipped by ann@host for Quentin", "Skipped by Quentin", "qmonitor worker Quentin"],
)
def test_what_only_looks_like_it_does_not(text):
    assert "Quentin" not in said(text, masked=True)


def test_within_sentences():
    inner = phrase("{count} ×, {error}", count=3, error=Recorded(QUOTING))
    words = phrase("stuck: {inner}", inner=inner)
    assert "Quentin" in str(words)
    assert "Quentin" in str(veiled(words, masked=False))
    assert "Quentin" not in str(veiled(words))
    assert "3 ×" in str(veiled(words))


def test_of_a_message():
    item = Item("lab", "dest", b"", last_error=QUOTING, reason=QUOTING)
    assert veiled_item(item, masked=False) is item
    shown = veiled_item(item, masked=True)
    assert "Quentin" not in shown.last_error + shown.reason


class OddError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("Quentin")


def test_a_report_quotes_nothing():
    try:
        try:
            {}["Quentin"]
        except KeyError as error:
            raise ValueError("could not read Quentin at 17") from error
    except ValueError as error:
        told = report(error)
    assert "Quentin" not in told.replace('{}["Quentin"]', "").replace('could not read Quentin at 17")', "")
    assert "KeyError" in told
    assert "ValueError: could not read … at #" in told
    assert "test_said.py" in told


def test_our_own_sentences_stay_in_a_report():
    assert report(Refused(phrase("Nothing was done."))) == "Refused: Nothing was done.\n"
    assert report(OddError()) == "OddError\n"


@given(st.text())
def test_any_text_any_report(text):
    assert said(text, masked=False) == text
    assert isinstance(said(text, masked=True), str)
    assert isinstance(report(ValueError(text)), str)


def test_notes_on_alerts_are_abstracted_and_who_took_them_is_not():
    taken = replace(alert("lab/lis"), acknowledged=replace(ANN, reason="asked by Quentin"))
    assert veiled_alert(taken, masked=False) is taken
    shown = veiled_alert(taken, masked=True)
    assert shown.acknowledged.who == ANN.who
    assert "Quentin" not in shown.acknowledged.reason
    assert shown.snoozed is None
