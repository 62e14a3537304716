"""The command that searches the payloads: find."""

import sys
from contextlib import closing
from dataclasses import replace

import click

from qmonitor.cli import output
from qmonitor.cli.options import TIME, encoding_option, reading, session
from qmonitor.cli.places import as_given, check_error, check_state, in_all, query_of, say_missing
from qmonitor.cli.progress import Progress
from qmonitor.monitor.search import Asked, How, Nonsense
from qmonitor.monitor.search.masked import Masked
from qmonitor.monitor.search.patterns import OPTION
from qmonitor.monitor.search.scan import Found, Search, Step
from qmonitor.payloads.model import Hint
from qmonitor.queues.model import ItemId, Query, rank
from qmonitor.queues.source import Reader

QUESTIONS = {"text": How.TEXT, "regex": How.PATTERN, "path": How.PATH, "person": How.PERSON}


def _be_the_pattern_process(_context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        from qmonitor.monitor.search import pattern_process

        raise click.exceptions.Exit(pattern_process.main())


@click.command()
@reading
@click.option("--text", metavar="T", help="Messages that hold T, in control id, type or payload.")
@click.option("--regex", metavar="R", help="Messages whose payload matches the regular expression R (Python's).")
@click.option(
    "--path", metavar="P", help="Messages with a value at an HL7 path: PID-3.1=12345, or PID-19 for any value."
)
@click.option(
    "--person",
    metavar="ID",
    help="Messages of all kinds with a value that is exactly this identifier (--text finds it amid others).",
)
@click.option("--ignore-case", "-i", is_flag=True, help="Take small and capital letters as the same.")
@encoding_option
@click.option("--channel", metavar="C", help="Only of this channel.")
@click.option("--destination", metavar="D", help="Only for this destination.")
@click.option("--state", metavar="S", help="Only pending, delivered, failed or skipped ones.")
@click.option("--error", metavar="T", help="Only those with T in the last error.")
@click.option("--since", type=TIME, metavar="TIME", help="Only those queued at TIME or later.")
@click.option("--until", type=TIME, metavar="TIME", help="Only those queued before TIME.")
@click.option(OPTION, is_flag=True, is_eager=True, hidden=True, expose_value=False, callback=_be_the_pattern_process)
def find(
    source: str,
    as_json: bool,
    text: str | None,
    regex: str | None,
    path: str | None,
    person: str | None,
    ignore_case: bool,
    encoding: str | None,
    **filters: object,
) -> None:
    """Search the payloads of all messages, or of those that the options let pass.

    Ctrl-C ends it with what was found until then.
    """
    given = [
        (name, what) for name, what in zip(QUESTIONS, (text, regex, path, person), strict=True) if what is not None
    ]
    if len(given) != 1:
        raise click.UsageError(f"Give one of {', '.join(f'--{name}' for name in QUESTIONS)}.")
    name, what = given[0]
    check_error(filters["error"])
    with closing(session().open(source).reader()) as reader:
        query = replace(query_of(filters, reader), head_first=True)
        check_state(reader, query.state)
        search = _search(name, Asked(QUESTIONS[name], what, query, ignore_case, Hint(assumed=encoding or "")), as_json)
        found, last = run(reader, search)
        if not found:
            say_missing(reader, query.channel, query.destination)
    complete = last.complete and not last.unsearched
    if as_json:
        output.print_json(
            {"items": [_json(one) for one in found], "scanned": last.looked, "total": last.total, "complete": complete}
        )
    elif found:
        _print(found)
    else:
        _print_nothing_found(query, last)
    _tell(last, complete)
    if not complete:
        raise click.exceptions.Exit(1)


def _search(name: str, asked: Asked, as_json: bool) -> Search:
    try:
        return Search(asked, Masked() if session().policy.masked else None, with_items=not as_json)
    except Nonsense as error:
        raise click.BadParameter(
            output.explained(error), click.get_current_context(), param_hint=f"'--{name}'"
        ) from None


def run(reader: Reader, search: Search) -> tuple[list[Found], Step]:
    """To its end, or to Ctrl-C: each message once, with its place in the payload where there is one."""
    found: dict[ItemId, Found] = {}
    with closing(search), Progress("find") as progress:
        while True:
            step = search.step(reader)
            found |= {one.id: one for one in step.found}
            total = step.total or round(step.looked / step.share) if step.share else 0
            if not progress(step.looked, max(total, step.looked)) or search.done:
                return [found[one] for one in sorted(found, key=rank)], step


def _json(found: Found) -> dict[str, object]:
    """`path` and `offset` only where they are known: what was found may be the control id that is stored beside."""
    path = {"path": found.path} if found.path else {}
    offset = {"offset": found.begin} if found.begin >= 0 else {}
    return {"id": found.id, **path, **offset}


def _print(found: list[Found]) -> None:
    rows = [(one.id, *_known(one), one.path or one.field or output.UNKNOWN, _offset(one)) for one in found]
    head = ("ID", "CHANNEL", "DESTINATION", "TYPE", "STATE", "QUEUED", "FOUND AT", "OFFSET")
    output.print_table(head, rows, right=(0, 7))


def _print_nothing_found(query: Query, last: Step) -> None:
    """Say which filters were in force: what was not searched must not be taken for searched."""
    given = as_given(query)
    if given and last.complete:
        searched = "1 message matches" if last.looked == 1 else f"{last.looked:,} messages match"
        click.echo(f"Nothing was found. {searched} {given}.{in_all(last.without)}")
    else:
        click.echo("Nothing was found.")


def _known(found: Found) -> tuple[object, ...]:
    item = found.item
    if item is None:
        return (output.UNKNOWN,) * 5
    return item.channel, item.destination, item.message_type, item.state, output.local_time(item.enqueued_at)


def _offset(found: Found) -> str:
    return output.number(found.begin if found.begin >= 0 else None)


def _tell(last: Step, complete: bool) -> None:
    """On stderr what was not searched, and (on a terminal) how much was."""
    for gap in last.gaps:
        output.say(output.sentence(gap))
    if not last.complete and last.at is not None:
        output.say(f"Stopped after {last.looked:,} messages; ids {last.first} to {last.at} were searched.")
    elif complete and sys.stderr is not None and sys.stderr.isatty():
        output.say(f"{last.looked:,} messages were searched.")


COMMANDS = (find,)
