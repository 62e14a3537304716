"""The command that changes the source itself, and no message in it."""

from datetime import timedelta

import click

from qmonitor.cli.acting import act
from qmonitor.cli.consent import Consent, acting_on_source
from qmonitor.cli.options import source_argument


@click.command()
@source_argument
@click.option("--undo", is_flag=True, help="Take them out again.")
@acting_on_source
def optimise(source: str, undo: bool, reason: str, yes: bool, as_json: bool) -> None:
    """Add indexes to the file, so that looking at it takes less work; says first how long the engine has to wait."""
    action = "optimise-undo" if undo else "optimise"
    act(source, Consent(reason, yes, as_json, timedelta()), lambda operations: operations.plan(action, ()))


COMMANDS = (optimise,)
