"""Messages as files: byte for byte, nothing overwritten, nothing half-written."""

import os
import stat

import pytest

from qmonitor.monitor.export import Saving, file_name
from qmonitor.monitor.export import saving as export
from qmonitor.monitor.journal.file import Journal
from qmonitor.queues.errors import Interrupted, NotWritable, Refused
from qmonitor.queues.source import open_source
from tests.helpers import files

RAWS = [b"", b"\x00\xff\r\n", bytes(range(256)) * 40]


@pytest.fixture
def reader(tmp_path):
    path = files.queue(tmp_path / "q.db", [{"raw": raw} for raw in RAWS])
    made = open_source(path).reader()
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "out"
    made.mkdir()
    return made


@pytest.mark.parametrize("size", [1, 7, 1000, 4_000_000])
def test_the_stored_bytes_whatever_the_slice(reader, folder, monkeypatch, size):
    monkeypatch.setattr(export, "SLICE", size * 1000 if size == 1 else size)
    assert Saving([1, 2, 3], folder).run(reader) == 3
    assert [(folder / f"{n}.bin").read_bytes() for n in (1, 2, 3)] == RAWS
    assert sorted(file.name for file in folder.iterdir()) == ["1.bin", "2.bin", "3.bin"]


def test_saved_again_it_is_the_same_and_gone_ones_are_left_out(reader, folder):
    assert Saving([1, 2, 3], folder).run(reader) == 3
    assert Saving([3, 99, 1], folder).run(reader) == 2


@pytest.mark.parametrize("content", [b"other", RAWS[1] + b"x", RAWS[1][:-1]])
def test_another_file_of_that_name_is_left_alone(reader, folder, content):
    (folder / "2.bin").write_bytes(content)
    with pytest.raises(Refused, match=r"2\.bin"):
        Saving([2], folder).run(reader)
    assert (folder / "2.bin").read_bytes() == content


def test_a_folder_that_is_not_there_is_refused(reader, tmp_path):
    with pytest.raises(Refused, match="could not be saved"):
        Saving([2], tmp_path / "nowhere").run(reader)


def test_it_can_be_stopped(reader, folder, monkeypatch):
    monkeypatch.setattr(export, "TELL_EVERY", 1)
    seen = []
    with pytest.raises(Refused, match="stopped after 2"):
        Saving([1, 2, 3], folder).run(reader, lambda done, total: seen.append((done, total)) or done < 2)
    assert seen == [(0, 3), (1, 3), (2, 3)]


def test_it_gives_way_before_each_message_and_goes_on(reader, folder):
    calls = []

    def give_way():
        calls.append(1)
        if len(calls) == 2:
            raise Interrupted("called off")

    saving = Saving([1, 2, 3], folder)
    with pytest.raises(Interrupted):
        saving.run(reader, give_way=give_way)
    assert [file.name for file in folder.iterdir()] == ["1.bin"]
    assert saving.run(reader, give_way=give_way) == 3
    assert len(calls) == 4


@pytest.mark.skipif(os.name == "nt", reason="a folder can't be opened there")
def test_the_folder_is_on_the_disk_too(reader, folder, monkeypatch):
    synced = []
    really = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (synced.append(stat.S_ISDIR(os.fstat(fd).st_mode)), really(fd)))
    Saving([1, 2], folder).run(reader)
    assert synced == [False, False, True]


def test_interrupted_it_goes_on_where_it_was(reader, folder):
    class Nervous:
        def __init__(self):
            self.calls = []

        def payload(self, item, offset, length):
            self.calls.append(item)
            if self.calls.count(item) == 1:
                raise Interrupted("called off")
            return reader.payload(item, offset, length)

    nervous = Nervous()
    saving = Saving([2, 3], folder)
    for _ in range(2):
        with pytest.raises(Interrupted):
            saving.run(nervous)
        assert not [file.name for file in folder.iterdir() if not file.name.endswith(".bin")]
    assert saving.run(nervous) == 2
    assert nervous.calls == [2, 2, 3, 3]


@pytest.mark.parametrize(("item", "name"), [(7, "7.bin"), ("dlq:1-0", "dlq%3A1-0.bin"), ("../x", "..%2Fx.bin")])
def test_a_name_never_leaves_its_folder(item, name):
    assert file_name(item) == name


def test_a_name_of_any_length_is_one_that_a_file_system_takes():
    ids = ["delayed:" + "\\xff" * 25_000 + end for end in "ab"]
    names = {file_name(item) for item in ids}
    assert len(names) == 2
    assert all(len(name) == 200 and name.startswith("delayed%3A") and name.endswith(".bin") for name in names)
    assert file_name("x" * 196) == "x" * 196 + ".bin"
    assert len(file_name("x" * 197)) == 200


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "state" / "audit.db")


def test_it_stands_in_the_journal_before_the_first_byte(reader, folder, journal):
    def give_way():
        if not list(folder.iterdir()):
            assert len(journal.audit()) == 1

    Saving([1, 2, 99], folder, source="q.db", journal=journal).run(reader, give_way=give_way)
    (entry,) = journal.audit()
    assert (entry.action, entry.ids) == ("export", (1, 2, 99))
    assert entry.target == f"3 messages of q.db as stored, unmasked: {folder}"
    assert journal.verify_audit().intact


def test_interrupted_it_stands_there_once(reader, folder, journal):
    calls = []

    def give_way():
        calls.append(1)
        if len(calls) == 2:
            raise Interrupted("called off")

    saving = Saving([1, 2], folder, journal=journal)
    with pytest.raises(Interrupted):
        saving.run(reader, give_way=give_way)
    saving.run(reader, give_way=give_way)
    assert len(journal.audit()) == 1


def test_without_a_journal_nothing_is_saved(reader, folder, tmp_path):
    (tmp_path / "state").write_text("no folder")
    with pytest.raises(NotWritable):
        Saving([1], folder, journal=Journal(tmp_path / "state" / "audit.db")).run(reader)
    assert list(folder.iterdir()) == []


def test_a_policy_that_masks_forbids_it(reader, folder, journal):
    with pytest.raises(Refused, match="policy keeps names masked"):
        Saving([1], folder, forbidden=True, journal=journal).run(reader)
    assert list(folder.iterdir()) == []
    assert journal.audit() == ()
