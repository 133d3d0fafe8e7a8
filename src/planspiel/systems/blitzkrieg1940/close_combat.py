"""9 Close combat: the fight for a hex, round by round, until one side is gone.

Those who were in the hex are the defenders. They fire first, then the attackers; from the second round on all
fire together on the position before the round.
"""

from __future__ import annotations

from collections.abc import Sequence

from planspiel.kernel import Game, Script, ask, roll, rule
from planspiel.systems.blitzkrieg1940 import fire, morale, results, retreat
from planspiel.systems.blitzkrieg1940.close_combat_orders import (
    AttackerNeutralised,
    CombatBegan,
    CombatEnded,
    DefenderNeutralised,
    DefenderReduced,
    Engage,
    FightOn,
    HqMayFollow,
    LeaveCombat,
    LeaveOrFightOn,
    NameTarget,
    RoundBegan,
    Withdraw,
)
from planspiel.systems.blitzkrieg1940.command import overrun_hq
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.results import LoseStep
from planspiel.systems.blitzkrieg1940.state import (
    Attacker,
    Combat,
    Known,
    Position,
    Unit,
    enemy_of,
    is_enemy_at,
    passenger_of,
    seat_of,
    stack,
    units_at,
)
from planspiel.systems.blitzkrieg1940.victory import take_control
from planspiel.systems.blitzkrieg1940.works import works_check

__all__ = ["assault", "fall_back", "is_soft_target", "may_go_on"]

SOFT = ("infantry", "mg", "at_gun", "motorcycle")
PURSUERS = ("tank", "armoured_car")


@rule("BLK-9-A", "BLK-9.1.1-G2", "BLK-9.1.4-A")
def assault(game: Game[Position], hex_: str, attackers: tuple[Attacker, ...]) -> Script[tuple[str, ...]]:
    """Units that have entered an enemy-occupied hex fight one combat together until one side is gone.

    Returns the attackers that may go on moving if they have the points for it (9.2).
    """
    _begin(game, hex_, attackers)
    yield from _first_round(game)
    while _both_sides_left(game):
        yield from _may_leave(game)
        if not _both_sides_left(game):
            break
        if not _anyone_can_hurt(game):
            yield from _break_off(game)
            break
        yield from _round_together(game)
    return _end(game)


@rule("BLK-9.1.5-D")
def _begin(game: Game[Position], hex_: str, attackers: tuple[Attacker, ...]) -> None:
    """Who fights, and in what state: a defender neutralised before may fight in the first round."""
    state = game.state
    side = state.units[attackers[0].unit].side
    defenders = stack(state, hex_, enemy_of(side))
    fighters = [*defenders, *stack(state, hex_, side)]
    game.happens(
        CombatBegan(
            hex_,
            attackers,
            tuple(unit.id for unit in defenders),
            neutralised_before=tuple(unit.id for unit in defenders if unit.neutralised),
            in_column=tuple(unit.id for unit in fighters if unit.column),
            soft=is_soft_target(game.pack, defenders),
            cite="BLK-9-A",
        )
    )


def _combat(game: Game[Position]) -> Combat:
    combat = game.state.combat
    assert combat is not None
    return combat


def _fighters(known: Known, defending: bool) -> list[Unit]:
    """The companies of one side that are still in the hex."""
    combat = known.combat
    assert combat is not None
    attacking = known.units[combat.attackers[0].unit].side
    return stack(known, combat.hex, enemy_of(attacking) if defending else attacking)


def _both_sides_left(game: Game[Position]) -> bool:
    return bool(_fighters(game.state, True)) and bool(_fighters(game.state, False))


def _is_fighting(game: Game[Position], name: str) -> bool:
    return game.state.units[name].hex == _combat(game).hex


# -- rounds --------------------------------------------------------------------------------------------


@rule("BLK-9.1.2-B", "BLK-9.1.2-E")
def _first_round(game: Game[Position]) -> Script[None]:
    """The defenders fire and the attackers suffer it at once; who is left of these fires back."""
    yield from _fire_in_turn(game, defending=True)
    yield from _fire_in_turn(game, defending=False)
    if _both_sides_left(game):
        yield from _neutralised_before(game)


def _fire_in_turn(game: Game[Position], *, defending: bool) -> Script[None]:
    fired: list[str] = []
    for name in [unit.id for unit in _fighters(game.state, defending)]:
        if name in fired or not _is_fighting(game, name) or not _both_sides_left(game):
            continue
        shot = yield from _name_target(game, name, defending, fired)
        if shot is not None:
            fired += [shot.firer, shot.passenger]
            hits = yield from _volley(game, [shot])
            yield from _suffer(game, hits, on_defenders=not defending)


@rule("BLK-9.1.3-A", "BLK-9.1.3-B")
def _round_together(game: Game[Position]) -> Script[None]:
    """Everybody fires again, all at once; the defender is the first to say what his losses mean."""
    combat = _combat(game)
    game.happens(RoundBegan(combat.hex, combat.round + 1, cite="BLK-9.1.3-A"))
    shots: list[Shot] = []
    for defending in (True, False):
        fired: list[str] = []
        for unit in _fighters(game.state, defending):
            if unit.id not in fired:
                shot = yield from _name_target(game, unit.id, defending, fired)
                if shot is not None:
                    fired += [shot.firer, shot.passenger]
                    shots.append(shot)
    hits = yield from _volley(game, shots)
    yield from _suffer(game, hits, on_defenders=True)
    yield from _suffer(game, hits, on_defenders=False)


@rule("BLK-9.1.2-G2")
def _name_target(
    game: Game[Position], firer: str, defending: bool, fired: Sequence[str]
) -> Script[Shot | None]:
    """Every unit fires once a round at an enemy named by its owner; None if no shot is allowed."""
    shots = _shots(game.pack, game.state, game.state.units[firer], defending, fired)
    if len(shots) < 2:
        return shots[0] if shots else None
    question = NameTarget(
        firer, defending, shots[0].first_round, tuple(Engage(shot.target, shot.passenger) for shot in shots)
    )
    answer = yield from ask(seat_of(game.state, game.state.units[firer].side), question)
    return next(s for s in shots if (s.target, s.passenger) == (answer.target, answer.passenger))


def _shots(pack: Pack, known: Known, firer: Unit, defending: bool, fired: Sequence[str] = ()) -> list[Shot]:
    """The shots a unit may fire in this round, also together with the company it carries."""
    combat = known.combat
    assert combat is not None
    first = combat.round == 1
    aboard = passenger_of(known, firer.id)
    together = [aboard.id] if aboard is not None and aboard.id not in fired else []
    found = [
        Shot(firer.id, target.id, "close", passenger=company, first_round=first, defending=defending)
        for target in _fighters(known, not defending)
        for company in ("", *together)
    ]
    return [shot for shot in found if fire.shot_refusal(pack, known, shot) is None]


def _volley(game: Game[Position], shots: Sequence[Shot]) -> Script[dict[str, list[str]]]:
    """Roll for shots that are fired at the same moment; the results by target, none of them applied yet."""
    aims = [fire.aim(game.pack, game.state, shot) for shot in shots]
    hits: dict[str, list[str]] = {}
    for shot, aimed in zip(shots, aims, strict=True):
        pips = yield from roll(
            "2d6",
            "{firer} fires at {target} in close combat",
            "BLK-8.2.5-A",
            roller=shot.firer,
            firer=shot.firer,
            target=shot.target,
        )
        result = fire.read(game, shot.firer, shot.target, aimed, sum(pips))
        hits.setdefault(shot.target, []).append(result)
    return hits


# -- results -------------------------------------------------------------------------------------------


@rule("BLK-9.1.3-X1")
def _suffer(game: Game[Position], hits: dict[str, list[str]], *, on_defenders: bool) -> Script[None]:
    """Steps are lost first; then each N leaves its choice, the same in every round."""
    for name in [unit.id for unit in _fighters(game.state, on_defenders)]:
        found = hits.get(name, [])
        before = morale.losses(game.state)
        for _ in range(found.count("1")):
            if _is_fighting(game, name):
                yield from _lose_a_step(game, name)
        for _ in range(found.count("N")):
            if _is_fighting(game, name):
                yield from (_defender_neutralised if on_defenders else _attacker_neutralised)(game, name)
        if on_defenders and "1" in found and "N" not in found and _is_fighting(game, name):
            yield from _defender_reduced(game, name)
        yield from morale.after_attack(game, before)


def _lose_a_step(game: Game[Position], name: str) -> Script[None]:
    loser = yield from results.assign_loss(game, results.pair(game.state, game.state.units[name]))
    yield from results.lose_step(game, loser, "BLK-8.3-E")


@rule("BLK-9.1.2-C", "BLK-9.1.2-D")
def _attacker_neutralised(game: Game[Position], name: str) -> Script[None]:
    """A step instead and the combat goes on, or back to where the attack came from, neutralised."""
    unit = game.state.units[name]
    pair = results.pair(game.state, unit)
    question = AttackerNeutralised(name, tuple(one.id for one in pair))
    answer = yield from ask(seat_of(game.state, unit.side), question)
    if isinstance(answer, LoseStep):
        yield from results.lose_step(game, answer.unit, "BLK-9.1.2-C")
        return
    results.neutralise(game, pair, "BLK-9.1.2-D")
    yield from fall_back(game, name, _came_from(game, name), "BLK-9.1.2-D")


@rule("BLK-9.1.2-F")
def _defender_neutralised(game: Game[Position], name: str) -> Script[None]:
    """A step and stay, or retreat one hex and remain neutralised; what was owed before is paid with it."""
    yield from _pay_or_retreat(game, name, "BLK-9.1.2-F")


@rule("BLK-9.1.2-H", "BLK-9.1.5-E", "BLK-9.1.5-G1")
def _neutralised_before(game: Game[Position]) -> Script[None]:
    """Defenders neutralised before the combat retreat or lose a step, as attackers have held the hex."""
    before = morale.losses(game.state)
    for name in _combat(game).neutralised_before:
        if (
            _is_fighting(game, name)
            and game.state.units[name].neutralised
            and not game.state.units[name].carrier
        ):
            yield from _pay_or_retreat(game, name, "BLK-9.1.5-E")
    yield from morale.after_attack(game, before)


@rule("BLK-9.1.5-X1", "BLK-9.1.5-A")
def _pay_or_retreat(game: Game[Position], name: str, cite: str) -> Script[None]:
    """The owner's choice. A unit that cannot retreat must pay, and with its last step it is eliminated."""
    unit = game.state.units[name]
    pair = results.pair(game.state, unit)
    losers = tuple(one.id for one in pair)
    hexes = _ways_out(game, unit)
    answer: LoseStep | Withdraw = LoseStep(name)
    if len(losers) + len(hexes) > 1:
        question = DefenderNeutralised(name, losers, hexes)
        answer = yield from ask(seat_of(game.state, unit.side), question)
    if isinstance(answer, Withdraw):
        results.neutralise(game, pair, cite)
        yield from _withdraw(game, name, answer.hex, cite)
        return
    for one in pair:
        if game.state.units[one.id].neutralised:
            game.happens(results.NeutralisationLifted(one.id, cite="BLK-9.1.5-X1"))
    yield from results.lose_step(game, answer.unit, cite if hexes else "BLK-9.1.5-A")


@rule("BLK-9.1.2-G")
def _defender_reduced(game: Game[Position], name: str) -> Script[None]:
    """After a step loss a defender may stay or retreat one hex."""
    unit = game.state.units[name]
    hexes = _ways_out(game, unit)
    if not hexes:
        return
    answer = yield from ask(seat_of(game.state, unit.side), DefenderReduced(name, hexes))
    if isinstance(answer, Withdraw):
        yield from _withdraw(game, name, answer.hex, "BLK-9.1.2-G")


# -- leaving -------------------------------------------------------------------------------------------


@rule("BLK-9.1.3-X2", "BLK-6.3.3-D")
def _may_leave(game: Game[Position]) -> Script[None]:
    """After each complete round any unit may leave, the defenders first. Nobody fires at them."""
    for defending in (True, False):
        while _both_sides_left(game):
            ways = tuple(_leaving(game, defending))
            if not ways:
                break
            side = game.state.units[ways[0].unit].side
            answer = yield from ask(seat_of(game.state, side), LeaveOrFightOn(_combat(game).hex, ways))
            if isinstance(answer, FightOn):
                break
            if defending:
                yield from _withdraw(game, answer.unit, answer.hex, "BLK-9.1.3-X2")
            else:
                yield from fall_back(game, answer.unit, answer.hex, "BLK-9.1.5-G3")


def _leaving(game: Game[Position], defending: bool) -> list[LeaveCombat]:
    ways: list[LeaveCombat] = []
    for unit in _fighters(game.state, defending):
        if not unit.carrier:
            hexes = _ways_out(game, unit) if defending else (_came_from(game, unit.id),)
            ways += [LeaveCombat(unit.id, hex_) for hex_ in hexes]
    return ways


@rule("BLK-9.1.5-B")
def _ways_out(game: Game[Position], unit: Unit) -> tuple[str, ...]:
    """Where a defender may retreat: never into a hex from which an attacker came."""
    banned = tuple(attacker.came_from for attacker in _combat(game).attackers)
    return tuple(retreat.retreat_hexes(game.pack, game.state, unit, banned))


@rule("BLK-9.1.5-C", "BLK-9.1.5-G2")
def _withdraw(game: Game[Position], name: str, to: str, cite: str) -> Script[None]:
    """A defender retreats, farther if the hex is full; an HQ may leave with the last of them."""
    banned = tuple(attacker.came_from for attacker in _combat(game).attackers)
    yield from retreat.retreat(game, name, to, cite, banned)
    if _fighters(game.state, True):
        return
    side = game.state.units[name].side
    for hq in [unit for unit in units_at(game.state, _combat(game).hex) if unit.is_hq and unit.side == side]:
        answer = yield from ask(seat_of(game.state, side), HqMayFollow(hq.id, to))
        if isinstance(answer, Withdraw):
            yield from retreat.retreat(game, hq.id, to, "BLK-3.2-G3")


def _came_from(game: Game[Position], name: str) -> str:
    """Where an attacker came from; a passenger came with its carrier."""
    origins = {attacker.unit: attacker.came_from for attacker in _combat(game).attackers}
    return origins[name] if name in origins else _combat(game).attackers[0].came_from


@rule("BLK-9.1.2-G3", "BLK-9.1.5-G3")
def fall_back(game: Game[Position], name: str, to: str, cite: str) -> Script[None]:
    """An attacker goes back to the hex it came from, or off the map again; who cannot is eliminated."""
    unit = game.state.units[name]
    if to and is_enemy_at(game.state, to, unit.side):
        yield from results.lose_all_steps(game, name, "BLK-9.1.2-G3")
    else:
        yield from retreat.retreat(game, name, to, cite)


# -- the end -------------------------------------------------------------------------------------------


def _anyone_can_hurt(game: Game[Position]) -> bool:
    """Whether any unit of either side has a shot that does something on some roll."""
    return any(
        fire.can_hurt(game.pack, game.state, shot)
        for defending in (True, False)
        for unit in _fighters(game.state, defending)
        for shot in _shots(game.pack, game.state, unit, defending)
    )


@rule("BLK-9.1.4-G1")
def _break_off(game: Game[Position]) -> Script[None]:
    """Nobody can hurt anybody: the attackers go back and end their move."""
    for unit in _fighters(game.state, False):
        if not unit.carrier:
            yield from fall_back(game, unit.id, _came_from(game, unit.id), "BLK-9.1.4-G1")


def _end(game: Game[Position]) -> tuple[str, ...]:
    """Winners take the hex and overrun an HQ that is left alone there."""
    combat = _combat(game)
    winners = [] if _fighters(game.state, True) else _fighters(game.state, False)
    if winners:
        for unit in units_at(game.state, combat.hex):
            if unit.is_hq and unit.side != winners[0].side:
                overrun_hq(game, unit.id, "BLK-3.2-G2")
        take_control(game, winners[0])
    game.happens(CombatEnded(combat.hex, cite="BLK-9.1.4-A"))
    works_check(game, combat.hex)
    return tuple(unit.id for unit in winners if may_go_on(game.pack, combat, unit))


@rule("BLK-9.2-A", "BLK-9.2-B")
def may_go_on(pack: Pack, combat: Combat, unit: Unit) -> bool:
    """Tanks and armoured cars that beat soft defenders may go on moving, also into further close combats."""
    return combat.soft and pack.counters[unit.counter].kind in PURSUERS


@rule("BLK-9.2-G1")
def is_soft_target(pack: Pack, defenders: Sequence[Unit]) -> bool:
    """Only infantry, machine guns, anti-tank guns and motorcycles; an HQ beside them changes nothing."""
    return all(pack.counters[unit.counter].kind in SOFT for unit in defenders)
