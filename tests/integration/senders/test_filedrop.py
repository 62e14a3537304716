"""Files in real folders: whole or not there, in order, never over another one, and no double after a doubt."""

import errno
import os
import signal
import stat
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Rejected, Unreachable
from qmonitor.senders.filedrop import folder as steps
from qmonitor.senders.filedrop.sender import FileSender
from qmonitor.senders.filedrop.settings import FileSettings
from tests.helpers import users

LIMIT = 30.0
AT = datetime(2026, 11, 30, 8, 0, 0, 1, UTC)


def message(control_id: str = "MSG-1", name: str = "PATIENT^NAME") -> bytes:
    return b"MSH|^~\\&|LAB|N|RCV|S|2026||ORU^R01|%b|P|2.5\rPID|1||%b\xe4\x00\r" % (control_id.encode(), name.encode())


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def sender(out: Path, **settings: str) -> FileSender:
    return FileSender(FileSettings(str(out), **settings), lambda: AT)


def files(out: Path) -> dict[str, bytes]:
    """Everything that lies there, hidden files too."""
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


# --- files and names


@pytest.mark.parametrize("raw", [message(), b"", b"\x00", os.urandom(3_000_000)], ids=["hl7", "empty", "nul", "large"])
def test_a_file_has_the_bytes_as_they_are_stored(out: Path, raw: bytes) -> None:
    sender(out).send(raw, LIMIT)
    (content,) = files(out).values()
    assert content == raw


def test_files_are_numbered_in_their_order(out: Path) -> None:
    one = sender(out)
    for control_id in ("B", "A", "", "A"):
        one.send(message(control_id), LIMIT)
    assert list(files(out)) == ["00000001-B.hl7", "00000002-A.hl7", "00000003-no-id.hl7", "00000004-A.hl7"]


def test_numbers_go_on_from_what_lies_there(out: Path) -> None:
    (out / "00000041-X.hl7").touch()
    (out / "99999999-X.txt").touch()
    one = sender(out)
    one.send(message("A"), LIMIT)
    (out / "00000042-A.hl7").unlink()  # the receiver takes it
    one.send(message("B"), LIMIT)
    assert list(files(out)) == ["00000041-X.hl7", "00000043-B.hl7", "99999999-X.txt"]


def test_a_name_that_is_taken_by_now_is_passed_over(out: Path) -> None:
    one, other = sender(out), sender(out)
    one.send(message("A"), LIMIT)
    (out / "00000002-A.hl7").write_bytes(b"somebody else's")
    other.send(message("B"), LIMIT)
    one.send(message("A"), LIMIT)
    assert files(out)["00000002-A.hl7"] == b"somebody else's"
    assert list(files(out)) == ["00000001-A.hl7", "00000002-A.hl7", "00000003-A.hl7", "00000003-B.hl7"]


@pytest.mark.parametrize("mode", ["0600", "0640", "0660"])
def test_only_those_of_the_settings_can_read_it(out: Path, mode: str) -> None:
    before = os.umask(0o077)
    try:
        sender(out, mode=mode).send(message(), LIMIT)
    finally:
        os.umask(before)
    (path,) = out.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == int(mode, 8)


@pytest.mark.parametrize("on_refused", ["retry", "give_up"])
def test_without_a_number_another_file_is_never_written_over(out: Path, on_refused: str) -> None:
    one = sender(out, name="{control_id}.hl7", on_refused=on_refused)
    one.send(message(name="first"), LIMIT)
    with pytest.raises(Rejected, match="another file with the name of this message") as told:
        one.send(message(name="second"), LIMIT)
    assert told.value.final is (on_refused == "give_up")
    assert files(out) == {"MSG-1.hl7": message(name="first")}


def test_without_a_number_the_same_message_is_there_already(out: Path) -> None:
    one = sender(out, name="{control_id}.hl7")
    for _ in range(2):
        one.send(message(), LIMIT)
    assert files(out) == {"MSG-1.hl7": message()}


@pytest.mark.parametrize("kind", ["folder", "link", "fifo"])
def test_what_is_no_file_is_never_followed_or_taken_for_one(tmp_path: Path, out: Path, kind: str) -> None:
    place, target = out / "MSG-1.hl7", tmp_path / "elsewhere"
    target.write_bytes(message())
    {"folder": place.mkdir, "link": lambda: place.symlink_to(target), "fifo": lambda: os.mkfifo(place)}[kind]()
    with pytest.raises(Rejected):
        sender(out, name="{control_id}.hl7").send(message(), LIMIT)
    assert target.read_bytes() == message()
    assert [path.name for path in out.iterdir()] == ["MSG-1.hl7"]


def test_what_a_receiver_sees_is_whole(out: Path) -> None:
    """Somebody who looks all the time never finds a file under its name with less than all bytes."""
    raw = message() + b"x" * 5_000_000
    seen: list[int] = []
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            seen.extend(path.stat().st_size for path in out.glob("0*"))

    looker = threading.Thread(target=look)
    looker.start()
    try:
        one = sender(out)
        for _ in range(5):
            one.send(raw, LIMIT)
    finally:
        ended.set()
        looker.join()
    assert set(seen) <= {len(raw)}
    assert len(files(out)) == 5


# --- folders


def test_a_link_to_the_folder_is_followed_once(tmp_path: Path, out: Path) -> None:
    other, link = tmp_path / "other", tmp_path / "link"
    other.mkdir()
    link.symlink_to(out)
    one = sender(link)
    one.send(message("A"), LIMIT)
    link.unlink()
    link.symlink_to(other)
    one.send(message("B"), LIMIT)
    assert len(files(out)) == 2
    assert files(other) == {}


def test_another_folder_at_its_place_gets_nothing(tmp_path: Path, out: Path) -> None:
    one = sender(out)
    one.send(message("A"), LIMIT)
    out.rename(tmp_path / "away")
    out.mkdir()
    with pytest.raises(Unreachable, match="is not the folder that it was when its worker started"):
        one.send(message("B"), LIMIT)
    assert files(out) == {}
    out.rmdir()
    (tmp_path / "away").rename(out)
    one.send(message("B"), LIMIT)
    assert len(files(out)) == 2


def test_a_folder_that_comes_later_is_used_then(tmp_path: Path) -> None:
    one = sender(tmp_path / "later")
    with pytest.raises(Unreachable, match="No file can be written to .*later: No such file or directory"):
        one.send(message(), LIMIT)
    (tmp_path / "later").mkdir()
    one.send(message(), LIMIT)
    assert len(files(tmp_path / "later")) == 1


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unreachable, match="Not a directory"):
        sender(tmp_path / "file").send(message(), LIMIT)


TASK = """
from qmonitor.queues.sending import NotDelivered
from qmonitor.senders.filedrop.sender import FileSender
from qmonitor.senders.filedrop.settings import FileSettings
folder, control_id, size = arguments
if size:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sender = FileSender(FileSettings(folder))
raw = b"MSH|^~\\\\&|LAB|N|RCV|S|2026||ORU^R01|%b|P|2.5\\rPID|1||PATIENT^NAME\\r" % control_id.encode()
try:
    print(sender.test_connection(30))
    sender.send(raw, 30)
    print("sent")
except NotDelivered as error:
    print(type(error).__name__, error)
"""


def elsewhere(out: Path, control_id: str = "A", size: int = 0, uid: int | None = users.OUTSIDER) -> str:
    """What a process of somebody else comes to say."""
    done = users.run(TASK, str(out), control_id, size, uid=uid, rooms="qmonitor.senders qmonitor.queues")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@users.needs_users
def test_a_folder_that_others_may_not_write_is_told(shared: Path) -> None:
    out = shared / "out"
    out.mkdir(0o755)
    assert elsewhere(out).startswith(f"Unreachable No file can be written to {out}: Permission denied.")
    assert files(out) == {}
    out.chmod(0o777)
    assert elsewhere(out) == f"Files can be written to {out}. None was left there now.\nsent"
    (path,) = out.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.stat().st_uid == users.OUTSIDER


def test_a_full_disk_leaves_nothing(out: Path) -> None:
    said = elsewhere(out, size=20, uid=None)
    assert "Unreachable No file can be written to" in said
    assert "File too large" in said
    assert "PATIENT" not in said
    assert files(out) == {}


def test_a_connection_is_tested_without_a_trace(out: Path) -> None:
    assert str(sender(out).test_connection(LIMIT)) == f"Files can be written to {out}. None was left there now."
    assert files(out) == {}
    with pytest.raises(Unreachable):
        sender(out / "none").test_connection(LIMIT)


def test_renaming_without_links_never_takes_anothers_place(out: Path) -> None:
    (out / "old").write_bytes(b"1")
    (out / "there").write_bytes(b"2")
    handle = os.open(out, os.O_RDONLY)
    try:
        with pytest.raises(FileExistsError):
            steps.rename_to_new(handle, "old", "there")
        steps.rename_to_new(handle, "old", "new")
    finally:
        os.close(handle)
    assert files(out) == {"new": b"1", "there": b"2"}


def test_a_file_system_without_links_will_do(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(steps.os, "link", no_links)
    one = sender(out)
    (out / "00000002-A.hl7").write_bytes(b"somebody else's")
    for control_id in ("A", "A"):
        one.send(message(control_id), LIMIT)
    assert list(files(out)) == ["00000002-A.hl7", "00000003-A.hl7", "00000004-A.hl7"]


# --- doubts


class Faults:
    """The system's own call, which fails or waits where it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.real = os.fsync
        self.broken = False
        self.held = threading.Event()
        self.go_on = threading.Event()
        self.hold = False
        self.hold_files = False
        monkeypatch.setattr(steps.os, "fsync", self.fsync)

    def fsync(self, handle: int) -> None:
        if self.hold_files and stat.S_ISREG(os.fstat(handle).st_mode):
            self.held.set()
            self.go_on.wait()
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            if self.broken:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            if self.hold:
                self.held.set()
                self.go_on.wait()
        self.real(handle)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    made = Faults(monkeypatch)
    yield made
    made.go_on.set()


def test_a_file_whose_name_may_not_last_is_not_put_there_twice(out: Path, faults: Faults) -> None:
    one = sender(out)
    faults.broken = True
    for _ in range(2):
        with pytest.raises(OutcomeUnknown, match="could not be saved: Input/output error"):
            one.send(message("A"), LIMIT)
    faults.broken = False
    one.send(message("A"), LIMIT)
    one.send(message("B"), LIMIT)
    one.send(message("A"), LIMIT)  # sent again by a person: a file of its own
    assert list(files(out)) == ["00000001-A.hl7", "00000002-B.hl7", "00000003-A.hl7"]


def test_one_that_the_receiver_has_taken_meanwhile_is_not_put_there_again(out: Path, faults: Faults) -> None:
    one = sender(out)
    faults.broken = True
    with pytest.raises(OutcomeUnknown):
        one.send(message("A"), LIMIT)
    faults.broken = False
    (out / "00000001-A.hl7").unlink()
    one.send(message("A"), LIMIT)
    assert files(out) == {}


def test_a_folder_that_hangs_is_left_alone_in_time_and_nothing_is_put_beside(out: Path, faults: Faults) -> None:
    one = sender(out)
    faults.hold = True
    for kind, control_id in ((OutcomeUnknown, "A"), (OutcomeUnknown, "A"), (Unreachable, "B")):
        began = time.monotonic()
        with pytest.raises(NotDelivered, match="did not respond within 0.1 s") as told:
            one.send(message(control_id), 0.1)
        assert type(told.value) is kind
        assert time.monotonic() - began < 5
    assert faults.held.is_set()
    faults.go_on.set()
    one.send(message("A"), LIMIT)
    one.send(message("B"), LIMIT)
    assert list(files(out)) == ["00000001-A.hl7", "00000002-B.hl7"]


def test_what_has_no_name_in_its_time_never_gets_it(out: Path, faults: Faults) -> None:
    """Its worker may have slept by then, or have been ended, and another one put it there and what follows it."""
    late = sender(out)
    faults.hold_files = True
    with pytest.raises(OutcomeUnknown, match="did not respond within 0.1 s"):
        late.send(message("A"), 0.1)
    faults.hold_files = False
    other = sender(out)
    other.send(message("A"), LIMIT)
    other.send(message("B"), LIMIT)
    faults.go_on.set()
    with pytest.raises(Unreachable, match="did not respond within 0.1 s"):
        late._attempt.result(LIMIT)
    assert list(files(out)) == ["00000001-A.hl7", "00000002-B.hl7"]


def test_a_test_that_hangs_is_not_begun_again_with_each_press(out: Path, faults: Faults) -> None:
    faults.hold_files = True
    for _ in range(5):
        with pytest.raises(Unreachable, match="did not respond within 0.01 s"):
            sender(out).test_connection(0.01)
    assert [thread.name for thread in threading.enumerate()].count("file-drop") == 1
    faults.hold_files = False
    faults.go_on.set()
    assert "None was left there" in str(sender(out).test_connection(LIMIT))


def test_an_attempt_that_failed_after_its_time_is_made_anew(out: Path, faults: Faults) -> None:
    one = sender(out)
    faults.hold = True
    with pytest.raises(OutcomeUnknown):
        one.send(message("A"), 0.1)
    faults.broken, faults.hold = True, False
    faults.go_on.set()
    with pytest.raises(OutcomeUnknown, match="could not be saved"):
        one.send(message("B"), LIMIT)
    faults.broken = False
    one.send(message("B"), LIMIT)
    assert list(files(out)) == ["00000001-A.hl7", "00000002-B.hl7"]


KILLED = """
import os, signal, sys
from qmonitor.senders.filedrop.sender import FileSender
from qmonitor.senders.filedrop.settings import FileSettings
folder, at, raw = arguments
sys.addaudithook(lambda event, _: os.kill(os.getpid(), signal.SIGKILL) if event == at else None)
FileSender(FileSettings(folder)).send(bytes.fromhex(raw), 30)
if at == "end":
    os.kill(os.getpid(), signal.SIGKILL)
"""


def kill(out: Path, at: str, raw: bytes) -> None:
    """A process that dies at a point: before the file gets its name, after that, or when it has been sent."""
    done = users.run(KILLED, str(out), at, raw.hex(), rooms="qmonitor.senders qmonitor.queues")
    assert done.returncode == -signal.SIGKILL, done.stderr


def test_killed_before_the_file_has_its_name_it_is_sent_as_if_nothing_had_been(out: Path) -> None:
    kill(out, "os.link", message("A"))
    (left,) = out.iterdir()
    sender(out).send(message("A"), LIMIT)
    assert sorted(files(out)) == [left.name, "00000001-A.hl7"]
    os.utime(left, (1, 1))
    sender(out).send(message("B"), LIMIT)
    assert sorted(files(out)) == ["00000001-A.hl7", "00000002-B.hl7"]


@pytest.mark.expects_log("an attempt was cut off there")
@pytest.mark.parametrize("taken", [False, True])
def test_killed_after_the_file_got_its_name_there_is_no_second_one(out: Path, tmp_path: Path, taken: bool) -> None:
    kill(out, "os.remove", message("A"))
    assert "00000001-A.hl7" in files(out)
    if taken:
        (out / "00000001-A.hl7").rename(tmp_path / "taken.hl7")
    sender(out).send(message("A"), LIMIT)
    assert files(out) == ({} if taken else {"00000001-A.hl7": message("A")})


@pytest.mark.expects_log("number 1 in .* is the same as the first message, which is put there once more")
def test_killed_when_it_was_sent_a_double_is_told(out: Path) -> None:
    kill(out, "end", message("A"))
    sender(out).send(message("A"), LIMIT)
    assert list(files(out)) == ["00000001-A.hl7", "00000002-A.hl7"]


def test_what_nobody_has_come_back_for_is_deleted(out: Path) -> None:
    kill(out, "os.remove", message("A"))
    part = next(path for path in out.iterdir() if path.name.startswith(steps.PART))
    sender(out).send(message("B"), LIMIT)
    assert part.exists()
    os.utime(part, (1, 1))
    sender(out).send(message("C"), LIMIT)
    assert list(files(out)) == ["00000001-A.hl7", "00000002-B.hl7", "00000003-C.hl7"]


def test_anothers_unfinished_file_is_left_alone(out: Path) -> None:
    """Two destinations may have one folder, and the same message."""
    handle = os.open(out / f"{steps.PART}00.part", os.O_RDWR | os.O_CREAT)
    try:
        os.write(handle, message("A"))
        os.link(out / f"{steps.PART}00.part", out / "00000001-A.hl7")
        os.utime(out / f"{steps.PART}00.part", (1, 1))
        assert steps.lock(handle)
        (out / "00000001-A.hl7").rename(out.parent / "taken.hl7")
        sender(out).send(message("A"), LIMIT)
    finally:
        os.close(handle)
    assert sorted(files(out)) == [f"{steps.PART}00.part", "00000001-A.hl7"]


@pytest.mark.expects_log("number 1 in")
def test_nothing_of_a_message_is_logged(out: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    sender(out).send(message("SECRET-ID"), LIMIT)
    sender(out).send(message("SECRET-ID"), LIMIT)
    assert "PATIENT" not in caplog.text
    assert "SECRET-ID" not in caplog.text
