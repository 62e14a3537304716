"""Connections: what the file may say, what it never says, and that a person's own lines in it stay."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.profiles import Profile, load, save
from qmonitor.monitor.profiles.model import profile_of, read_profile, written_profile
from qmonitor.queues.errors import Refused
from qmonitor.queues.source import canonical
from qmonitor.senders.problems import BadSettings

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
    bare = written_profile(profile) | {"name": "x"}
    for certificate in ("authority",):
        bare.pop(certificate, None)
    assert written_profile(profile_of(url, "x")) == bare


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
        ({"host": "h/../x"}, "This is no address of a stream queue."),
        ({"host": "me:geheim@h"}, "This is no address of a stream queue."),
        ({"host": "other@h"}, "host is 'other@h'."),
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


@given(st.text(), st.text(), st.text(), st.text())
def test_no_text_in_a_form_makes_an_address_that_means_something_else(
    host: str, user: str, prefix: str, group: str
) -> None:
    try:
        profile = read_profile({"name": "x", "host": host, "user": user, "prefix": prefix, "group": group})
    except Refused:
        return
    again = profile_of(profile.url, "x")
    assert (again.host, again.user) == (profile.host.lower(), profile.user)
    assert {again.prefix, again.group} <= {profile.prefix, profile.group, ""}
