"""Runs the package as somebody else: a child process that gives up its rights after the imports.

The interpreter and the package may lie where only their owner can read (a home folder): the child therefore
imports everything first and changes its user then.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

OWNER = 65_533
"""The user that the engine's files belong to, where that matters."""
OUTSIDER = 65_532
"""Somebody else, with no rights on them but those that everybody has."""

ROOT = Path(__file__).resolve().parents[2]

needs_users = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else"
)

_BEFORE = """
import importlib, json, os, pkgutil, sys
import encodings.ascii, encodings.idna, encodings.latin_1, encodings.unicode_escape, encodings.utf_8_sig
import sqlite3, uuid, pwd, socket, traceback
import qmonitor
rooms = tuple(sys.argv[4].split())
for found in pkgutil.walk_packages(qmonitor.__path__, "qmonitor.", lambda name: None) if rooms else ():
    if found.name.startswith("qmonitor.gui") or found.name.endswith("__main__"):
        continue
    if found.name.startswith(rooms):
        try:
            importlib.import_module(found.name)
        except ImportError:
            pass  # an optional driver is not there; a task that needs the module says so itself
task, arguments = sys.argv[1], json.loads(sys.argv[2])
uid = int(sys.argv[3])
os.chdir("/")
if uid >= 0:
    os.setgroups([]); os.setgid(uid); os.setuid(uid)
space = {"__name__": "child", "arguments": arguments}
exec(compile(task, "<child>", "exec"), space)
"""


Done = subprocess.CompletedProcess[str]
Variables = dict[str, str] | None


def start(
    task: str,
    *arguments: object,
    uid: int | None = None,
    env: Variables = None,
    prefix: Sequence[str] = (),
    rooms: str = "qmonitor.queues qmonitor.monitor qmonitor.cli",
) -> subprocess.Popen[str]:
    """Start a child that has `rooms` of the package loaded and runs Python text; its arguments are in `arguments`.

    `prefix` is a command that is to run it (a tracer, say).
    """
    command = [*prefix, sys.executable, "-c", _BEFORE, task, json.dumps(arguments), str(-1 if uid is None else uid)]
    command.append(rooms)
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=variables)


def run(task: str, *arguments: object, **options: Any) -> Done:
    """The same, to its end."""
    with start(task, *arguments, **options) as process:
        try:
            out, err = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return Done(process.args, process.returncode, out, err)


def ask(task: str, *arguments: object, uid: int | None = None, env: Variables = None) -> Any:
    """The same, for a task that prints one JSON value."""
    done = run(task, *arguments, uid=uid, env=env)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


COMMAND_LINE = """
from qmonitor.cli import main
sys = __import__("sys")
sys.argv = ["qmonitor", *arguments]
sys.exit(main())
"""


def qmonitor(*arguments: object, uid: int | None = None, env: Variables = None) -> Done:
    """The command line, run by whoever is asked for."""
    return run(COMMAND_LINE, *map(str, arguments), uid=uid, env=env, rooms="" if uid is None else "qmonitor")
