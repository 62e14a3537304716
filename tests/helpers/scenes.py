"""The window in fixed scenes: the same file, clock, font, size and language each time, to compare pictures.

A scene is played in a child process, which alone may set the scale and the clock: `play(scenes, folder)` starts some
and gives a `Shot` for each scene, with the picture's file and what the child found cut, overlapping or untranslated.
To look at some by hand:

    python -m tests.helpers.scenes FOLDER [SCENE …]
"""

import contextlib
import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

COMPANY = 16
"""So many scenes are played by one process."""

WIDE, FULL_HD, LAPTOP = (1440, 860), (1920, 1080), (1366, 768)


@dataclass(frozen=True)
class Scene:
    """A story of tests/visual/stories, and how it is shown."""

    name: str
    story: str
    size: tuple[int, int] = WIDE
    theme: str = "light"
    language: str = "en"
    scale: str = "1"


@dataclass(frozen=True)
class Shot:
    """What came of a scene. Each fact is a line for a person to read."""

    scene: Scene
    picture: Path
    cut: tuple[str, ...]
    overlapping: tuple[str, ...]
    untranslated: tuple[str, ...]


def _faults() -> list[Scene]:
    names = (
        "missing", "no-database", "no-queue", "old-release", "empty-file", "truncated", "damaged", "log-without-index",
        "locked", "lost", "rollback", "several",
    )  # fmt: skip
    return [Scene(f"fault-{name}", name, theme="dark" if n % 2 else "light") for n, name in enumerate(names)]


SCENES = (
    Scene("ward-light", "ward"),
    Scene("ward-dark", "ward", theme="dark"),
    Scene("ward-switched-light", "switched"),
    Scene("ward-switched-dark", "switched", theme="dark"),
    Scene("ward-laptop", "ward", LAPTOP),
    Scene("ward-laptop-dark", "ward", LAPTOP, "dark"),
    Scene("ward-full-hd", "ward", FULL_HD),
    Scene("ward-200", "ward", LAPTOP, scale="2"),
    Scene("ward-150", "ward", LAPTOP, "dark", scale="1.5"),
    Scene("ward-125", "ward", LAPTOP, scale="1.25"),
    Scene("ward-german", "ward", language="de"),
    Scene("ward-german-laptop", "ward", LAPTOP, "dark", "de"),
    Scene("ward-pseudo", "ward", FULL_HD, language="pseudo"),
    Scene("ward-pseudo-laptop", "ward", LAPTOP, language="pseudo"),
    Scene("nothing-open", "nothing"),
    Scene("nothing-open-dark", "nothing", LAPTOP, "dark"),
    Scene("nothing-open-german", "nothing", LAPTOP, language="de"),
    Scene("loading", "loading"),
    Scene("no-messages", "no-messages"),
    Scene("forty", "forty", theme="dark"),
    Scene("forty-small", "forty-small"),
    Scene("forty-small-german", "forty-small", LAPTOP, "dark", "de"),
    Scene("forty-logarithmic", "forty-logarithmic", theme="dark"),
    Scene("drain", "drain"),
    Scene("drain-dark", "drain", theme="dark"),
    Scene("drain-german", "drain", language="de"),
    Scene("drain-pseudo", "drain", language="pseudo"),
    Scene("inspector-text", "inspector-text"),
    Scene("inspector-hex", "inspector-hex", theme="dark"),
    Scene("inspector-compare", "inspector-compare"),
    Scene("inspector-compare-german", "inspector-compare", LAPTOP, "dark", "de"),
    Scene("inspector-details", "inspector-details", LAPTOP),
    Scene("alerts", "alerts"),
    Scene("alerts-laptop", "alerts", LAPTOP, "dark"),
    Scene("alerts-german", "alerts", language="de"),
    Scene("alerts-pseudo", "alerts", language="pseudo"),
    Scene("errors", "errors"),
    Scene("errors-laptop", "errors", LAPTOP, "dark"),
    Scene("errors-200", "errors", LAPTOP, scale="2"),
    Scene("errors-german", "errors", language="de"),
    Scene("errors-pseudo", "errors", language="pseudo"),
    Scene("error-messages", "error-messages", theme="dark"),
    Scene("rules", "rules"),
    Scene("rules-german", "rules", theme="dark", language="de"),
    Scene("rules-pseudo", "rules", language="pseudo"),
    Scene("acknowledge", "acknowledge", theme="dark"),
    Scene("workers", "workers"),
    Scene("workers-laptop", "workers-running", LAPTOP, "dark"),
    Scene("workers-125", "workers-ended", LAPTOP, scale="1.25"),
    Scene("workers-german", "workers-ended", LAPTOP, language="de"),
    Scene("workers-pseudo", "workers", language="pseudo"),
    Scene("workers-nobody", "workers-nobody", theme="dark"),
    Scene("workers-start", "workers-start"),
    Scene("workers-start-german", "workers-start", LAPTOP, "dark", "de"),
    Scene("worker-settings", "worker-settings", LAPTOP),
    Scene("worker-settings-german", "worker-settings", LAPTOP, "dark", "de"),
    Scene("worker-settings-pseudo", "worker-settings", language="pseudo"),
    Scene("workers-leave", "workers-leave"),
    Scene("dead-letters", "dead-letters"),
    Scene("dead-letters-masked", "dead-letters-masked", LAPTOP, "dark"),
    Scene("dead-letters-german", "dead-letters", LAPTOP, language="de"),
    Scene("dead-letters-pseudo", "dead-letters", language="pseudo"),
    Scene("dead-letter-tree", "dead-letter-tree", theme="dark"),
    Scene("dead-letter-text", "dead-letter-text"),
    Scene("dead-letter-past", "dead-letter-past", LAPTOP),
    Scene("dead-letter-broken", "dead-letter-broken", theme="dark"),
    Scene("dead-letter-skip", "dead-letter-skip"),
    Scene("dead-letter-skip-german", "dead-letter-skip", LAPTOP, "dark", "de"),
    Scene("dead-letter-skip-pseudo", "dead-letter-skip", LAPTOP, language="pseudo"),
    Scene("dead-letter-alerts", "dead-letter-alerts", LAPTOP),
    Scene("dead-letter-alerts-german", "dead-letter-alerts", theme="dark", language="de"),
    Scene("dead-letter-alerts-pseudo", "dead-letter-alerts", language="pseudo"),
    Scene("stream-queue", "stream-queue"),
    Scene("stream-queue-dark", "stream-queue", LAPTOP, "dark"),
    Scene("stream-queue-german", "stream-queue", LAPTOP, language="de"),
    Scene("stream-queue-pseudo", "stream-queue", language="pseudo"),
    Scene("stream-queue-barred", "stream-queue-barred", theme="dark"),
    Scene("stream-messages", "stream-messages"),
    Scene("stream-messages-german", "stream-messages", LAPTOP, "dark", "de"),
    Scene("connections", "connections"),
    Scene("connections-german", "connections", LAPTOP, "dark", "de"),
    Scene("connections-pseudo", "connections", language="pseudo"),
    Scene("optimise", "optimise"),
    Scene("optimise-dark", "optimise", LAPTOP, "dark", scale="1.5"),
    Scene("help", "help"),
    Scene("help-german", "help", theme="dark", language="de"),
    Scene("about", "about"),
    *_faults(),
    Scene("fault-missing-german", "missing", LAPTOP, language="de"),
    Scene("fault-lost-pseudo", "lost", FULL_HD, language="pseudo"),
)


def play(scenes: Sequence[Scene], folder: Path, at_once: int = 2) -> dict[str, Shot]:
    """Play these, so many companies of them at the same time; the shots by the scenes' names.

    Several processes can share the folder: each company is played by one of them, and all get all shots.
    """
    companies = list(enumerate(_companies(scenes)))
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        for turn in [pool.submit(_play_what_is_free, companies, folder) for _ in range(at_once)]:
            turn.result()
    shots = (shot for number, company in companies for shot in _play(number, company, folder))
    return {shot.scene.name: shot for shot in shots}


def _companies(scenes: Sequence[Scene]) -> list[list[Scene]]:
    """Those of a scale, few enough for one process: with a hundred windows one grew to 4 GB."""
    alike = [[scene for scene in scenes if scene.scale == scale] for scale in sorted({s.scale for s in scenes})]
    return [some[at : at + COMPANY] for some in alike for at in range(0, len(some), COMPANY)]


@contextlib.contextmanager
def _alone(lock: Path, *, wait: bool = True) -> Iterator[bool]:
    """Whether nobody else is in here; `wait` until that is so."""
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


def _play_what_is_free(companies: list[tuple[int, list[Scene]]], folder: Path) -> None:
    for number, company in companies:
        _play(number, company, folder, wait=False)


def _play(number: int, scenes: list[Scene], folder: Path, *, wait: bool = True) -> list[Shot]:
    """Where they have been played already they are not played again; none where others play them, unless `wait`."""
    kept = folder / f"{number}.json"
    with _alone(folder / f"{number}.lock", wait=wait) as mine:
        if not mine:
            return []
        if not kept.exists():
            kept.write_text(_said(scenes, folder), "utf-8")
        return [_shot(json.loads(line), scenes, folder) for line in kept.read_text("utf-8").splitlines()]


def _said(scenes: list[Scene], folder: Path) -> str:
    """What a child that plays them says: a line for each."""
    with _start(scenes[0].scale, scenes, folder) as child:
        try:
            said, trouble = child.communicate(timeout=300)
        except BaseException:
            child.kill()
            raise
    assert child.returncode == 0, f"the scenes were not played: {trouble[-4000:]}"
    return said


def _shot(found: dict[str, Any], scenes: list[Scene], folder: Path) -> Shot:
    scene = next(s for s in scenes if s.name == found["name"])
    facts = [tuple(found[kind]) for kind in ("cut", "overlapping", "untranslated")]
    return Shot(scene, folder / f"{scene.name}.png", *facts)


def _start(scale: str, scenes: list[Scene], folder: Path) -> "subprocess.Popen[str]":
    keep = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH") if name in os.environ}
    env = {
        **keep,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": scale,
        "QT_SCALE_FACTOR_ROUNDING_POLICY": "PassThrough",
        "LC_ALL": "C.UTF-8",
        "TZ": "CET-1",  # an hour east of UTC, summer and winter
        "PYTHONPATH": str(ROOT),
        "QMONITOR_PROFILE": str(folder / "profile"),
    }
    task = json.dumps([asdict(scene) for scene in scenes])
    command = [sys.executable, "-W", "error", "-m", "tests.visual.stage", str(folder), task]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=env, cwd=folder, stdout=pipe, stderr=pipe, text=True)


def main(folder: str, *names: str) -> None:
    """Play by hand, and print what was found."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    chosen = [scene for scene in SCENES if not names or scene.name in names]
    for shot in play(chosen, Path(folder).resolve()).values():
        print(shot.picture)
        for line in (*shot.cut, *shot.overlapping, *shot.untranslated):
            print("   ", line)


if __name__ == "__main__":
    main(*sys.argv[1:])
