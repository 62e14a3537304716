"""Hosts workers: what starting them would do, the running ones in threads, and what is to be shown of them."""

from typing import TYPE_CHECKING

from qmonitor.monitor.running.model import Attempt, InFlight, Offer, Outcome, Post, Proposal, in_words

if TYPE_CHECKING:  # loaded when it is asked for: whoever only shows workers does not wait for what sends
    from qmonitor.monitor.running.crew import Crew
    from qmonitor.monitor.running.equipment import Equipment

__all__ = ["Attempt", "Crew", "Equipment", "InFlight", "Offer", "Outcome", "Post", "Proposal", "in_words"]


def __getattr__(name: str) -> object:
    if name == "Crew":
        from qmonitor.monitor.running.crew import Crew

        return Crew
    if name == "Equipment":
        from qmonitor.monitor.running.equipment import Equipment

        return Equipment
    raise AttributeError(name)
