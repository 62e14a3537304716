"""What a view of the rows of a list knows, from what it is told alone."""

from dataclasses import dataclass, field


@dataclass
class Shadow:
    """A view's idea of the rows, kept by announcements alone: a token for each row that moves with it."""

    tokens: list[object] = field(default_factory=list)
    pending: tuple[int, int] | None = None
    updates: list[tuple[int, int]] = field(default_factory=list)

    def about_to_insert(self, first: int, last: int) -> None:
        assert self.pending is None
        assert 0 <= first <= len(self.tokens)
        assert first <= last
        self.pending = (first, last)

    def inserted(self) -> None:
        assert self.pending is not None
        first, last = self.pending
        self.tokens[first:first] = [object() for _ in range(first, last + 1)]
        self.pending = None

    def about_to_remove(self, first: int, last: int) -> None:
        assert self.pending is None
        assert 0 <= first <= last < len(self.tokens)
        self.pending = (first, last)

    def removed(self) -> None:
        assert self.pending is not None
        first, last = self.pending
        del self.tokens[first : last + 1]
        self.pending = None

    def updated(self, first: int, last: int) -> None:
        assert 0 <= first <= last < len(self.tokens)
        self.updates.append((first, last))
