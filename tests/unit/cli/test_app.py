"""The entry: each command is found in the module that has it."""

from importlib import import_module

import click

from qmonitor.cli.app import PLACES, commands


def test_each_command_is_where_the_table_says() -> None:
    found = {place: tuple(one.name for one in import_module(f"qmonitor.cli.{place}").COMMANDS) for place in PLACES}
    assert found == PLACES


def test_a_command_is_loaded_when_it_is_meant() -> None:
    context = click.Context(commands)
    assert [commands.get_command(context, name) is None for name in (*commands.names, "nothing")] == [
        *(False for _ in commands.names),
        True,
    ]
