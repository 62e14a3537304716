"""What a handler may say, and the time it has."""

import pytest

from qmonitor.queues.streams import codes
from qmonitor.queues.streams.working.handling import Deadline, JobAborted, JobError


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    "code",
    [
        "RENDER_ORIGIN_TIMEOUT", "RENDER_ORIGIN_5XX", "STORAGE_TIMEOUT", "STORAGE_5XX", "QUEUE_TEMPORARY_FAILURE",
        "DEPLOYMENT_SERVICE_TIMEOUT", "ARTIFACT_UPLOAD_TIMEOUT",
    ],
)  # fmt: skip
def test_these_are_tried_again(code: str) -> None:
    assert codes.is_retryable(code)
    assert codes.classification(code) == "RETRYABLE"


@pytest.mark.parametrize("code", ["VALIDATION_FAILED", "PAGE_NOT_FOUND", "RENDER_ORIGIN_403", "STATUS_CONFLICT", "NEW"])
def test_every_other_is_final(code: str) -> None:
    assert not codes.is_retryable(code)
    assert codes.classification(code) == "NON_RETRYABLE"


@pytest.mark.parametrize(
    ("code", "stage"), [("", "render_html"), ("a:b", "render_html"), ("low", "render_html"), ("STORAGE_5XX", "lunch")]
)
def test_a_code_or_stage_that_there_is_not_is_refused(code: str, stage: str) -> None:
    with pytest.raises(ValueError):
        JobError(code, stage)


def test_time_that_is_used_up_is_a_failure_at_the_stage() -> None:
    clock = Clock()
    deadline = Deadline(60, clock, lambda: True)
    deadline.at("render_html")
    clock.seconds = 59.5
    deadline.check()
    assert deadline.left == 0.5
    clock.seconds = 61
    assert deadline.left == 0
    with pytest.raises(JobError) as told:
        deadline.check()
    assert (told.value.code, told.value.stage) == ("QUEUE_TEMPORARY_FAILURE", "render_html")


def test_a_job_that_may_not_go_on_ends_at_its_next_look() -> None:
    deadline = Deadline(60, Clock(), lambda: False)
    with pytest.raises(JobAborted):
        deadline.at("render_html")
    assert deadline.stage == "render_html"


def test_a_stage_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError):
        Deadline(60, Clock(), lambda: True).at("lunch")
