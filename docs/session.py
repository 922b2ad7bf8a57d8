"""The worked session of ``docs/session.md``: ``make docs`` puts each command's output there."""

import re
import shlex
import sys
from pathlib import Path

from click.testing import CliRunner

from openfisca_jobgrant.cli import main

PAGE = Path(__file__).resolve().parent / "session.md"
_BLOCK = re.compile(r"```console\n\$ jobgrant (?P<command>.+)\n(?:.*\n)*?```\n")


def played(page: str) -> str:
    """The page with the output that its commands have today.

    Args:
        page: Markdown, with one command at the head of each ``console`` block.
    """
    return _BLOCK.sub(_played_block, page)


def _played_block(block: re.Match[str]) -> str:
    result = CliRunner().invoke(main, shlex.split(block["command"]))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    lines = [line.rstrip() for line in (result.stdout + result.stderr).splitlines()]
    output = "\n".join(lines).strip("\n")
    return f"```console\n$ jobgrant {block['command']}\n{output}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(played(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.exit(0)
