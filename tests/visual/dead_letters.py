"""The scenes with dead letters: what a notification daemon could not send, in a file of its own."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from qmonitor.queues import times
from qmonitor.queues.model import Destination, State
from tests.helpers import deadletter as made
from tests.visual.stories import STEP, Story

if TYPE_CHECKING:
    from qmonitor.gui.panels import Panels
    from tests.visual.stage import Stage

DAY = 86_400
PEOPLE = ("quillfeather.ann", "inkberry.knud", "ångstrand.flavia")
COURSES = ("Anatomy I", "Pathology", "Surgery", "Internal medicine", "Paediatrics")
FILE = "letters.db"

DATA = (
    *PEOPLE, *COURSES, FILE, "letters", "exams", "grades", "mail", "dead", "dead-letter", "Winter 2026", "Course",
    "Term", "Grade in", "mail@ward", "push@ward", "Exam in", "CBOR", "Timestamp", "QueuedAt", "Username", "Subject",
    "Descriptions", "Fields", "SkipRecipients", "Code", "Retries", "Trace", "tag 0", "string", "integer", "bytes",
    "null", "001fff", "Oct",
)  # fmt: skip
"""What the file holds, and what is the same in every language."""


def _letter(ns: int, n: int, **more: object) -> bytes:
    course = COURSES[n % len(COURSES)]
    values = {
        "stamp": ns - 4 * times.NS - n * 1_234_567,
        "username": PEOPLE[n % len(PEOPLE)],
        "subject": f"Grade in {course}",
        "descriptions": ("Course", "Term"),
        "fields": (course, "Winter 2026"),
        "code": n % 5,
        **more,
    }
    return made.message(ns, **values)  # type: ignore[arg-type]


def letters(now: int) -> Path:
    """The file as of an instant: five weeks of grades, a row of three messages, some that can't be decoded."""
    table = made.Table(Path(FILE))

    def ago(days: float) -> int:
        return now - int(days * DAY) * times.NS + 123_456_789

    for n in range(24):
        at = ago(27.5 - n)
        table.add("grades", at, _letter(at, n), sequence=n)
    first, second, third = ago(12), ago(11.5), ago(11)
    more = (made.text("Retries"), made.integer(7), made.text("Trace"), made.raw(b"\x00\x1f\xff"))
    table.add(
        "exams", first, _letter(first, 1, skip=("mail@ward", "push@ward"), subject="Exam in Surgery", more=more),
        _letter(second, 2, subject="Exam in Pathology"), _letter(third, 3, descriptions=None, fields=None),
    )  # fmt: skip
    for n, (days, name) in enumerate(((6, "a map"), (5, "cut off"), (4, "nothing of CBOR"))):
        table.put(made.key("mail", ago(days), n), made.BROKEN[name])
    last = ago(29.5)
    table.add("mail", last, _letter(last, 4), sequence=9)
    table.digests(20, like="grades")
    return table.write()


def _open(stage: "Stage", where: str, *, masked: bool = False, looks: int = 3) -> "Panels":
    """The file in the window, watched for a moment, with a queue selected."""
    stage.data += [key.hex() for key, _, _ in made.stored(letters(stage.clock.ns))]
    stage.window.open(FILE)
    stage.sampled()
    if not masked:
        stage.window.masking._set(on=False)  # there is no journal in which it could be written
    for _ in range(looks):
        stage.pass_by(STEP)
        stage.sampled()
    panels = stage.window.view.panels  # type: ignore[union-attr]
    assert panels is not None
    panels.destinations.select(Destination("dead-letter", where))
    stage.read()
    return panels


def _select(stage: "Stage", panels: "Panels", row: int = 0) -> None:
    panels.messages.table.selectRow(row)
    stage.until(lambda: panels.inspector.looking.content is not None, "the message is read")


def _tab(name: str, *, masked: bool = False, where: str = "exams") -> Story:
    """A message in one of the inspector's views."""

    def story(stage: "Stage") -> None:
        panels = _open(stage, where, masked=masked)
        _select(stage, panels)
        panels.inspector.views.pages.turn_to(name)
        stage.shoot()

    return story


def _broken(stage: "Stage") -> None:
    """A row that can't be decoded, by its bytes."""
    panels = _open(stage, "mail")
    panels.messages.filters.chips[State.FAILED].click()
    stage.read()
    _select(stage, panels, 1)
    panels.inspector.views.pages.turn_to("hex")
    stage.shoot()


def _act(name: str, where: str, choose: "Callable[[Panels], None]") -> Story:
    """The dialog of an action."""

    def story(stage: "Stage") -> None:
        panels = _open(stage, where)
        choose(panels)
        action = stage.window.commands[name]
        stage.until(action.isEnabled, "the action can be done")
        stage.shoot_dialog(action.trigger)

    return story


def _alerts(stage: "Stage") -> None:
    panels = _open(stage, "mail", looks=8)
    stage.window.commands["go-alerts"].trigger()
    panels.alerts.table.selectRow(0)
    stage.shoot()


STORIES: dict[str, Story] = {
    "dead-letters": _tab("letter"),
    "dead-letters-masked": _tab("letter", masked=True, where="grades"),
    "dead-letter-tree": _tab("structure"),
    "dead-letter-text": _tab("text"),
    "dead-letter-past": _tab("details", where="grades"),
    "dead-letter-broken": _broken,
    "dead-letter-skip": _act("skip", "exams", lambda panels: panels.messages.table.selectRow(1)),
    "dead-letter-alerts": _alerts,
}
