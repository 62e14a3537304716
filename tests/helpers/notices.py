"""What the strips above the status bar say, and a person pressing their buttons."""

from PySide6.QtWidgets import QToolButton

from qmonitor.gui.banner import Banner


def texts(banner: Banner) -> dict[str, str]:
    """What is said now, by key."""
    return {key: strip.notice.text for key, strip in banner._strips.items()}


def press(banner: Banner, key: str, name: str) -> None:
    """Press a button of a strip. Raises KeyError where there is no such strip or button."""
    button = banner._strips[key].findChild(QToolButton, f"notice-{name}")
    if not isinstance(button, QToolButton):
        raise KeyError(name)
    button.click()
