"""The window's tests are written for a player at a table; here is what plays, and what it plays in.

The one place in the tests where private attributes of the program are looked at.
"""

from tests.ui.driver.outside import Ears, Oracle
from tests.ui.driver.table import FRAME_S, KEYS, Table, post, tables

__all__ = ["FRAME_S", "KEYS", "Ears", "Oracle", "Table", "post", "tables"]
