"""Invented patients and the HL7 v2 messages about them. No name here belongs to anybody."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from qmonitor.queues.times import NS, Instant
from qmonitor.values import dataclass

FAMILY_NAMES = (
    "Quillfeather", "Bramblewick", "Nettlesworth", "Applewhistle", "Thistledown", "Candlemoor", "Puddingstone",
    "Wobblethorpe", "Süßkindl", "Fernsparrow", "Ångstrand", "Inkberry", "Marblebrook", "Tumbledown", "Oakenshawl",
)  # fmt: skip
GIVEN_NAMES = (
    ("Aurelio", "M"), ("Brunhild", "F"), ("Cosmo", "M"), ("Dulcinea", "F"), ("Erasmus", "M"), ("Flavia", "F"),
    ("Gottlob", "M"), ("Hildegund", "F"), ("Ignatz", "M"), ("Jocasta", "F"), ("Knud", "M"), ("Ludmilla", "F"),
)  # fmt: skip
STREETS = ("Imaginary Lane", "Make-Believe Street", "Nowhere Square", "Fictional Mews")
DOCTORS = ("9001^Pretend^Paula", "9002^Sample^Simon", "9003^Invented^Ines", "9004^Example^Emil")
ANALYTES = (
    ("2345-7", "Glucose", "mg/dL", 70, 99), ("2160-0", "Creatinine", "mg/dL", 0.6, 1.3),
    ("2951-2", "Sodium", "mmol/L", 136, 145), ("2823-3", "Potassium", "mmol/L", 3.5, 5.1),
    ("718-7", "Hemoglobin", "g/dL", 12, 17.5), ("6690-2", "Leukocytes", "10*3/uL", 4.5, 11),
    ("777-3", "Platelets", "10*3/uL", 150, 400), ("1975-2", "Bilirubin", "mg/dL", 0.1, 1.2),
)  # fmt: skip
DRUGS = (
    "Placebinol 10 mg tablet", "Fictaprofen 400 mg tablet", "Imaginicillin 1 g vial", "Notarealine 5 mg/mL drops",
)  # fmt: skip
EXAMS = ("CT head without contrast", "Chest x-ray, two views", "MR knee left", "Ultrasound abdomen")
SENTENCES = (
    "This report is invented and describes nobody.", "The patient feels well and asks for cake.",
    "Findings: one heart, in the usual place.", "No change since the last report that was invented as well.",
    "Recommendation: come back in a year that suits.", "Comparison: none, the archive is imaginary too.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Patient:
    """Somebody who does not exist. `stay` is the number of the visit."""

    number: str
    family: str
    given: str
    sex: str
    born: str
    address: str
    stay: str
    place: str
    doctor: str


def invent_patient(rng: random.Random) -> Patient:
    given, sex = rng.choice(GIVEN_NAMES)
    born = datetime(1935, 1, 1, tzinfo=UTC) + timedelta(days=rng.randrange(32_000))
    return Patient(
        number=f"DEMO{rng.randrange(10**6):06d}",
        family=rng.choice(FAMILY_NAMES),
        given=given,
        sex=sex,
        born=f"{born:%Y%m%d}",
        address=f"{rng.randrange(1, 99)} {rng.choice(STREETS)}^^Nowhereton^^00000^XX",
        stay=f"V{rng.randrange(10**7):07d}",
        place=f"W{rng.randrange(1, 9)}^{rng.randrange(1, 40):02d}^{rng.choice('AB')}",
        doctor=rng.choice(DOCTORS),
    )


@dataclass(frozen=True, slots=True)
class Message:
    """What a channel sends: bytes, and what the queue keeps beside them."""

    raw: bytes
    control_id: str
    message_type: str


class Hospital:
    """Sends messages about its patients; the same seed sends the same ones."""

    def __init__(self, rng: random.Random, beds: int = 60) -> None:
        self._rng = rng
        self._patients = [invent_patient(rng) for _ in range(beds)]
        self._stories = dict.fromkeys(range(beds), 0)
        self._sent = 0

    def message(self, kind: str, when: Instant) -> Message:
        """The next message of a kind (see `KINDS`), written at that time."""
        self._sent += 1
        control_id = f"D{(when.ns or 0) // NS % 10**5:05d}{self._sent % 1000:03d}"
        bed = self._rng.randrange(len(self._patients))
        event, body = KINDS[kind](self, bed)
        return Message(self._write(event, control_id, bed, body, when), control_id, event)

    def _write(self, event: str, control_id: str, bed: int, body: list[str], when: Instant) -> bytes:
        patient = self._patients[bed]
        stamp = f"{datetime.fromtimestamp((when.ns or 0) // NS, UTC):%Y%m%d%H%M%S}+0000"
        person = f"{patient.family}^{patient.given}||{patient.born}|{patient.sex}|||{patient.address}"
        head = [
            f"MSH|^~\\&|DEMO-HIS|INVENTED|RECEIVER|INVENTED|{stamp}||{event}|{control_id}|T|2.5.1||||||UNICODE UTF-8",
            f"EVN|{event[-3:]}|{stamp}",
            f"PID|1||{patient.number}^^^INVENTED^MR||{person}",
            f"PV1|1|I|{patient.place}||||{patient.doctor}||||||||||{patient.doctor}|IP|{patient.stay}",
        ]
        return "".join(f"{segment}\r" for segment in (*head, *body)).encode()

    def admission(self, bed: int) -> tuple[str, list[str]]:
        """The next event of the bed's story: admitted, changed twice, discharged; then somebody else lies there."""
        step = self._stories[bed] % 4
        self._stories[bed] += 1
        if step == 0:
            self._patients[bed] = invent_patient(self._rng)
        return ("ADT^A01", "ADT^A08", "ADT^A08", "ADT^A03")[step], []

    def result(self, _: int) -> tuple[str, list[str]]:
        """Laboratory values, some of them out of range."""
        order = self._rng.randrange(10**6)
        body = [f"OBR|1|{order}|L{order}|24323-8^Comprehensive panel^LN"]
        chosen = self._rng.sample(ANALYTES, self._rng.randrange(3, len(ANALYTES)))
        for n, (code, name, unit, low, high) in enumerate(chosen, 1):
            value = self._rng.gauss((low + high) / 2, (high - low) / 3)
            flag = "L" if value < low else "H" if value > high else "N"
            body.append(f"OBX|{n}|NM|{code}^{name}^LN||{max(value, 0):.1f}|{unit}|{low}-{high}|{flag}|||F")
        return "ORU^R01", body

    def prescription(self, _: int) -> tuple[str, list[str]]:
        order = self._rng.randrange(10**6)
        drug = self._rng.choice(DRUGS)
        return "RDE^O11", [f"ORC|NW|{order}", f"RXE|^BID|{self._rng.randrange(10**4)}^{drug}|1||TAB"]

    def imaging(self, _: int) -> tuple[str, list[str]]:
        order = self._rng.randrange(10**6)
        return "ORM^O01", [f"ORC|NW|{order}", f"OBR|1|{order}||{order % 900}^{self._rng.choice(EXAMS)}"]

    def appointment(self, _: int) -> tuple[str, list[str]]:
        number = self._rng.randrange(10**6)
        return "SIU^S12", [f"SCH|{number}|{number}|||||ROUTINE^Invented appointment|||15|MIN"]

    def charge(self, _: int) -> tuple[str, list[str]]:
        cents = self._rng.randrange(500, 90_000)
        return "DFT^P03", [f"FT1|1|||||CG|{cents % 977}^Invented service||||1|{cents / 100:.2f}"]

    def report(self, _: int) -> tuple[str, list[str]]:
        """A document of some ten to sixty lines."""
        lines = self._rng.choices(SENTENCES, k=self._rng.randrange(10, 60))
        body = [f"TXA|1|CN|TX|||||||||D{self._rng.randrange(10**6)}||||LA"]
        return "MDM^T02", body + [f"OBX|{n}|TX|REPORT||{line}||||||F" for n, line in enumerate(lines, 1)]


KINDS: dict[str, Callable[[Hospital, int], tuple[str, list[str]]]] = {
    "admission": Hospital.admission,
    "result": Hospital.result,
    "prescription": Hospital.prescription,
    "imaging": Hospital.imaging,
    "appointment": Hospital.appointment,
    "charge": Hospital.charge,
    "report": Hospital.report,
}
