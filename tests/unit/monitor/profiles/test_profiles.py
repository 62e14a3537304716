"""Connections: what the file may say, what it never says, and that a person's own lines in it stay."""

import os
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.admission import certificates
from qmonitor.monitor.profiles import Profile, load, save
from qmonitor.monitor.profiles.model import profile_of, read_profile
from qmonitor.queues.access import Access
from qmonitor.queues.errors import Refused
from qmonitor.queues.servers import server_of, usual
from qmonitor.queues.source import canonical
from qmonitor.senders.problems import BadSettings
from tests.helpers import users


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """Files are made so that their owner alone may write to them, whatever is usual here."""
    before = os.umask(0o022)
    yield
    os.umask(before)


needs_posix = pytest.mark.skipif(os.name != "posix", reason="rights as bits")

EXPORT = Profile("Export", "queue.example", 6380, tls=True, user="monitor", database=2, authority="/etc/ca.pem")
LOCAL = Profile("Here", socket="/run/redis.sock", prefix="mine", group="g")


def test_what_is_saved_is_there_again_and_for_its_owner_alone(tmp_path: Path) -> None:
    place = tmp_path / "new" / "connections.toml"
    assert load(place) == ()
    save(place, [EXPORT, LOCAL])
    assert load(place) == (EXPORT, LOCAL)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    save(place, [LOCAL])
    assert load(place) == (LOCAL,)
    save(place, [])
    assert load(place) == ()


def test_a_persons_comments_stay_with_their_connection(tmp_path: Path) -> None:
    place = tmp_path / "connections.toml"
    save(place, [EXPORT, LOCAL])
    text = place.read_text().replace('name = "Here"', '# the one below the desk\nname = "Here"')
    place.write_text(text)
    save(place, [LOCAL, EXPORT])
    assert "# the one below the desk" in place.read_text()
    assert load(place) == (LOCAL, EXPORT)


@pytest.mark.parametrize(
    ("profile", "url"),
    [
        (EXPORT, "rediss://monitor@queue.example:6380/2"),
        (LOCAL, "redis+unix:///run/redis.sock?prefix=mine&group=g"),
        (Profile("c", "::1", cluster=True), "redis+cluster://[::1]"),
        (Profile("c", "h", cluster=True, tls=True), "rediss+cluster://h"),
    ],
)
def test_a_connection_is_the_same_as_its_address(profile: Profile, url: str) -> None:
    assert profile.url == url == canonical(url)
    meant = server_of(url)
    assert (meant.tls, meant.cluster, meant.path) == (profile.tls, profile.cluster, profile.socket)
    assert (meant.user, meant.database) == (profile.user, profile.database)
    assert profile.socket or (meant.host, meant.port) == (profile.host, profile.port)


def test_when_workers_take_over_is_no_part_of_where_a_queue_is(tmp_path: Path) -> None:
    place = tmp_path / "connections.toml"
    slow = replace(EXPORT, reclaim_after=300.0)
    save(place, [slow])
    assert "reclaim_after = 300" in place.read_text()
    assert load(place) == (slow,)
    assert (slow.url, slow.access().reclaim, EXPORT.access().reclaim) == (EXPORT.url, 300.0, 0.0)
    assert profile_of(f"{EXPORT.url}?reclaim=300", EXPORT.name).reclaim_after == 300.0
    with pytest.raises(Refused):
        read_profile({"name": "x", "host": "h", "reclaim_after": 0})


def test_it_is_found_by_the_queue_alone_also_where_nothing_is_encrypted(tmp_path: Path) -> None:
    place = tmp_path / "connections.toml"
    save(place, [replace(LOCAL, reclaim_after=300.0), replace(EXPORT, reclaim_after=90.0)])
    assert certificates(LOCAL.url, place) == Access(reclaim=300.0)
    assert certificates(f"{LOCAL.url}&reclaim=5", place) == Access(reclaim=300.0)
    assert certificates(replace(LOCAL, group="other").url, place) == Access()
    assert certificates(EXPORT.url, place) == Access(authority="/etc/ca.pem", reclaim=90.0)
    assert certificates(replace(EXPORT, database=3).url, place) == Access(authority="/etc/ca.pem")
    place.write_text("no TOML")
    assert certificates(LOCAL.url, place) == Access()
    with pytest.raises(BadSettings):
        certificates(EXPORT.url, place)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"host": "h", "password": "geheim"}, "password is set, but this file holds no secrets."),
        ({"host": "h", "passwort": "geheim"}, "passwort is set, but this file holds no secrets."),
        ({}, "The host is missing, or the path of the socket."),
        ({"host": "h", "socket": "/s"}, "A connection has either a host or a socket."),
        ({"socket": "/s", "tls": True}, "A socket leads to one server on this computer, without encryption."),
        ({"host": "h", "cluster": True, "database": 1}, "A cluster has no databases but 0."),
        ({"host": "h", "authority": "/ca"}, "Certificates are for an encrypted connection (TLS)."),
        ({"host": "h", "port": 0}, "port is 0."),
        ({"host": "h/../x"}, "host is 'h/../x'."),
        ({"host": "me:geheim@h"}, "host is '…@h'."),
        ({"host": "geheim@h"}, "host is '…@h'."),
        ({"host": "h h"}, "host is 'h h'."),
        ({"host": "h:1"}, "host is 'h:1'."),
        ({"host": "h\x07"}, r"host is 'h\x07'."),
        ({"host": "h\u202ex"}, r"host is 'h\u202ex'."),
        ({"host": "h" * 300}, "host is 'hhhhh"),
        ({"host": "h" * 64}, "host is 'hhhhh"),
        ({"host": "a..b"}, "host is 'a..b'."),
        ({"host": "h", "name": "n" * 101}, "name is 'nnnn"),
        ({"host": "h", "name": "a\nb"}, r"name is 'a\nb'."),
        ({"host": "h", "user": "u:geheim"}, "A colon stands in the user, and behind it maybe a password."),
        ({"host": 7, "user": "u:geheim", "x": 1}, "A colon stands in the user, and behind it maybe a password."),
        ({"host": "h", "user": "a b"}, "user is 'a b'."),
        ({"host": "h", "prefix": "p" * 1001}, "prefix is 'pppp"),
        ({"host": "h", "prefix": "a\nb"}, r"prefix is 'a\nb'."),
        ({"host": "h", "group": "a\x85b"}, r"group is 'a\x85b'."),
    ],
)
def test_what_can_not_be_meant_is_told_without_any_secret(said: dict[str, object], told: str) -> None:
    with pytest.raises(Refused) as caught:
        read_profile({"name": "x", **said})
    assert str(caught.value).startswith(told)
    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ['[[connection]]\nname = "x"\npassword = "geheim"\n', "password = geheim\n", 'password = "geheim"\n', "x = 1\n"],
)
def test_a_bad_file_is_told_by_its_place_and_quotes_no_secret(text: str, tmp_path: Path) -> None:
    place = tmp_path / "connections.toml"
    place.write_text(text)
    with pytest.raises(BadSettings, match="connections.toml") as caught:
        load(place)
    assert "geheim" not in str(caught.value)


TWO = """[[connection]]
name = "Export"
host = "one"

[[connection]]
# the other
{name}
{host}
"""


@pytest.mark.parametrize(
    ("name", "host", "told"),
    [
        ('name = "Export"', 'host = "two"', "line 7, connection 2: Connection 1 is called 'Export', too. Give one of"),
        ('name = "Other"', 'host = "h h"', "line 8, connection 2: 'Other': host is 'h h'. It is a host's name"),
        ('name = "Other"', 'user = "u:geheim"', "line 8, connection 2: 'Other': A colon stands in the user"),
        ('name = "Other"', "port = 1", "line 5, connection 2: 'Other': The host is missing"),
        ("name = 7", 'host = "h"', "line 7, connection 2: name is 7."),
        ('name = "Other"', "host = geheim", "It is no TOML (line 8)."),
        ('name = """\n[[connection]]\n"""', 'host = "two"', "connection 2: name is "),
    ],
)
def test_what_is_wrong_is_told_by_line_and_name(name: str, host: str, told: str, tmp_path: Path) -> None:
    place = tmp_path / "connections.toml"
    place.write_text(TWO.format(name=name, host=host))
    with pytest.raises(BadSettings) as caught:
        load(place)
    assert told in str(caught.value)
    assert "geheim" not in str(caught.value)


@needs_posix
@pytest.mark.parametrize("mode", [0o666, 0o602, 0o620, 0o664])
def test_a_file_that_others_could_change_leads_nowhere(mode: int, tmp_path: Path) -> None:
    place = tmp_path / "connections.toml"
    save(place, [EXPORT])
    place.chmod(mode)
    with pytest.raises(BadSettings, match=rf"changed by others \(mode {mode:04o}\), so it is not used.*go-w"):
        load(place)
    place.chmod(0o644)
    assert load(place) == (EXPORT,)


LOAD = """
import json
from collections.abc import Iterator
from pathlib import Path
from qmonitor.monitor.profiles import load
from qmonitor.queues.errors import Refused
try:
    print(json.dumps([one.name for one in load(Path(arguments[0]))]))
except Refused as error:
    print(json.dumps(str(error)))
"""


@users.needs_users
def test_a_file_of_somebody_else_leads_nowhere_and_one_of_the_administrator_does() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "connections.toml"
        save(place, [EXPORT])
        os.chmod(folder, 0o755)
        place.chmod(0o644)
        assert users.ask(LOAD, str(place), uid=users.OUTSIDER) == ["Export"]
        os.chown(place, users.OWNER, -1)
        assert "It is not a file of this user, so it is not used" in users.ask(LOAD, str(place), uid=users.OUTSIDER)
        assert users.ask(LOAD, str(place), uid=users.OWNER) == ["Export"]
        link = Path(folder) / "link.toml"
        link.symlink_to(place)
        assert "It is not a file of this user" in users.ask(LOAD, str(link), uid=users.OUTSIDER)


@given(st.text(), st.text(), st.text(), st.text())
def test_no_text_in_a_form_makes_an_address_that_means_something_else(
    host: str, user: str, prefix: str, group: str
) -> None:
    try:
        profile = read_profile({"name": "x", "host": host, "user": user, "prefix": prefix, "group": group})
    except Refused:
        return
    again, usually = server_of(profile.url), usual()
    assert (again.host, again.user) == (profile.host.lower(), profile.user)
    assert (again.prefix, again.group) == (profile.prefix or usually.prefix, profile.group or usually.group)
