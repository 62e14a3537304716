"""What all workers of the process share: one line to each host and port, and the secrets that are known."""

from qmonitor.senders.credentials import Secrets
from qmonitor.senders.mllp import Lines


class Equipment:
    """One for the whole process, whatever the number of sources; usable from any thread."""

    def __init__(self, secrets: Secrets, lines: Lines | None = None) -> None:
        self.secrets = secrets
        self.lines = lines or Lines()

    def close(self) -> None:
        """Once every crew has ended: nothing is sent any more, except what is being sent now."""
        self.lines.close()
