"""The language of the window: Qt's translators over our catalogue, and how numbers and months are written.

A change takes effect at the next start: no widget looks its sentences up twice.
"""

import os
import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from qmonitor import assets, logs

VARIABLE = "QMONITOR_LANGUAGE"
"""This environment variable goes before the setting: "en", "de" or "pseudo"."""

ENGLISH, GERMAN, PSEUDO = "en", "de", "pseudo"
TRANSLATED = (GERMAN,)
"""The languages with a catalogue in `resources/translations`; English is in the code."""

log = logs.subject("window")


def install(app: QCoreApplication, language: str | None = None) -> str:
    """Let everything that is made from now on speak a language; the one in use.

    `language` is None or "" for the system's, else "en", "de" or "pseudo"; the environment goes before it. A
    language that we do not have becomes English. May be called again: the translators before are taken off.
    """
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.setParent(None)
    chosen = _known(os.environ.get(VARIABLE) or language or preferred(QLocale.system().uiLanguages()))
    QLocale.setDefault(_locale(chosen))
    for translator in _translators(chosen, app):
        app.installTranslator(translator)
    return chosen


def in_use() -> str:
    """The language that was installed last; English before."""
    app = QCoreApplication.instance()
    names = [translator.objectName() for translator in app.findChildren(QTranslator)] if app is not None else []
    return names[-1] if names else ENGLISH


def resource(name: str) -> str:
    """The name of a resource in the language in use: `help/de/actions.md` for `help/actions.md`, where there is one."""
    folder, _, file = name.rpartition("/")
    own = f"{folder}/{in_use()}/{file}"
    return own if assets.exists(own) else name


def preferred(wanted: Sequence[str]) -> str:
    """The language that a user reads first, of names such as `de-AT` in the order of liking; English for none."""
    return wanted[0].replace("_", "-").split("-")[0] if wanted else ENGLISH


def _known(language: str) -> str:
    return language if language in (ENGLISH, PSEUDO, *TRANSLATED) else ENGLISH


def _locale(language: str) -> QLocale:
    """How numbers and months are written: as the user has set it where that is in the same language."""
    code = ENGLISH if language == PSEUDO else language
    system = QLocale.system()
    if QLocale.languageToCode(system.language()) == code and language != PSEUDO:
        return system
    return QLocale(code)


def _translators(language: str, parent: QObject) -> list[QTranslator]:
    """Qt's own texts first, then ours: the last one is asked first."""
    if language == ENGLISH:
        return []
    if language == PSEUDO:
        made: list[QTranslator] = [PseudoTranslator(parent)]
    else:
        made = [QTranslator(parent), QTranslator(parent)]
        places = (QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), str(assets.path("translations")))
        for translator, name, place in zip(made, ("qtbase", "qmonitor"), places, strict=True):
            if not translator.load(f"{name}_{language}", place):
                log.warning("no translation %s_%s", name, language)
    for translator in made:
        translator.setObjectName(language)
    return made


OPENING, CLOSING = "⟦", "⟧"
LONGER = 0.4
"""By so much a sentence grows in the pseudo-locale: as long as it may get in another language."""

_ACCENTED = str.maketrans("aceinouyzACEINOUYZ", "áčéíñöúýžÁČÉÍÑÖÚÝŽ")
_KEPT = re.compile(r"\{[^{}]*\}|\{\{|\}\}|&\w|\n")
"""Gaps, mnemonics and line ends stay what they are."""


def pseudo(sentence: str) -> str:
    """A sentence in accents and brackets, longer than it is: `⟦Ópéñ… öö⟧`. One can read it, and sees what is cut."""
    if not any(letter.isalpha() for letter in _KEPT.sub("", sentence)):
        return sentence
    parts, at = [], 0
    for kept in _KEPT.finditer(sentence):
        parts += [sentence[at : kept.start()].translate(_ACCENTED), kept.group()]
        at = kept.end()
    words = "".join([*parts, sentence[at:].translate(_ACCENTED)])
    more = max(1, round(len(_KEPT.sub("", sentence)) * LONGER))
    padding = " ".join(["ö" * 5] * (more // 6) + ["ö" * (more % 6)]).strip()
    return f"{OPENING}{words} {padding}{CLOSING}"


class PseudoTranslator(QTranslator):
    """Answers every sentence with its `pseudo`, Qt's own included; only the names of keys stay."""

    def translate(self, context: str, source: str, *_: object) -> str | None:
        # None, which the stubs don't know: "" would be a translation.
        if context in ("QShortcut", "QGuiApplication"):  # the latter says which way the language runs
            return None
        return pseudo(source)

    def isEmpty(self) -> bool:
        return False
