"""The kit of a stream queue: on a server of its own, with one destination, as such a queue has."""

from pathlib import Path

from qmonitor.queues.model import Destination, ItemId
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import DLQEntry, OutgoingMessage
from tests.contract.conftest import Kit
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server


class StreamKit(Kit):
    places = (Destination(Keys().main, Keys().group),)
    unknown, nonsense = "main:5-0", "seven"
    reach, keeps_places = 1, False
    server: Server

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._rig = RedisRig(self.server.client(), keys=Keys())

    @property
    def target(self) -> str:
        return f"redis+unix://{self.server.path}"

    @property
    def size(self) -> None:
        return None

    def content(self) -> object:
        client = self._rig.client
        return {key: client.dump(key) for key in client.scan_iter()}

    def fill(self, count: int, failed: int) -> None:
        self._rig.queue.ensure_group()
        for n in range(count):
            self._rig.queue.publish(OutgoingMessage(request(f"d-{n}", note="x" * n)))
        for n in range(failed):
            letter = DLQEntry(request(f"failed-{n}"), "PAGE_NOT_FOUND", "render_html", 0, "", "w", "", "")
            self._rig.queue.send_to_dlq(letter)

    def add(self, place: int, text: str) -> ItemId:
        return f"main:{self._rig.queue.publish(OutgoingMessage(request('new', note=text)))}"

    def sent(self, item: ItemId) -> None:
        """What stands before it is delivered, too."""
        entry = str(item).removeprefix("main:")
        while self._rig.queue.fetch(1)[0].id != entry:
            pass
        assert self._rig.queue.ack(entry) == 1

    def holds(self, text: str) -> bool:
        self._rig.client.config_set("rdbcompression", "no")
        return any(text.encode() in self._rig.client.dump(key) for key in self._rig.client.scan_iter())

    def exchange(self, count: int) -> None:
        self._rig.client.flushall()
        self.fill(count, 0)

    def close(self) -> None:
        self._rig.client.flushall()
        self._rig.close()
