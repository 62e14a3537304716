"""Names, types and tables come from the version that the message is of, and nothing that is asked makes them fail."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import hl7apy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.hl7.dictionary import DEFAULT, NOTHING, Entry, library_of, names, nearest
from qmonitor.payloads.hl7.titles import TITLES

VERSIONS = sorted(hl7apy.SUPPORTED_LIBRARIES)


@pytest.mark.parametrize(
    ("said", "version"),
    [
        pytest.param("2.3", "2.3", id="known"),
        pytest.param("2.5.1^AUS&Australia", "2.5.1", id="with its country"),
        pytest.param(" 2.4 ", "2.4", id="padded"),
        pytest.param("V2.3.1", "2.3.1", id="with a letter"),
        pytest.param("2.6.0", "2.6", id="written longer"),
        pytest.param("2.3.7", "2.3.1", id="between two"),
        pytest.param("2.9", "2.8.2", id="newer than the last"),
        pytest.param("2.0", "2.1", id="older than the first"),
        pytest.param("", DEFAULT, id="empty"),
        pytest.param("2", DEFAULT, id="no minor version"),
        pytest.param("3.0", DEFAULT, id="another HL7"),
        pytest.param("2.99999", DEFAULT, id="no version's number"),
        pytest.param('""', DEFAULT, id="null"),
        pytest.param("P", DEFAULT, id="another field's value"),
    ],
)
def test_the_nearest_version_speaks(said: str, version: str) -> None:
    assert nearest(said) == version
    assert names(said).version == version


@given(st.text())
def test_any_text_has_a_version(said: str) -> None:
    assert nearest(said) in VERSIONS


@pytest.mark.parametrize(
    ("version", "place", "entry"),
    [
        pytest.param("2.5.1", ("PID", 3), Entry("Patient Identifier List", "CX"), id="field"),
        pytest.param("2.5.1", ("PID", 3, 1), Entry("Id Number", "ST"), id="component"),
        pytest.param("2.5.1", ("PID", 3, 4), Entry("Assigning Authority", "HD", "0363"), id="component with parts"),
        pytest.param("2.5.1", ("PID", 3, 4, 2), Entry("Universal Id", "ST"), id="subcomponent"),
        pytest.param("2.5.1", ("PID", 3, 4, 1), Entry("Namespace Id", "IS", "0363"), id="the component's table"),
        pytest.param("2.5.1", ("PID", 8), Entry("Administrative Sex", "IS", "0001"), id="coded field"),
        pytest.param("2.5.1", ("PID", 10, 1), Entry("Identifier", "ST", "0005"), id="the field's table"),
        pytest.param("2.5.1", ("MSH", 9, 2), Entry("Trigger Event", "ID", "0003"), id="coded component"),
        pytest.param("2.3", ("MSH", 9, 2), Entry("Trigger Event", "ID", "0003"), id="composite of old"),
        pytest.param("2.3", ("MSH", 9), Entry("Message Type", "CM"), id="type of old as the standard writes it"),
        pytest.param("2.3", ("PID", 5), Entry("Patient Name", "XPN"), id="older version"),
        pytest.param("2.7", ("PID", 3, 5), Entry("Identifier Type Code", "ID", "0203"), id="table known before only"),
        pytest.param("2.1", ("OBX", 11), Entry("Observation Result Status", "ID", "0085"), id="no table known yet"),
        pytest.param("2.1", ("PID", 10), Entry("Ethnic Group", "ID"), id="another meaning later"),
        pytest.param("2.1", ("RX1", 30), Entry("Instructions Sig", "TX"), id="entry with a value too many"),
        pytest.param("2.5", ("DB1", 3), Entry("Disabled Person Identifier", "CX"), id="name torn by spaces"),
        pytest.param("2.5.1", ("OBX", 5), Entry("Observation Value", "varies"), id="varies"),
        pytest.param("2.5.1", ("OBX", 5, 1), NOTHING, id="component of what varies"),
        pytest.param("2.5.1", ("PID", 8, 1), NOTHING, id="component of what has none"),
        pytest.param("2.5.1", ("PID", 99), NOTHING, id="too many fields"),
        pytest.param("2.5.1", ("PID", 3, 99), NOTHING, id="too many components"),
        pytest.param("2.5.1", ("PID", 3, 4, 9), NOTHING, id="too many subcomponents"),
        pytest.param("2.5.1", ("ZPI", 1), NOTHING, id="segment of one's own"),
        pytest.param("2.5.1", ("", 0), NOTHING, id="nothing"),
    ],
)
def test_what_the_dictionary_says(version: str, place: tuple[str, int], entry: Entry) -> None:
    assert names(version).entry(*place) == entry


def test_titles_types_and_tables_have_a_short_form() -> None:
    told = names("2.5.1")

    assert told.segment("PID") == "Patient Identification"
    assert told.segment("ZPI") == ""
    assert told.type("PID", 5, 1) == "FN"
    assert told.table("PID", 5, 7) == "0200"


@pytest.mark.parametrize("version", ["2.3", "2.3.1", "2.5.1", "2.7", "2.8.2"])
def test_an_undivided_value_is_of_the_first_parts_table(version: str) -> None:
    assert names(version).table("MSH", 9) == "0076"


def test_a_field_that_varies_is_named_by_the_type_it_has() -> None:
    told = names("2.5.1")

    assert told.part("CE", 2).name == "Text"
    assert told.part("XPN", 1, 2).name == "Own Surname Prefix"
    assert told.part("ZZ", 1) == told.part("", 1) == NOTHING
    assert told.entry("OBX", 5, 3, varies="ED") == told.part("ED", 3)
    assert told.part("ED", 3) == Entry("Data Subtype", "ID", "0291")
    assert told.entry("PID", 5, 2, varies="CE").name == "Given Name", "only what varies"


def test_a_type_that_the_version_lacks_is_named_all_the_same() -> None:
    assert "CE_1" not in library_of("2.7")["Component"]
    assert names("2.7").part("CE", 2).name == "Text"


@given(
    st.sampled_from(VERSIONS), st.text(max_size=5) | st.sampled_from(sorted(TITLES)), st.tuples(*[st.integers()] * 3)
)
def test_nothing_that_is_asked_makes_it_fail(version: str, segment: str, place: tuple[int, int, int]) -> None:
    told = names(version)
    entry = told.entry(segment, *place)

    assert all(isinstance(text, str) for text in (entry.name, entry.type, entry.table))
    assert told.type(segment, *place) == entry.type
    assert isinstance(told.table(segment, *place), str)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_field_of_every_version_is_named(version: str) -> None:
    told = names(version)
    for key in library_of(version)["Field"]:
        segment, number = key.split("_")
        entry = told.entry(segment, int(number))

        assert entry.name == entry.name.strip() != ""
        assert "_" not in entry.name + entry.type
        assert entry.table == "" or entry.table.isdigit()
        assert told.segment(segment) or segment.startswith("Z")


def test_many_threads_may_ask_first() -> None:
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda n: names(VERSIONS[n % len(VERSIONS)]).entry("MSH", 10).name, range(96)))

    assert found == {"Message Control Id"}


def test_the_library_is_not_loaded_before_it_is_asked() -> None:
    asked = "import sys, qmonitor.payloads.hl7.dictionary as d; print('hl7apy' in sys.modules, end=' '); d.names('2.4')"
    asked += "; print('hl7apy' in sys.modules, 'hl7apy.v2_4' in sys.modules, 'hl7apy.v2_5_1' in sys.modules, end=' ')"
    asked += "; print('hl7apy.parser' in sys.modules, 'hl7apy.core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "True", "True", "False", "False", "False"]
