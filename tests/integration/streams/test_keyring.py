"""A server's password in a real keyring, on a bus of its own: the command line takes it, and a wrong one is told."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from qmonitor.queues.source import location
from tests.helpers.secret_service import SecretService
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

GOOD = "right-one"

pytestmark = [
    pytest.mark.keyring,
    pytest.mark.slow,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or (not shutil.which("gnome-keyring-daemon") and "CI" not in os.environ),
        reason="needs gnome-keyring: python3 packaging/dev.py test brings it",
    ),
]

STORE = """
import sys
from qmonitor.senders.keyrings import Keyring
print(Keyring(60).store(*sys.argv[1:]).outcome.value)
"""
DEPTH = """
import io, sys
from contextlib import redirect_stderr
from qmonitor.cli import main
said = io.StringIO()
with redirect_stderr(said):
    code = main(["depth", sys.argv[1], "--json"])
print()
print(code, said.getvalue().strip())
"""
REPLACE = """
import sys
from qmonitor.monitor.admission import Admission
from qmonitor.senders.credentials import Secrets
from qmonitor.senders.keyrings import Keyring
secrets = Secrets(Keyring(60), ask=lambda *_: sys.argv[2])
admission = Admission(lambda: secrets, accepted=lambda *good: print(secrets.remember(*good).outcome.value))
admission.open(sys.argv[1])
"""


def test_it_is_taken_from_the_keyring_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    server = Server("--requirepass", GOOD)
    try:
        rig = RedisRig(server.client(password=GOOD))
        rig.queue.ensure_group()
        prefix = rig.keys.main.removesuffix(":deployment.export.requested")
        rig.close()
        address = f"redis+unix://{server.path}"
        name, target = location(address), f"{address}?prefix={prefix}"
        service = SecretService(tmp_path)
        assert service.session(DEPTH, target).startswith("3 qmonitor: The server wants to know who asks")
        assert service.session(STORE, name, GOOD) == "stored"
        assert service.session(DEPTH, target).strip() == "0"
        assert service.session(STORE, name, "wrong") == "stored"
        said = service.session(DEPTH, target)
        assert said.startswith("3 qmonitor: The server wants to know who asks, or did not accept the user and")
        assert "wrong" not in said
        assert service.session(REPLACE, target, GOOD) == "stored"
        assert service.session(DEPTH, target).strip() == "0"
    finally:
        server.stop()
