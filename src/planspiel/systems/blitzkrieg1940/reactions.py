"""6.3 and 6.4 Reactions of the passive side: opportunity fire, counter fire, retreat.

Passive units react one at a time. Whoever is asked may decline; after each reaction the window opens anew for
all that can still react. Reactions never cause reactions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from planspiel.kernel import (
    DECLINE,
    Decline,
    Game,
    Illegal,
    Modifiers,
    Odds,
    Question,
    Rng,
    Script,
    Side,
    roll,
    rule,
)
from planspiel.systems.blitzkrieg1940 import fire, movement, retreat, secrecy, sight
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.reaction_orders import (
    CounterFire,
    CounterTried,
    OppMarked,
    OpportunityFire,
    ReactionTested,
    Retreat,
)
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "ReactToFire",
    "ReactToMovement",
    "check_reaction",
    "fire_back",
    "fire_of_opportunity",
    "opportunity_refusal",
    "passive_units",
    "reaction_modifiers",
    "reaction_value",
    "try_to_retreat",
]


# -- 6.4 The reaction check ----------------------------------------------------------------------------


@rule("BLK-6.4-A")
def reaction_value(pack: Pack, known: Known, unit: Unit) -> int:
    """The value of the formation that a unit belongs to or was assigned to."""
    return pack.formations[unit.formation].reaction


def reaction_modifiers(pack: Pack, known: Known, unit: Unit) -> Modifiers:
    """What is added to the roll: each makes the check harder."""
    mods, checks = Modifiers(), pack.checks
    if known.formations[unit.formation].exhausted:
        mods.add(checks.exhausted_reaction, "exhausted", "BLK-6.3.1.1-B")
    if unit.out_of_command:
        _out_of_command(mods, checks.out_of_command_reaction)
    if unit.neutralised and checks.neutralised_reaction:
        mods.add(checks.neutralised_reaction, "neutralised", "BLK-6.4-A")
    return mods


@rule("BLK-6.3.1.1-C", "BLK-6.3.1.1-G1")
def _out_of_command(mods: Modifiers, value: int) -> None:
    """One worse, counted once: +1 to the roll is the same as -1 to the value."""
    mods.add(value, "out of command", "BLK-6.2-B")


@rule("BLK-6.4-G2")
def check_reaction(game: Game[Position], name: str, cite: str) -> Script[bool]:
    """Two dice at or below the reaction value."""
    secrecy.reveal(game, name)
    unit = game.state.units[name]
    mods = reaction_modifiers(game.pack, game.state, unit)
    needed = reaction_value(game.pack, game.state, unit)
    pips = yield from roll(game.pack.checks.reaction_dice, "reaction of {unit}", cite, roller=name, unit=name)
    total = sum(pips) + mods.total
    game.happens(ReactionTested(name, total, needed, mods.lines, cite=cite))
    return total <= needed


# -- 6.3.1 Opportunity fire ----------------------------------------------------------------------------


@rule("BLK-6.3.1-A")
def opportunity_refusal(pack: Pack, known: Known, order: OpportunityFire, side: Side) -> Illegal | None:
    """Why a unit may not try opportunity fire at a target; the target itself is known to move or to fire."""
    unit = known.units.get(order.unit)
    if unit is None or unit.side != side or unit.fate != "map":
        return Illegal("{unit} is no unit of yours on the map.", "BLK-6.3-A", unit=order.unit)
    if unit.carrier:
        reason = "{unit} rides on {carrier} and fires together with it."
        return Illegal(reason, "BLK-12.1-SPECIAL-H", unit=unit.id, carrier=unit.carrier)
    for name in (order.unit, order.passenger):
        if name in known.units and known.units[name].opp_used:
            return Illegal("{unit} has already tried opportunity fire.", "BLK-6.3.1-H", unit=name)
    target = known.units[order.target]
    if known.combat is not None and known.combat.hex == target.hex:
        return Illegal("A close combat is going on in {hex}.", "BLK-6.3.1.1-E", hex=target.hex)
    return _too_far(pack, known, unit, target) or _bad_shot(pack, known, order)


@rule("BLK-6.3.1.1-A")
def _too_far(pack: Pack, known: Known, unit: Unit, target: Unit) -> Illegal | None:
    """Neutralised units and those of demoralised formations fire at adjacent hexes only."""
    shaken = unit.neutralised or known.formations[unit.formation].demoralised
    if shaken and sight.distance(pack, known, unit, target) > 1:
        reason = "{unit} is neutralised or demoralised and can only fire at an adjacent hex."
        return Illegal(reason, "BLK-6.3.1.1-A", unit=unit.id)
    return None


@rule("BLK-6.3.1-J", "BLK-6.3.1-G1")
def _bad_shot(pack: Pack, known: Known, order: OpportunityFire) -> Illegal | None:
    """For the rest it is direct fire (8.1)."""
    return fire.shot_refusal(pack, known, _opportunity(order))


def _opportunity(order: OpportunityFire) -> Shot:
    return Shot(order.unit, order.target, "opportunity", passenger=order.passenger)


@rule("BLK-6.3.1-B", "BLK-6.3.1-C", "BLK-6.3.1-D")
def fire_of_opportunity(game: Game[Position], order: OpportunityFire) -> Script[None]:
    """The unit tests; passed or failed it is marked; passed, it fires."""
    passed = yield from check_reaction(game, order.unit, "BLK-6.3.1-C")
    for name in (order.unit, order.passenger):
        if name:
            game.happens(OppMarked(name, cite="BLK-6.3.1-D"))
    if passed:
        yield from fire.shoot(game, _opportunity(order))


# -- 6.3.2 Counter fire --------------------------------------------------------------------------------


@rule("BLK-6.3.2-A", "BLK-6.3.2-G1")
def _counter_refusal(
    pack: Pack, known: Known, order: CounterFire, firer: str, targets: Sequence[str]
) -> Illegal | None:
    """Only a unit that was fired at, at the unit that fired, with what it can do after the shot."""
    if order.unit not in targets:
        return Illegal("{unit} has not been fired at.", "BLK-6.3.2-A", unit=order.unit)
    if known.units[order.unit].countered:
        return _once(order.unit)
    return fire.shot_refusal(pack, known, _counter(order, firer))


@rule("BLK-6.3.2-B", "BLK-6.3.2-X1")
def _once(unit: str) -> Illegal:
    reason = "{unit} has already tried counter fire in this enemy activation."
    return Illegal(reason, "BLK-6.3.2-B", unit=unit)


def _counter(order: CounterFire, firer: str) -> Shot:
    return Shot(order.unit, firer, "counter", passenger=order.passenger)


@rule("BLK-6.3.2-C", "BLK-6.3.2-D", "BLK-6.3.2-G2")
def fire_back(game: Game[Position], order: CounterFire, firer: str) -> Script[None]:
    """One attempt in an enemy activation, whether it succeeds or not. It leaves no OPP marker."""
    passed = yield from check_reaction(game, order.unit, "BLK-6.3.2-C")
    for name in (order.unit, order.passenger):
        if name:
            game.happens(CounterTried(name, cite="BLK-6.3.2-B"))
    if passed:
        yield from fire.shoot(game, _counter(order, firer))


# -- 6.3.3 Retreat -------------------------------------------------------------------------------------


class _Alarm:
    """What movers in one hex can be seen from: how far the most visible of them is seen there."""

    def __init__(self, pack: Pack, known: Known, movers: Sequence[str]) -> None:
        units = [known.units[name] for name in movers]
        self.theatre, self.hex = pack.theatre(known.scenario), units[0].hex
        seen = max(sight.sighting_distance(pack, known, unit) for unit in units)
        self.reach = min(pack.limits.sight, seen)

    @rule("BLK-6.3.3-A", "BLK-6.3.3-B")
    def disturbs(self, unit: Unit) -> bool:
        """Whether a unit sees an enemy that moves; one next to it is always seen."""
        return sight.clear_distance(self.theatre, unit.hex, self.hex, self.reach) <= self.reach


@rule("BLK-6.3.3-F")
def _retreat_refusal(pack: Pack, known: Known, order: Retreat, side: Side) -> Illegal | None:
    unit = known.units.get(order.unit)
    if unit is None or unit.side != side or unit.fate != "map":
        return Illegal("{unit} is no unit of yours on the map.", "BLK-6.3-A", unit=order.unit)
    if unit.carrier:
        return Illegal("{unit} rides on {carrier}.", "BLK-6.3.3-X2", unit=unit.id, carrier=unit.carrier)
    if order.hex not in retreat.retreat_hexes(pack, known, unit):
        return Illegal("{unit} cannot retreat to {hex}.", "BLK-6.3.3-G", unit=unit.id, hex=order.hex)
    return None


@rule("BLK-6.3.3-E", "BLK-6.4-B", "BLK-6.4-G1")
def try_to_retreat(game: Game[Position], order: Retreat) -> Script[None]:
    """Only a neutralised unit must pass a check, and it stays neutralised. Others simply go."""
    if game.state.units[order.unit].neutralised:
        passed = yield from check_reaction(game, order.unit, "BLK-6.4-B")
        if not passed:
            return
    yield from retreat.retreat(game, order.unit, order.hex, "BLK-6.3.3-F")


# -- who can react -------------------------------------------------------------------------------------


def passive_units(known: Known, side: Side, tried: Sequence[str] = ()) -> Iterator[Unit]:
    """The units of a side on the map, without those that ride or have reacted already."""
    units = (u for u in known.units.values() if u.side == side and u.fate == "map" and not u.carrier)
    return (unit for unit in units if unit.id not in tried)


def _retreats(pack: Pack, known: Known, unit: Unit) -> Iterator[Retreat]:
    for hex_ in retreat.ways_to_retreat(pack, known, unit):
        yield Retreat(unit.id, hex_)


def _opportunities(pack: Pack, known: Known, unit: Unit, targets: Sequence[str]) -> Iterator[OpportunityFire]:
    """The shots of one unit at targets that give it the opportunity."""
    if unit.opp_used or not sight.can_fire_actively(pack, unit):
        return
    for shot in fire.shots(pack, known, unit, "opportunity", at=targets):
        order = OpportunityFire(unit.id, shot.target, shot.passenger)
        if opportunity_refusal(pack, known, order, unit.side) is None:
            yield order


class _Reaction(Question[BlitzkriegView, OpportunityFire | CounterFire | Retreat], frozen=True):
    """What windows after movement and after fire have in common."""

    side: Side
    tried: tuple[str, ...]
    """Units that have reacted, or failed to, on this occasion, with those they carry (6.3-G1)."""

    def options(self, view: BlitzkriegView) -> Iterator[OpportunityFire | CounterFire | Retreat]:
        return self.reactions(view.pack, view)

    def reactions(self, pack: Pack, known: Known) -> Iterator[OpportunityFire | CounterFire | Retreat]:
        raise NotImplementedError

    def scene(self, pack: Pack, known: Known) -> frozenset[str]:
        """The hexes in which somebody may react."""
        raise NotImplementedError

    def check(self, view: BlitzkriegView, order: OpportunityFire | CounterFire | Retreat) -> None:
        refusal = self._refusal(view, order) or _once_per_trigger(self.tried, order.unit)
        if refusal is not None:
            raise refusal

    def _refusal(
        self, view: BlitzkriegView, order: OpportunityFire | CounterFire | Retreat
    ) -> Illegal | None:
        raise NotImplementedError

    def odds(self, view: BlitzkriegView, order: OpportunityFire | CounterFire | Retreat) -> Odds | None:
        if isinstance(order, OpportunityFire):
            return fire.odds_of(view.pack, view, _opportunity(order))
        return None

    def standing(self, view: BlitzkriegView) -> OpportunityFire | CounterFire | Retreat | Decline | None:
        """Standing orders fire at what is near enough, and stay; what they leave open is asked."""
        orders = view.standing
        if orders.is_to_be_asked:
            return None
        for option in self.options(view):
            conduct = orders.of(option.unit)
            if isinstance(option, Retreat):
                if conduct.retreat == "ask":
                    return None
            elif conduct.fire == "ask":
                return None
            elif conduct.fire == "fire" and self._range(view, option) <= conduct.within:
                return option
        return DECLINE

    def _range(self, view: BlitzkriegView, option: OpportunityFire | CounterFire) -> int:
        raise NotImplementedError


@rule("BLK-6.3-G1", "BLK-6.3.3-G1")
def _once_per_trigger(tried: Sequence[str], unit: str) -> Illegal | None:
    """One reaction, of whatever kind, to each hex an enemy enters and to each fire."""
    if unit in tried:
        return Illegal("{unit} has already reacted on this occasion.", "BLK-6.3-G1", unit=unit)
    return None


class ReactToMovement(_Reaction, frozen=True):
    """An enemy has entered a hex: units that see it may retreat, those that can reach it may fire."""

    prompt: ClassVar[str] = "The enemy moves to {hex}: does one of your units react?"
    cite: ClassVar[str] = "BLK-6.3-A"
    movers: tuple[str, ...]
    hex: str

    def scene(self, pack: Pack, known: Known) -> frozenset[str]:
        return fire.hexes_within(pack.theatre(known.scenario), self.hex, pack.limits.sight)

    def reactions(self, pack: Pack, known: Known) -> Iterator[OpportunityFire | CounterFire | Retreat]:
        for unit in self._alarmed(pack, known):
            yield from self._reactions_of(pack, known, unit)

    def _alarmed(self, pack: Pack, known: Known) -> Iterator[Unit]:
        alarm = _Alarm(pack, known, self.movers)
        near = fire.hexes_within(alarm.theatre, alarm.hex, alarm.reach)
        ready = passive_units(known, self.side, self.tried)
        return (unit for unit in ready if unit.hex in near and alarm.disturbs(unit))

    def _reactions_of(self, pack: Pack, known: Known, unit: Unit) -> Iterator[OpportunityFire | Retreat]:
        yield from _opportunities(pack, known, unit, self.movers)
        yield from _retreats(pack, known, unit)

    def sample(self, view: BlitzkriegView, rng: Rng) -> OpportunityFire | CounterFire | Retreat:
        """A random unit that sees the enemy, then a random thing it can do, if it can do anything."""
        alarmed = list(self._alarmed(view.pack, view))
        rng.shuffle(alarmed)
        for unit in alarmed:
            found = list(self._reactions_of(view.pack, view, unit))
            if found:
                return rng.choice(found)
        raise IndexError("nobody can react")

    @rule("BLK-6.3-B")
    def _refusal(
        self, view: BlitzkriegView, order: OpportunityFire | CounterFire | Retreat
    ) -> Illegal | None:
        """Movement allows opportunity fire and retreat; counter fire answers fire alone."""
        pack = view.pack
        if isinstance(order, CounterFire):
            return Illegal("{unit} has not been fired at.", "BLK-6.3.2-A", unit=order.unit)
        if isinstance(order, OpportunityFire):
            if order.target not in self.movers:
                return Illegal("{unit} is not moving.", "BLK-6.3.1-A", unit=order.target)
            return opportunity_refusal(pack, view, order, self.side)
        refusal = _retreat_refusal(pack, view, order, self.side)
        if refusal is None and not _Alarm(pack, view, self.movers).disturbs(view.units[order.unit]):
            return Illegal("{unit} sees no enemy that moves.", "BLK-6.3.3-A", unit=order.unit)
        return refusal

    def explain(self, view: BlitzkriegView, thing: str) -> Illegal | None:
        return _explain(self, view, thing)

    def _range(self, view: BlitzkriegView, option: OpportunityFire | CounterFire) -> int:
        target = option.target if isinstance(option, OpportunityFire) else self.movers[0]
        return sight.distance(view.pack, view, view.units[option.unit], view.units[target])


class ReactToFire(_Reaction, frozen=True):
    """An active unit has fired, or salvoes have fallen: counter fire, retreat, opportunity fire."""

    prompt: ClassVar[str] = "Your units were fired at: does one of them react?"
    cite: ClassVar[str] = "BLK-6.3-A"
    targets: tuple[str, ...]
    firer: str = ""
    """Empty for indirect fire, which nobody can answer."""

    def scene(self, pack: Pack, known: Known) -> frozenset[str]:
        struck = frozenset(known.units[name].hex for name in self.targets)
        firer = known.units.get(self.firer)
        if firer is None or firer.fate != "map":
            return struck
        return struck | fire.hexes_within(pack.theatre(known.scenario), firer.hex, pack.limits.sight)

    def reactions(self, pack: Pack, known: Known) -> Iterator[OpportunityFire | CounterFire | Retreat]:
        for name in self.targets:
            unit = known.units[name]
            if unit.fate != "map" or name in self.tried:
                continue
            if self.firer and not unit.countered and known.units[self.firer].fate == "map":
                yield from self._counters(pack, known, unit)
            yield from _retreats(pack, known, unit)
        if self.firer and known.units[self.firer].fate == "map":
            yield from self._opportunities(pack, known)

    def _counters(self, pack: Pack, known: Known, unit: Unit) -> Iterator[CounterFire]:
        for shot in fire.shots(pack, known, unit, "counter", at=(self.firer,)):
            yield CounterFire(unit.id, shot.passenger)

    def _opportunities(self, pack: Pack, known: Known) -> Iterator[OpportunityFire]:
        theatre, at = pack.theatre(known.scenario), known.units[self.firer].hex
        near = fire.hexes_within(theatre, at, pack.limits.sight)
        for unit in passive_units(known, self.side, self.tried):
            if unit.hex in near:
                yield from _opportunities(pack, known, unit, (self.firer,))

    def _refusal(
        self, view: BlitzkriegView, order: OpportunityFire | CounterFire | Retreat
    ) -> Illegal | None:
        pack = view.pack
        if not isinstance(order, Retreat) and not self.firer:
            return Illegal("Nobody can fire back at artillery and Stukas.", "BLK-6.3.2-G1")
        if isinstance(order, CounterFire):
            return _counter_refusal(pack, view, order, self.firer, self.targets)
        if isinstance(order, OpportunityFire):
            refusal = _has_not_fired(view, order.target, self.firer)
            return refusal or opportunity_refusal(pack, view, order, self.side)
        return _retreat_refusal(pack, view, order, self.side) or _not_fired_at(order.unit, self.targets)

    def odds(self, view: BlitzkriegView, order: OpportunityFire | CounterFire | Retreat) -> Odds | None:
        if isinstance(order, CounterFire):
            return fire.odds_of(view.pack, view, _counter(order, self.firer))
        return super().odds(view, order)

    def explain(self, view: BlitzkriegView, thing: str) -> Illegal | None:
        return _explain(self, view, thing)

    def _range(self, view: BlitzkriegView, option: OpportunityFire | CounterFire) -> int:
        return sight.distance(view.pack, view, view.units[option.unit], view.units[self.firer])


@rule("BLK-6.3.1-G", "BLK-6.3.1-G2")
def _has_not_fired(known: Known, target: str, firer: str) -> Illegal | None:
    """A unit that has just fired is a target of opportunity, even if it did not move."""
    if target not in movement.with_passengers(known, (firer,)):
        return Illegal("{unit} has not fired.", "BLK-6.3.1-G2", unit=target)
    return None


@rule("BLK-6.3.3-C", "BLK-6.3.3-X1")
def _not_fired_at(unit: str, targets: Sequence[str]) -> Illegal | None:
    """Direct and indirect fire both count; mines are no fire."""
    if unit not in targets:
        return Illegal("{unit} has not been fired at.", "BLK-6.3.3-C", unit=unit)
    return None


def _explain(question: ReactToMovement | ReactToFire, view: BlitzkriegView, thing: str) -> Illegal | None:
    """Why a unit of the passive side cannot react now."""
    kind, _, name = thing.partition(":")
    if kind != "unit":
        return None
    unit = view.units.get(name)
    if unit is None or unit.side != question.side or unit.fate != "map":
        return Illegal("{unit} is no unit of yours on the map.", "BLK-6.3-A", unit=name)
    if any(option.unit == name for option in question.options(view)):
        return None
    reacted = _once_per_trigger(question.tried, name)
    return reacted or Illegal("{unit} neither sees the enemy nor was it fired at.", "BLK-6.3.3-A", unit=name)
