"""fairdeal for Python: what game files import, the tables of results, and the static page of the lab.

A game file begins with `from fairdeal import *`. Editors then complete and explain `zone`, `knob`,
`choose` and the other words of the language. `python my_game.py` plays the game with the program
that comes with this package; words after the name of the file are a command and its options:

    python my_game.py                      as: fairdeal match my_game.py --strategies greedy
    python my_game.py review --minutes 2   as: fairdeal review my_game.py --minutes 2

The words have their meaning from `fairdeal._reference`, which is the file `fairdeal.py` beside the
games of the project. If a file `fairdeal.py` lies beside your game, Python imports that one.
"""

import sys as _sys

from ._program import play_main as _play_main
from ._reference import *  # noqa: F401,F403
from ._reference import __doc__ as _reference_doc
from ._site import lab_site
from ._tables import tables

# A game file that Python runs by itself is played, and not executed line by line.
_play_main(_sys._getframe())
