"""A web server on loopback, in a process of its own, that behaves as it is asked to by the path of a request.

Every request is noted in a file before it is answered. Paths:

    /status/503            that status; ?retry-after=…, ?date=… and ?location=… become headers
    /ack/AA                an HL7 acknowledgement of the message, with that code; /ack-of/OTHER: of another message
    /close /reset          the request is read, and the connection ended without a byte
    /early/413             answered, and closed, before the message is read
    /early-ack/AA          the same with an acknowledgement of MSG-1
    /interim               interim answers (102) without end; /interim/200: one, and then an answer
    /silent                nothing, until the other side goes
    /deaf                  the message is not read, and nothing is said
    /dribble-head          a status and then a header that never ends, a byte now and then
    /dribble-body/200      a whole head, then the body like that
    /huge/200              a body without end
    /cut/200               a body that ends too early (an acknowledgement, whole to look at)
    /garbage               something that is no HTTP
    /twice/200             two answers, one after the other
    /twice-ack/at-once     two acknowledgements in one piece; /twice-ack/later: the last one again before the right one
"""

import itertools
import json
import re
import socket
import ssl
import struct
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

STEP = 0.02  # seconds between two bytes of a dribble


# --- for tests


@dataclass(frozen=True)
class Request:
    """What has come, and by which connection."""

    connection: int
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class HttpReceiver:
    """Runs the server while the context lasts. `certificate`, `key`, `ca`: TLS, and whose clients may come."""

    def __init__(
        self,
        folder: Path,
        certificate: Path | None = None,
        key: Path | None = None,
        ca: Path | None = None,
        port: int = 0,
    ) -> None:
        self._log = folder / "requests.jsonl"
        self._log.touch()
        self._arguments = [str(one or "") for one in (self._log, certificate, key, ca, port)]
        self._scheme = "https" if certificate else "http"

    def __enter__(self) -> "HttpReceiver":
        command = [sys.executable, __file__, *self._arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self.event()["port"])
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"{self._scheme}://{host}:{self.port}{path}"

    def event(self) -> dict[str, Any]:
        """The next thing that it tells: how much of an endless body went out."""
        assert self._process.stdout is not None
        return dict(json.loads(self._process.stdout.readline()))

    def requests(self) -> list[Request]:
        lines = self._log.read_text(encoding="utf-8").splitlines()
        return [Request(**{**one, "body": bytes.fromhex(one["body"])}) for one in map(json.loads, lines)]

    @property
    def pid(self) -> int:
        return self._process.pid


# --- the server


def tell(**event: object) -> None:
    print(json.dumps(event), flush=True)


class Conversation:
    """One connection: one request after the other, while they are answered as they should be."""

    def __init__(self, connection: socket.socket, number: int, log: Path) -> None:
        self.connection, self.number, self.log = connection, number, log

    def run(self) -> None:
        while self.once():
            pass

    def once(self) -> bool:
        head, rest = self.head()
        if not head:
            return False
        method, target, _ = head[0].split(" ", 2)
        self.headers = dict(line.split(": ", 1) for line in head[1:])
        parts = urlsplit(target)
        name, _, self.detail = parts.path.lstrip("/").partition("/")
        self.asked = dict(parse_qsl(parts.query))
        if name == "deaf":
            threading.Event().wait()
        if name == "early":
            self.answer(int(self.detail), b"too much")
            return False
        if name == "early-ack":
            self.answer(200, self.acknowledgement(self.detail, b"MSG-1"))
            return False
        self.body = self.whole(rest)
        self.note(method, target)
        getattr(self, name.replace("-", "_"))()
        return name in ("status", "ack", "ack-of", "twice", "twice-ack")

    def head(self) -> tuple[list[str], bytes]:
        data = b""
        while b"\r\n\r\n" not in data:
            more = self.connection.recv(65536)
            if not more:
                return [], b""
            data += more
        head, rest = data.split(b"\r\n\r\n", 1)
        return head.decode("latin-1").split("\r\n"), rest

    def whole(self, data: bytes) -> bytes:
        length = int({name.lower(): text for name, text in self.headers.items()}.get("content-length", "0"))
        while len(data) < length:
            more = self.connection.recv(65536)
            if not more:
                break
            data += more
        return data

    def note(self, method: str, target: str) -> None:
        said = {
            "connection": self.number,
            "method": method,
            "path": target,
            "headers": self.headers,
            "body": self.body.hex(),
        }
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(said) + "\n")

    def answer(self, status: int, body: bytes, length: int | None = None) -> None:
        body = b"" if status == 204 else body  # which has none
        lines = [f"HTTP/1.1 {status} whatever PATIENT^NAME"]
        if status != 204:
            lines.append(f"Content-Length: {len(body) if length is None else length}")
        lines += [f"{name}: {text}" for name, text in getattr(self, "asked", {}).items()]
        self.connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)

    # the paths

    def status(self) -> None:
        self.answer(int(self.detail), b"PATIENT^NAME says the body")

    def acknowledgement(self, code: str, control_id: bytes) -> bytes:
        text = "|no such patient" if code[1] != "A" else ""
        return b"MSH|^~\\&|R|R|S|S|2026||ACK|9|P|2.5\rMSA|%b|%b%b\r" % (code.encode(), control_id, text.encode())

    def ack(self) -> None:
        self.answer(200, self.acknowledgement(self.detail, self.body.split(b"|")[9]))

    def ack_of(self) -> None:
        self.answer(200, self.acknowledgement("AA", self.detail.encode()))

    def close(self) -> None:
        pass

    def reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def silent(self) -> None:
        self.connection.recv(1)

    def dribble(self, data: bytes) -> None:
        while True:
            for byte in data:
                self.connection.sendall(bytes([byte]))
                threading.Event().wait(STEP)

    def dribble_head(self) -> None:
        self.connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        self.dribble(b"x")

    def dribble_body(self) -> None:
        self.answer(int(self.detail), b"", 1_000_000)
        self.dribble(b"y")

    def huge(self) -> None:
        sent = 0
        self.connection.sendall(b"HTTP/1.1 %b OK\r\nTransfer-Encoding: chunked\r\n\r\n" % self.detail.encode())
        try:
            while True:
                self.connection.sendall(b"10000\r\n" + b"z" * 65536 + b"\r\n")
                sent += 65536
        except OSError:
            tell(sent=sent)

    def interim(self) -> None:
        self.connection.sendall(b"HTTP/1.1 102 Processing\r\n\r\n")
        if self.detail:
            self.answer(int(self.detail), b"")
            return
        while True:
            self.connection.sendall(b"HTTP/1.1 102 Processing\r\n\r\n" * 1000)

    def cut(self) -> None:
        found = re.search(rb"MSH\|[^\r]*", self.body)
        whole = self.acknowledgement("AA", found.group().split(b"|")[9] if found else b"")
        self.answer(int(self.detail), whole, len(whole) + 100)

    def garbage(self) -> None:
        self.connection.sendall(b"220 mail.example ESMTP\r\n\r\n")

    def twice(self) -> None:
        self.answer(200, b"one")
        self.answer(500, b"two")

    def twice_ack(self) -> None:
        own = self.acknowledgement("AA", self.body.split(b"|")[9])
        if self.detail == "at-once":
            answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(own), own)
            self.connection.sendall(answer + answer)
            return
        first = self.acknowledgement("AA", b"MSG-1")
        self.answer(200, first)
        if first != own:
            self.answer(200, own)


def serve(log: str, certificate: str, key: str, ca: str, port: str) -> None:
    secure = None
    if certificate:
        secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=ca or None)
        secure.load_cert_chain(certificate, key)
        secure.verify_mode = ssl.CERT_REQUIRED if ca else ssl.CERT_NONE
    with socket.create_server(("127.0.0.1", int(port or 0))) as server:
        tell(port=server.getsockname()[1])
        for number in itertools.count():
            connection, _ = server.accept()
            threading.Thread(target=converse, args=(connection, number, secure, Path(log)), daemon=True).start()


def converse(connection: socket.socket, number: int, secure: ssl.SSLContext | None, log: Path) -> None:
    try:
        with secure.wrap_socket(connection, server_side=True) if secure else connection as made:
            Conversation(made, number, log).run()
    except OSError:
        connection.close()


if __name__ == "__main__":
    serve(*sys.argv[1:])
