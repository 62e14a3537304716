"""Numbers and words are English before each test, whatever language the test before has installed."""

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

ENGLISH = QLocale("en")


class LanguageGuard:
    """Takes translators off, and lets numbers be written as in English, also where the system has no language (C)."""

    def before(self, item: pytest.Item) -> None:
        """In time for what a test makes itself."""
        QLocale.setDefault(ENGLISH)
        app = QCoreApplication.instance()
        for translator in app.findChildren(QTranslator) if app is not None else ():
            app.removeTranslator(translator)
            translator.setParent(None)

    def after(self, item: pytest.Item) -> list[str]:
        """Nothing is left to be noticed: the next test begins in English."""
        return []
