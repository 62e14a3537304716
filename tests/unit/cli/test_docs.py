"""The documents keep step: every command is in README and in the help, and what they show can be typed."""

import re
import shlex
from pathlib import Path

import click
import pytest

from qmonitor.cli.app import commands
from qmonitor.queues.source import ACTIONS

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HELP = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "resources" / "help").glob("*.md")}
TYPED = re.compile(r"^ {4}(qmonitor .*?)(?: {2,}.*)?$", re.MULTILINE)
IN_THE_HELP = re.compile(r"`qmonitor ([a-z-]+)")


def typed() -> list[list[str]]:
    """The command lines of README, as a shell splits them; without what is redirected."""
    lines = [shlex.split(line, posix=True) for line in TYPED.findall(README)]
    return [words[1 : words.index(">")] if ">" in words else words[1:] for words in lines]


def test_every_command_is_shown_in_readme() -> None:
    shown = {words[0] for words in typed()} & set(commands.names)

    assert shown == set(commands.names) - {"window"}  # that one has a shorter name: none
    assert "`qmonitor` opens the window" in README


def test_every_command_is_in_the_help_and_nothing_else() -> None:
    assert set(IN_THE_HELP.findall(HELP["command-line.md"])) == set(commands.names)


@pytest.mark.parametrize("words", typed(), ids=" ".join)
def test_what_readme_shows_can_be_typed(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "message.hl7").write_bytes(b"MSH|")
    name, arguments = (words[0], words[1:]) if words[0] in commands.names else ("window", words)

    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    with command.make_context(name, arguments):
        pass


def test_every_action_is_explained() -> None:
    for action in ACTIONS:
        name = "undo optimisation" if action == "optimise-undo" else action.replace("-", " ")
        assert f"| {name} |" in HELP["actions.md"]


def test_the_two_commands_at_the_top_are_those_of_the_bootstrap() -> None:
    top = README[: README.index("\n## ")]
    shown = re.findall(r"^ {4}python3 (\S+) (\w+)", top, re.MULTILINE)

    assert shown == [("packaging/dev.py", "run"), ("packaging/dev.py", "test")]
    bootstrap = (ROOT / "packaging" / "dev.py").read_text(encoding="utf-8")
    for script, command in shown:
        assert (ROOT / script).is_file()
        assert f'"{command}"' in bootstrap


def test_no_link_of_readme_leads_nowhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_exit_code_and_variable_is_told() -> None:
    from qmonitor.logs import FILTER_VARIABLE

    assert FILTER_VARIABLE in README
    for words in ("0 done", "1 refused", "2 wrong usage", "3 the source can't be read"):
        assert words in README


@pytest.mark.parametrize("language", ["", "de/"])
def test_the_commands_that_looking_needs_are_those_that_are_sent(language: str) -> None:
    from qmonitor.queues.streams.reading.reader import CLUSTER_COMMANDS, COMMANDS

    page = (ROOT / "resources" / "help" / f"{language}streams.md").read_text(encoding="utf-8")
    listed = next(part for part in page.split("\n\n") if part.startswith("`HEXISTS`"))
    assert set(re.findall(r"`([A-Z|]+)`", listed)) == set(COMMANDS)
    assert all(f"`{name}`" in page for name in CLUSTER_COMMANDS)
    permitted = {word.upper() for word in re.findall(r" \+(\S+)", page)}
    assert permitted == {name.partition("|")[0] for name in COMMANDS}
