"""The actor is who the operating system says, and a row's hash covers every part of it."""

import hashlib
import json
import os
import pwd
import socket
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues import audit
from tests.helpers import users

values = st.lists(st.one_of(st.none(), st.integers(), st.text()), min_size=1, max_size=14)


@given(values)
def test_the_hash_is_sha256_over_the_row_as_json(row: list[object]) -> None:
    expected = hashlib.sha256(json.dumps(row, separators=(",", ":")).encode()).hexdigest()
    assert audit.row_hash(row) == expected


@given(values, values)
def test_different_rows_have_different_hashes(one: list[object], other: list[object]) -> None:
    same = json.dumps(one) == json.dumps(other)
    assert (audit.row_hash(one) == audit.row_hash(other)) == same


def test_the_hash_covers_every_column_but_itself() -> None:
    assert set(audit.COLUMNS) == {
        "id", "at", "actor", "host", "action", "target", "plan", "part", "count", "ids", "before",
        "reason", "version", "prev",
    }  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX password database")
def test_the_actor_is_the_real_user_at_this_host() -> None:
    told = audit.actor()
    assert told.split(" ")[0] == f"{pwd.getpwuid(os.getuid()).pw_name}@{socket.gethostname()}"


TELL = "import json; from qmonitor.queues import audit; print(json.dumps(audit.actor()))"


def test_variables_of_the_environment_name_nobody() -> None:
    honest = users.ask(TELL)
    liar = dict.fromkeys(("USER", "LOGNAME", "USERNAME", "LNAME", "SUDO_USER", "HOSTNAME", "HOST"), "mallory")
    assert users.ask(TELL, env=liar) == honest


@users.needs_users
def test_a_user_without_an_entry_is_told_by_number() -> None:
    told = users.ask(TELL, uid=61_234)
    assert told == f"uid:61234@{socket.gethostname()}"


@users.needs_users
def test_the_effective_user_is_not_the_actor() -> None:
    told = users.ask(
        "import os, json; from qmonitor.queues import audit; os.seteuid(61234); print(json.dumps(audit.actor()))"
    )
    assert told.startswith("root@")
