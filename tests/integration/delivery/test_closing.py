"""Who acts on a stopped engine's file leaves nothing beside it, also while somebody looks."""

import os
import threading
from pathlib import Path

from qmonitor.queues import Item, open_source
from qmonitor.queues.delivery import Store
from tests.helpers import files


def test_a_writer_beside_restless_lookers_leaves_no_side_files(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}] * 3000)
    done = threading.Event()

    def look() -> None:
        reader = open_source(path).reader()
        while not done.is_set():
            reader.destinations()
            reader.depth()
        reader.close()

    lookers = [threading.Thread(target=look) for _ in range(2)]
    for looker in lookers:
        looker.start()
    left = []
    for _ in range(40):
        with Store(path) as store:
            for _ in range(20):
                store.enqueue(Item("lab", "dest-01", b"MSH|"))
        left.append(files.side_files(path))
    done.set()
    for looker in lookers:
        looker.join()
    assert left == [[]] * 40


def test_no_handle_is_left_open(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}])
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    with Store(path) as store:
        reader = open_source(path).reader()
        for _ in range(10):
            reader.depth()
            reader.destinations()
        store.enqueue(Item("lab", "dest-01", b"MSH|"))
        assert reader.depth().rows[0].pending == 2
        reader.close()
    after = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    assert (after, files.side_files(path)) == (before, [])
