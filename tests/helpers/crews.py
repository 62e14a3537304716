"""Workers' settings for tests, and a crew that is watched by what it tells."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qmonitor.monitor.running import Crew, Equipment, Post
from qmonitor.queues import open_source
from qmonitor.queues.source import Source
from qmonitor.senders.credentials import Secrets

PATIENCE = 30.0
"""Seconds after which what is waited for does not come."""


def entry(port: int, channel: str = "lab", destination: str = "*", source: Path | None = None, **more: Any) -> str:
    """A `[[worker]]` for a receiver by MLLP on loopback; `more` are values of its policy."""
    policy = {"max_attempts": 0, "backoff": 0.2, "max_backoff": 0.5, "timeout": 5.0} | more
    lines = [
        "[[worker]]",
        *([f'source = "{source}"'] if source else []),
        f'channel = "{channel}"',
        f'destination = "{destination}"',
        f'sender = {{ type = "mllp", host = "127.0.0.1", port = {port} }}',
        "policy = { " + ", ".join(f"{name} = {value}" for name, value in policy.items()) + " }",
    ]
    return "\n".join(lines) + "\n"


class Watched:
    """A crew for a queue (a context manager that ends it); `until` waits by `changed`, and by nothing else."""

    def __init__(self, path: Path, config: Path, source: Source | None = None, **more: Any) -> None:
        self._news = threading.Event()
        self.told = 0
        self.equipment = Equipment(Secrets())
        options = {"source_given": True, "changed": self._on_change} | more
        self.crew = Crew(source or open_source(path), config, self.equipment, **options)

    def _on_change(self) -> None:
        self.told += 1
        self._news.set()

    def start(self, *destinations: Any, engine_stopped: bool = True, reason: str = "a test") -> None:
        proposal = self.crew.propose(destinations or None)
        self.crew.start(proposal, actor="ann@ward-7", reason=reason, engine_stopped=engine_stopped)

    def until(self, wanted: Callable[[tuple[Post, ...]], object]) -> tuple[Post, ...]:
        """The posts, once they are as wanted."""
        while True:
            self._news.clear()
            posts = self.crew.posts()
            if wanted(posts):
                return posts
            assert self._news.wait(PATIENCE), posts

    def __enter__(self) -> "Watched":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.crew.close(PATIENCE)
        self.equipment.close()
