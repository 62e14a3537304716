"""What the actions are called in titles and buttons, and what is said of them once they are done."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from qmonitor.gui.action_spec import Spec
from qmonitor.gui.action_table import ACTIONS
from qmonitor.queues.source import products

_NAMES = {
    "retry-now": str(QT_TRANSLATE_NOOP("action-names", "Retry now")),
    "skip": str(QT_TRANSLATE_NOOP("action-names", "Skip")),
    "drain": str(QT_TRANSLATE_NOOP("action-names", "Drain")),
    "remove": str(QT_TRANSLATE_NOOP("action-names", "Remove")),
    "purge": str(QT_TRANSLATE_NOOP("action-names", "Purge")),
    "restore": str(QT_TRANSLATE_NOOP("action-names", "Restore")),
    "resend": str(QT_TRANSLATE_NOOP("action-names", "Resend")),
    "erase": str(QT_TRANSLATE_NOOP("action-names", "Erase")),
    "optimise": str(QT_TRANSLATE_NOOP("action-names", "Optimise")),
    "optimise-undo": str(QT_TRANSLATE_NOOP("action-names", "Undo optimisation")),
    "expire": str(QT_TRANSLATE_NOOP("action-names", "Drop as too old")),
    "worker-start": str(QT_TRANSLATE_NOOP("action-names", "Start worker")),
    "worker-stop": str(QT_TRANSLATE_NOOP("action-names", "Stop worker")),
}

_ONE = {
    "retry-now": str(QT_TRANSLATE_NOOP("action-names", "{id} for {target} is tried again as soon as its turn comes.")),
    "skip": str(QT_TRANSLATE_NOOP("action-names", "Skipped {id} for {target}.")),
    "drain": str(QT_TRANSLATE_NOOP("action-names", "Skipped {id} for {target}.")),
    "remove": str(QT_TRANSLATE_NOOP("action-names", "Removed {id} of {target}.")),
    "purge": str(QT_TRANSLATE_NOOP("action-names", "Removed {id} of {target}.")),
    "restore": str(QT_TRANSLATE_NOOP("action-names", "Put {id} for {target} back in line.")),
    "resend": str(QT_TRANSLATE_NOOP("action-names", "Queued {id} for {target} once more.")),
    "erase": str(QT_TRANSLATE_NOOP("action-names", "Erased {id} of {target}.")),
    "optimise": str(QT_TRANSLATE_NOOP("action-names", "Built the index {id}.")),
    "optimise-undo": str(QT_TRANSLATE_NOOP("action-names", "Took out the index {id}.")),
}
_ALL = {
    "retry-now": str(
        QT_TRANSLATE_NOOP("action-names", "{count} messages of {target} are tried again as soon as their turn comes.")
    ),
    "skip": str(QT_TRANSLATE_NOOP("action-names", "Skipped {count} messages of {target}.")),
    "drain": str(QT_TRANSLATE_NOOP("action-names", "Skipped {count} messages of {target}.")),
    "remove": str(QT_TRANSLATE_NOOP("action-names", "Removed {count} messages of {target}.")),
    "purge": str(QT_TRANSLATE_NOOP("action-names", "Removed {count} messages of {target}.")),
    "restore": str(QT_TRANSLATE_NOOP("action-names", "Put {count} messages of {target} back in line.")),
    "resend": str(QT_TRANSLATE_NOOP("action-names", "Queued {count} messages of {target} once more.")),
    "erase": str(QT_TRANSLATE_NOOP("action-names", "Erased {count} messages of {target}.")),
    "optimise": str(QT_TRANSLATE_NOOP("action-names", "Built {count} indexes.")),
    "optimise-undo": str(QT_TRANSLATE_NOOP("action-names", "Took out {count} indexes.")),
}
_SOME = {
    "retry-now": str(
        QT_TRANSLATE_NOOP(
            "action-names",
            "{done} of {count} messages of {target} are tried again as soon as their turn comes.",
        )
    ),
    "skip": str(QT_TRANSLATE_NOOP("action-names", "Skipped {done} of {count} messages of {target}.")),
    "drain": str(QT_TRANSLATE_NOOP("action-names", "Skipped {done} of {count} messages of {target}.")),
    "remove": str(QT_TRANSLATE_NOOP("action-names", "Removed {done} of {count} messages of {target}.")),
    "purge": str(QT_TRANSLATE_NOOP("action-names", "Removed {done} of {count} messages of {target}.")),
    "restore": str(QT_TRANSLATE_NOOP("action-names", "Put {done} of {count} messages of {target} back in line.")),
    "resend": str(QT_TRANSLATE_NOOP("action-names", "Queued {done} of {count} messages of {target} once more.")),
    "erase": str(QT_TRANSLATE_NOOP("action-names", "Erased {done} of {count} messages of {target}.")),
    "optimise": str(QT_TRANSLATE_NOOP("action-names", "Built {done} of {count} indexes.")),
    "optimise-undo": str(QT_TRANSLATE_NOOP("action-names", "Took out {done} of {count} indexes.")),
}
_NONE = {
    "optimise": str(QT_TRANSLATE_NOOP("action-names", "No index was built.")),
    "optimise-undo": str(QT_TRANSLATE_NOOP("action-names", "No index was taken out.")),
}

OF_THE_SOURCE = frozenset({"optimise", "optimise-undo"})
"""What they change is indexes of the source, and no messages."""

WORKER_START, WORKER_STOP = "worker-start", "worker-stop"
"""Beginning to send is about no messages yet; the end is about as many as were delivered, without their ids."""


def entry_label(spec: Spec) -> str:
    """The text of an entry in the user's language, with its mnemonic."""
    words = QCoreApplication.translate("actions", spec.text)
    return words.format(seconds=spec.value, server=", ".join(products()))


def label_of(name: str) -> str:
    """The same of the entry with that id."""
    return entry_label(next(spec for spec in ACTIONS if spec.id == name))


def action_name(action: str) -> str:
    """The name of an action in the user's language; of one that is not in the table, as it is stored."""
    found = _NAMES.get(action)
    return action if found is None else QCoreApplication.translate("action-names", found)


def done_words(action: str, done: int, count: int) -> str:
    """The sentence for `done` of `count` messages, with gaps for id, done, count and target."""
    table = _NONE if not done else _ONE if count == 1 else _ALL if done == count else _SOME
    found = table.get(action)
    if found is not None:
        return QCoreApplication.translate("action-names", found)
    if done:
        said = QCoreApplication.translate("action-names", "{action}: {done} of {count} done for {target}.")
    else:
        said = QCoreApplication.translate("action-names", "{action}: nothing was done for {target}.")
    return said.replace("{action}", action_name(action))
