"""The process that talks to the keyring, and that is killed where the keyring does not answer.

A backend may wait for a password in a window of its own, hang on a bus, or break the interpreter; none of that may
reach qmonitor itself. One request comes on stdin and one answer goes to stdout, both JSON: a secret is never in an
argument, where everybody on the machine could read it.
"""

import json
import os
import sys
from typing import Any

IN_THE_CLEAR = ("PlaintextKeyring",)
"""Backends that write passwords into a file as they are."""


def main() -> int:
    """Answer one request. The exit code is 0 whatever the answer."""
    request, said = json.load(sys.stdin), os.dup(1)
    os.dup2(2, 1)  # whatever a backend prints is no answer
    answer = json.dumps(_answer(request))
    with open(said, "w", encoding="ascii") as file:
        file.write(answer)
    return 0


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        import keyring
        from keyring.errors import InitError, KeyringLocked, NoKeyringError, PasswordDeleteError
    except ImportError as error:
        return {"outcome": "none", "kind": type(error).__name__}
    try:
        backend = keyring.get_keyring()
        if type(backend).__name__ in IN_THE_CLEAR:
            return {"outcome": "none", "kind": type(backend).__name__}
        return {**_do(backend, request), "kind": str(getattr(backend, "name", type(backend).__name__))}
    except NoKeyringError:
        return {"outcome": "none", "kind": ""}
    except (KeyringLocked, InitError) as error:  # without a password for it, a keyring can't be begun either
        return {"outcome": "locked", "kind": type(error).__name__}
    except PasswordDeleteError:
        return {"outcome": "absent", "kind": ""}
    except BaseException as error:  # noqa: BLE001 - whatever a backend raises; its text may tell the secret
        return {"outcome": "failed", "kind": type(error).__name__}


def _do(backend: Any, request: dict[str, Any]) -> dict[str, Any]:
    service, name = request["service"], request["name"]
    match request["verb"]:
        case "read":
            secret = backend.get_password(service, name)
            return {"outcome": "absent"} if secret is None else {"outcome": "found", "secret": secret}
        case "store":
            backend.set_password(service, name, request["secret"])
            return {"outcome": "stored"}
        case _:
            backend.delete_password(service, name)
            return {"outcome": "deleted"}


if __name__ == "__main__":
    sys.exit(main())
