"""Pictures of a study: panels that draw one thing each, and the page of them that `--plot` writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planspiel.sim.statistics import Share
from planspiel.sim.study import StudyError
from planspiel.sim.summary import Summary
from planspiel.sim.words import Say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "Panel", "drawn", "plotted", "ready_for"]

FORMATS = ("png", "svg", "pdf")
INK, MUTED, RULE, PAPER, GOLD = "#262119", "#6b6253", "#d8cfbd", "#fbf8f1", "#d98e04"
SIDES = ("#24548d", "#7d8a7b", "#95690f", "#7d2f22")
"""Sides differ in lightness, and the second is striped as well, so that they tell apart without colour."""
STRIPES = ("", "////", "....", "xx")
NOBODY = "#e4dac6"
BOTS = ("#b9a98a", "#95690f", "#5b1220", "#1f5c94")
STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["Inter", "Noto Sans", "Segoe UI", "DejaVu Sans"],
    "font.size": 9.5,
    "axes.edgecolor": RULE,
    "axes.labelcolor": MUTED,
    "axes.titlecolor": INK,
    "axes.titlesize": 11.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": PAPER,
    "axes.axisbelow": True,
    "figure.facecolor": PAPER,
    "hatch.color": PAPER,
    "hatch.linewidth": 1.1,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "grid.color": RULE,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "planspiel",
}

Panel = Callable[["Axes"], None]


# -- the library -----------------------------------------------------------------------------------------


def ready_for(file: Path) -> None:
    """Refuse a picture that cannot be drawn, before any game is played."""
    if file.suffix[1:] not in FORMATS:
        raise StudyError(f"{file}: a picture is called .{', .'.join(FORMATS[:-1])} or .{FORMATS[-1]}")
    if not file.parent.is_dir():
        raise StudyError(f"{file}: there is no folder {file.parent}")
    new_figure(1, 1)


def new_figure(width: float, height: float) -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise StudyError(
            "pictures need matplotlib, which is not installed: pip install 'planspiel[plots]'"
        ) from None
    return Figure(figsize=(width, height), layout="constrained")


def saved(figure: Figure, format: str) -> bytes:
    """The picture as a file, without date and maker, so that the same figures give the same file."""
    left_out = {"svg": ("Date", "Creator", "Format", "Type"), "pdf": ("CreationDate",)}
    opened = BytesIO()
    metadata: Any = dict.fromkeys(left_out.get(format, ()))
    figure.savefig(opened, format=format, dpi=144, metadata=metadata)
    return opened.getvalue()


def drawn(panel: Panel, width: float, height: float, salt: str) -> str:
    """One panel as SVG to stand in a page. `salt` keeps the ids of several pictures apart."""
    from matplotlib import rc_context

    with rc_context({**STYLE, "svg.hashsalt": salt}):
        figure = new_figure(width, height)
        panel(figure.add_subplot())
        text = saved(figure, "svg").decode()
    return text[text.index("<svg") :]


def plotted(summary: Summary, names: Mapping[str, str], format: str, language: str = "en") -> bytes:
    """The whole study on one page."""
    from matplotlib import rc_context

    say = Say(language)
    panels: list[Panel] = [
        wins_panel(summary, names, say),
        length_panel({"": summary}, say),
        ground_panel(summary, names, say),
        losses_panel(summary, names, say),
        luck_panel(summary, names, say),
        rules_panel(summary, say),
    ]
    with rc_context(STYLE):
        figure = new_figure(13, 11)
        options = ", ".join(f"{name}={value}" for name, value in summary.options.items())
        against = " : ".join(summary.bots)
        heading = [f"{summary.system}, {summary.scenario}", against, f"{summary.games} games", options]
        figure.suptitle(" · ".join(part for part in heading if part), x=0.01, ha="left", fontsize=14)
        for axes, panel in zip(figure.subplots(3, 2).flat, panels, strict=True):
            panel(axes)
        return saved(figure, format)


# -- panels ----------------------------------------------------------------------------------------------


def _bars(axes: Axes, rows: Sequence[str], title: str, xlabel: str = "") -> None:
    """Rows of bars from above, their names at the left."""
    axes.set_title(title, pad=10)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.45, -0.55)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    axes.set_xlabel(xlabel)


def _percent_axis(axes: Axes) -> None:
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])


def wins_panel(summary: Summary, names: Mapping[str, str], say: Say) -> Panel:
    """Bots and sides, with intervals."""

    def panel(axes: Axes) -> None:
        rows: list[tuple[str, Share, str, str]] = [
            (bot, share, BOTS[1], "") for bot, share in summary.win_shares.items()
        ]
        for n, (side, share) in enumerate(summary.side_shares.items()):
            rows.append((names.get(side, side), share, SIDES[n % 4], STRIPES[n % 4]))
        _bars(axes, [row[0] for row in rows], say("Who won"), say("share of games, with 95 % interval"))
        for at, (_, share, colour, stripes) in enumerate(rows):
            axes.barh(at, share.share, height=0.62, color=colour, hatch=stripes, linewidth=0)
            _whisker(axes, at, share)
        axes.axvline(0.5, color=MUTED, linewidth=0.9, linestyle=(0, (2, 2)))
        _percent_axis(axes)

    return panel


def _whisker(axes: Axes, at: float, share: Share) -> None:
    axes.plot([share.low, share.high], [at, at], color=INK, linewidth=1.4, solid_capstyle="butt")
    axes.plot([share.share], [at], marker="o", markersize=4.5, color=PAPER, markeredgecolor=INK)


def strength_panel(by_bot: Mapping[str, Summary], names: Mapping[str, str], say: Say) -> Panel:
    """One stacked bar for each bot against itself: first side, draws, second side."""

    def panel(axes: Axes) -> None:
        _bars(axes, list(by_bot), "")
        _percent_axis(axes)
        sides = tuple(next(iter(by_bot.values())).wins_by_side)
        for at, summary in enumerate(by_bot.values()):
            draws = summary.draws / summary.games
            parts = [(side, summary.side_shares[side].share) for side in sides]
            left = 0.0
            for n, (side, part) in enumerate([parts[0], ("", draws), *parts[1:]]):
                colour = NOBODY if not side else SIDES[sides.index(side) % 4]
                stripes = "" if not side else STRIPES[sides.index(side) % 4]
                label = (names.get(side, side) if side else say("draw")) if at == 0 else None
                axes.barh(
                    at, part, left=left, height=0.58, color=colour, hatch=stripes, linewidth=0, label=label
                )
                if part >= 0.09:
                    ink = INK if not side or n > 1 else PAPER
                    box = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.6} if n > 1 else None
                    axes.text(
                        left + part / 2, at, f"{100 * part:.0f} %", ha="center", va="center", color=ink,
                        fontweight="bold", bbox=box,
                    )  # fmt: skip
                left += part
            first = summary.side_shares[sides[0]]
            axes.plot([first.low, first.high], [at + 0.37] * 2, color=INK, linewidth=1.6)
        axes.axvline(0.5, color=INK, linewidth=0.9, linestyle=(0, (2, 2)))
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=3, borderaxespad=0.2, handlelength=1.4)

    return panel


def length_panel(by_bot: Mapping[str, Summary], say: Say) -> Panel:
    """In which turn games ended, one set of bars for each bot."""

    def panel(axes: Axes) -> None:
        last = max(summary.turns.longest for summary in by_bot.values())
        width = 0.8 / len(by_bot)
        for n, (bot, summary) in enumerate(by_bot.items()):
            shares = [summary.turns.counts.get(str(t), 0) / summary.games for t in range(1, last + 1)]
            at = [turn - 0.4 + width * (n + 0.5) for turn in range(1, last + 1)]
            axes.bar(
                at, shares, width=width * 0.92, color=BOTS[(n + (len(by_bot) == 1)) % 4], label=bot or None
            )
        axes.set_title(say("When games ended") if "" in by_bot else "", pad=10)
        axes.set_xticks(range(1, last + 1))
        axes.set_xlabel(say("turn"))
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
        axes.set_ylim(0, 1.02)
        axes.grid(axis="y")
        axes.spines["left"].set_visible(False)
        if "" not in by_bot:
            axes.legend(
                loc="lower left", bbox_to_anchor=(0, 1.0), ncols=4, borderaxespad=0.2, handlelength=1.2
            )

    return panel


def ground_panel(summary: Summary, names: Mapping[str, str], say: Say) -> Panel:
    """Objectives by turn: the share of games in which the second side holds them; below it the points."""

    def panel(axes: Axes) -> None:
        from matplotlib.colors import LinearSegmentedColormap

        turns = summary.objectives
        sides = tuple(summary.wins_by_side)
        places = sorted({place for turn in turns for place in turn.held}, key=lambda p: names.get(p, p))
        axes.set_title(say("Who held what"), pad=10)
        if not places or len(sides) < 2:
            _nothing(axes, say("This system does not say who holds what."))
            return
        shown = sides[1]
        shares = [[turn.held.get(place, {}).get(shown, 0.0) for turn in turns] for place in places]
        tones = LinearSegmentedColormap.from_list("sides", [SIDES[0], "#f2ecdf", "#3d483f"])
        axes.imshow(shares, cmap=tones, vmin=0, vmax=1, aspect="auto", interpolation="nearest")
        for row, line in enumerate(shares):
            for column, value in enumerate(line):
                ink = INK if 0.25 < value < 0.75 else PAPER
                axes.text(
                    column, row, f"{100 * value:.0f}", ha="center", va="center", fontsize=7.5, color=ink
                )
        axes.set_yticks(range(len(places)), [names.get(place, place) for place in places], fontsize=8.5)
        said = [str(turn.turn) if turn.turn else say("set-up") for turn in turns]
        axes.set_xticks(range(len(turns)), said)
        axes.set_xlabel(f"{say('end of turn')} · {say('held by {side}', side=names.get(shown, shown))}, %")
        for spine in axes.spines.values():
            spine.set_visible(False)

    return panel


def losses_panel(summary: Summary, names: Mapping[str, str], say: Say, most: int = 7) -> Panel:
    """Mean steps lost in a game by type of unit, the heaviest losses of each side."""

    def panel(axes: Axes) -> None:
        rows: list[tuple[str, float, int]] = []
        sides = tuple(summary.wins_by_side)
        for side, lost in summary.losses.items():
            ranked = sorted(lost.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
            rows += [(names.get(kind, kind), steps, sides.index(side)) for kind, steps in ranked]
        if not rows:
            axes.set_title(say("Steps lost in a game"), pad=10)
            _nothing(axes, say("This system does not count losses."))
            return
        _bars(axes, [row[0] for row in rows], say("Steps lost in a game"), say("steps"))
        seen: set[int] = set()
        for at, (_, steps, side_at) in enumerate(rows):
            named = names.get(sides[side_at], sides[side_at]) if side_at not in seen else None
            seen.add(side_at)
            axes.barh(
                at, steps, height=0.66, color=SIDES[side_at % 4], hatch=STRIPES[side_at % 4], linewidth=0,
                label=named,
            )  # fmt: skip
            axes.annotate(
                say.number(steps, 1),
                (steps, at),
                (4, 0),
                textcoords="offset points",
                va="center",
                color=MUTED,
            )
        axes.set_xlim(0, max(steps for _, steps, _ in rows) * 1.08)
        axes.xaxis.set_major_formatter(lambda value, _: say.number(value, 1))
        axes.legend(loc="lower right", handlelength=1.4)

    return panel


def luck_panel(summary: Summary, names: Mapping[str, str], say: Say) -> Panel:
    """How far the dice of each side helped it."""

    def panel(axes: Axes) -> None:
        sides = tuple(summary.wins_by_side)
        rows = list(summary.luck.items())
        if not rows:
            axes.set_title(say("Dice"), pad=10)
            _nothing(axes, "-")
            return
        xlabel = say("standard deviations in favour of the side")
        _bars(axes, [names.get(side, side) for side, _ in rows], say("Dice"), xlabel)
        reach = max(3.0, *(abs(luck.favour) for _, luck in rows)) * 1.15
        axes.axvspan(-2, 2, color=NOBODY, alpha=0.5, linewidth=0)
        for at, (side, luck) in enumerate(rows):
            n = sides.index(side) % 4
            axes.barh(at, luck.favour, height=0.5, color=SIDES[n], hatch=STRIPES[n], linewidth=0)
            said = say("{count} dice, mean {mean}", count=luck.dice, mean=say.number(luck.mean, 3))
            axes.text(-reach * 0.98, at + 0.4, said, color=MUTED, fontsize=8.5, va="center")
        axes.axvline(0, color=INK, linewidth=0.9)
        axes.set_xlim(-reach, reach)

    return panel


def rules_panel(summary: Summary, say: Say, most: int = 12) -> Panel:
    """The rules that fired most often."""

    def panel(axes: Axes) -> None:
        ranked = sorted(summary.rules.items(), key=lambda pair: (-pair[1].times, pair[0]))[:most]
        _bars(axes, [rule for rule, _ in ranked], say("Rules that fired most often"), say("times a game"))
        for at, (_, fired) in enumerate(ranked):
            axes.barh(at, fired.times / summary.games, height=0.66, color=BOTS[0], linewidth=0)

    return panel


def _nothing(axes: Axes, why: str) -> None:
    axes.text(0.5, 0.5, why, ha="center", va="center", color=MUTED, transform=axes.transAxes, wrap=True)
    axes.set_axis_off()
