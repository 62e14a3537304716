"""The names of everything that the stream queue keeps on the server, and which of them lie together in a cluster."""

import binascii

from qmonitor.values import dataclass

PREFIX = "anvilkit"
"""What all names begin with, where nothing else is configured."""

GROUP = "export-worker"

_PREFIXED = ("main", "dlq", "retry_payloads", "retry_index", "ready", "failed", "audit", "skipped", "plans")

SLOTS = 16384
"""Into so many slots a cluster divides its keys."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Names of streams, of the two keys of delayed retries, and of the consumer group; each can be set by itself.

    In a cluster the keys that one step touches have to share a slot: a prefix in braces (`{anvilkit}`) does it.
    """

    main: str = f"{PREFIX}:deployment.export.requested"
    group: str = GROUP
    dlq: str = f"{PREFIX}:deployment.export.dlq"
    retry_payloads: str = f"{PREFIX}:deployment.export.retry:payloads"
    retry_index: str = f"{PREFIX}:deployment.export.retry:zset"
    ready: str = f"{PREFIX}:deployment.artifact.ready"
    failed: str = f"{PREFIX}:deployment.export.failed"
    audit: str = f"{PREFIX}:deployment.export.qmonitor:audit"
    skipped: str = f"{PREFIX}:deployment.export.qmonitor:skipped"
    plans: str = f"{PREFIX}:deployment.export.qmonitor:plans"
    """Confirmed actions that have not ended yet, so that one that was cut off can go on."""
    lock: str = "lock:deployment:"
    """What the name of a deployment's lock begins with. Every application that works on one uses the same."""

    @classmethod
    def under(cls, prefix: str, group: str = GROUP) -> "Keys":
        """All names with another prefix."""
        usual = cls()
        changed = {name: prefix + getattr(usual, name).removeprefix(PREFIX) for name in _PREFIXED}
        return cls(group=group, **changed)

    @property
    def of_actions(self) -> tuple[str, ...]:
        """All that an action touches in one step."""
        return (
            self.main, self.retry_payloads, self.retry_index, self.dlq, self.skipped, self.audit, self.plans,
        )  # fmt: skip

    def lock_of(self, deployment_id: str) -> str:
        return f"{self.lock}{deployment_id}"


def slot_of(key: str) -> int:
    """The slot of a key: of what stands in its first braces, or of all of it where they are missing or empty."""
    opened = key.find("{")
    closed = key.find("}", opened + 1)
    tagged = opened >= 0 and closed > opened + 1
    return binascii.crc_hqx((key[opened + 1 : closed] if tagged else key).encode(), 0) % SLOTS


def together(*keys: str) -> bool:
    """Whether all of them lie in one slot, so that one step can change them all or none."""
    return len({slot_of(key) for key in keys}) <= 1
