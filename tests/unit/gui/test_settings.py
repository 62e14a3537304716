"""What the window remembers, and that it remembers it with its type."""

import pytest
from PySide6.QtCore import QByteArray

from qmonitor.gui.settings import LEFT_MOST, RECENT_MOST, TABLE, Settings
from qmonitor.queues.model import Destination

VALUES = {
    QByteArray: QByteArray(b"\x00\x01\xff"),
    int: 7,
    bool: True,
    str: "/srv/queues/ä #1.db",
    list: ["/srv/one.db"],
}


@pytest.mark.parametrize("key", TABLE)
def test_each_comes_back_as_it_was_stored(tmp_path, key):
    value = TABLE[key].bounds[1] if TABLE[key].bounds else VALUES[TABLE[key].kind]
    stored = Settings(tmp_path)
    assert stored.get(key) == TABLE[key].default
    stored.set(key, value)
    stored.save()
    again = Settings(tmp_path).get(key)
    assert again == value
    assert isinstance(again, TABLE[key].kind)


def test_a_value_of_another_type_is_refused(tmp_path):
    with pytest.raises(TypeError):
        Settings(tmp_path).set("poll/interval", "2")


@pytest.mark.parametrize("text", ["many", "@Invalid()", ""])
def test_what_a_person_broke_reads_as_the_default(tmp_path, text):
    (tmp_path / "window.ini").write_text(f"[poll]\ninterval={text}\n")
    assert Settings(tmp_path).get("poll/interval") in (TABLE["poll/interval"].default, 0)


def test_unknown_keys_survive(tmp_path):
    (tmp_path / "window.ini").write_text("[later]\nthing=kept\n")
    stored = Settings(tmp_path)
    stored.set("poll/interval", 5)
    stored.save()
    assert "thing=kept" in (tmp_path / "window.ini").read_text()


def test_recent_sources_are_few_and_each_once(tmp_path):
    stored = Settings(tmp_path)
    for n in range(RECENT_MOST + 3):
        stored.opened(f"/srv/{n}.db")
    stored.opened("/srv/5.db")
    recent = stored.recent()
    assert recent[0] == "/srv/5.db"
    assert len(recent) == len(set(recent)) == RECENT_MOST
    assert stored.get("open/folder") == "/srv"


def test_a_file_is_remembered_where_it_lies_and_a_url_as_it_is_always_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stored = Settings(tmp_path / "profile")
    stored.opened("engine.db")
    stored.opened("redis://host/0")
    stored.opened("redis://host:6379")
    assert stored.recent() == ["redis://host", str(tmp_path / "engine.db")]
    assert stored.gone("engine.db")
    assert not stored.gone("engine.db")
    assert stored.recent() == ["redis://host"]


def test_no_password_of_a_mistyped_address_is_remembered(tmp_path):
    stored = Settings(tmp_path)
    for slip in ("redis:/u:geheim@h", "redis://u:geheim@h", "u:geheim@h"):
        stored.opened(slip)
        stored.left(slip, Destination("c", "d"))
        stored.assume(slip, "latin-1")
    stored.save()
    assert "geheim" not in "".join(file.read_text() for file in tmp_path.iterdir())
    stored.set("open/recent", ["redis:/u:geheim@h", "redis://h"])
    assert stored.recent() == ["redis://h"]


def test_without_a_folder_nothing_is_stored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept = Settings(None)
    kept.set("poll/interval", 5)
    kept.save()
    assert kept.get("poll/interval") == 5
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("stored", ["99999999999999999999", "1e300", "-1", "0", "x", ""])
@pytest.mark.parametrize("key", ["poll/interval", "charts/range"])
def test_a_number_that_makes_no_sense_is_the_default(tmp_path, key, stored):
    group, name = key.split("/")
    (tmp_path / "window.ini").write_text(f"[{group}]\n{name}={stored}\n")
    assert Settings(tmp_path).get(key) == TABLE[key].default


def test_the_destination_that_was_looked_at_last_is_known_for_each_source(tmp_path, qtbot):
    settings = Settings(tmp_path)
    settings.left("/srv/a.db", Destination("lab", 'odd, "name"\n'))
    settings.left("/srv/b.db", Destination("adt", "pacs"))
    settings.left("/srv/b.db", Destination("adt", "lis"))
    settings.save()
    again = Settings(tmp_path)
    assert again.last("/srv/a.db") == Destination("lab", 'odd, "name"\n')
    assert again.last("/srv/b.db") == Destination("adt", "lis")
    assert again.last("/srv/c.db") is None
    again.left("/srv/b.db", None)
    assert again.last("/srv/b.db") is None
    for n in range(LEFT_MOST + 5):
        again.left(f"/srv/{n}.db", Destination("a", str(n)))
    assert len(again.get("open/destinations")) == LEFT_MOST
    again.set("open/destinations", ["no json", "[1, 2, 3]", '["/srv/x.db"]', "{}"])
    assert again.last("/srv/x.db") is None
