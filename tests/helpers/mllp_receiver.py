"""Plays the receiver at the other end of MLLP: another process on loopback, well behaved or not.

Standard library alone, and no import of the package. As a script:

    mllp_receiver.py --log F [--port N --mode NAME | --script JSON] [--accept JSON] [--lean]
                     [--certificate F --key F --client-ca F]

It prints its port, and ends when its stdin is closed. What it does for each message is a list of steps; the script
is a list of such lists, one for each message over all connections, the last one for all that follow. A mode is one
of them with a name. Steps:

    ["send", TEXT]       these bytes (Latin-1), where {id} is the message's control id and {previous} the one before's
    ["dribble", TEXT]    byte by byte, each in a packet of its own
    ["split", N, TEXT]   the first N of them, then the rest
    ["flood", TEXT]      these bytes again and again, without end
    ["wait", SECONDS]    nothing for so long
    ["hold"]             nothing more on this connection, and nothing is read
    ["read", N]          so many bytes, which are let go
    ["half-close"] ["close"] ["reset"]

`--accept` are the steps for a new connection (before TLS, if there is any). `--lean` logs control ids alone. The log
has a line of JSON for each event: accepted, message, done (all its steps), closed.
"""

import argparse
import json
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

START, END = b"\x0b", b"\x1c\r"
GAP = 0.002
"""Seconds between two packets that are to stay two."""

HEAD = "MSH|^~\\&|LAB|SOUTH|HIS|NORTH|20261130090000||ACK|R1|P|2.5\r"


def ack(code="AA", control_id="{id}", more="", head=HEAD):
    """An acknowledgement in its frame, as text."""
    return f"\x0b{head}MSA|{code}|{control_id}\r{more}\x1c\r"


ERR = "ERR||PID^1^8|103^Table value not found^HL70357|E|||sex X|Call 4711\r"

MODES = {
    "good": [["send", ack()]],
    "silent": [["wait", 0]],
    "late": [["wait", 0.5], ["send", ack()]],
    "foreign": [["send", ack(control_id="OTHER")]],
    "foreign-then-good": [["send", ack(control_id="{previous}")], ["send", ack()]],
    "dribble": [["dribble", ack()]],
    "several": [["send", ack(control_id="OTHER") + ack() + ack(control_id="OTHER")]],
    "junk": [["send", "noise\r\n" + ack() + "noise"]],
    "line-feed": [["send", ack() + "\n"]],
    "commit-then-accept": [["send", ack("CA")], ["send", ack("AA")]],
    "commit": [["send", ack("CA")]],
    "half-close": [["send", ack()], ["half-close"]],
    "close": [["close"]],
    "reset": [["reset"]],
    "endless": [["send", "\x0b" + "x" * 1_100_000]],
    **{code: [["send", ack(code, more=ERR)]] for code in ("AE", "AR", "CE", "CR")},
}


class Program:
    """The server: a thread for each connection, so that a second one at the same time is seen."""

    def __init__(self, options):
        self.script = json.loads(options.script) if options.script else [MODES[options.mode]]
        self.accept = json.loads(options.accept) if options.accept else []
        self.lean = options.lean
        self.log_file = Path(options.log).open("a", encoding="ascii")  # noqa: SIM115 - until the process ends
        self.lock = threading.Lock()
        self.count = 0
        self.previous = b""
        self.context = None
        if options.certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(options.certificate, options.key)
        if options.client_ca:
            self.context.load_verify_locations(options.client_ca)
            self.context.verify_mode = ssl.CERT_REQUIRED
        self.server = socket.create_server(("127.0.0.1", options.port))

    def log(self, event, connection, **more):
        line = json.dumps({"event": event, "connection": connection, "at": time.monotonic(), **more})
        self.log_file.write(line + "\n")
        self.log_file.flush()

    def serve(self):
        for number in range(1, sys.maxsize):
            sock, _ = self.server.accept()
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.log("accepted", number)
            threading.Thread(target=self.talk, args=(sock, number), daemon=True).start()

    def talk(self, sock, number):
        try:
            if all(perform(sock, step, b"", b"") for step in self.accept):
                if self.context:
                    sock = self.context.wrap_socket(sock, server_side=True, suppress_ragged_eofs=False)
                self.read(sock, number)
        except OSError as error:
            with self.lock:
                self.log("error", number, error=type(error).__name__)
        finally:
            sock.close()
            with self.lock:
                self.log("closed", number)

    def read(self, sock, number):
        data = b""
        while received := sock.recv(65536):
            data += received
            while END in data:
                message, _, data = data.partition(END)
                if not self.answer(sock, number, message.removeprefix(START)):
                    return

    def answer(self, sock, number, message):
        """Logs it, does its steps; False where the connection is no more."""
        control_id = field(message, 10)
        with self.lock:
            steps = self.script[min(self.count, len(self.script) - 1)]
            self.count += 1
            more = {} if self.lean else {"raw": message.hex()}
            self.log("message", number, id=control_id.decode("latin-1"), **more)
            previous, self.previous = self.previous, control_id
        alive = all(perform(sock, step, control_id, previous) for step in steps)
        if not self.lean:
            with self.lock:
                self.log("done", number)
        return alive


def field(message, number):
    """A field of MSH."""
    header = message[message.find(b"MSH") :].replace(b"\n", b"\r").partition(b"\r")[0]
    fields = header.split(header[3:4] or b"|")
    return fields[number - 1] if len(fields) >= number else b""


def perform(sock, step, control_id, previous):
    """One step; False where nothing can follow."""
    name, *values = step
    if name in ("send", "dribble", "split"):
        data = values[-1].encode("latin-1").replace(b"{id}", control_id).replace(b"{previous}", previous)
        for piece in pieces(name, data, values[0]):
            sock.sendall(piece)
            if len(piece) < len(data):
                time.sleep(GAP)
    elif name == "flood":
        data = values[0].encode("latin-1") * 1000
        while True:
            sock.sendall(data)
    elif name == "wait":
        time.sleep(values[0])
    elif name == "read":
        sock.recv(values[0], socket.MSG_WAITALL)
    elif name == "hold":
        threading.Event().wait()
    elif name == "half-close":
        sock.shutdown(socket.SHUT_WR)
    elif name == "reset":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False
    elif name == "close":
        return False
    else:
        raise ValueError(name)
    return True


def pieces(name, data, at):
    if name == "dribble":
        return [data[n : n + 1] for n in range(len(data))]
    return [data[:at], data[at:]] if name == "split" else [data]


class Receiver:
    """Such a process (a context manager). What it has seen is read from its log at any time."""

    def __init__(self, log: Path, mode: str = "good", *more: str, script=None, accept=None, port: int = 0) -> None:
        self.log = log
        command = [sys.executable, __file__, "--log", str(log), "--port", str(port), "--mode", mode, *more]
        if script is not None:
            command += ["--script", json.dumps(script)]
        if accept is not None:
            command += ["--accept", json.dumps(accept)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def __enter__(self) -> "Receiver":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def events(self, kind: str = "") -> list[dict]:
        lines = self.log.read_text(encoding="ascii").splitlines() if self.log.exists() else []
        return [event for event in map(json.loads, lines) if kind in ("", event["event"])]

    @property
    def ids(self) -> list[str]:
        """The control ids of what it got."""
        return [event["id"] for event in self.events("message")]

    @property
    def messages(self) -> list[bytes]:
        """What it got, without frames."""
        return [bytes.fromhex(event["raw"]) for event in self.events("message")]

    @property
    def connections(self) -> list[int]:
        """By which connection each message came."""
        return [event["connection"] for event in self.events("message")]

    def most_at_once(self) -> int:
        """How many connections were open at the same time at most."""
        now = most = 0
        for event in self.events():
            now += {"accepted": 1, "closed": -1}.get(event["event"], 0)
            most = max(most, now)
        return most

    def wait_for(self, seen: Callable[["Receiver"], bool], seconds: float = 10.0) -> None:
        """Until the log holds what is waited for."""
        end = time.monotonic() + seconds
        while not seen(self):
            assert time.monotonic() < end, f"never seen; the log: {self.events()}"
            time.sleep(GAP)

    def wait_for_count(self, kind: str, count: int) -> None:
        self.wait_for(lambda receiver: len(receiver.events(kind)) >= count)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="plays a receiver of MLLP")
    parser.add_argument("--log", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--mode", choices=sorted(MODES), default="good")
    parser.add_argument("--script")
    parser.add_argument("--accept")
    parser.add_argument("--lean", action="store_true")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--client-ca")
    program = Program(parser.parse_args(arguments))
    threading.Thread(target=program.serve, daemon=True).start()
    print(program.server.getsockname()[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
