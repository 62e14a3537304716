"""Places in a message that an error text names: `PID-11.5`, `PID.11.5`, or `PID^1^11^1^5` as in an ERR segment.

They tell where the fault is, which is what whoever mends it needs, and nothing of a person. All are written in one
way, without the numbers of segments and repetitions, so that texts of one fault are of one kind.

While a text is looked at, the figures of a place are private characters that nothing else can contain.
"""

import re

_NAMES = (
    "ABS ACC ADD ADJ AFF AIG AIL AIP AIS AL1 APR ARQ ARV AUT BHS BLC BLG BPO BPX BTS BTX BUI CDM CDO CER CM0 CM1 CM2 "
    "CNS CON CSP CSR CSS CTD CTI DB1 DG1 DMI DON DPS DRG DSC DSP ECD ECR EDU EQL EQP EQU ERQ ERR EVN FAC FHS FT1 FTS "
    "GOL GP1 GP2 GT1 IAM IAR IIM ILT IN1 IN2 IN3 INV IPC IPR ISD ITM IVC IVT LAN LCC LCH LDP LOC LRL MCP MFA MFE MFI "
    "MRG MSA MSH NCK NDS NK1 NPU NSC NST NTE OBR OBX ODS ODT OM1 OM2 OM3 OM4 OM5 OM6 OM7 OMC ORC ORG ORO OVR PAC PCE "
    "PCR PD1 PDA PDC PEO PES PID PKG PM1 PMT PR1 PRA PRB PRC PRD PRT PSG PSH PSL PSS PTH PV1 PV2 PYE QAK QID QPD QRD "
    "QRF QRI RCP RDF RDT REL RF1 RFI RGS RMI ROL RQ1 RQD RX1 RXA RXC RXD RXE RXG RXO RXR RXV SAC SCD SCH SCP SDD SFT "
    "SGH SGT SHP SID SLT SPM SPR STF STZ TCC TCD TQ1 TQ2 TXA UAC UB1 UB2 URD URS VAR VND VTQ"
)
SEGMENTS = tuple(_NAMES.split())
"""HL7 v2's own, up to 2.8.2. Anything else with a figure behind it may be an id."""

_NUMBER = "[1-9][0-9]?"
_BEFORE, _BEHIND = r"(?<![^\s(\[<:,;=\"'“„«‘`])", r"(?![^\s)\]>:,;\"'”“»’`.]|\.\S)"
_PATH = rf"(?:\[\d{{1,3}}\])?[-.]({_NUMBER})(?:\[\d{{1,3}}\])?(?:\.({_NUMBER}))?(?:\.({_NUMBER}))?"
_LOCATION = rf"\^\d{{0,3}}\^({_NUMBER})(?:\^\d{{0,2}}(?:\^({_NUMBER})?(?:\^({_NUMBER})?)?)?)?"
_WRITTEN = re.compile(rf"{_BEFORE}({'|'.join(SEGMENTS)})(?:{_PATH}|{_LOCATION}){_BEHIND}")

_DIGITS, _SIGNS = "0123456789", "".join(chr(0xE000 + n) for n in range(10))
_TO_SIGNS, _TO_DIGITS = str.maketrans(_DIGITS, _SIGNS), str.maketrans(_SIGNS, _DIGITS)
_FOREIGN = re.compile(f"[{_SIGNS}]")
_MARKED = re.compile(f"[A-Z][A-Z{_SIGNS}]{{2}}-[{_SIGNS}.]+")


def marked(text: str) -> str:
    """The text with every place in its one form, its figures as private characters."""
    return _WRITTEN.sub(_mark, _FOREIGN.sub("\N{REPLACEMENT CHARACTER}", text))


def _mark(found: re.Match[str]) -> str:
    segment, *numbers = found.groups()
    path = ".".join(number for number in numbers if number)
    return f"{segment}-{path}".translate(_TO_SIGNS)


def is_place(word: str) -> bool:
    """Whether a word of a marked text is a place, and nothing else."""
    return _MARKED.fullmatch(word) is not None


def plain(text: str) -> str:
    """A marked text as people read it."""
    return text.translate(_TO_DIGITS)
