"""`planspiel bench`: the rows of `bench/`, measured and held against their bounds."""

from __future__ import annotations

import typer

from planspiel.cli import bench
from planspiel.cli.printing import line, print_json

__all__ = ["measured"]


def measured(names: list[str], write: bool, as_json: bool) -> bool:
    """Measure, print each row as soon as it is known, and say whether all bounds were met."""
    bench.discover()
    results: list[bench.Result] = []
    for row in bench.chosen(names):
        results.append(bench.measured(row))
        if not as_json:
            _show(results[-1])
    if as_json:
        print_json(results)
    if write:
        typer.echo(f"written to {bench.write_results(results)}", err=True)
    return all(result.ok for result in results)


def _show(result: bench.Result) -> None:
    bound = ""
    if result.bound is not None:
        bound = f"  ({'at least' if result.at_least else 'at most'} {result.bound:g})"
    verdict = ("ok      ", "green") if result.ok else ("MISSED  ", "bold red")
    line(verdict, f"{result.name:<44} {result.value:>12,.4g} {result.unit}", (bound, "dim"))
