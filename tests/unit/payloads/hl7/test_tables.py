"""A code is called wrong only where a closed list is known; what codes mean is told in words of our own."""

import hl7apy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.hl7.dictionary import library_of
from qmonitor.payloads.hl7.meanings import MESSAGES, ORDERS, PEOPLE
from qmonitor.payloads.hl7.tables import known, meaning, name
from qmonitor.queues.words import phrase

VERSIONS = sorted(hl7apy.SUPPORTED_LIBRARIES)
ALL = {version: library_of(version).get("Table", {}) for version in VERSIONS}
TABLES = sorted({key[3:] for tables in ALL.values() for key in tables})


@pytest.mark.parametrize(
    ("version", "table", "said"),
    [
        pytest.param("2.5.1", "0001", "Administrative Sex", id="as the version says"),
        pytest.param("2.3.1", "0001", "Sex", id="another version"),
        pytest.param("2.3", "0001", "Administrative Sex", id="a version without tables"),
        pytest.param("2.4", "0119", "Order control codes", id="a table that the version's list lacks"),
        pytest.param("2.5.1", "9999", "", id="no such table"),
        pytest.param("2.5.1", "", "", id="none"),
    ],
)
def test_a_table_has_a_name(version: str, table: str, said: str) -> None:
    assert name(version, table) == said


@pytest.mark.parametrize(
    ("version", "table", "code", "said"),
    [
        pytest.param("2.5.1", "0103", "P", True, id="in the list"),
        pytest.param("2.5.1", "0103", "X", False, id="not in the list"),
        pytest.param("2.5.1", "0103", "p", False, id="upper and lower case differ"),
        pytest.param("2.5.1^DEU", "0103", "X", False, id="version with its country"),
        pytest.param("2.7", "0190", "XY", False, id="a component's table, known from another version"),
        pytest.param("2.5", "0423", "D", True, id="a list of one code"),
        pytest.param("2.5.1", "0001", "F", True, id="in a suggested list"),
        pytest.param("2.5.1", "0001", "X", None, id="a site's own table"),
        pytest.param("2.7", "0001", "X", None, id="a site's own table, in a later version too"),
        pytest.param("2.5.1", "0010", "4711", None, id="a table without codes"),
        pytest.param("2.5.1", "9999", "A", None, id="no such table"),
        pytest.param("2.3", "0103", "X", None, id="no tables in this version"),
        pytest.param("2.9", "0103", "X", None, id="a version that nobody has"),
        pytest.param("", "0103", "X", None, id="no version"),
        pytest.param("2.9", "0103", "P", True, id="known in a near version"),
        pytest.param("2.5.1", "0003", "A01", True, id="event"),
        pytest.param("2.5.1", "0003", "A99", False, id="no such event"),
        pytest.param("2.5.1", "0003", "Z01", None, id="a site's own event"),
        pytest.param("2.5.1", "0076", "ZXX", None, id="a site's own message type"),
        pytest.param("2.5.1", "0103", "Z", False, id="Z, where no site may add"),
        pytest.param("2.6", "0104", "2.6", None, id="a list that lags behind"),
        pytest.param("2.5.1", "0125", "CWE", None, id="a list that is not complete"),
        pytest.param("2.5.1", "0396", "99LAB", None, id="a list to be added to"),
        pytest.param("2.5.1", "0141", "E3", None, id="a range in the list"),
        pytest.param("2.8.2", "0203", "ZZ", None, id="scraps in the list"),
        pytest.param("2.5.1", "0103", "", None, id="empty"),
        pytest.param("2.5.1", "0103", '""', None, id="null"),
    ],
)
def test_only_a_closed_list_calls_a_code_wrong(version: str, table: str, code: str, said: bool | None) -> None:
    assert known(version, table, code) is said


@pytest.mark.parametrize("version", VERSIONS)
def test_what_a_list_has_is_never_called_wrong(version: str) -> None:
    for key, (_, codes) in ALL[version].items():
        for code in (codes,) if isinstance(codes, str) else codes:
            if code.strip() not in ("", '""'):
                assert known(version, key[3:], code.strip()) is True


@given(st.text(max_size=8) | st.sampled_from(VERSIONS), st.sampled_from(TABLES) | st.text(), st.text(max_size=4))
def test_nothing_that_is_asked_makes_it_fail(version: str, table: str, code: str) -> None:
    assert known(version, table, code) in (True, False, None)
    assert isinstance(name(version, table), str)
    meaning(table, code)


def test_codes_have_meanings() -> None:
    assert meaning("0001", "F") == phrase("female")
    assert meaning("0003", "A08") == phrase("patient data changed")
    assert meaning("0085", "F") == phrase("final")
    assert meaning("0104", "2.5.1") == phrase("version {number} of HL7", number="2.5.1")
    assert meaning("0001", "f") is meaning("0001", "") is meaning("9999", "A") is meaning("0104", "two") is None


def test_a_table_is_told_of_in_one_place() -> None:
    assert len(PEOPLE | MESSAGES | ORDERS) == len(PEOPLE) + len(MESSAGES) + len(ORDERS)


@pytest.mark.parametrize("table", sorted(PEOPLE | MESSAGES | ORDERS))
def test_only_codes_that_some_version_has_are_told_of(table: str) -> None:
    listed = {code.strip() for tables in ALL.values() for code in tables.get(f"HL7{table}", ("", ()))[1]}
    types = {key.rsplit("_", 1)[0] for version in VERSIONS for key in library_of(version)["Component"]} | {"SI"}

    assert set((PEOPLE | MESSAGES | ORDERS)[table]) <= listed | (types if table == "0125" else set())
