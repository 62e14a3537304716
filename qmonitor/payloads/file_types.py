"""What kind of file bytes are, by how they begin: never by what somebody says they are."""

from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class FileType:
    """A kind of file: its name (the same in every language) and the ending that a saved one gets."""

    name: str
    ending: str


_STARTS: tuple[tuple[int, bytes, FileType], ...] = tuple(
    (offset, start, FileType(name, ending))
    for offset, start, name, ending in (
        (0, b"%PDF-", "PDF", ".pdf"),
        (0, b"\x89PNG\r\n\x1a\n", "PNG", ".png"),
        (0, b"\xff\xd8\xff", "JPEG", ".jpg"),
        (0, b"GIF87a", "GIF", ".gif"),
        (0, b"GIF89a", "GIF", ".gif"),
        (0, b"II*\x00", "TIFF", ".tif"),
        (0, b"MM\x00*", "TIFF", ".tif"),
        (0, b"\x00\x00\x00\x0cjP  \r\n\x87\n", "JPEG 2000", ".jp2"),
        (0, b"\xff\x4f\xff\x51", "JPEG 2000", ".j2k"),
        (128, b"DICM", "DICOM", ".dcm"),
        (8, b"WEBP", "WebP", ".webp"),
        (8, b"WAVE", "WAV", ".wav"),
        (8, b"AVI ", "AVI", ".avi"),
        (4, b"ftyp", "MP4", ".mp4"),
        (0, b"ID3", "MP3", ".mp3"),
        (0, b"OggS", "Ogg", ".ogg"),
        (0, b"\x1aE\xdf\xa3", "Matroska", ".mkv"),
        (0, b"PK\x03\x04", "ZIP", ".zip"),
        (0, b"PK\x05\x06", "ZIP", ".zip"),
        (0, b"\x1f\x8b\x08", "gzip", ".gz"),
        (0, b"BZh", "bzip2", ".bz2"),
        (0, b"\xfd7zXZ\x00", "xz", ".xz"),
        (0, b"\x28\xb5\x2f\xfd", "Zstandard", ".zst"),
        (0, b"7z\xbc\xaf\x27\x1c", "7z", ".7z"),
        (0, b"Rar!\x1a\x07", "RAR", ".rar"),
        (257, b"ustar", "tar", ".tar"),
        (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Microsoft Office", ".doc"),
        (0, b"SQLite format 3\x00", "SQLite", ".db"),
        (0, b"\x7fELF", "ELF", ".bin"),
        (0, b"\xca\xfe\xba\xbe", "Java class", ".class"),
        (0, b"\xac\xed\x00\x05", "Java object", ".ser"),
        (0, b"Obj\x01", "Avro", ".avro"),
        (0, b"PAR1", "Parquet", ".parquet"),
    )
)

_INSIDE_ZIP = (
    (b"word/", FileType("Word", ".docx")),
    (b"xl/", FileType("Excel", ".xlsx")),
    (b"ppt/", FileType("PowerPoint", ".pptx")),
)
_INSIDE = 4_096
"""Bytes of a ZIP in which the names of its first files stand."""


def file_type(raw: bytes) -> FileType | None:
    """The kind of file; None for text, and for bytes that begin like nothing known."""
    for offset, start, found in _STARTS:
        if raw.startswith(start, offset) and (offset != 8 or raw.startswith(b"RIFF")):
            return _inside(raw) or found if found.name == "ZIP" else found
    # two letters are too few to go by: a bitmap says its own size, too
    if raw.startswith(b"BM") and int.from_bytes(raw[2:6], "little") == len(raw):
        return FileType("BMP", ".bmp")
    return None


def _inside(raw: bytes) -> FileType | None:
    head = raw[:_INSIDE]
    return next((found for folder, found in _INSIDE_ZIP if folder in head), None)
