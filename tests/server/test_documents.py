"""What docs/ONLINE.md and docs/API.md say of the server is so."""

import ast
import asyncio
import contextlib
import io
import re
from pathlib import Path

from tests.online.examples import codes
from tests.server.tables import running

ROOT = Path(__file__).parents[2]
ONLINE = (ROOT / "docs" / "ONLINE.md").read_text("utf-8")
SERVER = sorted((ROOT / "game" / "server").glob("*.py"))
REFUSING = {"RequestRejected", "Rejection", "end", "leave", "RejectionBody"}
"""What takes a code as one of its first arguments."""


def said() -> set[str]:
    """Every code that stands in the server's source."""
    found = set()
    for path in [*SERVER, ROOT / "game" / "rounds" / "referee.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                words = [argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant)]
                found |= {str(word) for word in words[:1] if name in REFUSING and isinstance(word, str)}
    return found


def test_every_code_that_is_said_is_described_and_no_other():
    assert said() | {"not_begun"} == codes()


def test_every_module_of_the_server_is_named():
    words = set(re.findall(r"\w+", ONLINE))
    assert {path.stem for path in SERVER if path.stem != "__init__"} <= words


async def test_the_client_of_the_document_lists_the_tournaments(sqlite):
    (program,) = re.findall(r"^```python\n(.*?)^```$", ONLINE, re.MULTILINE | re.DOTALL)
    assert program.count("\n") <= 20
    async with running(sqlite) as server:
        await server.made()
        with contextlib.redirect_stdout(io.StringIO()) as out:
            await asyncio.to_thread(exec, program.replace("http://127.0.0.1:8852", server.address), {})
    assert out.getvalue() == "Sunday evening: rush draw=3 limit=300, 0 players, rounds open waiting\n"
