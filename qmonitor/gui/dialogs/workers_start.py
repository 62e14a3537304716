"""What starting workers will do, and a person's yes to exactly that."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from qmonitor.gui import text
from qmonitor.gui.dialogs.frame import Frame, outline
from qmonitor.gui.dialogs.listing import Listing
from qmonitor.monitor.running.model import Offer, Proposal, in_words
from qmonitor.queues.model import ORDINARY
from qmonitor.values import dataclass

NAMED = 5
"""So many that can't be started are named with the reason."""


@dataclass(frozen=True, slots=True)
class Consent:
    """A person's yes: why, and whether that person says that the engine is stopped."""

    reason: str
    engine_stopped: bool


class StartDialog(Frame):
    """Shows a proposal; can be accepted once a reason is given. Opened without waiting for it.

    Signals:
        confirmed(Consent): the workers are to be started as they were proposed.
    """

    confirmed = Signal(object)

    def __init__(self, proposal: Proposal, source: str, actor: str, parent: QWidget | None = None) -> None:
        one = len(proposal.fit) == 1
        super().__init__(self.tr("Start worker") if one else self.tr("Start workers"), parent)
        self.setObjectName("workers-start-dialog")
        self._proposal = proposal
        self._dead = sum(offer.traits.dead for offer in proposal.fit)
        said = (proposal.sentence(), *proposal.remarks())
        self.setAccessibleDescription(" ".join(map(text.translate, said)))
        self.scrolling()
        self.say(text.translate(proposal.sentence()), strong=True)
        for remark in proposal.remarks():
            self.say(text.translate(remark), "warning")
        self._say_refused()
        if one:
            self._say_one(proposal.fit[0], source)
        elif proposal.fit:
            self.facts([(self.tr("Source"), text.line(source))])
            self.part.addWidget(self._listing(proposal.fit))
            self._say_policies(proposal.fit)
        pools = bool(proposal.fit) and all(offer.entry is not None and offer.entry.pool for offer in proposal.fit)
        self.say(self._what_comes(pools=pools), "muted")
        if self._dead:
            self.say(self._of_dead_letters(), "muted")
        self.standing()
        self.rule()
        self.stopped = self._add_stopped()
        self._meaning = self.say("", "muted")
        self._meaning.setObjectName("workers-stopped-means")
        self._on_stopped()
        if pools:  # others may work on the queue at any time: that is what it is made for
            self.stopped.hide()
            self._meaning.hide()
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept in the audit with your name, {actor}").format(actor=actor))
        self.field("reason", self.tr("&Reason"), self.reason)
        self.first = self.reason
        self._confirm, _ = self.buttons(self._verb(), self.tr("Cancel"))
        self.reason.textChanged.connect(self._judge)
        self._judge()

    def accept(self) -> None:
        self.confirmed.emit(Consent(self.reason.text().strip(), self.stopped.isChecked()))
        super().accept()

    def _what_comes(self, *, pools: bool) -> str:
        if pools:
            return self.tr(
                "What comes later is sent as well, until the worker is stopped, beside all other workers of the group."
                " A message counts as delivered only when its receiver has said that it has it. One that fails waits"
                " among the delayed ones, and the others go on."
            )
        return self.tr(
            "What comes later is sent as well, until the worker is stopped. A message counts as delivered only when"
            " its receiver has said that it has it. One that fails stays first, and all later ones wait behind it."
        )

    def _of_dead_letters(self) -> str:
        return self.tr(
            "A dead letter goes out as a JSON document, and leaves its queue once it is delivered. One that is too old"
            " is dropped, as the daemon does it, and the audit says so. What can't be decoded stays where it is."
        )

    def _say_one(self, offer: Offer, source: str) -> None:
        entry = offer.entry
        self.facts(
            [
                (self.tr("Source"), text.line(source)),
                (self.tr("Destination"), text.line(str(offer.destination))),
                (self.tr("Receiver"), text.line(offer.to)),
                (self.tr("Messages that wait"), text.number(offer.pending)),
                (self.tr("Oldest"), text.local_time(offer.oldest)),
                (self.tr("Set up as"), text.UNKNOWN if entry is None else text.translate(entry.title)),
            ]
        )
        if offer.policy is not None:
            self.say(" ".join(map(text.translate, in_words(offer.policy))))

    def _listing(self, offers: Sequence[Offer]) -> Listing:
        titles = [self.tr("destination"), self.tr("messages"), self.tr("receiver")]
        rows = [(text.line(str(one.destination)), text.number(one.pending), text.line(one.to)) for one in offers]
        return Listing("workers-offers", self.tr("Destinations"), titles, rows, figures=[1])

    def _say_policies(self, offers: Sequence[Offer]) -> None:
        """Once where all have the same."""
        policies = {offer.policy for offer in offers if offer.policy is not None}
        if len(policies) == 1:
            self.say(" ".join(map(text.translate, in_words(policies.pop()))))
        else:
            self.say(self.tr("How often each message is tried differs: the workers' settings say it for each of them."))

    def _say_refused(self) -> None:
        refused = [offer for offer in self._proposal.offers if offer.refusal is not None]
        for offer in refused[:NAMED]:
            assert offer.refusal is not None
            words = self.tr("{destination} can't be started: {why}")
            why = " ".join(text.translate(said) for said in (offer.refusal, offer.remedy) if said is not None)
            self.say(words.format(destination=text.line(str(offer.destination)), why=why), "warning")
        if len(refused) > NAMED:
            more = len(refused) - NAMED
            words = self.tr("… and 1 more") if more == 1 else self.tr("… and {count} more")
            self.say(words.format(count=text.number(more)), "warning")

    def _add_stopped(self) -> QCheckBox:
        words = self.tr("The &engine is stopped")
        if self._dead:
            alone = self._dead == len(self._proposal.fit)
            words = self.tr("The daemon is s&topped") if alone else self.tr("The engine and the daemon are s&topped")
        box = QCheckBox(words)
        box.setObjectName("engine-stopped")
        box.setAccessibleName(text.without_mnemonic(box.text()))
        box.setEnabled(bool(self._proposal.fit))
        box.toggled.connect(self._on_stopped)
        outline(box)
        self.body.addWidget(box)
        return box

    @Slot()
    def _on_stopped(self) -> None:
        """What it means to say so, or not."""
        said = self._when_stopped() if self.stopped.isChecked() else self._when_not()
        self._meaning.setText(said)
        self.stopped.setAccessibleDescription(said)

    def _when_not(self) -> str:
        if self._dead:
            said = self.tr(
                "Before it sends, a worker watches for up to {span} whether another program sends there; if so, it"
                " holds back and says why. It goes on watching while it sends."
            )
        else:
            said = self.tr(
                "Before it sends, a worker watches for up to {span} whether the engine's own worker delivers there; if"
                " so, it holds back and says why. It goes on watching while it sends."
            )
        longest = max((offer.traits.watched for offer in self._proposal.fit), default=ORDINARY.watched)
        return said.format(span=text.span(longest))

    def _when_stopped(self) -> str:
        if self._dead:
            return self.tr(
                "It sends at once what is due. If another program is at it after all, messages arrive twice or out of"
                " order. That you said so is kept in the audit; it ends with the first sign of another program."
            )
        return self.tr(
            "It sends as soon as the first message is due. If the engine is at it after all, messages arrive twice"
            " or out of order. That you said so is kept in the audit; it ends with the first sign of another"
            " program."
        )

    def _verb(self) -> str:
        count = len(self._proposal.fit)
        if count <= 1:
            return self.tr("&Start worker")
        return self.tr("&Start {count} workers").format(count=text.number(count))

    @Slot()
    def _judge(self) -> None:
        self._confirm.setEnabled(bool(self._proposal.fit) and bool(self.reason.text().strip()))
