"""The filter by age: a choice of spans, fixed as instants when they are chosen, or a beginning and an end."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from PySide6.QtCore import QDate, QDateTime, QEvent, QObject, Qt, QTime, QTimer, QTimeZone, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QDateTimeEdit, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.queues import times
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

TYPING_MS = 600
"""A time that is being typed acts when nobody has typed for so long."""


@dataclass(frozen=True, slots=True)
class Span:
    """An entry of the menu: younger, or older, than some time."""

    name: str
    span: timedelta
    older: bool = False


SPANS = (
    Span("last-15-minutes", timedelta(minutes=15)),
    Span("last-hour", timedelta(hours=1)),
    Span("last-day", timedelta(days=1)),
    Span("older-15-minutes", timedelta(minutes=15), older=True),
    Span("older-hour", timedelta(hours=1), older=True),
    Span("older-day", timedelta(days=1), older=True),
)


class AgeFilter(QToolButton):
    """Chooses from when the messages are.

    What is chosen stands for an instant that does not move on: the same filter gives the same messages, and a count
    that was read stays true. The tool tip says which instant.

    Signals:
        changed(): `since` or `until` is another one.
        range_wanted(shown): whether a beginning and an end are to be typed.
    """

    changed = Signal()
    range_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], Instant] = times.now) -> None:
        super().__init__(parent)
        self.setObjectName("messages-age")
        self.since: Instant | None = None
        self.until: Instant | None = None
        self._clock = clock
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(self._make_menu())
        theme.dress(self, "chip")
        self._say()

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setObjectName("messages-age-menu")
        group = QActionGroup(menu)
        self.actions_by_name: dict[str, QAction] = {}
        names = {
            "any": self.tr("any age"),
            "last-15-minutes": self.tr("last 15 minutes"),
            "last-hour": self.tr("last hour"),
            "last-day": self.tr("last 24 hours"),
            "older-15-minutes": self.tr("older than 15 minutes"),
            "older-hour": self.tr("older than 1 hour"),
            "older-day": self.tr("older than 24 hours"),
            "range": self.tr("from … to …"),
        }
        for name, label in names.items():
            action = QAction(label, menu)
            action.setObjectName(f"messages-age-{name}")
            action.setCheckable(True)
            action.setChecked(name == "any")
            action.triggered.connect(partial(self.choose, name))
            group.addAction(action)
            menu.addAction(action)
            self.actions_by_name[name] = action
            if name in ("any", "last-day", "older-day"):
                menu.addSeparator()
        return menu

    def choose(self, name: str, _checked: bool = True) -> None:
        """As if the entry of that name had been chosen."""
        self.actions_by_name[name].setChecked(True)
        if name == "range":
            self.range_wanted.emit(True)
            return
        self.range_wanted.emit(False)
        span = next((one for one in SPANS if one.name == name), None)
        edge = None if span is None else self._clock() + -span.span
        self._set(None if span is None or span.older else edge, edge if span is not None and span.older else None)

    def set_range(self, since: Instant | None, until: Instant | None) -> None:
        """Only those queued from `since` on and before `until`."""
        self._set(since, until)

    @Slot()
    def clear(self) -> None:
        self.actions_by_name["any"].setChecked(True)
        self.range_wanted.emit(False)
        self._set(None, None)

    def _set(self, since: Instant | None, until: Instant | None) -> None:
        if (since, until) != (self.since, self.until):
            self.since, self.until = since, until
            self._say()
            self.changed.emit()

    def words(self) -> str:
        """What is asked for, with its instants; "" where any age will do."""
        since, until = self.since, self.until
        if since is not None and until is not None:
            words = self.tr("queued from {since} to before {until}")
        elif since is not None:
            words = self.tr("queued since {since}")
        elif until is not None:
            words = self.tr("queued before {until}")
        else:
            return ""
        return words.format(since=text.local_time(since), until=text.local_time(until))

    def _say(self) -> None:
        chosen = next(action for action in self.actions_by_name.values() if action.isChecked())
        self.setText(self.tr("{age} ▾").format(age=chosen.text()))
        self.setAccessibleName(self.tr("Age: {age}").format(age=self.words() or chosen.text()))
        self.setToolTip(self.words() or self.tr("Filter by the time of queueing"))


class RangeRow(QWidget):
    """Two times on this machine's clock.

    Signals:
        changed(since, until): other Instants are set.
        left(): the user pressed Escape.
    """

    changed = Signal(object, object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages-range")
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.setObjectName("messages-range-typing")
        self._typing.timeout.connect(self._apply)
        self.since = self._make_field("from", self.tr("Queued from"))
        self.until = self._make_field("to", self.tr("Queued before"))
        self._zone = QLabel(self)
        self._zone.setObjectName("messages-range-zone")
        theme.dress(self._zone, "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        for field, words in ((self.since, self.tr("f&rom")), (self.until, self.tr("t&o"))):
            label = QLabel(words, self)
            label.setBuddy(field)
            theme.dress(label, "muted")
            layout.addWidget(label)
            layout.addWidget(field)
        layout.addWidget(self._zone)
        layout.addStretch(1)
        self.hide()

    def _make_field(self, name: str, spoken: str) -> QDateTimeEdit:
        field = QDateTimeEdit(self)
        field.setObjectName(f"messages-{name}")
        field.setAccessibleName(spoken)
        field.setTimeZone(QTimeZone(QTimeZone.Initialization.UTC))  # as typed; the zone is asked of Python alone
        field.setDisplayFormat("yyyy-MM-dd HH:mm:ss")
        field.setCalendarPopup(True)
        field.dateTimeChanged.connect(self._typing.start)
        field.installEventFilter(self)
        return field

    def begin(self, now: Instant) -> None:
        """Propose the last day, and take the focus."""
        moment = now.local()
        if moment is not None:
            self.since.setDateTime(_shown(moment - timedelta(days=1)))
            self.until.setDateTime(_shown(moment + timedelta(seconds=1)))
        self.show()
        self.since.setFocus(Qt.FocusReason.OtherFocusReason)
        self._apply()

    @Slot()
    def _apply(self) -> None:
        self._typing.stop()
        moments = [_read(field.dateTime()) for field in (self.since, self.until)]
        offsets = list(dict.fromkeys(text.offset(moment) for moment in moments))
        self._zone.setText(self.tr("local time, {offset}").format(offset=" / ".join(offsets)))
        self.changed.emit(*map(times.instant, moments))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter acts at once, Escape leaves."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._apply()
            elif event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
        return super().eventFilter(watched, event)


def _shown(moment: datetime) -> QDateTime:
    """A time on this machine's clock as a field shows it, which Qt is not to shift."""
    day, time = QDate(moment.year, moment.month, moment.day), QTime(moment.hour, moment.minute, moment.second)
    return QDateTime(day, time, QTimeZone(QTimeZone.Initialization.UTC))


def _read(shown: QDateTime) -> datetime:
    """The instant that a field's time is on this machine's clock."""
    date, time = shown.date(), shown.time()
    naive = datetime(date.year(), date.month(), date.day(), time.hour(), time.minute(), time.second())
    return naive.astimezone()
