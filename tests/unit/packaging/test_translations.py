"""Every sentence of the code is found, kept in the catalogue and translated with its gaps in place."""

import importlib.util
import mmap
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    spec = importlib.util.spec_from_file_location("qmonitor_translations", ROOT / "packaging" / "translations.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


def collected(translations: ModuleType, folder: Path, text: str, name: str = "gui/panel.py"):
    path = folder / "package" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return translations.collect(folder / "package")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("class Panel:\n    def f(self):\n        self.tr('Open')", {("Panel", "Open")}),
        ("class A:\n    class B:\n        def f(self):\n            self.tr('Open')", {("B", "Open")}),
        ("def said(panel: 'Panel'):\n    return panel.tr('Open')", {("Panel", "Open")}),
        ("QCoreApplication.translate('text', 'one byte')", {("text", "one byte")}),
        ("translate('text', 'a word' if x else 'two words')", {("text", "a word"), ("text", "two words")}),
        ("A = str(QT_TRANSLATE_NOOP('actions', '&Open'))\ntranslate('actions', A)", {("actions", "&Open")}),
        ("_tr('Look')\ndef _tr(words):\n    return translate('notices', words)", {("notices", "Look")}),
        ("phrase('{count} left', count=3)", {("queues", "{count} left")}),
        ("counted(n, 'one of {x}', 'many of {x}', x=1)", {("queues", "one of {x}"), ("queues", "many of {x}")}),
        ("SAYS = plural('one', 'many')\ncounted(n, *SAYS)", {("queues", "one"), ("queues", "many")}),
        ("'x'.translate(table)\nself.translate(phrase)", set()),
        ("phrase('{a}/{b}', a=1, b=2)", set()),
    ],
)
def test_a_sentence_is_found_in_its_context(translations, tmp_path, text, sentences):
    found = collected(translations, tmp_path, text)
    assert {(one.context, one.source) for one in found.places} == sentences
    assert found.faults == []


@pytest.mark.parametrize("text", ["phrase(words)", "self.tr('at module level')", "def f(x):\n    x.tr('whose?')"])
def test_what_can_not_be_collected_is_said(translations, tmp_path, text):
    assert len(collected(translations, tmp_path, text).faults) == 1


def test_sentences_of_the_terminal_stay_english(translations, tmp_path):
    assert not collected(translations, tmp_path, "phrase('for a terminal')", "cli/app.py").places


def test_a_catalogue_is_written_and_read_back(translations, tmp_path):
    one, two = (translations.Sentence(*pair) for pair in (("a", "<&> “x”\n{y}"), ("b", "gone")))
    catalogue = {one: translations.Entry("ä\n{y}", ""), two: translations.Entry("weg", "vanished")}
    translations.write(tmp_path / "t.ts", "de", catalogue)
    assert translations.read(tmp_path / "t.ts") == catalogue


def test_nothing_that_was_translated_is_thrown_away(translations, tmp_path):
    kept, gone, never = (translations.Sentence("text", words) for words in ("kept", "gone", "never"))
    entry = translations.Entry
    old = {kept: entry("bleibt", ""), gone: entry("weg", ""), never: entry()}
    found = collected(translations, tmp_path, "translate('text', 'kept'), translate('text', 'new')")
    made = translations.merged(old, found)
    assert made == {
        kept: entry("bleibt", ""),
        translations.Sentence("text", "new"): entry(),
        gone: entry("weg", "vanished"),
    }
    back = collected(translations, tmp_path, "translate('text', 'kept'), translate('text', 'gone')")
    assert translations.merged(made, back)[gone] == entry("weg", "")


@pytest.mark.parametrize(
    ("source", "text", "wrong"),
    [
        ("{count} left", "{count} übrig", []),
        ("{count} left", "{n} übrig", ["other gaps"]),
        ("&Open…", "Ö&ffnen…", []),
        ("&Open…", "Öffnen…", ["a mnemonic too many or too few"]),
        ("Open…", "Öffnen", ["another end"]),
        ("Done.", "Getan", ["another end"]),
        ("a\nb", "a b", ["other lines"]),
        ("at ", "um", ["other spaces around it"]),
        ("Open", " ", ["not translated"]),
    ],
)
def test_a_translation_that_breaks_its_sentence_is_noticed(translations, source, text, wrong):
    sentence = translations.Sentence("text", source)
    assert translations.shortcomings(sentence, translations.Entry(text, "")) == wrong


def test_an_unfinished_translation_is_noticed(translations):
    sentence = translations.Sentence("text", "Open")
    assert translations.shortcomings(sentence, translations.Entry("Öffnen", "unfinished")) == ["not translated"]


def test_a_compiled_file_that_is_older_is_noticed(translations, tmp_path):
    path = tmp_path / "qmonitor_de.ts"
    entry = translations.Entry("Öffnen", "")
    translations.write(path, "de", {translations.Sentence("text", "Open"): entry})
    assert not translations.fresh(path)
    translations.compile_one(path, path.with_suffix(".qm"))
    assert translations.fresh(path)
    translations.write(path, "de", {translations.Sentence("text", "Open"): translations.Entry("Auf", "")})
    assert not translations.fresh(path)


def test_a_window_that_has_the_old_one_mapped_keeps_it_whole(translations, tmp_path):
    """What a file is rewritten under reads the new bytes at the old places, and ends where the new one is shorter."""
    path = tmp_path / "qmonitor_de.ts"
    made = path.with_suffix(".qm")
    words = {translations.Sentence("text", f"Open {n}"): translations.Entry("Öffnen", "") for n in range(400)}
    translations.write(path, "de", words)
    translations.compile_one(path, made)
    before = made.read_bytes()
    with made.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as held:
        translations.write(path, "de", {translations.Sentence("text", "Open"): translations.Entry("Auf", "")})
        translations.compile_one(path, made)
        assert os.fstat(file.fileno()).st_size == len(before)
        assert held[:] == before
    assert translations.fresh(path)
    assert sorted(one.name for one in tmp_path.iterdir()) == [made.name, path.name]


def test_how_it_is_called(translations, capsys):
    assert translations.main(["--help"]) == 0
    assert translations.main(["swahili"]) == 2
    assert "update" in capsys.readouterr().err


# --- the pages of the help

PAGE = "# States\n\n| state | means |\n|---|---|\n| stuck | `x` |\n\n1. one\n2. two\n"
GERMAN = "# Zustände\n\n| Zustand | bedeutet |\n|---|---|\n| blockiert | `x` |\n\n1. eins\n2. zwei\n"


def pages(translations: ModuleType, folder: Path, german: str | None, left: str = "") -> list[str]:
    (folder / "de").mkdir()
    (folder / "states.md").write_text(PAGE, encoding="utf-8")
    for name, text in (("states.md", german), (left, GERMAN)):
        if name and text is not None:
            (folder / "de" / name).write_text(text, encoding="utf-8")
    return translations.check_pages("de", folder)


def test_a_page_of_the_same_shape_is_fine(translations, tmp_path):
    assert pages(translations, tmp_path, GERMAN) == []


@pytest.mark.parametrize(
    ("german", "wrong"),
    [
        (None, "there is no such page"),
        (GERMAN.replace("# Zustände", "Zustände"), "other headings"),
        (GERMAN.replace("| blockiert | `x` |\n", "") + "`x`", "other rows"),
        (GERMAN.replace("2. zwei\n", ""), "other steps"),
        (GERMAN.replace("`x`", "`y`"), "other code"),
    ],
)
def test_a_page_that_fell_behind_is_noticed(translations, tmp_path, german, wrong):
    assert pages(translations, tmp_path, german) == [f"help/de/states.md: {wrong}"]


def test_a_page_that_is_left_over_is_noticed(translations, tmp_path):
    assert pages(translations, tmp_path, GERMAN, "old.md") == ["help/de/old.md: it translates no page"]


def test_the_catalogue_is_complete_and_compiled(translations):
    assert translations.check() == []
