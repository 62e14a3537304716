"""Plays the interface engine that owns a delivery queue: another process, often another user.

Standard library alone, and no import of the package: what it writes, it writes from the specification. As a
script, by any Python from 3.9 on:

    engine.py fill  --db F --rows N [--destinations K --payload BYTES --seed S --legacy-times --one-newest
                       --journal MODE]
    engine.py run   --db F --seconds S [--rate R --destinations K --down D --payload BYTES --ignore-state]
    engine.py drive --db F [--seconds S --payload BYTES]     one insert a commit, as fast as it can
    engine.py serve --db F [--journal MODE]                  does what it is told on stdin, one JSON list a line

`fill`, `run` and `drive` print one line of JSON with their figures; `drive` without seconds goes on until its
stdin is closed. `Engine` starts `serve` and talks to it.
"""

import argparse
import datetime as dt
import json
import os
import random
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

TABLE = """CREATE TABLE IF NOT EXISTS queue (
  id INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT NOT NULL, destination TEXT NOT NULL,
  control_id TEXT NOT NULL DEFAULT '', message_type TEXT NOT NULL DEFAULT '', raw BLOB NOT NULL,
  state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, enqueued_at TEXT NOT NULL,
  next_attempt TEXT NOT NULL, last_attempt TEXT, last_error TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '')"""
INDEXES = (
    "CREATE INDEX IF NOT EXISTS queue_pending ON queue (channel, destination, state, next_attempt, id)",
    "CREATE INDEX IF NOT EXISTS queue_state ON queue (state, enqueued_at)",
)
INSERT = (
    "INSERT INTO queue (channel, destination, control_id, message_type, raw, state, attempts, enqueued_at,"
    " next_attempt, last_attempt, last_error, reason) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
)
CHANNELS = ("adt", "lab", "orders", "imaging", "billing")
EVENTS = ("ADT^A01", "ADT^A03", "ADT^A08", "ORU^R01", "ORM^O01", "SIU^S12")
REFUSED = "dial tcp: connection refused"


class Clock:
    """The engine's clock (UTC): the machine's, or a time that it was told."""

    told = None

    @classmethod
    def now(cls):
        return cls.told or dt.datetime.now(dt.timezone.utc).replace(tzinfo=None)


def stamp(moment=None, rng=None):
    """RFC 3339 in UTC with nine digits; given a generator, what older releases wrote: fewer digits, or an offset."""
    moment = moment or Clock.now()
    if rng is None:
        return moment.isoformat(timespec="microseconds") + "000Z"
    digits = rng.randrange(10)
    zone, minutes = rng.choice((("Z", 0), ("Z", 0), ("+01:00", 60), ("-03:30", -210), ("+05:45", 345)))
    local = moment + dt.timedelta(minutes=minutes)
    fraction = (".%09d" % (local.microsecond * 1000))[: digits + 1] if digits else ""
    return local.strftime("%Y-%m-%dT%H:%M:%S") + fraction + zone


def message(control_id, event, size, rng):
    """An invented HL7 message of at least `size` bytes."""
    head = beginning(control_id, event, rng)
    return head + results(size - len(head), rng)


def beginning(control_id, event, rng):
    """Its first two segments; as long for each event and patient."""
    return (
        "MSH|^~\\&|HIS|NORTH|RCV|SOUTH|20261129080000||%s|%s|P|2.5.1\r"
        "PID|1||%07d^^^NORTH^MR||Example^Ann||19700101|F\r" % (event, control_id, rng.randrange(10**7))
    ).encode()


def results(size, rng):
    """The segments after them, of at least `size` bytes."""
    lines = []
    length = 0
    while length < size:
        lines.append(
            "OBX|%d|NM|%05d^Analyte^LN||%.2f|mg/dL|0-200|N|||F\r"
            % (len(lines) + 1, rng.randrange(10**5), rng.random() * 200)
        )
        length += len(lines[-1])
    return "".join(lines).encode()


def places(count):
    """`count` destinations over the channels, the first of them adt/dest-00."""
    return [(CHANNELS[n % len(CHANNELS)], "dest-%02d" % n) for n in range(count)]


def connect(db, journal="wal", synchronous="FULL"):
    """The engine's own connection; makes the file with table and indexes where it is not there yet."""
    connection = sqlite3.connect(db, timeout=10, isolation_level=None)
    connection.execute("PRAGMA journal_mode=" + journal)
    connection.execute("PRAGMA synchronous=" + synchronous)
    connection.execute(TABLE)
    for index in INDEXES:
        connection.execute(index)
    return connection


DAY = 86_400
"""Seconds."""
VARIETY = 100
"""So many different results are filled in: to invent them for each row took most of the time."""


def fill(options):
    """Many rows at once: 70 % pending, 5 % failed, 20 % delivered, 5 % skipped.

    Three in a second, or as many as fill the last 24 hours.
    """
    rng = random.Random(options.seed)
    where = places(options.destinations)
    new = not os.path.exists(options.db)
    db = connect(options.db, "off" if new else options.journal, "OFF")  # else each page is written twice
    db.execute("PRAGMA cache_size=-200000")
    now = dt.datetime.now(dt.timezone.utc).replace(tzinfo=None)
    start = now - dt.timedelta(seconds=DAY if options.until_now else options.rows)
    counts = {}
    room = options.payload - len(beginning("C%08d" % 0, EVENTS[0], rng))
    told = [results(room, rng) for _ in range(VARIETY)]

    def rows():
        for n in range(options.rows):
            channel, destination = rng.choice(where)
            state = rng.choices(("pending", "failed", "delivered", "skipped"), cum_weights=(70, 75, 95, 100))[0]
            counts[state] = counts.get(state, 0) + 1
            since = n * DAY / options.rows if options.until_now else n // 3 + rng.random()
            moment = start + dt.timedelta(seconds=since)
            queued = stamp(moment, rng if options.legacy_times else None)
            tried = state != "pending" or rng.random() < 0.1
            last = stamp(min(now, moment + dt.timedelta(seconds=rng.randrange(1, 600)))) if tried else None
            error = {"skipped": "skipped by ops@ward", "delivered": ""}.get(state, REFUSED if tried else "")
            event = rng.choice(EVENTS)
            control = "C%08d" % n
            raw = beginning(control, event, rng) + rng.choice(told)
            attempts = rng.randrange(1, 9) if tried else 0
            yield channel, destination, control, event, raw, state, attempts, queued, queued, last, error, "queued"

    db.execute("BEGIN")
    db.executemany(INSERT, rows())
    if options.one_newest:
        queued, raw = stamp(), message("NEWEST", "ADT^A01", options.payload, rng)
        where = ("adt", "dest-newest", "NEWEST", "ADT^A01", raw, "pending", 0)
        db.execute(INSERT, (*where, queued, queued, None, "", "queued"))
    db.execute("COMMIT")
    db.execute("PRAGMA journal_mode=" + options.journal)
    db.close()
    return dict(counts, rows=options.rows)


def run(options):
    """Queues and delivers in order; the first `down` destinations never answer, and their heads back off."""
    rng = random.Random(options.seed)
    where = places(options.destinations)
    down = set(where[: options.down])
    db = connect(options.db)
    still = "" if options.ignore_state else " AND state='pending'"
    began = time.monotonic()
    due = began
    counts = {"queued": 0, "delivered": 0, "attempts_failed": 0}
    while time.monotonic() - began < options.seconds:
        while due <= time.monotonic():
            channel, destination = rng.choice(where)
            event = rng.choice(EVENTS)
            now = stamp()
            raw = message("R%d" % counts["queued"], event, options.payload, rng)
            values = (
                channel,
                destination,
                "R%d" % counts["queued"],
                event,
                raw,
                "pending",
                0,
                now,
                now,
                None,
                "",
                "queued",
            )
            db.execute(INSERT, values)
            counts["queued"] += 1
            due += 1 / options.rate
        for place in where:
            attempt(db, place, place in down, still, counts)
        time.sleep(0.002)
    db.close()
    return counts


def attempt(db, place, fails, still, counts):
    """One attempt at a destination's head, where it is due."""
    found = db.execute(
        "SELECT id, attempts, next_attempt FROM queue WHERE channel=? AND destination=? AND state='pending'"
        " ORDER BY id LIMIT 1",
        place,
    ).fetchone()
    now = Clock.now()
    if found is None or found[2] > stamp(now):
        return
    if fails:
        later = stamp(now + dt.timedelta(seconds=min(60, 5 * 2 ** min(found[1], 4))))
        db.execute(
            "UPDATE queue SET state='pending', attempts=attempts+1, last_attempt=?, next_attempt=?, last_error=?"
            " WHERE id=?" + still,
            (stamp(now), later, REFUSED, found[0]),
        )
        counts["attempts_failed"] += 1
    else:
        db.execute(
            "UPDATE queue SET state='delivered', attempts=attempts+1, last_attempt=?, last_error='' WHERE id=?" + still,
            (stamp(now), found[0]),
        )
        counts["delivered"] += 1


def drive(options):
    """One insert a commit, as fast as the disk allows; tells the longest and the total."""
    db = connect(options.db)
    raw = message("DRIVE", "ADT^A08", options.payload, random.Random(options.seed))
    began = time.monotonic()
    commits = 0
    longest = 0.0
    print("ready", flush=True)
    while not _finished(options.seconds, began):
        start = time.monotonic()
        now = stamp()
        db.execute(INSERT, ("adt", "dest-00", "D%d" % commits, "ADT^A08", raw, "pending", 0, now, now, None, "", ""))
        commits += 1
        longest = max(longest, time.monotonic() - start)
    seconds = time.monotonic() - began
    db.close()
    return {"commits": commits, "commits_per_s": round(commits / seconds, 1), "max_commit_ms": round(longest * 1000, 1)}


def _finished(seconds, began):
    if seconds:
        return time.monotonic() - began >= seconds
    return bool(select.select([sys.stdin], [], [], 0)[0])


class Server:
    """What `serve` can be told. Each line is a JSON list: the name, then its arguments; each answer one JSON value."""

    def __init__(self, path, journal):
        self.path = path
        self.db = connect(path, journal)

    def do_sql(self, sql, arguments=()):
        """Any statement; blobs go in and out as {"hex": …}."""
        values = [bytes.fromhex(v["hex"]) if isinstance(v, dict) else v for v in arguments]
        rows = self.db.execute(sql, values).fetchall()
        return [[{"hex": v.hex()} if isinstance(v, bytes) else v for v in row] for row in rows]

    def do_enqueue(self, channel, destination, raw_hex, control_id="", event="ADT^A08"):
        now = stamp()
        values = (
            channel,
            destination,
            control_id,
            event,
            bytes.fromhex(raw_hex),
            "pending",
            0,
            now,
            now,
            None,
            "",
            "queued",
        )
        return self.db.execute(INSERT, values).lastrowid

    def do_deliver(self, item):
        """Marks it delivered, as an engine does that had it in its hands."""
        self.db.execute(
            "UPDATE queue SET state='delivered', attempts=attempts+1, last_attempt=?, last_error='' WHERE id=?",
            (stamp(), item),
        )

    def do_fail(self, item):
        self.db.execute(
            "UPDATE queue SET state='failed', attempts=attempts+1, last_attempt=?, last_error=? WHERE id=?",
            (stamp(), REFUSED, item),
        )

    def do_attempt(self, channel, destination, fails=False):
        """One attempt at the head, if it is due: delivered, or failed and due again after the back-off."""
        attempt(self.db, (channel, destination), fails, " AND state='pending'", {"delivered": 0, "attempts_failed": 0})

    def do_clock(self, seconds):
        """What time the engine takes it to be, in seconds since 1970."""
        Clock.told = dt.datetime(1970, 1, 1) + dt.timedelta(seconds=seconds)

    def do_revive(self, item):
        """The late report of an engine that does not look at the state."""
        self.db.execute(
            "UPDATE queue SET state='pending', attempts=attempts+1, last_error=? WHERE id=?", (REFUSED, item)
        )

    def do_checkpoint(self, mode="TRUNCATE"):
        """[busy, pages in the log, pages copied]"""
        return list(self.db.execute("PRAGMA wal_checkpoint(%s)" % mode).fetchone())

    def do_close(self):
        """Closes as a stopped engine does: its side files go."""
        self.db.close()

    def do_open(self):
        self.db = connect(self.path)

    def do_die(self):
        os.kill(os.getpid(), signal.SIGKILL)


def serve(options):
    """Answers until stdin ends; then closes."""
    server = Server(options.db, options.journal)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        try:
            answer = {"value": getattr(server, "do_" + name)(*arguments)}
        except sqlite3.Error as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
    server.do_close()
    return


class EngineError(Exception):
    """What SQLite told the engine."""


class Engine:
    """An engine process that does what it is told (a context manager; closed cleanly at the end).

    `uid` makes it another user's process. Every `do_…` of `Server` is a method here.
    """

    def __init__(self, db, journal="wal", uid=None):
        self.process = start("serve", "--db", str(db), "--journal", journal, uid=uid)
        first = self.process.stdout.readline()
        if json.loads(first or "null") != "ready":
            self.process.wait()
            raise EngineError("the engine does not start on %s" % db)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def __getattr__(self, name):
        return lambda *arguments: self.tell(name, *arguments)

    def tell(self, *command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise EngineError(answer["error"])
        return answer["value"]

    def enqueue(self, channel, destination, raw=b"MSH|^~\\&|A", control_id="", event="ADT^A08"):
        return self.tell("enqueue", channel, destination, raw.hex(), control_id, event)

    def kill(self):
        """As a power cut would: nothing is closed."""
        self.process.kill()
        self._reap()

    def stop(self):
        """Close and end; side files vanish as SQLite removes them."""
        if self.process.poll() is None:
            self.process.stdin.close()
        self._reap()

    def _reap(self):
        self.process.wait(timeout=20)
        for pipe in (self.process.stdin, self.process.stdout):
            if not pipe.closed:
                pipe.close()


def start(*arguments, uid=None):
    """This script as a child process with pipes on stdin and stdout.

    Its text is handed over, not its path: another user may not be able to read the path.
    """
    other = {} if uid is None else {"user": uid, "group": uid, "extra_groups": []}
    python = sys.executable if uid is None else public_python()
    command = [python, "-c", Path(__file__).read_text(encoding="utf-8"), *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/", **other)


def call(*arguments, uid=None):
    """Run to the end; the figures that it prints."""
    with start(*arguments, uid=uid) as process:
        process.stdin.close()
        lines = process.stdout.read().splitlines()
    if process.returncode:
        raise EngineError("%s ended with %s" % (arguments[0], process.returncode))
    return json.loads(lines[-1])


def _open_to_all(path):
    """Whether everybody may go through every folder above a file."""
    folder = os.path.dirname(path)
    while folder != os.path.dirname(folder):
        if not os.stat(folder).st_mode & 0o001:
            return False
        folder = os.path.dirname(folder)
    return True


def public_python():
    """A Python that other users can run, too."""
    for candidate in ("/usr/bin/python3", "/usr/local/bin/python3", shutil.which("python3"), sys.executable):
        if candidate and os.path.exists(candidate) and _open_to_all(os.path.realpath(candidate)):
            return candidate
    raise EngineError("no Python that another user could run")


def main(arguments=None):
    parser = argparse.ArgumentParser(description="plays the engine that owns a delivery queue")
    parser.add_argument("mode", choices=("fill", "run", "drive", "serve"))
    parser.add_argument("--db", required=True)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--payload", type=int, default=300)
    parser.add_argument("--destinations", type=int, default=20)
    parser.add_argument("--down", type=int, default=0)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", default="wal")
    parser.add_argument("--legacy-times", action="store_true")
    parser.add_argument("--one-newest", action="store_true", help="fill: of one destination only the newest row waits")
    parser.add_argument("--until-now", action="store_true", help="fill: spread the rows over the last 24 hours")
    parser.add_argument("--ignore-state", action="store_true")
    options = parser.parse_args(arguments)
    figures = {"fill": fill, "run": run, "drive": drive, "serve": serve}[options.mode](options)
    if figures is not None:
        print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
