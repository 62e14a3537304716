"""The settings of the workers: which destinations are sent, where to, and how often each message is tried."""

from qmonitor.gui.dialogs.worker_settings.dialog import WorkerSettingsDialog

__all__ = ["WorkerSettingsDialog"]
