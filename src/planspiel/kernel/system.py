"""A rule system, bound to the pack it is played with: its types, its scripts, its views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from planspiel.kernel.codec import Codec
from planspiel.kernel.decision import Script
from planspiel.kernel.event import KERNEL_EVENTS, Event
from planspiel.kernel.instruction import KERNEL_INSTRUCTIONS, Instruction
from planspiel.kernel.log import Setup
from planspiel.kernel.question import Decline, Illegal, Order, Question, Rng, View
from planspiel.kernel.state import Outcome, Seat, Side, State

if TYPE_CHECKING:
    from planspiel.kernel.codec import Upgrade

__all__ = ["Choice", "System", "declared"]

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View[Any])
P = TypeVar("P")
T = TypeVar("T")


class Choice(Struct, frozen=True, omit_defaults=True):
    """A game option: its default, what else it may be, and the paragraph it is about."""

    default: bool | int | str
    title: str
    title_de: str
    cite: str = ""
    values: tuple[bool | int | str, ...] = (False, True)


def declared(kind: type[T], *modules: ModuleType) -> tuple[type[T], ...]:
    """The subclasses of `kind` that modules define themselves, in their order, for a tagged union."""
    return tuple(
        found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type)
        and issubclass(found, kind)
        and found.__module__ == module.__name__
        and not found.__name__.startswith("_")
    )


class System(ABC, Generic[S, V, P]):
    """What a rule system tells the kernel. One object is one system with one pack."""

    id: ClassVar[str]
    title: ClassVar[str]
    title_de: ClassVar[str]
    version: ClassVar[int] = 1
    """The version of its orders, events and state on file; older ones pass through `upgrades`."""
    upgrades: ClassVar[Mapping[int, Upgrade]] = {}
    most_decisions: ClassVar[int] = 20_000
    """A game with more decisions than this has no end."""
    finds: ClassVar[tuple[type[Event[Any]], ...]] = ()
    """Events that name something that nobody else has seen so far, and remove it from the table at once."""

    chapters: ClassVar[tuple[ModuleType, ...]] = ()
    """The modules of its rules. What they define, and their `SCRIPTS`, is what it does not list itself."""

    state_type: type[S]
    view_type: type[V]
    orders: tuple[type[Order], ...]
    events: tuple[type[Event[Any]], ...]
    questions: tuple[type[Question[Any, Any]], ...]
    instructions: tuple[type[Instruction[Any]], ...] = ()
    scripts: Mapping[str, Callable[..., Script[None]]]

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        own = vars(cls)
        chapters = own.get("chapters", ())
        if not chapters:
            return
        if "orders" not in own:
            cls.orders = declared(Order, *chapters)
        if "events" not in own:
            cls.events = declared(Event, *chapters)
        if "questions" not in own:
            cls.questions = declared(Question, *chapters)
        if "instructions" not in own:
            cls.instructions = declared(Instruction, *chapters)
        if "scripts" not in own:
            found = [getattr(chapter, "SCRIPTS", {}) for chapter in chapters]
            cls.scripts = {name: script for scripts in found for name, script in scripts.items()}

    def __init__(self, pack: P, *, pack_name: str = "", pack_digest: str = "") -> None:
        self.pack = pack
        self.pack_name = pack_name
        self.pack_digest = pack_digest

    # -- what every system says ------------------------------------------------------------------------

    @abstractmethod
    def scenarios(self) -> Sequence[str]:
        """The scenarios of the pack."""

    @abstractmethod
    def seats(self, setup: Setup) -> Mapping[Seat, tuple[Side, ...]]:
        """Who plays which sides, in a fixed order."""

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """The position before the first question, with the first items on the agenda."""

    @abstractmethod
    def view(self, state: S, seat: Seat) -> V:
        """What a seat may know, named thing by thing."""

    # -- what a system says if it differs --------------------------------------------------------------

    def scenario_title(self, scenario: str) -> str:
        """What a scenario is called in English, if its id does not say it."""
        return ""

    def choices(self) -> Mapping[str, Choice]:
        """The game options by name."""
        return {}

    def scramble(self, state: S, seat: Seat, rng: Rng) -> S:
        """A position that the seat cannot tell from this one: changes only what it may not know."""
        return state.fork()

    def public_view(self, state: S) -> V | None:
        """What a spectator may know, which is what all seats know; None if spectators see no board."""
        return None

    def resigned(self, state: S, setup: Setup, seat: Seat) -> Outcome:
        """Who wins if a seat gives up: the sides it does not command."""
        seats = self.seats(setup)
        lost = seats[seat]
        won = tuple(dict.fromkeys(side for sides in seats.values() for side in sides if side not in lost))
        return Outcome(won, "{seat} resigned", values={"seat": seat})

    def is_barrier(self, state: S, order: Order) -> bool:
        """With hidden information: an order that, once carried out, may not be taken back."""
        return False

    def state_faults(self, state: S) -> Iterator[str]:
        """What is wrong with a position that came from a file, such as a unit the pack does not have."""
        yield from ()

    def things(self, state: S) -> Iterator[str]:
        """All that `explain` may be asked about in a position, hidden or not: `unit:12`, `hex:0712`."""
        yield from ()

    def german(self) -> Mapping[str, str]:
        """The German of every sentence of this system, by its English template."""
        return {}

    # -- what follows ----------------------------------------------------------------------------------

    def setup(self, setup: Setup) -> Setup:
        """The set-up with defaults filled in; refuses what the system does not have."""
        if setup.scenario not in self.scenarios():
            raise Illegal("There is no scenario {scenario}.", "", scenario=setup.scenario)
        choices = self.choices()
        for name, value in setup.options.items():
            choice = choices.get(name)
            if choice is None:
                raise Illegal("There is no option {option}.", "", option=name)
            if not any(value == known and type(value) is type(known) for known in choice.values):
                raise Illegal("The option {option} cannot be {value}.", "", option=name, value=str(value))
        options = {name: setup.options.get(name, choice.default) for name, choice in choices.items()}
        filled = Setup(setup.scenario, options, setup.seats)
        return Setup(setup.scenario, options, dict(self.seats(filled)))

    @cached_property
    def codec(self) -> Codec[S]:
        """Reads and writes this system's saves and logs."""
        return Codec(
            system=self.id,
            version=self.version,
            upgrades=self.upgrades,
            state=self.state_type,
            orders=(Decline, *self.orders),
            events=(*KERNEL_EVENTS, *self.events),
            instructions=(*KERNEL_INSTRUCTIONS, *self.instructions),
            questions=self.questions,
            view=self.view_type,
        )
