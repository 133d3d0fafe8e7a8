"""The report on the balance of scenarios: one page of HTML that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import count
from typing import TYPE_CHECKING, Any

from planspiel import __version__
from planspiel.kernel import System
from planspiel.kernel.rulebook import Rulebook, RulebookError
from planspiel.sim.balance import Balance, Tried
from planspiel.sim.plots import (
    BOTS,
    INK,
    MUTED,
    NOBODY,
    SIDES,
    Panel,
    drawn,
    ground_panel,
    length_panel,
    losses_panel,
    strength_panel,
)
from planspiel.sim.report_style import CSS
from planspiel.sim.statistics import Share
from planspiel.sim.tally import tally_of
from planspiel.sim.words import Say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["page"]

MINUS = "\N{MINUS SIGN}"
VERDICTS = {
    "balanced": "Balanced.",
    "leaning": "Leaning: {side}.",
    "one-sided": "One-sided: {side}.",
    "open": "Not settled.",
}


def page(reports: Sequence[Balance], system: System[Any, Any, Any], language: str) -> str:
    """All scenarios, one after another."""
    say = Say(language)
    title = say("Balance of {title}", title=system.title_de if language == "de" else system.title)
    numbers = count(1)
    body = "\n".join(_Section(report, system, language, numbers).html() for report in reports)
    note = say(
        "{games} games for each row, seed {seed}, Planspiel {release}. Bars show shares of games, "
        "whiskers the 95 % interval (Wilson) in which the true share may be expected.",
        games=reports[0].games,
        seed=reports[0].seed,
        release=__version__,
    )
    mending = say("Reconstructed numbers may be changed to mend a balance, printed ones not.")
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{CSS}</style></head>\n<body><header><h1>{escape(title)}</h1><p>{escape(note)}</p></header>\n"
        f"{body}\n<footer><p>{escape(mending)}</p></footer></body></html>\n"
    )


class _Section:
    """One scenario."""

    def __init__(
        self, report: Balance, system: System[Any, Any, Any], language: str, numbers: Iterator[int]
    ) -> None:
        self.report = report
        self.language = language
        self.say = Say(language)
        self.names: Mapping[str, str] = tally_of(system).names(report.scenario, language)
        self.sides = tuple(report.strengths[report.main].wins_by_side)
        self.summary = report.strengths[report.main]
        self._system = system
        self._numbers = numbers

    def html(self) -> str:
        cards = [
            self._strength(),
            self._length(),
            self._ground(),
            self._losses(),
            self._decisive(),
            self._options(),
        ]
        return (
            f'<section><div class="head"><h2>{escape(self._title())}</h2>{self._verdict()}</div>'
            f'<div class="cards">{"".join(cards)}</div>'
            f'<p class="made">{escape(self.say("Made with"))} <code>{escape(self._command())}</code></p>'
            "</section>"
        )

    def _command(self) -> str:
        report = self.report
        tried = list(dict.fromkeys(each.option for each in report.options))
        options = "" if len(tried) == len(self._system.choices()) else _options_said(tried)
        bots = ",".join(report.strengths)
        return (
            f"planspiel balance {report.system} {report.scenario} --games {report.games} --bots {bots} "
            f"--seed {report.seed}{options} --out report.html"
        )

    def _title(self) -> str:
        scenarios: Mapping[str, Any] = getattr(self._system.pack, "scenarios", {})
        scenario = scenarios.get(self.report.scenario)
        wanted = "title_de" if self.language == "de" else "title"
        return getattr(scenario, wanted, "") or self.report.scenario.capitalize()

    def _name(self, id: str) -> str:
        return self.names.get(id, id)

    # -- the parts -----------------------------------------------------------------------------------------

    def _verdict(self) -> str:
        found = self.report.verdict
        word = self.say(VERDICTS[found.word], side=self._name(found.ahead))
        sentence = self.say(
            "Between {bot} bots: {side} {share} of the wins ({low} to {high}).",
            bot=found.bot,
            side=self._name(found.ahead),
            **_percents(found.share),
        )
        if found.word == "open":
            sentence += " " + self.say("More games would narrow this.")
        return f'<p class="verdict {found.word}"><strong>{escape(word)}</strong> {escape(sentence)}</p>'

    def _strength(self) -> str:
        strengths = self.report.strengths
        picture = self._picture(
            strength_panel(strengths, self.names, self.say), 6.6, 0.9 + 0.62 * len(strengths)
        )
        text = self.say(
            "Each bot plays against itself: what is left is the scenario. If the bars move as play gets "
            "better, the scenario asks more skill of one side."
        )
        ladder = ""
        for pair in self.report.ladder:
            stronger, weaker = pair.bots
            said = self.say(
                "{stronger} beats {weaker} in {share} of the games ({low} to {high}).",
                stronger=stronger,
                weaker=weaker,
                **_percents(pair.win_shares[stronger]),
            )
            ladder += f"<li>{escape(said)}</li>"
        if ladder:
            heading = escape(self.say("Against each other, sides exchanged"))
            ladder = f"<h4>{heading}</h4><ul>{ladder}</ul>"
        return self._card("By strength of play", text, picture + ladder)

    def _length(self) -> str:
        turns = self.summary.turns
        text = self.say(
            "Games between {bot} bots end in turn {mean} on average ({shortest} to {longest}), after "
            "{decisions} decisions.",
            bot=self.report.main,
            mean=self.say.number(turns.mean, 1),
            shortest=turns.shortest,
            longest=turns.longest,
            decisions=round(self.summary.decisions / self.summary.games),
        )
        picture = self._picture(length_panel(self.report.strengths, self.say), 6.6, 2.5)
        rows = sorted(self.summary.endings.items(), key=lambda pair: (-pair[1], pair[0]))
        endings = "".join(f"<li><b>{number}</b> {escape(self._ending(said))}</li>" for said, number in rows)
        return self._card(
            "Length", text, f"{picture}<h4>{escape(self.say('How games end'))}</h4><ul>{endings}</ul>"
        )

    def _ending(self, said: str) -> str:
        """`german: holds the objective at the end`, in the language of the report."""
        who, _, why = said.partition(": ")
        if self.language == "de":
            why = self._system.german().get(why, why)
        return f"{self.say('draw') if who == 'draw' else self._name(who)}: {why}"

    def _ground(self) -> str:
        places = {place for turn in self.summary.objectives for place in turn.held}
        if not places:
            return self._card("Ground", self.say("This system does not say who holds what."), "")
        text = self.say("Who holds each objective at the end of a turn, in the games that came so far.")
        panel = _untitled(ground_panel(self.summary, self.names, self.say))
        return self._card("Ground", text, self._picture(panel, 6.6, 1.0 + 0.235 * len(places)))

    def _losses(self) -> str:
        rows = sum(min(7, len(lost)) for lost in self.summary.losses.values())
        text = "" if rows else self.say("This system does not count losses.")
        picture = ""
        if rows:
            panel = _untitled(losses_panel(self.summary, self.names, self.say))
            picture = self._picture(panel, 6.6, 0.8 + 0.25 * rows)
        luck = self.report.better_dice_won
        dice = ""
        if luck is not None:
            said = self.say(
                "The side with the better dice won {share} of the decided games ({low} to {high}). Near 50 % "
                "play decides, near 100 % the dice do.",
                **_percents(luck),
            )
            dice = f"<h4>{escape(self.say('Dice'))}</h4>{_meter(luck)}<p>{escape(said)}</p>"
        return self._card("Losses", text, picture + dice)

    def _decisive(self) -> str:
        found = self.report.decisive
        if not found:
            text = self.say("One side hardly ever wins, so there is nothing to compare.")
            return self._card("Decisive rules", text, "", wide=True)
        text = self.say(
            "Rules that fire more often in a turn of games won by one side than in those won by the other. "
            "This goes together; it need not be the cause. Of {count} rules compared, chance alone would "
            "show about {chance} beyond 2 and hardly any beyond 3.",
            count=self.report.compared,
            chance=round(self.report.compared * 0.0455),
        )
        heads = [self.say("rule"), self.say("what it says")]
        heads += [self.say("a turn, won by: {side}", side=self._name(side)) for side in self.sides]
        head = "".join(f"<th>{escape(each)}</th>" for each in [*heads, ""])
        rows = "".join(self._rule_row(each.rule, each.per_turn, each.contrast) for each in found)
        return self._card("Decisive rules", text, f"<table><tr>{head}</tr>{rows}</table>", wide=True)

    def _rule_row(self, rule: str, per_turn: Mapping[Any, float], contrast: float) -> str:
        figures = "".join(
            f'<td class="figure">{self.say.number(per_turn[side], 2)}</td>' for side in self.sides
        )
        side = self.sides[1] if contrast > 0 else self.sides[0]
        colour = SIDES[self.sides.index(side)]
        length = min(100, abs(contrast) * 12)
        faint = "" if abs(contrast) >= 3 else ";opacity:.45"
        said = self.say("more often in wins of: {side}", side=self._name(side))
        bar = (
            f'<td class="lean" title="{escape(said)}">'
            f'<i style="width:{length:.0f}px;background:{colour}{faint}"></i> '
            f"{escape(self._name(side))} {self.say.number(abs(contrast), 1)}</td>"
        )
        text = escape(self._rule_text(rule))
        return f"<tr><td><code>{escape(rule)}</code></td><td>{text}</td>{figures}{bar}</tr>"

    def _rule_text(self, rule: str) -> str:
        try:
            entry = Rulebook.load(self.report.system).entry(rule)
        except RulebookError:
            return ""
        german = self.language == "de"
        if entry.kind == "gap" and entry.ruling:  # the text of a gap asks, its ruling answers
            return (german and entry.ruling_de) or entry.ruling
        return (german and entry.text_de) or entry.text

    def _options(self) -> str:
        tried = [each for each in self.report.options if each.changed]
        same = [each.option for each in self.report.options if not each.changed]
        if not self.report.options:
            return self._card("What an option changes", self.say("No option was tried."), "", wide=True)
        if not tried:
            return self._card(
                "What an option changes", self.say("No option changed any game."), "", wide=True
            )
        text = self.say(
            "The same seeds with one option changed. The band is the 95 % interval of the game as it is. "
            "Options that changed no game are left out: {same}.",
            same=", ".join(same) or self.say("none"),
        )
        panel = self._options_panel(tried)
        return self._card(
            "What an option changes", text, self._picture(panel, 13.6, 1.0 + 0.31 * len(tried)), wide=True
        )

    def _options_panel(self, tried: Sequence[Tried]) -> Panel:
        """For each option the share of wins of the second side, on the band of the game as it is."""
        shown, usual = self.sides[-1], self.summary.side_shares[self.sides[-1]]
        ranked = sorted(tried, key=lambda each: -each.side_shares[shown].share)
        labels = [self._option(each) for each in ranked]

        def panel(axes: Axes) -> None:
            axes.axvspan(usual.low, usual.high, color=NOBODY, alpha=0.7, linewidth=0)
            axes.axvline(usual.share, color=MUTED, linewidth=1.1, linestyle=(0, (3, 2)))
            for at, each in enumerate(ranked):
                share = each.side_shares[shown]
                colour = BOTS[2] if share.low > usual.high or share.high < usual.low else INK
                axes.plot([share.low, share.high], [at, at], color=colour, linewidth=1.5)
                axes.plot([share.share], [at], marker="o", markersize=6, color=colour)
            axes.text(usual.share, -0.85, self.say("as it is"), ha="center", color=MUTED, fontsize=8.5)
            axes.set_yticks(range(len(labels)), labels)
            axes.set_ylim(len(labels) - 0.5, -1.1)
            axes.set_xlim(0, 1)
            axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
            axes.set_xlabel(self.say("share of wins: {side}, with 95 % interval", side=self._name(shown)))
            axes.grid(axis="x")
            axes.spines["left"].set_visible(False)

        return panel

    def _option(self, tried: Tried) -> str:
        choice = self._system.choices()[tried.option]
        title = choice.title_de if self.language == "de" else choice.title
        title = title if len(title) <= 78 else title[:75].rstrip() + "…"
        value = tried.value
        said = self.say("yes" if value else "no") if isinstance(value, bool) else str(value)
        return f"{title}: {said.replace('-', MINUS)}"

    # -- small things --------------------------------------------------------------------------------------

    def _card(self, title: str, text: str, inner: str, *, wide: bool = False) -> str:
        kind = "card wide" if wide else "card"
        said = f"<p>{escape(text)}</p>" if text else ""
        return f'<article class="{kind}"><h3>{escape(self.say(title))}</h3>{said}{inner}</article>'

    def _picture(self, panel: Panel, width: float, height: float) -> str:
        return f"<figure>{drawn(panel, width, height, f'picture {next(self._numbers)}')}</figure>"


def _untitled(panel: Panel) -> Panel:
    """A panel whose card has the title already."""

    def drawing(axes: Axes) -> None:
        panel(axes)
        axes.set_title("")

    return drawing


def _options_said(tried: Sequence[str]) -> str:
    return "".join(f" --option {name}" for name in tried or ["none"])


def _percents(share: Share) -> dict[str, str]:
    return {
        name: f"{100 * value:.0f} %"
        for name, value in (("share", share.share), ("low", share.low), ("high", share.high))
    }


def _meter(share: Share) -> str:
    """A line from 0 to 100 % with the interval and the share on it."""
    return (
        '<div class="meter"><b></b>'
        f'<i style="left:{100 * share.low:.1f}%;width:{100 * (share.high - share.low):.1f}%"></i>'
        f'<u style="left:{100 * share.share:.1f}%"></u></div>'
    )
