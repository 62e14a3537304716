"""What can go wrong with a job, by code, whether another try makes sense, and at which stage of the work it was."""

MAX_RETRIES = 3
"""Attempts are counted from 0, so that a job is executed four times at most."""

QUEUE_TEMPORARY_FAILURE = "QUEUE_TEMPORARY_FAILURE"
"""What an exception without a code counts as: tried again, but not for ever."""

VALIDATION_FAILED = "VALIDATION_FAILED"
ENVELOPE_CONFLICT = "ENVELOPE_CONFLICT"
"""Another request of the same deployment waits for the same retry."""

ENVELOPE_UNREADABLE = "ENVELOPE_UNREADABLE"
"""What lay in the retry storage is no envelope."""

RETRYABLE = frozenset({
    "RENDER_ORIGIN_TIMEOUT", "RENDER_ORIGIN_5XX", "STORAGE_TIMEOUT", "STORAGE_5XX", QUEUE_TEMPORARY_FAILURE,
    "DEPLOYMENT_SERVICE_TIMEOUT", "ARTIFACT_UPLOAD_TIMEOUT",
})  # fmt: skip
"""Every other code is final."""

CONSUME_JOB = "consume_job"
LOAD_DEPLOYMENT = "load_deployment"
STAGES = (
    CONSUME_JOB, LOAD_DEPLOYMENT, "acquire_lock", "update_status_exporting", "render_html", "harvest_dependencies",
    "upload_artifacts", "write_manifest", "submit_artifact", "update_status_ready", "emit_ready", "ack_message",
)  # fmt: skip


def is_retryable(code: str) -> bool:
    return code in RETRYABLE


def classification(code: str) -> str:
    """The class of a code as failed events name it."""
    return "RETRYABLE" if is_retryable(code) else "NON_RETRYABLE"
