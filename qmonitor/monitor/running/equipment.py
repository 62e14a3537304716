"""What all workers of the process share: one line to each host and port, and the secrets that are known."""

from pathlib import Path

from qmonitor.senders.credentials import Ask, Secrets
from qmonitor.senders.keyrings import Keyring
from qmonitor.senders.mllp import Lines
from qmonitor.senders.secret_files import CredentialsFolder, PasswordFile


class Equipment:
    """One for the whole process, whatever the number of sources; usable from any thread."""

    def __init__(self, secrets: Secrets, lines: Lines | None = None) -> None:
        self.secrets = secrets
        self.lines = lines or Lines()

    @classmethod
    def of_job(cls, password_file: Path | None = None, ask: Ask | None = None) -> "Equipment":
        """For a job without a window: secrets from a file or the service manager, then from the keyring, or asked for
        once (`ask`, on the asking thread).

        Raises `Refused` where the file can't be used.
        """
        files = CredentialsFolder.of_this_job() if password_file is None else PasswordFile(password_file)
        return cls(Secrets(Keyring(), files, ask))

    def close(self) -> None:
        """Once every crew has ended: nothing is sent any more, except what is being sent now."""
        self.lines.close()
