"""Tells when another program has on the screen what it shows in the end: of that nothing else can be asked.

A program: `python -m tests.bench.seen SECONDS COMMAND…` starts the command, looks at the screen for so many seconds,
and ends it. It tells after how many seconds all but a little of the last picture was there to stay (`seen`).
"""

import json
import subprocess
import sys
import time

import numpy as np
from PySide6.QtGui import QGuiApplication, QImage

EVERY = 3
"""Pixels: one of so many is compared, across and down."""
OFTEN = 0.02
"""Seconds between two pictures."""
LITTLE = 0.03
"""Of all that the program has drawn: a circle that turns, a cursor that blinks. The rows of a table are a tenth."""


def picture() -> np.ndarray:
    """The whole screen, in few pixels."""
    image = QGuiApplication.primaryScreen().grabWindow(0).toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return pixels[::EVERY, ::EVERY].copy()


def main() -> int:
    seconds, command = float(sys.argv[1]), sys.argv[2:]
    _application = QGuiApplication([])
    empty = picture()
    began = time.monotonic()
    child = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        seen = []
        while (passed := time.monotonic() - began) < seconds:
            seen.append((passed, picture()))
            time.sleep(OFTEN)
    finally:
        child.kill()
        child.wait(10)
    last = seen[-1][1]
    most = LITTLE * np.count_nonzero(last != empty)
    others = [at for at, shown in seen if np.count_nonzero(shown != last) > most]
    print(json.dumps({"seen": min(at for at, _ in seen if at > max(others, default=0.0))}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
