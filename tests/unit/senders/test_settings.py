"""The workers' file: read strictly, told in one line what is wrong, written with what a person put there."""

import glob
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.errors import NotWritable, Refused
from qmonitor.queues.sending import Policy, Pool
from qmonitor.senders import settings
from qmonitor.senders.entries import BrokenEntry, WorkerEntry, read_entry, written_entry
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.mllp.settings import MllpSettings
from qmonitor.senders.problems import BadSettings
from tests.helpers import users

ENTRY = """
[[worker]]
source = "/srv/engine/queue.db"
channel = "adt"
destination = "dest-*"
sender = {sender}
policy = {policy}
"""
MLLP = '{ type = "mllp", host = "127.0.0.1", port = 2575, tls = false }'
HTTP = '{ type = "http", url = "https://lab.example/in" }'
FILE = '{ type = "file", folder = "/srv/out" }'
POOL = "redis://host/0?group=g"
POLICY = "{ max_attempts = 0, backoff = 5.0, max_backoff = 60.0, timeout = 30.0 }"


def text(sender: str = MLLP, policy: str = POLICY) -> str:
    return ENTRY.format(sender=sender, policy=policy)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "workers.toml"


def write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def fault(path: Path, content: str, **options: bool) -> str:
    """The line that is said about a file."""
    with pytest.raises(BadSettings) as told:
        settings.load(write(path, content), **options)
    line = str(told.value)
    assert "\n" not in line
    assert line.startswith(str(path))
    return line.removeprefix(str(path))


# -- reading ----------------------------------------------------------------------------------------------------


def test_the_shape_that_is_documented(path: Path) -> None:
    assert settings.load(write(path, text())) == (
        WorkerEntry(
            source="/srv/engine/queue.db",
            channel="adt",
            destination="dest-*",
            sender=MllpSettings(host="127.0.0.1", port=2575),
            policy=Policy(max_attempts=0),
        ),
    )


def test_all_three_ways_to_send_with_all_their_keys(path: Path) -> None:
    tls = 'tls = true, ca = "/c", certificate = "/d", key = "/k", server_name = "n", pause = 1, on_nack = "give_up"'
    web = (
        'content_type = "text/plain", headers = { X-From = "lab" }, auth = "basic", user = "u", ca = "/c", '
        'certificate = "/d", key = "/k", ack = true, on_nack = "give_up", on_refused = "give_up"'
    )
    found = settings.load(
        write(
            path,
            text(f'{{ type = "mllp", host = "h", port = 1, {tls}, on_refused = "give_up" }}')
            + text(f'{{ type = "http", url = "https://h:8443/in?a=b", {web} }}')
            + text('{ type = "file", folder = "/o", name = "{time}.txt", mode = "0600", on_refused = "give_up" }'),
        )
    )
    assert [entry.number for entry in found] == [1, 2, 3]
    assert [entry.sender for entry in found] == [
        MllpSettings("h", 1, True, "/c", "/d", "/k", "n", 1.0, "give_up", "give_up"),
        HttpSettings(
            *("https://h:8443/in?a=b", "text/plain", (("X-From", "lab"),), "basic", "u", "/c", "/d", "/k"),
            *(True, "give_up", "give_up"),
        ),
        FileSettings("/o", "{time}.txt", "0600", "give_up"),
    ]


def test_tables_may_be_written_out(path: Path) -> None:
    content = """
        [[worker]]
        source = "/q.db"
        channel = "*"
        destination = "lab"
        [worker.sender]
        type = "file"
        folder = "/out"
        [worker.policy]
        max_attempts = 3
    """
    (found,) = settings.load(write(path, content))
    assert found.sender == FileSettings("/out")
    assert found.policy == Policy(max_attempts=3)


def test_a_file_without_entries_has_none(path: Path) -> None:
    assert settings.load(write(path, "# nothing yet\n")) == ()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("port = 2575", "port = 70000", ", worker 1: sender.port is 70000. It is a whole number from 1 to 65535."),
        ("port = 2575", 'port = "2575"', ", worker 1: sender.port is '2575'. It is a whole number from 1 to 65535."),
        ("port = 2575", "port = true", ", worker 1: sender.port is true. It is a whole number from 1 to 65535."),
        (", port = 2575", "", ", worker 1: sender.port is missing. It is a whole number from 1 to 65535."),
        ("tls = false", "tls = 0", ", worker 1: sender.tls is 0. Allowed are: true, false."),
        ("tls = false", 'on_nack = "skip"', """: sender.on_nack is 'skip'. Allowed are: "retry", "give_up"."""),
        (
            "tls = false",
            "prot = 1",
            ": sender.prot = 1 is not known. Known are: host, port, tls, ca, certificate, key,",
        ),
        ("tls = false", 'ca = "ca.pem"', ": sender.ca is 'ca.pem'. It is the whole path of a file, from the root."),
        ("tls = false", 'key = "/k"', "key is '/k'."),
        ('"mllp"', '"smtp"', """sender.type is 'smtp'. sender is a table with one of: type = "mllp", type = "http","""),
        ('type = "mllp", ', "", ": sender.type is missing."),
        (MLLP, '"mllp"', ": sender is 'mllp'. It is a table such as"),
        (f"sender = {MLLP}", "", ": sender is missing."),
        ('channel = "adt"', "", ": channel is missing. It is a name, or a pattern with *, ? and […]"),
        ('channel = "adt"', 'channel = " "', ": channel is ' '."),
        (
            'channel = "adt"',
            'chanel = "adt"',
            ": chanel = 'adt' is not known. Known are: source, channel, destination,",
        ),
        ("max_attempts = 0, ", "", ": policy.max_attempts is missing. It is a whole number: 0 for ever"),
        ("max_attempts = 0", "max_attempts = -1", ": policy.max_attempts is -1. It is a whole number: 0 for ever"),
        ("max_attempts = 0", "max_attempts = 1.0", ": policy.max_attempts is 1.0."),
        (f"policy = {POLICY}", "", ": policy is missing. It is a table with max_attempts"),
        (
            "max_backoff = 60.0",
            "max_backof = 60.0",
            ": policy.max_backof = 60.0 is not known. Known are: max_attempts,",
        ),
        ("backoff = 5.0", "backoff = 0", ": policy.backoff is 0. It is a number of seconds above 0"),
        ("timeout = 30.0", "timeout = -1", ": policy.timeout is -1. It is a number of seconds above 0"),
        ("timeout = 30.0", "timeout = inf", ": policy.timeout is inf."),
        ("timeout = 30.0", "timeout = nan", ": policy.timeout is nan."),
        (
            "timeout = 30.0",
            "timeout = 1e300",
            ": policy.timeout is 1e+300. It is a number of seconds above 0, at most",
        ),
        ("timeout = 30.0", f"timeout = {'9' * 400}", ": policy.timeout is 9999"),
        ("timeout = 30.0", f"timeout = {'9' * 5000}", ": It is no TOML (a number with too many digits)."),
        ("backoff = 5.0", f"backoff = {'9' * 400}", ": policy.backoff is 9999"),
        (
            "max_backoff = 60.0",
            "max_backoff = 3601",
            ": policy.max_backoff is 3601. It is a number of seconds above 0, at most an hour (3600): a receiver",
        ),
        ('source = "/srv/engine/queue.db"', "", ": source is missing. It is the path of a queue's file, or a URL."),
        ('"/srv/engine/queue.db"', '"queue.db"', ": source is 'queue.db'. It is the whole path of a queue's file"),
        ("[[worker]]", "[[workers]]", ": workers = "),
        ("[[worker]]", "[worker]", ": worker is {…}. Each begins with [[worker]]."),
        ("[[worker]]", "worker = [1]\n[a]", ": a = {…} is not known. Only [[worker]] is known here."),
        (
            "[[worker]]",
            "password = 'geheim'\n[[worker]]",
            ": password is set, but this file holds no secrets. Take it out: passwords and tokens are kept in",
        ),
        ("[[worker]]", "[[worker", ": It is no TOML ("),
        ('channel = "adt"', "channel = adt", '). Each value that is a text stands in quotes, as in channel = "adt".'),
    ],
)
def test_what_can_not_be_meant_is_one_line(path: Path, old: str, new: str, line: str) -> None:
    content = text()
    assert old in content
    assert line in fault(path, content.replace(old, new))


@pytest.mark.parametrize(
    ("sender", "line"),
    [
        ('type = "http", url = "lab.example/in"', "sender.url is 'lab.example/in'. It is an address like https://"),
        ('type = "http", url = "https://h/#part"', "sender.url is"),
        ('type = "http", url = "https://h:0/"', "sender.url is"),
        ('type = "http", url = "https://h:99999/"', "sender.url is"),
        ('type = "http", url = "https://h/a b"', "sender.url is"),
        ('type = "http", url = "http://h/", auth = "digest"', "sender.auth is 'digest'. Allowed are: \"none\""),
        ('type = "http", url = "http://h/", auth = "basic"', 'user is missing. auth = "basic" needs it.'),
        ('type = "http", url = "http://h/", user = "u"', "user is 'u'. It has a meaning only with auth = \"basic\"."),
        ('type = "http", url = "http://h/", ca = "/c"', "ca is '/c'. It has a meaning only with https."),
        ('type = "http", url = "https://h/", key = "/k"', "key is '/k'. It has a meaning only with certificate."),
        ('type = "http", url = "https://h/", on_nack = "give_up"', "It has a meaning only with ack = true."),
        ('type = "http", url = "https://h/", headers = { Host = "x" }', "headers.Host is set, but qmonitor sets it"),
        ('type = "http", url = "https://h/", headers = { "A B" = "x" }', "sender.headers is"),
        ('type = "http", url = "https://h/", headers = { A = "x\\ny" }', "sender.headers is"),
        ('type = "http", url = "https://h/", headers = { A = "x", a = "y" }', "sender.headers is"),
        ('type = "http", url = "https://h/", headers = { A = " x" }', "sender.headers is"),
        ('type = "http", url = "https://h/", content_type = "a/b; c "', "sender.content_type is 'a/b; c '."),
        ('type = "http", url = "https://h/", content_type = "hl7"', "sender.content_type is 'hl7'. It is a media type"),
        ('type = "mllp", host = "h", port = 1, pause = 30', "sender.pause is 30. It has to be shorter than policy.tim"),
        ('type = "file", folder = "out"', "sender.folder is 'out'. It is the whole path of a folder, from the root."),
        ('type = "file", folder = "/out", mode = "0644"', "sender.mode is '0644'. Allowed are: \"0600\""),
        ('type = "file", folder = "/out", name = "a.hl7"', "sender.name is 'a.hl7'. It is a file's name without a"),
        ('type = "file", folder = "/out", name = "../{time}"', "sender.name is '../{time}'."),
    ],
)
def test_what_a_sender_can_not_mean_is_one_line(path: Path, sender: str, line: str) -> None:
    said = fault(path, text(f"{{ {sender} }}"))
    assert said.startswith(", worker 1: ")
    assert line in said


@pytest.mark.parametrize(
    "sender",
    [
        'type = "http", url = "https://anna:hunter2@h/"',
        'type = "http", url = "htps://anna:hunter2@h/"',
        'type = "http", url = "https://h/?token=hunter2"',
        'type = "http", url = "https://h/?access_token=hunter2"',
        'type = "http", url = "https://h/", password = "hunter2"',
        'type = "http", url = "https://h/", auth = "bearer", token = "hunter2"',
        'type = "http", url = "https://h/", headers = { Authorization = "Bearer hunter2" }',
        'type = "http", url = "https://h/", headers = { X-Api-Key = "hunter2" }',
        'type = "http", url = "https://h/", headers = { Cookie = "hunter2" }',
        'type = "mllp", host = "h", port = 1, tls = true, certificate = "/c", key_password = "hunter2"',
    ],
)
def test_a_secret_in_the_file_is_refused_and_never_repeated(path: Path, sender: str) -> None:
    said = fault(path, text(f"{{ {sender} }}"))
    assert "hunter2" not in said
    assert "secret" in said or "password" in said


def test_entries_that_are_no_tables_are_told(path: Path) -> None:
    assert ", worker 1: worker is 1. It is a table with: source, channel," in fault(path, "worker = [1]")


def test_a_secret_in_a_misplaced_table_is_not_repeated(path: Path) -> None:
    sender = 'sender = { type = "http", password = "hunter2" }'
    for content in (f"[worker]\n{sender}", f"[[workers]]\n{sender}", f"[[worker]]\nchannel = {{ {sender} }}"):
        assert "hunter2" not in fault(path, content)


@pytest.mark.parametrize("url", ["redis://:hunter2@host/0", "redis:/u:hunter2@host", "redis:u:hunter2@host"])
def test_a_secret_in_the_address_of_a_queue_is_refused(path: Path, url: str) -> None:
    said = fault(path, text().replace("/srv/engine/queue.db", url))
    assert "URL without a password" in said
    assert "hunter2" not in said


def test_a_file_that_is_not_there_is_told(path: Path) -> None:
    with pytest.raises(BadSettings, match=r"workers\.toml: It can't be read \(No such file"):
        settings.load(path)


def test_a_file_in_another_encoding_is_told(path: Path) -> None:
    path.write_bytes(text().encode("utf-16"))
    with pytest.raises(BadSettings, match="no text in UTF-8"):
        settings.load(path)


def test_a_mark_at_the_beginning_is_no_part_of_the_text(path: Path) -> None:
    """Some editors put it there. It is gone once the file is written by qmonitor; everything else stays."""
    path.write_bytes(b"\xef\xbb\xbf# of the ward\n" + text().encode())
    entries = settings.load(path)
    settings.save(path, entries)
    assert path.read_bytes() == b"# of the ward\n" + text().encode()


@pytest.mark.skipif(os.name != "posix", reason="pipes in folders")
def test_what_is_no_plain_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, Path("/dev/zero")):
        with pytest.raises(BadSettings, match="It can't be read \\(not a plain file\\)"):
            settings.load(place)


def test_a_file_that_is_much_too_long_is_not_read(path: Path) -> None:
    path.touch()
    os.truncate(path, 2**40)
    with pytest.raises(BadSettings, match="It can't be read \\(File too large\\)"):
        settings.load(path)


@pytest.mark.skipif(os.name != "posix", reason="bits tell who may write")
@pytest.mark.parametrize("mode", [0o666, 0o602])
def test_a_file_that_everybody_can_change_is_refused(path: Path, mode: int) -> None:
    write(path, text())
    path.chmod(0o664)
    assert len(settings.load(path)) == 1
    path.chmod(mode)
    with pytest.raises(BadSettings, match=f"It can be changed by everybody \\(mode {mode:04o}\\)"):
        settings.load(path)


def test_a_file_that_nests_without_end_is_told(path: Path) -> None:
    assert "no TOML" in fault(path, "a = " + "[" * 100_000)


def test_the_command_line_may_name_the_source(path: Path) -> None:
    content = text().replace('source = "/srv/engine/queue.db"\n', "")
    (found,) = settings.load(write(path, content), source_given=True)
    assert found.source is None


# -- whose a destination is -------------------------------------------------------------------------------------


def entry(channel: str = "adt", destination: str = "dest-*", source: str | None = None, number: int = 0) -> WorkerEntry:
    return WorkerEntry(channel, destination, FileSettings("/out"), Policy(max_attempts=0), source, number)


def test_entries_of_a_source_have_its_real_path_or_none(tmp_path: Path) -> None:
    queue, link = tmp_path / "queue.db", tmp_path / "link.db"
    queue.touch()
    link.symlink_to(queue)
    own, linked, free = entry(source=str(queue)), entry("lab", source=str(link)), entry("any")
    other, redis = entry(source=str(tmp_path / "other.db")), entry(source="redis://host/0")

    every = (own, other, linked, redis, free)
    assert settings.for_source(every, str(queue)) == (own, linked, free)
    assert settings.for_source(every, "redis://host/0") == (redis, free)
    assert settings.for_source(every, os.path.relpath(queue)) == (own, linked, free)


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("*", "dest-1", True),
        ("dest-?", "dest-1", True),
        ("dest-?", "dest-10", False),
        ("dest-[12]", "dest-2", True),
        ("dest-[!12]", "dest-2", False),
        ("dest-1", "dest-1", True),
        ("Dest-1", "dest-1", False),
        ("dest[*]", "dest*", True),
        ("dest[*]", "dest-1", False),
        ("a/b*", "a/b/c", True),
    ],
)
def test_patterns_are_those_of_a_shell(pattern: str, name: str, fits: bool) -> None:
    entries = (entry("adt", pattern),)
    assert settings.entry_for(entries, "adt", name) == (entries[0] if fits else None)
    assert settings.entry_for((entry(pattern, "lab"),), name, "lab") is not None or not fits


def test_a_destination_of_two_entries_is_an_error_that_names_both() -> None:
    entries = (entry(number=1), entry("*", "lab", number=2), entry("adt", "dest-1", number=3))
    assert settings.entry_for(entries, "adt", "dest-2") == entries[0]
    with pytest.raises(BadSettings) as told:
        settings.entry_for(entries, "adt", "dest-1")
    assert "Destination adt/dest-1 is matched by worker 1 (adt/dest-*) and by worker 3 (adt/dest-1)." in str(told.value)


# -- writing ----------------------------------------------------------------------------------------------------

COMMENTED = """# Ours; ask Kim before you change it.

[[worker]]
source = "/srv/engine/queue.db"   # the engine's
channel = "adt"
destination = "dest-*"
sender = { type = "mllp", host = "127.0.0.1", port = 2575, tls = false } # the lab
policy = { max_attempts = 0, timeout = 30.0 }

# the archive
[[worker]]
source = "/srv/engine/queue.db"
channel = "oru"
destination = "archive"

[worker.sender]
type = "file"       # mounted at night only
folder = "/srv/out"

[worker.policy]
max_attempts = 3
"""


def test_what_is_saved_without_a_change_stays_byte_for_byte(path: Path) -> None:
    entries = settings.load(write(path, COMMENTED))
    settings.save(path, entries)
    assert path.read_text() == COMMENTED


def test_a_change_leaves_everything_else_as_it_was(path: Path) -> None:
    lab, archive = settings.load(write(path, COMMENTED))
    lab = replace(lab, sender=replace(lab.sender, port=2576, tls=True))
    archive = replace(archive, policy=Policy(max_attempts=5, timeout=10.0))
    settings.save(path, (lab, archive))
    assert settings.load(path) == (lab, archive)
    expected = COMMENTED.replace("2575, tls = false", "2576, tls = true")
    assert path.read_text() == expected.replace("max_attempts = 3\n", "max_attempts = 5\ntimeout = 10.0\n")


def test_entries_come_go_and_change_places_with_their_comments(path: Path) -> None:
    lab, archive = settings.load(write(path, COMMENTED))
    fresh = entry("new", "x", "/q.db")
    saved = settings.save(path, (fresh, archive))
    assert settings.load(path) == (fresh, archive)
    assert [one.number for one in saved] == [1, 2]
    found = path.read_text()
    assert "mounted at night only" in found
    assert "the lab" not in found
    settings.save(path, ())
    assert settings.load(path) == ()
    assert "ask Kim" in path.read_text()


def test_another_way_to_send_takes_the_place_of_the_old_one(path: Path) -> None:
    lab, archive = settings.load(write(path, COMMENTED))
    web = replace(archive, sender=HttpSettings("https://h/", headers=(("X-From", "a"),), auth="bearer"))
    settings.save(path, (lab, web))
    assert settings.load(path) == (lab, web)
    assert 'type = "http"' in path.read_text()
    assert "folder" not in path.read_text()


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "workers.toml"
    settings.save(path, (entry(source="/q.db"),))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert sorted(one.name for one in path.parent.iterdir()) == ["workers.toml"]


def test_a_link_to_the_file_stays_a_link(tmp_path: Path, path: Path) -> None:
    real = write(tmp_path / "real.toml", COMMENTED)
    path.symlink_to(real)
    settings.save(path, settings.load(path)[:1])
    assert path.is_symlink()
    assert len(settings.load(real)) == 1


def test_a_file_that_is_no_toml_is_set_aside(path: Path) -> None:
    write(path, "[[worker")
    settings.save(path, (entry(source="/q.db"),))
    assert len(settings.load(path)) == 1
    assert path.with_name("workers.toml.broken").read_text() == "[[worker"


# --- for whoever edits it although one entry can't be meant

GOOD = """\
# kept by the night shift
[[worker]]
source = "/srv/engine/queue.db"
channel = "adt"
destination = "a"  # the registry
sender = { type = "mllp", host = "127.0.0.1", port = 2575 }
policy = { max_attempts = 0 }
"""

BROKEN = [
    (
        '[[worker]]\nchannel = "lab"\ndestination = "b"\nsender = { type="mllp", prot = 1 } # odd\npolicy = {}\n',
        "sender.prot = 1",
    ),
    ("[[ worker ]] # no quotes\r\nchannel = lab\r\n\r\n", "It is no TOML (Invalid value (at line 9"),
    ('[[worker]]\nchannel = "lab"\nchannel = "lab"\n', "It is no TOML"),
    ('[[worker]]\n[worker.sender]\ntype = "pigeon"\n[[wroker]]\nx = 1\n', "wroker = […] is not known"),
    ('[[worker]]\nsource = "redis://a"\npolicy = 3\n', "policy is set"),
    ('[[worker]]\nsource = "/srv/x', "It is no TOML"),
]


@pytest.mark.parametrize(("broken", "why"), BROKEN)
@pytest.mark.parametrize("last", [False, True])
def test_an_entry_that_can_not_be_meant_keeps_nobody_from_the_others(
    path: Path, broken: str, why: str, last: bool
) -> None:
    also = GOOD.replace('"a"', '"c"')
    before = GOOD + broken + ("" if last else "\n" * (not broken.endswith("\n")) + also)
    path.write_bytes(before.encode())
    with pytest.raises(BadSettings):
        settings.load(path)
    first, odd, *rest = settings.load_each(path)
    assert isinstance(first, WorkerEntry)
    assert isinstance(odd, BrokenEntry)
    assert why in str(odd.error.cause)
    assert all(isinstance(one, WorkerEntry) for one in rest)
    assert len(rest) == (not last)

    settings.save(path, [first, odd, *rest])
    assert path.read_bytes() == before.encode()
    settings.save(path, [replace(first, sender=replace(first.sender, port=2600)), odd, *rest])
    assert path.read_bytes() == before.replace("2575", "2600", 1).encode()
    first, odd, *rest = settings.load_each(path)
    assert isinstance(first, WorkerEntry)
    added = replace(first, destination="d", number=0)
    numbered = settings.save(path, [odd, *rest, added])
    assert [one.number for one in numbered] == list(range(1, 3 + len(rest)))
    assert broken.encode() in path.read_bytes()
    odd, *rest = settings.load_each(path)
    assert isinstance(odd, BrokenEntry)
    settings.save(path, rest)
    assert [one.destination for one in settings.load(path)] == (["d"] if last else ["c", "d"])


@pytest.mark.parametrize(
    "content", ["worker = 3\n", "wroker = 1\n" + GOOD, "worker = [{ channel = 3 }]\n", "[[worker]\n"]
)
def test_where_it_can_not_be_told_which_entries_there_are_that_is_told(path: Path, content: str) -> None:
    path.write_text(content)
    with pytest.raises(BadSettings):
        settings.load_each(path)


def test_no_secret_of_a_broken_entry_is_repeated(path: Path) -> None:
    path.write_text('[[worker]]\nsource = "redis://ann:hush@a"\ngroup = "g"\npassword = "hush"\n')
    (odd,) = settings.load_each(path)
    assert isinstance(odd, BrokenEntry)
    assert "hush" not in f"{odd.error} {odd.names}"
    assert odd.names == {"group": "g"}


@users.needs_users
def test_a_folder_that_can_not_be_written_leaves_the_file_as_it_was(shared: Path) -> None:
    shared.chmod(0o755)
    path = write(shared / "workers.toml", COMMENTED)
    path.chmod(0o644)
    task = """
from qmonitor.senders import settings
from qmonitor.queues.errors import NotWritable
entries = settings.load(arguments[0])
try:
    settings.save(arguments[0], entries[:1])
except NotWritable as error:
    print(error)
"""
    done = users.run(task, str(path), uid=users.OUTSIDER, rooms="qmonitor.senders qmonitor.queues")
    assert done.stdout == (
        f"The workers can't be written to {path}: Permission denied. "
        "Nothing was changed. See to the folder's rights and the space on its disk.\n"
    ), done.stderr
    assert path.read_text() == COMMENTED


def test_a_place_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotWritable, match="Nothing was changed"):
        settings.save(tmp_path / "file" / "workers.toml", ())


# -- pools of consumers for queues on servers --

ON_SERVER = """
[[worker]]
source = "redis://host"
group = "mine"
consumers = 2
reclaim_after = 90
sender = { type = "file", folder = "/srv/out" }
"""


def test_a_queue_on_a_server_has_a_pool(path: Path) -> None:
    (one,) = settings.load(write(path, ON_SERVER))
    assert one.pool == Pool(consumers=2, reclaim_after=90.0)
    assert (one.channel, one.destination, one.group) == ("*", "mine", "mine")
    assert str(one.title) == "worker 1 (group mine)"
    assert (one.pool.keep_hours, one.pool.keep_dead_hours) == (72.0, 168.0)
    (kept,) = settings.load(write(path, ON_SERVER + "keep_hours = 0\nkeep_dead_hours = 24\n"))
    assert (kept.pool.keep_hours, kept.pool.keep_dead_hours) == (0.0, 24.0)
    bare = ON_SERVER.replace('source = "redis://host"\n', "").replace('group = "mine"\n', "")
    (two,) = settings.load(path.parent / write(path, bare).name, source_given=True, given="redis://host?group=x[1]")
    assert settings.matches(two, "whatever", "x[1]")
    assert not settings.matches(two, "whatever", "x1")
    assert settings.for_source((one, two), "redis://HOST:6379") == (one, two)
    assert settings.for_source((one, two), "redis://other") == (two,)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('channel = "a"', ", worker 1: channel is set, but the source is a queue on a server. The address says which"),
        ('destination = "a"', ", worker 1: destination is set, but the source is a queue on a server. Which consumer"),
        (
            "policy = { max_attempts = 1 }",
            ", worker 1: policy is set, but the source is a queue on a server. How often",
        ),
        ("consumer = 3", ", worker 1: consumer = 3 is not known. Known are: source, group, consumers, reclaim_after,"),
    ],
)
def test_what_a_pool_does_not_choose_is_refused_with_the_reason(path: Path, line: str, told: str) -> None:
    assert fault(path, ON_SERVER + line + "\n").startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("consumers = 2", "consumers = 0", ", worker 1: consumers is 0. It is a whole number from 1 to 256"),
        ("consumers = 2", "consumers = true", ", worker 1: consumers is true."),
        ("reclaim_after = 90", "reclaim_after = 0", ", worker 1: reclaim_after is 0."),
        ("consumers = 2", "keep_hours = -1", ", worker 1: keep_hours is -1. It is a number of hours,"),
        ("redis://host", "redis://host/x", ", worker 1: source is 'redis://host/x'."),
        ("redis://host", "redis://me:hunter2@host", ", worker 1: source is 'redis://…@host'. It is the whole path"),
    ],
)
def test_what_a_pool_can_not_mean_is_one_line(path: Path, old: str, new: str, told: str) -> None:
    said = fault(path, ON_SERVER.replace(old, new).replace('group = "mine"\n', ""))
    assert said.startswith(told)
    assert "hunter2" not in said


# -- properties -------------------------------------------------------------------------------------------------

LINES = st.text(st.characters(blacklist_categories=("C", "Z")), min_size=1, max_size=20)
HOSTS = st.from_regex(r"[a-z][a-z0-9-]{0,10}(\.[a-z]{2,5})?", fullmatch=True)
PATHS = LINES.map(lambda name: f"/srv/{name}")
OUTCOMES = st.sampled_from(["retry", "give_up"])
SECONDS = st.floats(0.001, 3600)
SENDERS = st.one_of(
    st.builds(
        MllpSettings, HOSTS, st.integers(1, 65535), pause=st.floats(0, 60), on_nack=OUTCOMES, on_refused=OUTCOMES
    ),
    st.builds(
        HttpSettings,
        HOSTS.map(lambda host: f"https://{host}/in"),
        headers=st.lists(
            st.tuples(st.from_regex(r"X-[A-F]{1,8}", fullmatch=True), st.just("v")), max_size=3, unique=True
        ).map(tuple),
        auth=st.sampled_from(["none", "bearer"]),
        ca=st.none() | PATHS,
        on_refused=OUTCOMES,
    ),
    st.builds(FileSettings, PATHS, st.sampled_from(["{time}", "{sequence}-{control_id}.hl7"]), on_refused=OUTCOMES),
)
POLICIES = st.builds(Policy, st.integers(0, 10**9), SECONDS, SECONDS, SECONDS)
PLAIN = st.builds(WorkerEntry, LINES, LINES, SENDERS, POLICIES, PATHS | st.just("kafka://host/0"))
POOLS = st.builds(
    lambda sender, policy, group: WorkerEntry("*", glob.escape(group or "g"), sender, policy, POOL, group=group),
    SENDERS.filter(lambda sender: not isinstance(sender, MllpSettings)),
    st.builds(Pool, consumers=st.integers(1, 256), reclaim_after=SECONDS, keep_hours=st.floats(0, 1000)),
    st.just("") | LINES,
)
ENTRIES = (PLAIN | POOLS).filter(lambda one: getattr(one.sender, "pause", 0.0) < one.policy.timeout)


@given(ENTRIES)
def test_what_is_written_reads_the_same(one: WorkerEntry) -> None:
    assert read_entry(written_entry(one)) == one
    assert read_entry(written_entry(one, whole=True)) == one


@given(st.lists(ENTRIES, max_size=3), st.lists(ENTRIES, max_size=3), st.randoms())
def test_files_follow_any_change(tmp_path_factory: pytest.TempPathFactory, one, two, random) -> None:
    path = tmp_path_factory.mktemp("settings") / "workers.toml"
    saved = settings.save(path, one)
    assert settings.load(path) == tuple(one)
    mixed = [*saved, *two]
    random.shuffle(mixed)
    settings.save(path, mixed)
    assert settings.load(path) == tuple(mixed)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["type", "host", "url", "folder", "name", "headers", "a\nb"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
TABLES = st.dictionaries(
    st.sampled_from(["source", "channel", "destination", "sender", "policy", "x\ny"]),
    VALUES | st.sampled_from(["a", {"type": "file", "folder": "/o"}, {"max_attempts": 1}]),
)


@given(TABLES)
def test_whatever_is_written_there_it_is_read_or_refused_in_one_line(table) -> None:
    said = ""
    try:
        read_entry(table)
    except Refused as error:
        said = str(error)
    assert len(said.splitlines()) <= 1
