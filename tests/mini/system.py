"""The rules of the mini system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from msgspec.structs import replace

from mini import events as happenings
from mini import questions as asked
from mini.events import (
    MineExploded,
    MineFound,
    MineLaid,
    Moved,
    MovementDone,
    NoiseHeard,
    Rested,
    Revealed,
    Scouted,
    ShotFired,
    StanceTaken,
    StepLost,
    TurnBegan,
)
from mini.questions import (
    CallBarrage,
    DodgeShot,
    Done,
    Move,
    MoveOrDone,
    PlanTheTurn,
    Scout,
    ScoutWhere,
    Shoot,
    ShootAt,
    fire_modifiers,
)
from mini.state import MiniView, Pack, Position, Scenario, Scouting, Seen, Token, commands, knowers, near
from planspiel.kernel import (
    Chart,
    Choice,
    Game,
    Item,
    Order,
    Outcome,
    Question,
    Rng,
    Script,
    Seat,
    Setup,
    Side,
    System,
    ask,
    ask_secretly,
    commit,
    react_all,
    react_best,
    react_each,
    resume_point,
    roll,
    rule,
)

RED, BLUE, GREEN = Side("red"), Side("blue"), Side("green")
ANNA, BEN, BEA = Seat("anna"), Seat("ben"), Seat("bea")
RANGE = 2

PACK = Pack(
    scenarios={
        "duel": Scenario(6, 5, 3, 3, {ANNA: (RED,), BEN: (BLUE,)}),
        "coalition": Scenario(6, 5, 2, 3, {ANNA: (RED, GREEN), BEN: (BLUE,), BEA: (BLUE,)}),
        "large": Scenario(40, 25, 5, 50, {ANNA: (RED,), BEN: (BLUE,)}),
    },
    fire=Chart(
        cite="MINI-3",
        columns=("-2", "-1", "0", "1"),
        rows={"2-7": ("-", "-", "-", "-"), "8-9": ("-", "-", "-", "1"), "10-12": ("-", "1", "1", "1")},
        dice="2d6",
    ),
)


def turn(game: Game[Position]) -> Script[None]:
    """A turn: all plan in secret, each seat moves, all may call a barrage, then victory is tested."""
    state = game.state
    game.happens(TurnBegan(state.turn + 1, cite="MINI-0"))
    moves = [Item("movement", (seat,)) for seat in state.seats]
    scouts = [Item("scouting", (seat,)) for seat in state.seats if game.setup.options["scouting"]]
    game.then(Item("plan"), *moves, Item("barrage"), *scouts, Item("turn-end"))
    return
    yield


@rule("MINI-1")
def plan(game: Game[Position]) -> Script[None]:
    """Stances and mines are chosen in secret; the stances are revealed together, the mines are not."""
    plans = yield from commit({seat: PlanTheTurn() for seat in game.seats})
    for seat, chosen in plans.items():
        game.happens(StanceTaken(seat, chosen.stance, cite="MINI-1"))
        side = game.state.seats[seat][0]
        if chosen.mine not in game.state.mines:
            game.happens(MineLaid(side, chosen.mine, cite="MINI-1"), seats_of(game.state, side))


@rule("MINI-2")
def movement(game: Game[Position], name: str) -> Script[None]:
    """A seat moves its tokens one at a time; each square entered may set off a mine or draw fire."""
    seat = Seat(name)
    while seat not in game.state.done:
        yield from resume_point()
        order = yield from ask(seat, MoveOrDone())
        if isinstance(order, Done):
            game.happens(MovementDone(seat, cite="MINI-2"))
            return
        yield from march(game, order)


def march(game: Game[Position], order: Move) -> Script[None]:
    for to in order.path:
        state = game.state
        token = state.tokens[order.token]
        blocker = next((other for other in state.tokens.values() if other.at == to), None)
        if blocker is not None:
            # Only a token that the mover could not see can be here: the order was legal on what it knew.
            game.happens(Revealed(blocker.id, blocker.side, blocker.at, cite="MINI-2"))
            game.happens(Rested(token.id, cite="MINI-2"), knowers(state, token))
            return
        game.happens(Moved(token.id, to, cite="MINI-2"), knowers(state, token), NoiseHeard(cite="MINI-2"))
        yield from mine(game, token.id)
        if token.id in state.tokens:
            yield from reaction_fire(game, token.id)
        if token.id not in state.tokens:
            return


def mine(game: Game[Position], name: str) -> Script[None]:
    token = game.state.tokens[name]
    if game.state.mines.get(token.at, token.side) == token.side:
        return
    if token.hidden:
        game.happens(Revealed(token.id, token.side, token.at, cite="MINI-2"))
    game.happens(MineExploded(token.at, cite="MINI-2"))
    (pips,) = yield from roll("1d6", "mine at {at}", "MINI-2", roller=name, at=token.at)
    if pips >= 4:
        game.happens(StepLost(name, cite="MINI-2"))


@rule("MINI-3")
def reaction_fire(game: Game[Position], target: str) -> Script[None]:
    """Enemies in range may shoot, each in turn; hidden ones by standing orders, lest the question tell."""
    while target in game.state.tokens and not game.state.tokens[target].hidden:
        for live in (True, False):
            claim = yield from react_each(_shooters(game, target, live), live=live)
            if claim is not None:
                break
        if claim is None:
            return
        yield from shot(game, *claim, target)


def _shooters(game: Game[Position], target: str, live: bool) -> dict[Seat, Question[MiniView, Shoot]]:
    """Who may shoot: open tokens are asked, hidden ones are not."""
    state = game.state
    mark = state.tokens[target]
    asks: dict[Seat, Question[MiniView, Shoot]] = {}
    for seat, sides in state.seats.items():
        names = tuple(
            token.id
            for token in state.tokens.values()
            if token.side in sides
            and token.side != mark.side
            and mark.side not in sides
            and token.hidden != live
            and not token.moved
            and near(state.width, token.at, mark.at) <= RANGE
        )
        if names:
            asks[seat] = ShootAt(target, mark.at, names)
    return asks


def shot(game: Game[Position], seat: Seat, order: Shoot, target: str) -> Script[None]:
    state = game.state
    shooter, mark = state.tokens[order.token], state.tokens[target]
    if shooter.hidden:
        game.happens(Revealed(shooter.id, shooter.side, shooter.at, cite="MINI-3"))
    game.happens(Rested(shooter.id, cite="MINI-3"))
    dodgers = {other: DodgeShot(shooter.id) for other in state.seats if commands(state, other, mark)}
    dodge = yield from react_best(dodgers)
    mods = fire_modifiers(game.view(seat), shooter.id, mark.at)
    if dodge is not None:
        mods.add(-1, "dodged", "MINI-4")
    pips = yield from roll(
        "2d6", "{by} shoots at {at}", "MINI-3", roller=shooter.id, by=shooter.id, at=target
    )
    reading = game.pack.fire.lookup(mods.total, sum(pips))
    game.happens(ShotFired(shooter.id, target, reading.result, mods.lines, cite="MINI-3"))
    if reading.result == "1":
        game.happens(StepLost(target, cite="MINI-3"))


@rule("MINI-6")
def barrage(game: Game[Position]) -> Script[None]:
    """All barrages are called together and fall together."""
    asks = {seat: CallBarrage() for seat in game.seats if game.view(seat).seen}
    shells = yield from react_all(asks)
    for seat, shell in shells.items():
        (pips,) = yield from roll("1d6", "barrage on {at}", "MINI-6", roller=seat, at=shell.at)
        if pips == 6:
            for token in [t for t in game.state.tokens.values() if t.at == shell.at]:
                game.happens(StepLost(token.id, cite="MINI-6"), knowers(game.state, token))


@rule("MINI-8")
def scouting(game: Game[Position], name: str) -> Script[None]:
    """Scouts look around a square. That they were sent is seen; where, and what they found, is not."""
    seat = Seat(name)
    order = yield from ask_secretly(seat, ScoutWhere())
    if not isinstance(order, Scout):
        return
    game.happens(Scouted(seat, cite="MINI-8"))
    (pips,) = yield from roll("1d6", "scouts at {at}", "MINI-8", roller=seat, seen_by=(seat,), at=order.at)
    if pips == 1:
        return
    for at, side in sorted(game.state.mines.items()):
        if side not in game.state.seats[seat] and near(game.state.width, at, order.at) <= 1:
            game.happens(MineFound(seat, at, cite="MINI-8"), (seat,))


def turn_end(game: Game[Position]) -> Script[None]:
    """Who has most steps after the last turn wins; who has none left has lost at once."""
    state = game.state
    steps = {side: 0 for sides in state.seats.values() for side in sides}
    for token in state.tokens.values():
        steps[token.side] += token.steps
    best = max(steps.values())
    leaders = tuple(side for side, count in steps.items() if count == best)
    if state.turn >= state.last_turn or sum(count > 0 for count in steps.values()) < 2:
        winners = leaders if len(leaders) == 1 else ()
        game.ends(Outcome(winners, "most steps left", "MINI-7"))
    else:
        game.then(Item("turn"))
    return
    yield


def seats_of(state: Position, side: Side) -> tuple[Seat, ...]:
    return tuple(seat for seat, sides in state.seats.items() if side in sides)


class Mini(System[Position, MiniView, Pack]):
    id: ClassVar[str] = "mini"
    title: ClassVar[str] = "Mini"
    title_de: ClassVar[str] = "Mini"
    chapters: ClassVar[tuple[ModuleType, ...]] = (asked, happenings)
    state_type = Position
    view_type = MiniView
    scripts: Mapping[str, Any] = {
        "turn": turn,
        "plan": plan,
        "movement": movement,
        "barrage": barrage,
        "scouting": scouting,
        "turn-end": turn_end,
    }

    def __init__(self, pack: Pack = PACK) -> None:
        super().__init__(pack, pack_name="mini", pack_digest="mini-1")

    def scenarios(self) -> Sequence[str]:
        return tuple(self.pack.scenarios)

    def choices(self) -> Mapping[str, Choice]:
        return {
            "hidden": Choice(True, "Every third token starts hidden", "Jede dritte Figur beginnt verdeckt"),
            "scouting": Choice(False, "Scouts look for mines", "Späher suchen Minen"),
        }

    def seats(self, setup: Setup) -> Mapping[Seat, tuple[Side, ...]]:
        return setup.seats or self.pack.scenarios[setup.scenario].seats

    def start(self, setup: Setup) -> Position:
        scenario = self.pack.scenarios[setup.scenario]
        sides = list(dict.fromkeys(side for sides in setup.seats.values() for side in sides))
        tokens: dict[str, Token] = {}
        for row, side in enumerate(sides):
            for n in range(scenario.tokens):
                at = _place(scenario, row, len(sides), n)
                hidden = bool(setup.options["hidden"]) and n % 3 == 2
                tokens[f"{side}-{n}"] = Token(f"{side}-{n}", side, at, hidden=hidden)
        return Position(
            agenda=(Item("turn"),),
            width=scenario.width,
            height=scenario.height,
            last_turn=scenario.turns,
            seats=dict(setup.seats),
            tokens=tokens,
        )

    def view(self, state: Position, seat: Seat) -> MiniView:
        sides = state.seats[seat]
        own: dict[str, Token] = {}
        seen: dict[str, Seen] = {}
        for name, token in state.tokens.items():
            if token.side in sides:
                own[name] = token
            elif not token.hidden:
                seen[name] = Seen(name, token.side, token.at, token.steps)
        return MiniView(
            seat=seat,
            turn=state.turn,
            width=state.width,
            height=state.height,
            sides=sides,
            own=own,
            seen=seen,
            craters=state.craters,
            own_mines=tuple(sorted(at for at, side in state.mines.items() if side in sides)),
            stances=state.stances.copy(),
            standing=state.standing.get(seat, "ask"),
            found_mines=state.scouting.get(seat, Scouting()).found,
        )

    def things(self, state: Position) -> Iterator[str]:
        yield from (f"token:{name}" for name in state.tokens)
        yield from (f"square:{at}" for at in range(state.width * state.height))

    def is_barrier(self, state: Position, order: Order) -> bool:
        """With hidden tokens and mines about, a move carried out tells something."""
        return isinstance(order, Move) and any(token.hidden for token in state.tokens.values())

    def scramble(self, state: Position, seat: Seat, rng: Rng) -> Position:
        """Hidden enemies, their unfound mines, their standing orders and what they found may be otherwise."""
        twin = state.fork()
        sides = state.seats[seat]
        squares = range(state.width * state.height)
        taken = {t.at for t in state.tokens.values() if t.side in sides or not t.hidden}
        for token in state.tokens.values():
            if token.side not in sides and token.hidden:
                free = [at for at in squares if at not in taken]
                at = rng.choice(free)
                taken.add(at)
                twin.tokens[token.id] = replace(token, at=at)
        found = state.scouting.get(seat, Scouting()).found
        enemy_mines = [
            (at, side) for at, side in state.mines.items() if side not in sides and at not in found
        ]
        for at, _ in enemy_mines:
            del twin.mines[at]
        for _, side in enemy_mines:
            free = [at for at in squares if at not in twin.mines and at not in state.craters]
            twin.mines[rng.choice(free)] = side
        for other in state.seats:
            if other != seat:
                twin.standing[other] = rng.choice(("ask", "fire", "hold"))
        for other, scouted in state.scouting.items():
            if other != seat:
                known = sorted(at for at, side in state.mines.items() if side in sides)
                twin.scouting[other] = replace(scouted, found=tuple(at for at in known if rng.randrange(2)))
        return twin


def _place(scenario: Scenario, row: int, rows: int, n: int) -> int:
    y = (scenario.height - 1) * row // max(1, rows - 1) if rows > 1 else 0
    x, further = n % scenario.width, n // scenario.width
    inward = further if y < scenario.height // 2 else -further
    return (y + inward) * scenario.width + x
