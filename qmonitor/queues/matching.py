"""Whether an item passes a query's filters, told in Python: for backends whose store can't tell it."""

from qmonitor.queues.model import Item, Query


def matches(query: Query, item: Item) -> bool:
    """Whether an item passes a query's filters, but for `among`."""
    if query.channel not in (None, item.channel) or query.destination not in (None, item.destination):
        return False
    if query.state not in (None, item.state):
        return False
    if query.text and not _contains(query.text, item.control_id, item.message_type):
        return False
    if query.error and not _contains(query.error, item.last_error):
        return False
    ns = None if item.enqueued_at is None else item.enqueued_at.ns
    since = query.since is None or (ns is not None and query.since.ns is not None and ns >= query.since.ns)
    until = query.until is None or (ns is not None and query.until.ns is not None and ns < query.until.ns)
    return since and until


def _contains(wanted: str, *texts: str) -> bool:
    return any(_lower(wanted) in _lower(text) for text in texts)


def _lower(text: str) -> str:
    """Regardless of ASCII case alone, as everywhere."""
    return text.translate(_SMALL)


_SMALL = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}
