"""What outlives the program: alerts, decisions with their names, rules; and an act that can't be written is none."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import Alert, Decision, Event, EventKind, Level, Measure, Rule, Signature
from qmonitor.monitor.alerts.wording import RuleError
from qmonitor.monitor.journal.file import Journal, default_path
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.queues import audit
from qmonitor.queues.errors import NotWritable, Refused, SourceError
from qmonitor.queues.model import Destination
from qmonitor.queues.sqlite_audit import Deed
from qmonitor.queues.words import phrase
from tests.helpers.codebase import ROOT
from tests.unit.monitor.alerts.scene import LAB, SOURCE, Scene, at, row

DEEP = Rule("deep", Measure.DEPTH, 10, settled=timedelta(0), again=timedelta(hours=1))
KEY = (SOURCE, LAB, "deep")
NIGHT = Signature("jdoe@ward-7", at(9), "technician called")


@pytest.fixture
def keeping(tmp_path: Path) -> Keeping:
    return Keeping(tmp_path / "config" / "alerts.toml", tmp_path / "state" / "audit.db")


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "state" / "audit.db")


def opened(scene: Scene) -> tuple[Event, ...]:
    return scene.see(row(20, head=4711))


def test_nothing_is_made_by_looking(keeping: Keeping, journal: Journal) -> None:
    kept = keeping.load()

    assert (kept.rules, kept.known, kept.problems) == (tuple(DEFAULTS), (), ())
    assert (journal.audit(), journal.verify_audit().rows) == ((), 0)
    assert not journal.path.parent.exists()


def test_the_folders_are_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QMONITOR_PROFILE", str(tmp_path))
    assert default_path() == tmp_path / "audit.db"
    monkeypatch.delenv("QMONITOR_PROFILE")
    assert default_path().name == "audit.db"
    assert default_path().parent.name == "qmonitor"


# -- alerts and decisions ---------------------------------------------------------------------------------------


def test_alerts_are_found_again_as_they_were(keeping: Keeping) -> None:
    source = replace(
        Alert(SOURCE, None, Rule("gone", Measure.UNREACHABLE, 60, Level.CRITICAL), at(1), 61.5, 90, at(2), told=at(3)),
        cause=phrase("{path} is gone.", path="queue.db"),
    )
    (one,) = opened(Scene(DEEP))
    keeping.record([one, Event(EventKind.OPENED, source)])

    known = keeping.load().known

    assert known[0].cause is not None
    assert str(known[0].cause) == "queue.db is gone."
    assert {replace(alert, cause=None) for alert in known} == {one.alert, replace(source, cause=None)}


def test_a_restart_goes_on_with_what_was_decided(keeping: Keeping) -> None:
    scene = Scene(DEEP)
    keeping.record(opened(scene))
    decision = scene.watchman.acknowledge([KEY], NIGHT)
    keeping.decide(decision)
    scene.watchman.take(decision)

    (known,) = Keeping(keeping._rules, keeping._journal.path).load().known

    assert known == scene.watchman.open()[0]
    assert known.acknowledged == NIGHT


def test_decisions_stand_in_the_journal_with_a_name(keeping: Keeping, journal: Journal) -> None:
    scene = Scene(DEEP)
    keeping.record(opened(scene))

    keeping.decide(scene.watchman.snooze([KEY], at(3600), NIGHT))
    keeping.decide(scene.watchman.wake([KEY], NIGHT))

    woken, snoozed = journal.audit()
    assert (snoozed.action, woken.action) == ("snooze", "wake")
    assert snoozed.actor == audit.actor()
    assert (snoozed.reason, snoozed.ids, snoozed.count) == ("technician called", (4711,), 1)
    assert snoozed.target == f"deep: lab/dest-01 of {SOURCE} until {at(3600)}"
    assert keeping.load().known[0].snoozed_until is None
    assert journal.verify_audit().intact
    assert journal.verify_audit().rows == 2


def test_a_decision_on_many_is_one_act_in_parts(keeping: Keeping, journal: Journal) -> None:
    scene = Scene(replace(DEEP, id="deep"), Rule("failed", Measure.FAILED, 1))
    scene.see(row(20, failed=3))

    keeping.decide(scene.watchman.acknowledge([KEY, (SOURCE, LAB, "failed")], NIGHT))

    entries = journal.audit()
    assert {entry.plan for entry in entries} == {entries[0].plan}
    assert [entry.part for entry in entries] == [2, 1]


def test_what_is_decided_on_an_alert_and_the_lesser_ones_is_one_entry(keeping: Keeping, journal: Journal) -> None:
    scene = Scene(*(replace(DEEP, id=f"deep-{level.name}", level=level) for level in Level))
    keeping.record(opened(scene))

    keeping.decide(scene.watchman.acknowledge([(SOURCE, LAB, "deep-CRITICAL")], NIGHT))

    (entry,) = journal.audit()
    assert (entry.target, entry.ids) == (f"deep-CRITICAL, deep-WARNING: lab/dest-01 of {SOURCE}", (4711,))
    assert [alert.acknowledged for alert in keeping.load().known] == [NIGHT, NIGHT]


def test_a_decision_on_what_was_solved_meanwhile_is_written_but_opens_nothing(
    keeping: Keeping, journal: Journal
) -> None:
    scene = Scene(DEEP)
    keeping.record(opened(scene))
    decision = scene.watchman.acknowledge([KEY], NIGHT)
    keeping.record(scene.see())

    keeping.decide(decision)

    (known,) = keeping.load().known
    assert known.solved is not None
    assert len(journal.audit()) == 1


def test_two_windows_tell_once(tmp_path: Path) -> None:
    windows = [(Keeping(tmp_path / "alerts.toml", tmp_path / "audit.db"), Scene(DEEP)) for _ in range(2)]

    def told(looks: list[tuple[Event, ...]]) -> list[bool]:
        return [
            event.tell for events, (keeping, _) in zip(looks, windows, strict=True) for event in keeping.record(events)
        ]

    assert told([opened(scene) for _, scene in windows]) == [True, False]
    for _, scene in windows:
        scene.now += 3600
    assert told([opened(scene) for _, scene in windows]) == [True, False]
    keeping, scene = windows[0]
    keeping.decide(scene.watchman.acknowledge([KEY], NIGHT))
    scene.watchman.take(scene.watchman.acknowledge([KEY], NIGHT))
    for _, scene in windows:
        scene.now += 3600
    assert told([opened(scene) for _, scene in windows]) == [False]  # the other one's, too
    assert told([scene.see() for _, scene in windows]) == [True, False]
    assert len(windows[1][0].load().known) == 1


def test_what_was_solved_is_kept_for_the_last_thousand(keeping: Keeping) -> None:
    (event,) = opened(Scene(DEEP))
    for start in range(0, 1200, 100):
        solved = [
            Event(EventKind.SOLVED, replace(event.alert, source=str(n), solved=at(n)))
            for n in range(start, start + 100)
        ]
        assert keeping.record(solved) == tuple(solved)

    known = keeping.load().known

    assert [alert.source for alert in known] == [str(n) for n in range(1199, 199, -1)]


def test_what_is_dropped_is_gone(keeping: Keeping) -> None:
    scene = Scene(DEEP)
    keeping.record(opened(scene))

    keeping.record(scene.watchman.set_rules([]))

    assert keeping.load().known == ()


def test_names_that_are_no_text_are_kept_as_they_are(keeping: Keeping, journal: Journal) -> None:
    odd = Destination("caf\udce9", "\x00\u202e\udcff")
    scene = Scene(DEEP)
    (event,) = scene.see(row(20, place=odd))
    event = replace(event, alert=replace(event.alert, source="/tmp/\udcff.db"))

    assert keeping.record([event]) == (event,)
    assert keeping.record([event])[0].tell is False
    keeping.decide(Decision(EventKind.ACKNOWLEDGED, (event.alert,), NIGHT))
    mine = Rule(
        "caf\udce9", Measure.DEPTH, 5, source=event.alert.source, channel=odd.channel, destination=odd.destination
    )
    keeping.save((), [mine])

    kept = keeping.load()
    assert [(alert.key, alert.acknowledged) for alert in kept.known] == [(event.alert.key, NIGHT)]
    assert kept.problems == ()
    assert kept.rules[0].fits(event.alert.source, odd)
    assert journal.verify_audit().intact


def test_a_line_that_is_no_alert_is_left_out(keeping: Keeping, journal: Journal) -> None:
    keeping.record(opened(Scene(DEEP)))
    with closing(sqlite3.connect(journal.path)) as db, db:
        for n, body in enumerate(("", "[]", "{}", "null", '{"source": 1}', "\x00", "[" * 9000)):
            db.execute("INSERT INTO qmonitor_alert VALUES ('x', '', ?, '', ?)", (str(n), body))

    assert len(keeping.load().known) == 1


# -- rules ------------------------------------------------------------------------------------------------------


def test_a_change_of_rules_is_in_the_journal(keeping: Keeping, journal: Journal) -> None:
    rules = [DEEP, *(replace(rule, enabled=False) if rule.id == "failed-warning" else rule for rule in DEFAULTS)]

    assert keeping.save(DEFAULTS, rules, "too many of them") == tuple(rules)

    assert keeping.load().rules == tuple(rules)
    (entry,) = journal.audit()
    assert (entry.action, entry.reason) == ("rules", "too many of them")
    assert entry.target == "changed failed-warning: enabled true -> false; added deep: depth warning at 10 for * * *"
    keeping.save(rules, DEFAULTS)
    assert journal.audit()[0].target == (
        "removed deep: depth warning at 10 for * * *; changed failed-warning: enabled false -> true"
    )


def test_what_changes_nothing_is_no_act(keeping: Keeping, journal: Journal) -> None:
    assert keeping.save(DEFAULTS, DEFAULTS) == tuple(DEFAULTS)
    assert journal.audit() == ()


def test_rules_that_somebody_else_changed_meanwhile_stay_as_they_are(tmp_path: Path) -> None:
    one, other = (Keeping(tmp_path / "alerts.toml", tmp_path / "audit.db") for _ in range(2))
    began = one.load().rules
    lab = replace(DEEP, id="lab-deep", channel="lab")
    other.save(began, (lab, *began))
    mine = [replace(rule, limit=7200) if rule.id == "oldest-age-critical" else rule for rule in began]

    held = one.save(began, mine)

    assert held == one.load().rules == (lab, *mine)
    (last, _) = Journal(tmp_path / "audit.db").audit()
    assert last.target == "changed oldest-age-critical: limit 1 h -> 2 h"


def test_one_rule_that_both_changed_is_refused_and_nothing_written(tmp_path: Path) -> None:
    one, other = (Keeping(tmp_path / "alerts.toml", tmp_path / "audit.db") for _ in range(2))
    began = one.load().rules
    for window, limit in ((other, 600), (one, 900)):
        rules = [replace(rule, limit=limit) if rule.id == "oldest-age-warning" else rule for rule in began]
        if window is other:
            other.save(began, rules)
            held = rules
        else:
            with pytest.raises(Refused, match="oldest-age-warning was changed meanwhile"):
                one.save(began, rules)

    assert one.load().rules == tuple(held)
    assert len(Journal(tmp_path / "audit.db").audit()) == 1


def test_a_file_that_broke_meanwhile_takes_no_rule_along(keeping: Keeping, tmp_path: Path) -> None:
    began = keeping.save(DEFAULTS, [DEEP, *DEFAULTS])
    path = tmp_path / "config" / "alerts.toml"
    path.write_text("[[rule", encoding="utf-8")
    assert keeping.rules() is None

    keeping.save(began, [replace(DEEP, limit=11), *DEFAULTS])

    assert keeping.rules() == (replace(DEEP, limit=11), *DEFAULTS)
    assert path.with_name("alerts.toml.broken").read_text(encoding="utf-8") == "[[rule"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_the_rules_are_for_this_user_alone(keeping: Keeping, tmp_path: Path) -> None:
    path = tmp_path / "config" / "alerts.toml"
    path.parent.mkdir()
    path.write_text("# by hand\n", encoding="utf-8")

    keeping.save(DEFAULTS, [DEEP, *DEFAULTS])

    assert {stat.S_IMODE(os.stat(one).st_mode) for one in path.parent.iterdir()} == {0o600}


def test_rules_that_make_no_sense_are_neither_written_nor_in_the_journal(keeping: Keeping, journal: Journal) -> None:
    with pytest.raises(RuleError):
        keeping.save(DEFAULTS, [replace(DEEP, limit=0)])

    assert journal.audit() == ()
    assert keeping.load().rules == tuple(DEFAULTS)


def test_rules_that_can_not_be_written_are_not_in_the_journal(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    keeping = Keeping(tmp_path / "file" / "alerts.toml", tmp_path / "audit.db")

    with pytest.raises(NotWritable):
        keeping.save(DEFAULTS, [DEEP])

    assert Journal(tmp_path / "audit.db").audit() == ()


# -- the file ---------------------------------------------------------------------------------------------------


def test_the_journal_is_for_this_user_alone(journal: Journal) -> None:
    journal.record(Deed("unmask", "x", "p", 1, [], []))

    assert stat.S_IMODE(os.stat(journal.path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(journal.path.parent).st_mode) == 0o700
    assert sorted(os.listdir(journal.path.parent)) == ["audit.db"]


def test_the_journal_is_append_only_and_notices_what_was_changed(journal: Journal) -> None:
    for n in range(5):
        journal.record(Deed("unmask", f"dest-{n}", "p", n, [n], []), "why")
    with closing(sqlite3.connect(journal.path)) as db:
        for statement in ("UPDATE qmonitor_audit SET actor = 'x'", "DELETE FROM qmonitor_audit"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(statement)
        db.execute("DROP TRIGGER qmonitor_audit_no_update")
        db.execute("UPDATE qmonitor_audit SET reason = 'who' WHERE id = 3")
        db.commit()

    assert journal.verify_audit().broken_at == 3
    assert len(journal.audit(2)) == 2
    assert [entry.id for entry in journal.audit(2, before=3)] == [2, 1]


def test_an_act_that_can_not_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    scene = Scene(DEEP)
    events = opened(scene)
    keeping = Keeping(tmp_path / "alerts.toml", tmp_path / "file" / "audit.db")

    for act in (lambda: keeping.decide(scene.watchman.acknowledge([KEY], NIGHT)), lambda: keeping.record(events)):
        with pytest.raises(NotWritable, match="can't be written"):
            act()


def test_a_full_disk_refuses_and_leaves_the_journal_whole(journal: Journal) -> None:
    journal.record(Deed("unmask", "x", "p", 1, [], []))

    def overfill() -> None:
        with journal.writing() as db:
            db.execute("PRAGMA max_page_count = 1")
            db.execute("INSERT INTO qmonitor_alert VALUES ('a', 'b', 'c', '', ?)", ("x" * 100_000,))

    with pytest.raises(NotWritable, match="full"):
        overfill()

    assert journal.verify_audit().rows == 1


def test_a_damaged_journal_is_told_and_the_rules_hold(keeping: Keeping, journal: Journal) -> None:
    journal.path.parent.mkdir()
    journal.path.write_bytes(b"no database at all" * 100)

    kept = keeping.load()

    assert kept.rules == tuple(DEFAULTS)
    assert "can't be read" in str(kept.problems[0])
    with pytest.raises(SourceError):
        journal.audit()
    with pytest.raises(NotWritable):
        journal.record(Deed("unmask", "x", "p", 1, [], []))
    assert journal.path.read_bytes().startswith(b"no database")


def test_a_journal_of_a_later_release_is_left_alone(journal: Journal) -> None:
    journal.record(Deed("unmask", "x", "p", 1, [], []))
    with closing(sqlite3.connect(journal.path)) as db:
        db.execute("PRAGMA user_version = 99")

    with pytest.raises(NotWritable, match="later release"):
        journal.record(Deed("unmask", "x", "p", 1, [], []))
    assert len(journal.audit()) == 1


def test_two_programs_at_once_keep_one_chain(journal: Journal) -> None:
    def act(name: str) -> None:
        mine = Journal(journal.path)
        for n in range(10):
            mine.record(Deed("unmask", name, "p", n, [n], []))

    threads = [threading.Thread(target=act, args=(name,)) for name in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    found = journal.verify_audit()
    assert (found.rows, found.intact) == (30, True)


KILLED = """
import os, signal, sys
from pathlib import Path
from qmonitor.monitor.journal.file import Journal
with Journal(Path(sys.argv[1])).writing() as db:
    db.execute("PRAGMA cache_size = 1")
    db.execute("INSERT INTO qmonitor_alert VALUES ('a', '', 'b', '', ?)", ("x" * 1_000_000,))
    db.execute("INSERT INTO qmonitor_audit (id, action) VALUES (99, 'half')")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_program_that_is_killed_while_it_writes_leaves_the_journal_whole(journal: Journal) -> None:
    journal.record(Deed("unmask", "x", "p", 1, [], []))
    done = subprocess.run([sys.executable, "-c", KILLED, str(journal.path)], cwd=ROOT)
    assert done.returncode == -9
    assert journal.path.with_name("audit.db-journal").exists()  # half of it was on the disk

    assert [entry.action for entry in journal.audit()] == ["unmask"]
    journal.record(Deed("unmask", "y", "p", 1, [], []))
    assert (journal.verify_audit().rows, journal.verify_audit().intact) == (2, True)
