"""Carries out a page of the documentation: its blocks of code, in order, to the letter.

Start at `carry_out`. What a block is for stands in its language, and in the mark, a
comment of HTML above it: `bash` is run; of `console` every `$ command` is run and what
it prints compared with the lines below it, where `…` stands for anything and a line of
its own for any lines; `pycon` is a doctest, run by itself, where `…` in a line stands
for anything; `<!-- file NAME -->` is written to that file; `<!-- exits with N -->` says
how a run ends; `<!-- tried as NAME -->` is a fragment that test_fragments.py puts to
work, `<!-- signature -->` a public function as test_public.py compares it; `<!-- shown:
REASON -->` is one that is only read, and why;
`<!-- with homonym[evaluate] -->` one that needs Ibis.
"""

from __future__ import annotations

import ast
import configparser
import re
import subprocess
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

BLOCK = re.compile(
    r"^(?: *<!-- (?P<mark>[^\n]+?) -->\n)? *```(?P<kind>\w*)\n(?P<text>.*?)^ *```$",
    re.S | re.M,
)
EXITS = re.compile(r"exits with (\d+)")
Variables = dict[str, str]


@dataclass(frozen=True)
class Block:
    """A block of code: its mark, its language and its text."""

    mark: str
    kind: str
    text: str

    @property
    def exits_with(self) -> int:
        """The exit code that the page promises."""
        found = EXITS.fullmatch(self.mark)
        return int(found[1]) if found else 0


@dataclass(frozen=True)
class Done:
    """A page carried out: the folder, and what each of its runs printed."""

    folder: Path
    said: list[tuple[Block, str]]


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page, in order."""
    for found in BLOCK.finditer(page.read_text(encoding="utf-8")):
        yield Block(found["mark"] or "", found["kind"], textwrap.dedent(found["text"]))


def bash(
    text: str, cwd: Path, env: Variables, code: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a script as CI would; where a code is given, it has to end with it."""
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", text],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert code in (None, done.returncode), f"{text}\n{done.stdout}"
    return done


def carry_out(
    page: Path,
    folder: Path,
    env: Variables,
    wanted: Callable[[Block], bool] = lambda block: True,
) -> Done:
    """Carry out the blocks of a page that are wanted."""
    done = Done(folder, [])
    for block in filter(wanted, blocks(page)):
        if block.mark.startswith("shown: ") or block.mark == "signature":
            well_formed(block)
        elif block.mark.startswith("file "):
            file = folder / block.mark.removeprefix("file ")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.kind == "console":
            done.said.append((block, session(block, folder, env)))
        elif block.kind == "pycon":
            done.said.append((block, doctest(block, folder, env)))
        else:
            assert block.kind == "bash", f"neither run nor marked:\n{block.text}"
            told = bash(block.text, folder, env, block.exits_with)
            done.said.append((block, told.stdout))
    return done


def session(block: Block, folder: Path, env: Variables) -> str:
    """Run each command of a console, and compare what it prints; all that was said."""
    said = []
    for command, expected in commands(block.text):
        told = bash(command, folder, env, block.exits_with).stdout
        assert like(expected, told), f"{command}\n-- shown\n{expected}\n-- said\n{told}"
        said.append(told)
    return "\n".join(said)


def doctest(block: Block, folder: Path, env: Variables) -> str:
    """Run a session of Python, and compare what it prints."""
    file = folder / ".doctest.txt"
    file.write_text(block.text.replace("…", "..."), encoding="utf-8")
    try:
        return bash(f"python -m doctest -o ELLIPSIS {file}", folder, env, 0).stdout
    finally:
        file.unlink()


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console, each with the lines that are shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        lines = part.splitlines()
        more = next(n for n, line in enumerate(lines) if not line.endswith("\\"))
        yield "\n".join(lines[: more + 1]), "\n".join(lines[more + 1 :])


def like(shown: str, said: str) -> bool:
    """Whether a text is as shown; spaces at the ends of lines aside."""
    pattern = "".join(map(line_pattern, shown.splitlines()))
    lines = "".join(f"{line.rstrip()}\n" for line in said.splitlines())
    return re.fullmatch(pattern, lines) is not None


def line_pattern(shown: str) -> str:
    """Any lines for `…`; else the line, with anything in the place of each `…`."""
    if shown.strip() == "…":
        return r"(?:.*\n)*?"
    return ".*".join(map(re.escape, shown.rstrip().split("…"))) + r"\n"


def well_formed(block: Block) -> None:
    """Read a fragment by its language; raises where it is none of it."""
    if block.kind == "bash":
        subprocess.run(["bash", "-nc", block.text], check=True)
        return
    readers: dict[str, Callable[[str], object]] = {
        "python": ast.parse,
        "ini": configparser.ConfigParser().read_string,
        "toml": tomllib.loads,
        "yaml": yaml.safe_load,
    }
    readers[block.kind](block.text)
