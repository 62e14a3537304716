"""What the actions are called in titles, buttons and sentences."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_NAMES = {
    "retry-now": str(QT_TRANSLATE_NOOP("action-names", "Retry now")),
    "skip": str(QT_TRANSLATE_NOOP("action-names", "Skip")),
    "drain": str(QT_TRANSLATE_NOOP("action-names", "Drain")),
    "remove": str(QT_TRANSLATE_NOOP("action-names", "Remove")),
    "purge": str(QT_TRANSLATE_NOOP("action-names", "Purge")),
    "restore": str(QT_TRANSLATE_NOOP("action-names", "Restore")),
    "resend": str(QT_TRANSLATE_NOOP("action-names", "Resend")),
    "erase": str(QT_TRANSLATE_NOOP("action-names", "Erase")),
}


def action_name(action: str) -> str:
    """The name of an action in the user's language; of one that is not in the table, as it is stored."""
    found = _NAMES.get(action)
    return action if found is None else QCoreApplication.translate("action-names", found)
