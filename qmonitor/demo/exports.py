"""What is going on in the demo of a stream queue: an export service that is having a bad day. All of it is invented."""

import json
import random
from threading import Event as Flag

from qmonitor.queues.streams import Deadline, JobError, Outcome, done
from qmonitor.queues.streams.events import Event
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

SITES = ("riverbend-clinic", "northgate-surgery", "meadow-hospice", "old-mill-pharmacy")
PAGES = ("opening-hours", "visitors", "departments", "contact", "news", "leaflets", "travel")
SLOW_ORIGIN, BROKEN_STORE, MISSING_PAGE = "northgate-surgery", "meadow-hospice", "leaflets"
"""A site whose pages come too late now and then, one whose storage is down, and a page that is not there any more."""

EVERY = 1.1
"""Seconds between two requests, on average."""

TAKES = 0.7
"""Seconds that an export takes, on average."""

LATE, DOWN = 0.5, 0.92
"""How often the slow site is too late, and how often the broken storage fails."""

UNREADABLE = b'{"eventType": "deployment.export.requested", "note": "cut off in the middle of'


@dataclass
class Requests:
    """Asks for exports, one after the other; the same seed asks for the same ones."""

    rng: random.Random
    asked: int = 0
    deployment: str = ""
    """Of the last one."""

    def payload(self, when: Instant) -> bytes:
        """The next request, as of that time."""
        self.asked += 1
        site, page = self.rng.choice(SITES), self.rng.choice(PAGES)
        self.deployment = deployment = f"{site}-{self.asked:05d}"
        document = {
            "eventId": f"evt-{self.asked:06d}",
            "eventType": "deployment.export.requested",
            "deploymentId": deployment,
            "teamId": "team-demo",
            "siteId": site,
            "pageId": page,
            "slug": f"/{page}",
            "version": str(self.rng.randrange(1, 40)),
            "targetId": "invented-cdn",
            "idempotencyKey": f"{deployment}-{page}",
            "renderMode": self.rng.choice(("fetch_route", "react_ssr", "html_export")),
            "environment": self.rng.choice(("production", "production", "preview")),
            "requestedBy": "editor@invented.example",
            "createdAt": when.text,
        }
        return json.dumps(document, separators=(",", ":")).encode()


class Exporter:
    """The handler: exports nothing, takes its time for it, and fails as the scene has it."""

    def __init__(self, rng: random.Random) -> None:
        self._rng, self._pause = rng, Flag()

    def handle(self, event: Event, attempt: int, deadline: Deadline) -> Outcome:  # noqa: ARG002 - the scene has no memory
        deadline.at("render_html")
        self._pause.wait(self._rng.expovariate(1 / TAKES))
        site, page = event.document.get("siteId"), event.document.get("pageId")
        if page == MISSING_PAGE and site != BROKEN_STORE:
            raise JobError("PAGE_NOT_FOUND", "render_html")
        if site == SLOW_ORIGIN and self._rng.random() < LATE:
            raise JobError("RENDER_ORIGIN_TIMEOUT", "render_html")
        deadline.at("upload_artifacts")
        if site == BROKEN_STORE and self._rng.random() < DOWN:
            raise JobError("STORAGE_5XX", "upload_artifacts")
        said = {"eventType": "deployment.artifact.ready", "deploymentId": event.deployment_id}
        return done(json.dumps(said, separators=(",", ":")).encode())
