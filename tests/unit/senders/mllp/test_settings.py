"""What can be set, and how what can't be meant is told."""

from dataclasses import fields

import pytest

from qmonitor.queues.errors import Refused
from qmonitor.senders.fields import Unfit
from qmonitor.senders.mllp.settings import FIELDS, MllpSettings

TLS = {"tls": True, "ca": "/etc/ca.pem"}


def test_host_and_port_are_enough() -> None:
    assert MllpSettings("10.1.2.3", 2575) == MllpSettings(
        "10.1.2.3", 2575, False, None, None, None, None, 0.0, "retry", "retry"
    )


def test_the_table_of_keys_is_that_of_the_attributes() -> None:
    assert [field.name for field in FIELDS] == [field.name for field in fields(MllpSettings)]


@pytest.mark.parametrize(
    "host", ["lab", "lab.north.example", "10.1.2.3", "::1", "fe80::1%eth0", "xn--mller-kva", "a_b"]
)
def test_a_host_is_a_name_or_an_address(host: str) -> None:
    assert MllpSettings(host, 2575).host == host


@pytest.mark.parametrize(
    ("more", "key", "value"),
    [
        *(
            ({"host": host}, "host", repr(host))
            for host in ("", " ", "lab:2575", "mllp://lab", "a b", "[::1]", "u@lab")
        ),
        *(({"host": host}, "host", repr(host)) for host in (None, 3, b"lab")),
        *(({"port": port}, "port", repr(port)) for port in (0, 65536, -1, "2575", 2575.0, None)),
        ({"port": True}, "port", "true"),
        *(({"tls": tls}, "tls", repr(tls)) for tls in ("yes", 1, None)),
        *(({**TLS, "ca": ca}, "ca", repr(ca)) for ca in ("", "ca.pem", 3, "/a\0b")),
        ({**TLS, "certificate": "here.pem"}, "certificate", "'here.pem'"),
        ({**TLS, "certificate": "/c.pem", "key": ""}, "key", "''"),
        ({**TLS, "server_name": "a b"}, "server_name", "'a b'"),
        *(({"pause": pause}, "pause", repr(pause)) for pause in (-0.1, 60.1, float("inf"), float("nan"), "1", None)),
        ({"on_nack": "stop"}, "on_nack", "'stop'"),
        ({"on_refused": ["retry"]}, "on_refused", "[…]"),
        ({"ca": "/ca.pem"}, "ca", "'/ca.pem'"),
        ({"server_name": "lab"}, "server_name", "'lab'"),
        ({**TLS, "key": "/k.pem"}, "key", "'/k.pem'"),
    ],
)
def test_what_can_not_be_meant_is_told_with_key_value_and_what_is_allowed(more: dict, key: str, value: str) -> None:
    with pytest.raises(Unfit) as caught:
        MllpSettings(**{"host": "lab", "port": 2575, **more})

    assert isinstance(caught.value, Refused)
    assert caught.value.key == key
    assert str(caught.value.cause) == f"{key} is {value}."
    assert str(caught.value.remedy)


def test_all_of_tls_can_be_set() -> None:
    settings = MllpSettings("lab", 2575, True, "/ca.pem", "/c.pem", "/k.pem", "lab.example", 0.5, "give_up", "give_up")

    assert settings.server_name == "lab.example"
    assert settings.pause == 0.5
