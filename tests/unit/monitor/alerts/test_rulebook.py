"""The rules' file: what a person wrote survives, what is broken is told, and then the defaults hold."""

import os
import stat
import tomllib
from dataclasses import replace
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.alerts import rulebook, wording
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import NEVER, Level, Measure, Rule, Unit, applying
from qmonitor.monitor.alerts.wording import RuleError
from qmonitor.queues.errors import NotWritable
from qmonitor.queues.model import Destination

LAB = Destination("lab", "dest-01")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "qmonitor" / "alerts.toml"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


# -- reading ----------------------------------------------------------------------------------------------------


def test_without_a_file_the_defaults_hold(path: Path) -> None:
    assert rulebook.load(path) == rulebook.Rulebook(tuple(DEFAULTS))
    assert not path.parent.exists()


def test_the_defaults_make_sense() -> None:
    assert len({rule.id for rule in DEFAULTS}) == len(DEFAULTS)
    for rule in DEFAULTS:
        wording.check(rule)
        assert wording.read(wording.written(rule)) == rule
    on = {rule.measure for rule in DEFAULTS if rule.enabled}
    assert on == set(Measure) - {Measure.DEPTH}


def test_a_file_changes_what_it_names_and_adds_what_it_has(path: Path) -> None:
    write(
        path,
        """
        [[rule]]
        id = "slow-lab"
        measure = "oldest-age"
        level = "warning"
        limit = "30 min"
        channel = "lab*"

        [[rule]]
        id = "oldest-age-warning"
        limit = 600

        [[rule]]
        id = "failed-warning"
        enabled = false
        """,
    )

    rules, problems = rulebook.load(path).rules, rulebook.load(path).problems

    assert problems == ()
    assert rules[0] == Rule("slow-lab", Measure.OLDEST_AGE, 1800, channel="lab*")
    changed = next(rule for rule in rules if rule.id == "oldest-age-warning")
    assert (changed.limit, changed.clear) == (600, None)  # the old one belonged to the old limit
    assert len(rules) == len(DEFAULTS) + 1
    here = [rule.limit for rule in applying(rules, "x", LAB) if rule.measure is Measure.OLDEST_AGE]
    assert here == [3600, 1800]
    assert Measure.FAILED not in {rule.measure for rule in applying(rules, "x", LAB) if rule.level is Level.WARNING}


BROKEN = ("[[rule]", "rule = 3", 'rule = ["x"]', "[rule]\nid = 1", "\x00", "x = " + "[" * 5000, "ÿþ=")


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_is_told_and_the_defaults_hold(path: Path, text: str) -> None:
    write(path, text)

    found = rulebook.load(path)

    assert found.rules == tuple(DEFAULTS)
    assert len(found.problems) == 1
    assert str(path) in str(found.problems[0])


def test_a_file_that_can_not_be_read_is_told(path: Path) -> None:
    path.mkdir(parents=True)

    assert "can't be read" in str(rulebook.load(path).problems[0])


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('measure = "depht"', "measure"),
        ('level = "bad"', "level"),
        ('limit = "soon"', "limit"),
        ("limit = -1", "limit"),
        ("limit = true", "limit"),
        ("limit = 0", "limit"),
        ('limit = "400000 d"', "limit"),
        ('clear = "2 h"', "limit"),
        ('again = "5 s"', "once a minute"),
        ("enabled = 1", "enabled"),
        ("channel = 5", "channel"),
        ('destination = ""', "destination"),
        ('measure = "depth"\nlimit = 2.5', "limit"),
        ('measure = "near-limit"\nkept = "1 h"', "keeps"),
    ],
)
def test_a_rule_that_makes_no_sense_is_left_out_and_told(path: Path, line: str, word: str) -> None:
    keys = {"id": '"mine"', "measure": '"oldest-age"', "limit": '"1 h"'}
    keys |= dict(part.split(" = ") for part in line.split("\n"))
    write(path, "[[rule]]\n" + "\n".join(f"{key} = {value}" for key, value in keys.items()))

    found = rulebook.load(path)

    assert found.rules == tuple(DEFAULTS)
    assert word in str(found.problems[0])


def test_a_broken_change_of_a_default_leaves_the_default(path: Path) -> None:
    write(path, '[[rule]]\nid = "failed-warning"\nlimit = "many"\n')

    assert rulebook.load(path).rules == tuple(DEFAULTS)


@pytest.mark.parametrize(
    ("text", "seconds"), [("90 s", 90), ("5 min", 300), ("5m", 300), ("1.5h", 5400), ("1d 12h", 129_600)]
)
def test_spans_read_as_people_write_them(text: str, seconds: float) -> None:
    assert wording.read({"id": "x", "measure": "oldest-age", "limit": text}).limit == seconds


# -- writing ----------------------------------------------------------------------------------------------------


def test_only_what_differs_is_written(path: Path) -> None:
    rules = [replace(rule, enabled=False) if rule.id == "failed-warning" else rule for rule in DEFAULTS]

    rulebook.save(rules, path)

    text = path.read_text(encoding="utf-8")
    assert text.startswith("# When qmonitor alerts.")
    assert tomllib.loads(text) == {"rule": [{"id": "failed-warning", "enabled": False}]}
    assert rulebook.load(path).rules == tuple(rules)
    assert stat.S_ISREG(os.stat(path).st_mode)
    assert os.listdir(path.parent) == ["alerts.toml"]
    rulebook.save(DEFAULTS, path)
    assert rulebook.load(path).rules == tuple(DEFAULTS)


def test_keys_that_are_not_known_survive(path: Path) -> None:
    write(
        path,
        """
        site = "north"
        [[rule]]
        id = "failed-warning"
        limit = 5
        ticket = ["A-1", {urgent = true}]
        [[rule]]
        id = "odd"
        measure = "weather"
        [contact]
        phone = "555"
        """,
    )
    rules = [replace(rule, limit=9) if rule.id == "failed-warning" else rule for rule in rulebook.load(path).rules]

    rulebook.save(rules, path)

    found = tomllib.loads(path.read_text(encoding="utf-8"))
    assert (found["site"], found["contact"]) == ("north", {"phone": "555"})
    assert found["rule"] == [
        {"id": "failed-warning", "limit": 9, "ticket": ["A-1", {"urgent": True}]},
        {"id": "odd", "measure": "weather"},
    ]


def test_a_file_that_is_no_toml_is_set_aside_and_not_lost(path: Path) -> None:
    write(path, "[[rule]\n# by hand")

    rulebook.save([Rule("mine", Measure.DEPTH, 5)], path)

    assert path.with_name("alerts.toml.broken").read_text(encoding="utf-8").endswith("# by hand")
    assert rulebook.load(path).problems == ()


def test_comments_and_the_order_of_a_file_stay(path: Path) -> None:
    write(
        path,
        """
        # asked for by the lab
        site = "ward #7" # north
        [[rule]] # night shift
        id = "failed-warning"  # ticket A-1
        limit = 5  # not less
        # until spring
        enabled = false
        [[rule]]
        id = "odd"  # later
        measure = "weather"
        [contact]  # call
        phone = "555"
        """,
    )
    held = rulebook.load(path).rules

    rulebook.save([Rule("mine", Measure.DEPTH, 5), *held], path)
    rulebook.save([replace(one, limit=6) if one.limit == 5 else one for one in rulebook.load(path).rules], path)

    text = path.read_text(encoding="utf-8")
    kept = ("# asked for by the lab", '"ward #7" # north', "# night shift", "# ticket A-1", "limit = 6  # not less")
    for line in (*kept, "# until spring", "# later", "[contact]  # call"):
        assert line in text
    assert [table["id"] for table in tomllib.loads(text)["rule"]] == ["mine", "failed-warning", "odd"]
    assert os.listdir(path.parent) == ["alerts.toml"]


def test_rules_that_are_written_in_one_line_are_read_and_changed(path: Path) -> None:
    write(path, 'rule = [{id = "failed-warning", limit = 5, ticket = 1}]\n[contact]\nphone = "555"')

    rulebook.save([replace(one, limit=9) if one.id == "failed-warning" else one for one in DEFAULTS], path)

    assert tomllib.loads(path.read_text(encoding="utf-8")) == {
        "rule": [{"id": "failed-warning", "limit": 9, "ticket": 1}], "contact": {"phone": "555"}
    }  # fmt: skip


def test_a_rule_that_was_removed_is_gone(path: Path) -> None:
    rulebook.save([Rule("mine", Measure.DEPTH, 5), *DEFAULTS], path)
    rulebook.save(DEFAULTS, path)

    assert rulebook.load(path).rules == tuple(DEFAULTS)


def test_a_place_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(NotWritable, match="can't be written"):
        rulebook.save(DEFAULTS, tmp_path / "file" / "alerts.toml")


@pytest.mark.parametrize(
    ("field", "rule"),
    [
        ("limit", Rule("x", Measure.DEPTH, 1.5)),
        ("limit", Rule("x", Measure.DEPTH, 0)),
        ("clear", Rule("x", Measure.DEPTH, 5, clear=6)),
        ("clear", Rule("x", Measure.NEAR_LIMIT, 5, clear=4, kept=timedelta(days=1))),
        ("kept", Rule("x", Measure.NEAR_LIMIT, 5, kept=timedelta(seconds=5))),
        ("again", Rule("x", Measure.DEPTH, 5, again=timedelta(seconds=1))),
        ("id", Rule("", Measure.DEPTH, 5)),
        ("channel", Rule("x", Measure.DEPTH, 5, channel="")),
    ],
)
def test_a_rule_says_which_field_is_in_the_way(field: str, rule: Rule) -> None:
    with pytest.raises(RuleError) as caught:
        wording.check(rule)

    assert caught.value.field == field


SPANS = st.integers(0, 86_400 * 30).map(lambda seconds: timedelta(seconds=seconds))
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=8)


@st.composite
def rules_made(draw: st.DrawFn) -> Rule:
    measure = draw(st.sampled_from(Measure))
    whole = measure.unit is not Unit.SECONDS
    limit = draw(st.integers(1, 10**6) if whole else st.floats(0.001, 10**6).map(lambda value: round(value, 3)))
    falling = measure.drift < 0
    clear = draw(st.none() | st.just(limit * 2 if falling else limit))
    rule = Rule(
        id=draw(st.sampled_from([rule.id for rule in DEFAULTS]) | TEXTS),
        measure=measure,
        limit=limit if falling else draw(st.just(limit) | st.just(NEVER)),
        level=draw(st.sampled_from(Level)),
        source=draw(TEXTS),
        channel=draw(TEXTS),
        destination=draw(TEXTS),
        clear=clear,
        lasting=draw(SPANS),
        settled=draw(SPANS),
        again=draw(st.none() | SPANS.map(lambda span: span + timedelta(minutes=1))),
        kept=timedelta(days=100) if falling else None,
        enabled=draw(st.booleans()),
    )
    wording.check(rule)
    return rule


@given(st.lists(rules_made(), max_size=6, unique_by=lambda rule: rule.id))
def test_rules_are_read_as_they_were_written(tmp_path_factory: pytest.TempPathFactory, rules: list[Rule]) -> None:
    path = tmp_path_factory.mktemp("rules") / "alerts.toml"

    rulebook.save(rulebook.ordered(rules), path)

    assert rulebook.load(path) == rulebook.Rulebook(rulebook.ordered(rules))
    rulebook.save(rulebook.load(path).rules, path)
    assert rulebook.load(path).rules == rulebook.ordered(rules)


LEAVES = st.one_of(
    st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), TEXTS, st.just(""),
    st.just(date(2026, 11, 29)), st.just(time(8, 30)), st.just(datetime(2026, 11, 29, 8, tzinfo=timezone.utc)),
)  # fmt: skip
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
)  # fmt: skip
DOCUMENTS = st.dictionaries(TEXTS.filter(lambda key: key != "rule"), VALUES, max_size=5)


@given(DOCUMENTS, st.lists(rules_made(), max_size=3, unique_by=lambda rule: rule.id))
def test_what_else_a_file_holds_stays(
    tmp_path_factory: pytest.TempPathFactory, document: dict[str, object], rules: list[Rule]
) -> None:
    path = tmp_path_factory.mktemp("rules") / "alerts.toml"
    path.write_text(tomlkit.dumps(document), encoding="utf-8")
    assert tomllib.loads(path.read_text(encoding="utf-8")) == document

    for held in (rules, DEFAULTS):
        rulebook.save(rulebook.ordered(held), path)
        assert rulebook.load(path).rules == rulebook.ordered(held)

    assert tomllib.loads(path.read_text(encoding="utf-8")) == document
