"""Locks of deployments on a Redis server. That only the owner extends or releases one is compared there."""

from typing import Any

from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server import scripts
from qmonitor.queues.streams.server.trouble import explained


class RedisLocks:
    """A `LockServer`, for any number of threads."""

    def __init__(self, client: Any, keys: Keys | None = None) -> None:
        self._client, self._keys = client, keys or Keys()

    def take(self, deployment_id: str, token: str, ttl: float) -> bool:
        with explained():
            answer = self._client.execute_command(
                "SET", self._keys.lock_of(deployment_id), token, "NX", "PX", round(ttl * 1000)
            )
        return bool(answer)

    def extend(self, deployment_id: str, token: str, ttl: float) -> bool:
        with explained():
            return bool(scripts.EXTEND.run(self._client, [self._keys.lock_of(deployment_id)], token, round(ttl * 1000)))

    def give_back(self, deployment_id: str, token: str) -> bool:
        with explained():
            return bool(scripts.GIVE_BACK.run(self._client, [self._keys.lock_of(deployment_id)], token))
