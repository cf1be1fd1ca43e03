from typing import Any, Callable, Generic, Iterable, Iterator, Literal, NoReturn, Optional, Sequence, TypeVar, Union

_T = TypeVar("_T")
_SeenBy = Literal["nobody", "owner", "everyone"]
_Moved = Union["Card", Iterable["Card"], "Zone"]

nobody: Literal["nobody"]
owner: Literal["owner"]
everyone: Literal["everyone"]

class GameFileError(Exception): ...

def game(
    title: str,
    players: Union[int, tuple[int, int]],
    teams: Optional[int] = None,
    lowest_wins: bool = False,
    summary: str = "",
    cooperative: bool = False,
    aim: Optional[Literal["wins", "score"]] = None,
) -> None:
    """Names the game. `players` is the fewest and the most."""

def knob(
    default: _T,
    low: Optional[int] = None,
    high: Optional[int] = None,
    choices: Optional[Sequence[str]] = None,
    help: str = "",
) -> _T:
    """A rule that can be changed: a whole number from low to high, one of the choices, True or False, or a table."""

def preset(name: str, help: str = "", **values: Any) -> None:
    """A named set of values of knobs."""

def require(condition: object, message: str) -> None:
    """Refuses rules that cannot be dealt or played."""

class Card:
    name: str
    zone: "Zone"
    suit: str
    rank: int
    def __getattr__(self, name: str) -> Any: ...

def cards(suits: Iterable[str], ranks: Union[dict[str, int], Sequence[int]], copies: int = 1) -> list[Card]:
    """Declares a card of each suit with each rank, and returns them."""

def card(name: str, copies: int = 1, **attributes: Any) -> list[Card]:
    """Declares cards of one more kind, such as Jokers, and returns them as a list."""

def cards_from(file: str) -> list[Card]:
    """Declares the cards of a table, a CSV file beside the game file, and returns them."""

class Zone:
    top: Card
    bottom: Card
    def __iter__(self) -> Iterator[Card]: ...
    def __reversed__(self) -> Iterator[Card]: ...
    def __len__(self) -> int: ...
    def __contains__(self, card: Card) -> bool: ...
    def __getitem__(self, place: int) -> Card: ...
    def put(self, cards: _Moved) -> None:
        """Lays a card, cards or all cards of a zone on top, taken from wherever they are."""
    def put_below(self, cards: _Moved) -> None:
        """Lays a card, cards or all cards of a zone under all others, their order unchanged."""
    def draw(self, into: "Zone") -> Card:
        """Moves the top card on top of another zone, and returns it."""
    def draw_any(self, into: "Zone") -> Card:
        """Moves a card at random on top of another zone, and returns it."""
    def deal(self, n: int, hand: "each_player[Zone]") -> None:
        """Draws so many cards for every player, one at a time, from player 0 on."""
    def shuffle(self) -> None:
        """Puts the cards in a random order."""

def zone(seen_by: _SeenBy) -> Zone:
    """Declares a zone: a place for cards, seen by nobody or by everyone."""

class each_player(Generic[_T]):
    """One zone or number for every player: `hand = each_player(zone, owner)`, `points = each_player(0)`."""
    def __init__(self, kind: Any, seen_by: Any = ..., low: Optional[int] = None, high: Optional[int] = None) -> None: ...
    def __getitem__(self, seat: int) -> Any: ...
    def __setitem__(self, seat: int, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def reset(self) -> None: ...

class each(Generic[_T]):
    """One zone or number for each of some names: `market = each(SUITS, zone, everyone)`."""
    def __init__(self, names: Iterable[Any], kind: Any, seen_by: Any = ..., low: Optional[int] = None, high: Optional[int] = None) -> None: ...
    def __getitem__(self, name: Any) -> Any: ...
    def __setitem__(self, name: Any, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def reset(self) -> None: ...

class numbers:
    """Public numbers, flags and names of the game: `class now(numbers): jokers = 0`, then `now.jokers += 1`."""
    @classmethod
    def reset(cls) -> None: ...

class lengths:
    """Public numbers in which the length of a game is told: `class length(lengths): tricks = 0`."""
    @classmethod
    def reset(cls) -> None: ...

def players(first: int = 0) -> list[int]:
    """All seats that are not out, clockwise from this one."""

def others(p: int) -> list[int]:
    """All other seats that are not out, clockwise from the next one."""

def after(p: int) -> int:
    """The next seat clockwise that is not out."""

def before(p: int) -> int:
    """The next seat counterclockwise that is not out."""

def out(p: int) -> None:
    """This seat is out of the game: `players` and `after` pass it over."""

def is_out(p: int) -> bool: ...
def team(p: int) -> int:
    """The team of a seat; without teams, the seat itself."""

def choose(p: int, options: Iterable[_T], say: str = "{}", seen_by: _SeenBy = "everyone") -> _T:
    """A decision of this seat: one of the options. Returns it."""

def choose_together(
    seats: Iterable[int], options_of: Callable[[int], Iterable[_T]], say: str = "{}", seen_by: _SeenBy = "everyone"
) -> list[_T]:
    """Secret decisions at the same time. Returns the choices in the order of the seats."""

def chance(n: int) -> int:
    """A random number from 0 to n - 1."""

def look(p: int, what: _Moved) -> None:
    """This seat sees a card, cards or a zone."""

def show(what: _Moved) -> None:
    """Everyone sees a card, cards or a zone."""

def tally(name: str, times: Optional[int] = None, of: Optional[str] = None) -> None:
    """Counts an event, which becomes a quantity with an interval."""

def end(reason: str, winner: Optional[int] = None, winners: Optional[Iterable[int]] = None) -> NoReturn:
    """Ends the game. The best scores win, or the winners that are named."""

def lost(reason: str, loser: Optional[int] = None, losers: Optional[Iterable[int]] = None) -> NoReturn:
    """Ends the game. All lose, or the losers that are named."""

def unfinished(reason: str) -> NoReturn:
    """Ends the game without a winner: a limit was reached."""

def first_player(p: int) -> None:
    """This seat counts as the one that went first."""

def tables(folder: str) -> dict[str, Any]:
    """Reads the tables of a run: by name a data frame of polars or pandas, else a list of rows."""

def lab_site(folder: str) -> None:
    """Copies the static page of the lab, which any web server can serve, into a new folder."""
