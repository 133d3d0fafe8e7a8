"""`planspiel rules`: the rulebook index, searched and counted."""

from __future__ import annotations

from planspiel.cli.errors import BadInput
from planspiel.cli.printing import compact, line, print_json, print_table, table
from planspiel.kernel.rulebook import Entry, Language, Rulebook, system_of
from planspiel.testing.report import coverage_report, read_evidence

__all__ = ["coverage", "lookup"]


def lookup(system: str, id: str | None, search: str | None, language: Language | None, as_json: bool) -> None:
    """One entry, those that hold some words, or all."""
    book = Rulebook.load(system)
    if id is not None:
        entry = book.entry(id)
        print_json(_data(entry)) if as_json else _show(entry, language)
        return
    found = list(book.entries.values()) if search is None else book.search(search, language)
    if as_json:
        print_json([_data(entry) for entry in found])
    elif not found:
        line(f"No rule of {system} has the words {search!r}.")
    else:
        shown = table("id", "section", "kind", "rule")
        for entry in found:
            shown.add_row(entry.id, entry.section, entry.kind, _text(entry, language))
        print_table(shown)


def _data(entry: Entry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


def _text(entry: Entry, language: Language | None) -> str:
    return entry.text_de or entry.text if language == "de" else entry.text


def _show(entry: Entry, language: Language | None) -> None:
    """An entry with all that belongs to it."""
    ruling = entry.ruling_de or entry.ruling if language == "de" else entry.ruling
    proved_by = read_evidence(system_of(entry.id)).get(entry.id, [])
    line((entry.id, "bold"), f"  {entry.section}  ", (entry.kind, "dim"))
    line(_text(entry, language))
    parts = {
        "Ruling": ruling,
        "Given": entry.given,
        "Expected": entry.expect,
        "Data": compact(entry.data) if entry.data else "",
        "Needs": ", ".join(entry.needs),
        "Also in": ", ".join(entry.also),
        "Tags": ", ".join(entry.tags),
        "In the book": entry.keywords,
        "Proved by": ", ".join(proved_by),
    }
    for title, text in parts.items():
        if text:
            line((f"{title}: ", "bold"), text)
    if not proved_by and entry.is_countable:
        line(("No test proves this rule yet.", "dim"))


def coverage(system: str, id: str | None, search: str | None, as_json: bool) -> None:
    """How much of a rulebook tests prove."""
    if id is not None or search is not None:
        raise BadInput("rules", "--coverage is about the whole rulebook: leave ID and --search out")
    report = coverage_report(system)
    if as_json:
        print_json(report)
        return
    line(f"{system}: tests prove {report.covered} of {report.countable} rules that count.")
    if report.uncovered:
        line(f"Not proved yet ({len(report.uncovered)}): {', '.join(report.uncovered)}")
