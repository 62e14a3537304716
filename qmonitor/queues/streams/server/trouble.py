"""What a server or the way to it had to object, as errors of ours. The driver's own error stays as the cause."""

import re
from collections.abc import Callable

from redis import exceptions

from qmonitor.queues.streams import errors
from qmonitor.queues.streams.errors import StreamError
from qmonitor.queues.streams.server import reach
from qmonitor.queues.words import Phrase, phrase

_CODE = re.compile(r"[A-Z]{2,}", re.ASCII)
_COMMAND = re.compile(r"'([a-z_|]+)'")
_UNKNOWN = re.compile(r"unknown command ['`]([A-Za-z_]+)['`]")


NO_GROUP_REMEDY = phrase("See that the prefix and the group are those that are meant. A worker that starts makes both.")
"""First what was mistyped: a worker would make a second, empty queue under the wrong prefix."""

SWITCHED_OFF = phrase("Its administrator has switched it off (rename-command), or the server is older than Redis 7.0.")
"""Why a server does not have a command."""

_FOREIGN = (exceptions.RedisError, exceptions.RedisClusterException, OSError)


class explained:  # noqa: N801 - reads as a statement; as a generator it would take five times as long
    """Whatever the driver raises in here is raised as a `StreamError`."""

    __slots__ = ()

    def __enter__(self) -> None:
        """Nothing is to be done before."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _FOREIGN):
            raise _meant(error) from error


def code_of(error: BaseException) -> str:
    """The word in capitals by which the server names an error; "" for one that the driver found by itself."""
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return "CERTIFICATE"
    if "KEY_VALUES_MISMATCH" in str(error):
        return "KEY"
    if "Cluster mode is not enabled" in str(error):
        return "ALONE"
    for kind, code in _KINDS:
        if isinstance(error, kind):
            return code
    if "user executing the script" in str(error):
        return "NOPERM"
    if _UNKNOWN.search(str(error)):
        return "UNKNOWN"
    if "SELECT is not allowed in cluster mode" in str(error):
        return "DB"
    found = _CODE.match(str(error))
    return found.group() if found else ""


_KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (exceptions.BusyLoadingError, "LOADING"),
    (exceptions.AuthenticationError, "NOAUTH"),
    (exceptions.AuthorizationError, "NOPERM"),
    (exceptions.NoPermissionError, "NOPERM"),
    (exceptions.ReadOnlyError, "READONLY"),
    (exceptions.OutOfMemoryError, "OOM"),
    (exceptions.MasterDownError, "MASTERDOWN"),
    (exceptions.ClusterDownError, "CLUSTERDOWN"),
    (exceptions.SlotNotCoveredError, "CLUSTERDOWN"),
    (exceptions.TryAgainError, "TRYAGAIN"),
    (exceptions.MovedError, "MOVED"),
    (exceptions.AskError, "MOVED"),
    (exceptions.ClusterCrossSlotError, "CROSSSLOT"),
    (exceptions.CrossSlotTransactionError, "CROSSSLOT"),
    (exceptions.ClusterError, "TRYAGAIN"),  # the driver was sent from node to node: a slot is on its way
    (exceptions.ConnectionError, "UNREACHABLE"),
    (exceptions.InvalidResponse, "UNREACHABLE"),
    (exceptions.TimeoutError, "UNREACHABLE"),
    (exceptions.RedisClusterException, "UNREACHABLE"),
    (OSError, "UNREACHABLE"),
)
"""By the driver's classes; the first that fits. It takes the code from the text of an error that it has a class for."""


def _meant(error: BaseException) -> StreamError:
    make = _MEANINGS.get(code_of(error))
    return make(error) if make else _refused(error)


def _refused(error: BaseException) -> StreamError:
    code = code_of(error) or type(error).__name__
    return errors.ServerRefused(
        phrase("The server refused a command: {code}.", code=code),
        phrase("Its log says more; qmonitor needs Redis 7.0 or later."),
    )


def _not_ready(_: BaseException) -> StreamError:
    return errors.ServerNotReady(
        phrase("The server is not ready: it loads its data, or its cluster is being changed."),
        phrase("It is tried again."),
    )


def _not_logged_in(_: BaseException) -> StreamError:
    return errors.NotLoggedIn(
        phrase("The server wants to know who asks, or did not accept the user and password."),
        phrase("Give the user and the password that are meant for this queue."),
    )


def _not_permitted(error: BaseException) -> StreamError:
    found = _COMMAND.search(str(error))
    return errors.NotPermitted(
        no_key() if found is None else no_command(found[1].upper()),
        phrase("The server's administrator can permit it (ACL SETUSER)."),
    )


def _missing(error: BaseException) -> StreamError:
    found = _UNKNOWN.search(str(error))
    name = found[1].upper() if found else "?"
    error.args = (f"unknown command '{name}'",)  # the server quotes what came with it, which may be a payload
    return errors.CommandMissing(
        lacks_command(name),
        SWITCHED_OFF,
    )


def lacks_command(name: str) -> Phrase:
    """That nobody can use a command there."""
    return phrase("The server does not have the command {command}.", command=name)


def no_command(name: str) -> Phrase:
    """That a right is missing, by the command."""
    return phrase("This user may not use the command {command}.", command=name)


def no_key() -> Phrase:
    return phrase("This user may not use a key of the queue.")


def _no_database(_: BaseException) -> StreamError:
    return errors.NoDatabase(
        phrase("The server has no database of this number."),
        phrase("Most servers have 0 to 15, and those of a cluster 0 alone. See the number in the address."),
    )


def _read_only(_: BaseException) -> StreamError:
    return errors.ReadOnlyServer(
        phrase("The server takes no writes: it is a replica, or can't save its data."),
        phrase("Use the primary, or look into the server's log."),
    )


def _full(_: BaseException) -> StreamError:
    return errors.ServerFull(
        phrase("The server's memory is used up."), phrase("It takes nothing new until its administrator makes room.")
    )


def _wrong_kind(_: BaseException) -> StreamError:
    return errors.WrongKind(
        phrase("A key of the queue holds something of another kind."),
        phrase("See which application writes under this name; nothing was changed."),
    )


def _no_group(_: BaseException) -> StreamError:
    return errors.NoGroup(phrase("The stream or its consumer group is not there."), NO_GROUP_REMEDY)


def _unblocked(error: BaseException) -> StreamError:
    """While somebody waited for the next entry the stream went, or the server became a replica."""
    return _read_only(error) if "instance state changed" in str(error) else _no_group(error)


def certificate_unusable(_: BaseException | None = None) -> StreamError:
    return errors.CertificateUnusable(
        phrase("The own certificate can't be used with its key."),
        phrase("Name the files of both, which this user may read; the key must not need a password."),
    )


def _alone(_: BaseException) -> StreamError:
    return errors.NotACluster(
        phrase("This server belongs to no cluster."),
        phrase("Choose one server as its kind: redis:// or rediss:// in its address."),
    )


def _elsewhere(_: BaseException) -> StreamError:
    return errors.KeysElsewhere(
        phrase("The server is one of a cluster, and the queue lies on another one."),
        phrase("Open it as a cluster (redis+cluster://)."),
    )


_MEANINGS: dict[str, Callable[[BaseException], StreamError]] = {
    "UNREACHABLE": reach.unreachable,
    "CERTIFICATE": reach.untrusted,
    "DENIED": reach.guarded,
    "ALONE": _alone,
    "KEY": certificate_unusable,
    "LOADING": _not_ready,
    "BUSY": _not_ready,
    "CLUSTERDOWN": _not_ready,
    "MASTERDOWN": _not_ready,
    "TRYAGAIN": _not_ready,
    "NOAUTH": _not_logged_in,
    "WRONGPASS": _not_logged_in,
    "NOPERM": _not_permitted,
    "UNKNOWN": _missing,
    "DB": _no_database,
    "READONLY": _read_only,
    "MISCONF": _read_only,
    "NOREPLICAS": _read_only,
    "OOM": _full,
    "WRONGTYPE": _wrong_kind,
    "NOGROUP": _no_group,
    "UNBLOCKED": _unblocked,
    "MOVED": _elsewhere,
    "CROSSSLOT": lambda _: errors.KeysApart(),
}
