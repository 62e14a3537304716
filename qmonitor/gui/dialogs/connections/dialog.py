"""Connections to servers, edited, tried, and one of them opened."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from qmonitor.gui import text, theme
from qmonitor.gui.chips import make_chip
from qmonitor.gui.dialogs.connections import inputs
from qmonitor.gui.dialogs.connections.list import ProfilesModel, Table
from qmonitor.gui.dialogs.discard import DiscardDialog
from qmonitor.gui.dialogs.entries_list import EntriesList
from qmonitor.gui.dialogs.fields import Fields
from qmonitor.gui.dialogs.frame import Frame, fitting, outline, plain_label
from qmonitor.gui.dialogs.scrolled import Scrolled
from qmonitor.gui.dialogs.trial import Trial
from qmonitor.gui.hairline import Hairline
from qmonitor.monitor.profiles.model import LONGEST_NAME, Profile, written_profile
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.source import products
from qmonitor.queues.words import phrase
from qmonitor.senders.fields import Unfit
from qmonitor.values import dataclass

WIDE, HIGH = 220 * theme.GRID, 150 * theme.GRID


@dataclass(frozen=True, slots=True)
class Chosen:
    """A connection that is to be tried or opened, and what was typed as its password; `keep` it in the keyring."""

    profile: Profile
    password: str = field(default="", repr=False)
    keep: bool = False


class ConnectionsDialog(Frame):
    """Edits the file of connections; whoever hears the signals does the work, in lanes.

    Signals:
        save_requested(profiles, Chosen or None): to be written; then one is to be opened.
        test_requested(Chosen), test_cancelled()
    """

    save_requested = Signal(object, object)
    test_requested = Signal(object)
    test_cancelled = Signal()

    def __init__(self, path: str, parent: QWidget | None = None) -> None:
        """`path`: the file, to be named."""
        words = self.tr("Connect to a {server} queue")
        super().__init__(words.format(server=", ".join(products())), parent)
        self.setObjectName("connections-dialog")
        self.setMinimumWidth(WIDE)
        self._began: list[Table] = []
        self._offered: list[Table] = []
        """What was put there for a person, and is nothing to be lost while nobody has changed it."""
        self._broken = self._saving = False
        self.model = ProfilesModel(self)
        self.list = EntriesList(self.model, "connections", self.tr("Connections"))
        self.place = Fields(inputs.place(), self)
        self.queue = Fields(inputs.queue(), self, 3)
        self.test = Trial("try", self.tr("Tr&y the connection"), self.tr("Connecting; nothing is written …"), self)
        kept = self.tr("Connections are kept in {path}; passwords are not.").format(path=text.line(path, 120))
        self.say(kept, "muted").setToolTip(text.tip(path))  # the whole of it
        self.password, self.keep = QLineEdit(), QCheckBox(self.tr("Keep it in the computer's &keyring"))
        self.body.addLayout(self._make_halves(), 1)
        self.rule()
        self._why = self.say("")
        self._why.setObjectName("connection-why")
        self._store = make_chip("connection-save", self.tr("&Save without connecting"))
        self.body.addWidget(self._store, 0, Qt.AlignmentFlag.AlignLeft)
        self.first = self.list
        self._confirm, _ = self.buttons(self.tr("&Connect"), self.tr("Cancel"))
        self._connect()
        self._on_row()

    def _connect(self) -> None:
        self.list.selectionModel().currentRowChanged.connect(self._on_row)
        for fields in (self.place, self.queue):
            fields.edited.connect(self._on_edited)
        self.password.textChanged.connect(self._forget_test)
        self.test.asked.connect(self._on_test)
        self.test.cancelled.connect(self.test_cancelled)
        self._store.clicked.connect(self._on_store)
        self.list.activated.connect(self.accept)

    # -- what it is told -------------------------------------------------------------------------------------

    def show_read(
        self,
        profiles: Sequence[Profile],
        problem: QueueError | None = None,
        wanted: str = "",
        *,
        begins: bool = True,
    ) -> None:
        """What the file holds; `problem`: why that can't be read. `wanted` is the URL that it is about, if it is one:
        its connection is chosen, and where there is none, a new one is begun with it if it `begins` one.
        """
        self._began, self._broken = [written_profile(one) for one in profiles], problem is not None
        self.model.begin_anew(self._began)
        if self._broken and problem is not None:
            self._tell(text.explain(problem), "danger")
            self._go_to(0)
            return
        known = [one.url for one in profiles]
        offered = inputs.table_for(wanted) if begins and wanted not in known else None
        if offered is not None:
            self._offer({**offered, "name": self._free_name(str(offered["name"]))})
        elif profiles:
            self._go_to(known.index(wanted) if wanted in known else 0)
        else:
            self._on_new()
            self._offered = list(self.model.tables)

    def show_saved(self, problem: QueueError | None = None) -> None:
        """It was written; or why it could not be."""
        self._saving = False
        if problem is None:
            self.test.forget()
            self.done(self.DialogCode.Accepted)
        else:
            self._judge()
            self._tell(text.explain(problem), "danger")

    def show_tried(self, sentences: Sequence[str], *, fine: bool) -> None:
        """What came of trying it."""
        self.test.say("\n".join(sentences), "good" if fine else "warning")

    # -- its parts -------------------------------------------------------------------------------------------

    def _make_halves(self) -> QHBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(theme.GRID)
        left.addWidget(self.list, 1)
        left.addLayout(self._make_bar())
        right = Scrolled()
        right.column.setContentsMargins(0, 0, 2 * theme.GRID, 0)
        self._wrong = plain_label("")
        self._wrong.setObjectName("connection-wrong")
        self._wrong.setWordWrap(True)
        theme.dress(self._wrong, "danger")
        for widget in (self.place, Hairline(), self.queue, self._make_secret()):
            right.column.addWidget(widget)
        self._right = right.column
        right.column.addLayout(self.test.row())
        self._name_fields()
        halves = QHBoxLayout()
        halves.setSpacing(5 * theme.GRID)
        halves.addLayout(left, 1)
        halves.addWidget(right, 3)
        return halves

    def _make_secret(self) -> QWidget:
        row = QWidget(self)
        self.password.setObjectName("connection-password")
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        theme.dress(self.password, "field")
        label = self.tr("Pass&word (empty: taken from the keyring, or asked for)")
        self.password.setAccessibleName(text.without_mnemonic(label))
        title: QLabel = plain_label(label)
        title.setBuddy(self.password)
        self.keep.setObjectName("connection-keep")
        outline(self.keep)
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID)
        for widget in (title, self.password, self.keep):
            column.addWidget(widget)
        return row

    def _name_fields(self) -> None:
        usual = inputs.usual()
        for cell in (*self.place.cells, *self.queue.cells):
            cell.editor.setObjectName(f"connection-{cell.input.key}")
            if isinstance(cell.editor, QLineEdit):
                cell.editor.setPlaceholderText(usual.get(cell.input.key, ""))

    def _make_bar(self) -> QHBoxLayout:
        bar = QHBoxLayout()
        bar.setSpacing(theme.GRID)
        self._new = make_chip("connection-new", self.tr("&New"))
        self._copy = make_chip("connection-copy", self.tr("Copy"))
        self._remove = make_chip("connection-remove", self.tr("&Remove"))
        self._new.clicked.connect(self._on_new)
        self._copy.clicked.connect(self._on_copy)
        self._remove.clicked.connect(self._on_remove)
        for chip in (self._new, self._copy, self._remove):
            bar.addWidget(chip)
        bar.addStretch(1)
        return bar

    def sizeHint(self) -> QSize:
        """High enough for most: nothing moves where fields come and go."""
        return super().sizeHint().expandedTo(QSize(WIDE, HIGH))

    # -- the list --------------------------------------------------------------------------------------------

    @property
    def _row(self) -> int:
        return self.list.currentIndex().row()

    @property
    def _table(self) -> Table | None:
        return self.model.tables[self._row] if 0 <= self._row < len(self.model.tables) else None

    def _go_to(self, row: int) -> None:
        if self.model.tables:
            self.list.setCurrentIndex(self.model.index(max(0, min(row, len(self.model.tables) - 1)), 0))
        self._on_row()

    @Slot()
    def _on_row(self) -> None:
        table = self._table
        for fields in (self.place, self.queue):
            fields.setEnabled(table is not None)
            fields.show_values(inputs.values_of(table or {}))
        self.password.clear()
        self._copy.setEnabled(table is not None)
        self._remove.setEnabled(table is not None)
        self._forget_test()

    @Slot()
    def _on_new(self) -> None:
        self._add({"name": self._free_name(self.tr("New connection")), "host": "localhost"})

    def _offer(self, table: Table) -> None:
        """A new one for what is wanted."""
        self._offered = [*self._began, table]
        self._add(dict(table))

    def _free_name(self, wanted: str) -> str:
        """The same with a number behind it where another one is called so."""
        taken = {table.get("name") for table in self.model.tables}
        names = (wanted, *(f"{wanted[: LONGEST_NAME - 4]} {number}" for number in range(2, len(taken) + 3)))
        return next(name for name in names if name not in taken)

    @Slot()
    def _on_copy(self) -> None:
        if self._table is not None:
            name = self.tr("{name} (copy)").format(name=str(self._table.get("name", ""))[: LONGEST_NAME - 20])
            self._add({**self._table, "name": self._free_name(name)})

    def _add(self, table: dict[str, Any]) -> None:
        self.model.insert(table)
        self._go_to(len(self.model.tables) - 1)
        name = self.place.cells[0].editor
        name.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(name, QLineEdit):
            name.selectAll()

    @Slot()
    def _on_remove(self) -> None:
        row = self._row
        self.model.remove(row)
        self._go_to(row)

    @Slot()
    def _on_edited(self) -> None:
        if self._table is None:
            return
        values = self.place.values() | self.queue.values()
        values["kind"] = values.get("kind") or inputs.SERVER
        for fields in (self.place, self.queue):
            fields.fit(values)
        table = inputs.table_of(self.place.values() | self.queue.values())
        if table != self._table:
            self.model.put(self._row, table)
        self._forget_test()

    # -- what can be done ------------------------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        """Whether something stands here that is not saved."""
        return self.model.tables not in (self._began, self._offered)

    @Slot()
    def _forget_test(self) -> None:
        self.test.forget()
        self._judge()

    def _judge(self) -> None:
        table, wrong = self._table, self._fault()
        said = "" if wrong is None else text.explain(wrong)
        self._say_wrong(said, wrong.key if isinstance(wrong, Unfit) else "")
        hindrance = self._hindrance()
        right = hindrance is None and not self._broken and not self._saving
        self._confirm.setEnabled(right and table is not None)
        self._store.setEnabled(right and self.model.tables != self._began)
        self.test.button.setEnabled(table is not None and wrong is None)
        self._new.setEnabled(not self._broken)
        if not self._broken:
            self._tell(hindrance or "", "danger" if hindrance else "muted")

    def _fault(self) -> Refused | None:
        """What is wrong with the one that is shown."""
        table = self._table
        if table is None:
            return None
        names = [one.get("name") for one in self.model.tables]
        if names.count(table.get("name")) > 1:
            said = phrase("Another connection is called {name}, too.", name=text.line(str(table.get("name"))))
            return inputs.fault(table) or Unfit("name", said, phrase("Give one of them another name."))
        return inputs.fault(table)

    def _say_wrong(self, said: str, key: str) -> None:
        """At the field that it is about, where it is about one that is shown."""
        if not any(fields.put_below(key, self._wrong) for fields in (self.place, self.queue)):
            self._right.insertWidget(self._right.indexOf(self.queue) + 1, self._wrong)
        self._wrong.setText(fitting(said))
        self._wrong.setVisible(bool(said))
        for cell in (*self.place.cells, *self.queue.cells):
            cell.editor.setAccessibleDescription(said if said and cell.input.key == key else "")

    def _tell(self, sentence: str, kind: str) -> None:
        theme.dress(self._why, kind)
        self._why.setText(fitting(sentence))
        self._why.setToolTip(text.tip(sentence) if fitting(sentence) != sentence else "")
        self._why.setVisible(bool(sentence))

    def _hindrance(self) -> str | None:
        """Why it can't be saved; None where it can."""
        names = [table.get("name") for table in self.model.tables]
        for number, table in enumerate(self.model.tables, start=1):
            wrong = inputs.fault(table)
            if wrong is not None:
                said = self.tr("Connection {number} is not right yet: {why}")
                return said.format(number=number, why=text.translate(wrong.cause))
            if names.count(table.get("name")) > 1:
                return self.tr("Two connections are called {name}.").format(name=text.line(str(table.get("name"))))
        return None

    def _chosen(self) -> Chosen | None:
        table = self._table
        if table is None or inputs.fault(table) is not None:
            return None
        return Chosen(inputs.profile(table), self.password.text(), self.keep.isChecked())

    def accept(self) -> None:
        """Save, and open the one that is chosen."""
        if self._confirm.isEnabled():
            self._save(self._chosen())

    @Slot()
    def _on_store(self) -> None:
        self._save(None)

    def _save(self, chosen: Chosen | None) -> None:
        self._saving = True
        self._judge()
        self.save_requested.emit([inputs.profile(table) for table in self.model.tables], chosen)

    def reject(self) -> None:
        """Ask first where something would be lost."""
        if not self.changed or self._broken:
            self._leave()
            return
        said = self.tr("You have changed connections. They stay as they were if you leave now.")
        asked = DiscardDialog(self.windowTitle(), said, self)
        asked.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asked.confirmed.connect(self._leave)
        asked.open()

    @Slot()
    def _leave(self) -> None:
        self.test.forget()
        self.password.clear()
        self.done(self.DialogCode.Rejected)

    @Slot()
    def _on_test(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.test.begin()
            self.test_requested.emit(chosen)
