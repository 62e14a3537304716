"""The window speaks the language that is set, in numbers and Qt's own words too."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import QDialogButtonBox, QMenu, QWidget

from qmonitor.gui import language, text
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.queues.words import phrase


@pytest.fixture(autouse=True)
def english_again(qapp):
    before = QLocale()
    yield
    language.install(qapp, "en")
    QLocale.setDefault(before)


def cancel(qtbot) -> str:
    """What Qt calls it."""
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    return box.button(QDialogButtonBox.StandardButton.Cancel).text()


def test_german_words_numbers_and_buttons(qapp, qtbot):
    assert language.install(qapp, "de") == language.in_use() == "de"
    assert text.state("pending") == "wartend"
    assert text.number(1_234_567) == "1.234.567"
    assert QLocale().standaloneMonthName(5) == "Mai"
    assert cancel(qtbot) == "Abbrechen"


def test_sentences_of_the_library_are_german_with_their_values_in_place(qapp):
    language.install(qapp, "de")
    said = text.translate(phrase("{count} finished messages of {target} are deleted.", count=1200, target="lab/a"))
    assert said == "1.200 abgeschlossene Nachrichten von lab/a werden gelöscht."


def test_english_takes_a_translation_off_again(qapp, qtbot):
    language.install(qapp, "de")
    language.install(qapp, "en")
    assert language.in_use() == "en"
    assert text.state("pending") == "pending"
    assert cancel(qtbot) == "Cancel"


def test_a_language_that_we_do_not_have_is_english(qapp):
    assert language.install(qapp, "tlh") == "en"


def test_the_environment_goes_before_the_setting(qapp, monkeypatch):
    monkeypatch.setenv(language.VARIABLE, "pseudo")
    assert language.install(qapp, "de") == "pseudo"
    assert text.state("pending").startswith(language.OPENING)


@pytest.mark.parametrize(
    ("wanted", "first"), [(["de-AT", "en"], "de"), (["de_DE"], "de"), (["fr-FR", "de"], "fr"), (["C"], "C"), ([], "en")]
)
def test_the_systems_first_language_counts(wanted, first):
    assert language.preferred(wanted) == first


def test_without_a_setting_it_is_one_that_we_have(qapp):
    assert language.install(qapp, "") in ("en", "de")


def test_no_number_is_written_without_separators(qapp):
    for chosen, written in (("en", "1,000,000"), ("de", "1.000.000"), ("pseudo", "1,000,000")):
        language.install(qapp, chosen)
        assert text.number(1_000_000) == written


def test_windows_run_from_left_to_right_and_keys_keep_their_names(qapp):
    language.install(qapp, "pseudo")
    assert qapp.layoutDirection() == Qt.LayoutDirection.LeftToRight
    assert QCoreApplication.translate("QShortcut", "Ctrl") == "Ctrl"


def test_a_page_is_german_where_there_is_one(qapp):
    language.install(qapp, "de")
    assert language.resource("help/actions.md") == "help/de/actions.md"
    assert language.resource("icons/open.svg") == "icons/open.svg"
    language.install(qapp, "en")
    assert language.resource("help/actions.md") == "help/actions.md"


# --- the pseudo-locale

GAPS = st.sampled_from(["{count}", "{name}", "{time:%H}"])
PARTS = st.lists(st.one_of(st.text(string.ascii_letters + " .…:\n"), GAPS, st.just("&a")), max_size=8)


@given(parts=PARTS)
def test_gaps_mnemonics_and_lines_stay(parts):
    sentence = "".join(parts)
    made = language.pseudo(sentence)
    assert [field[1:] for field in string.Formatter().parse(made) if field[1]] == [
        field[1:] for field in string.Formatter().parse(sentence) if field[1]
    ]
    assert made.count("&") == sentence.count("&")
    assert made.count("\n") == sentence.count("\n")


@given(words=st.text(string.ascii_letters + " ", min_size=1).filter(lambda words: words.strip()))
def test_it_is_bracketed_accented_and_longer(words):
    made = language.pseudo(words)
    assert made.startswith(language.OPENING)
    assert made.endswith(language.CLOSING)
    assert len(made) >= len(words) * (1 + language.LONGER)
    assert not set("aeiouAEIOU") & set(made)


@pytest.mark.parametrize("sentence", ["", " ", "–", "{count}", "{done}/{total}", "·"])
def test_what_has_no_words_stays(sentence):
    assert language.pseudo(sentence) == sentence


def test_it_answers_for_qt_too(qapp, qtbot):
    language.install(qapp, "pseudo")
    assert cancel(qtbot).startswith(language.OPENING)


# --- mnemonics


def mnemonics(menu: QMenu) -> list[str]:
    """The underlined letters of a menu's entries, in lower case."""
    labels = [action.text().replace("&&", "") for action in menu.actions() if not action.isSeparator()]
    return [label[label.index("&") + 1].lower() for label in labels if "&" in label]


def collisions(window: QWidget) -> list[str]:
    """Menus in which a letter is underlined twice."""
    menus = {menu.title(): mnemonics(menu) for menu in window.findChildren(QMenu)}
    menus["(menu bar)"] = mnemonics(window.menuBar())
    return [f"{title}: {sorted(letters)}" for title, letters in menus.items() if len(set(letters)) < len(letters)]


@pytest.mark.parametrize("chosen", ["en", "de", "pseudo"])
def test_no_letter_is_underlined_twice_in_a_menu(qapp, chosen):
    language.install(qapp, chosen)
    window = MainWindow(Settings(None))
    try:
        assert window.findChildren(QMenu)
        assert collisions(window) == []
    finally:
        assert window.shut_down()
        window.deleteLater()
