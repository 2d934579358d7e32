"""Every block of code on the pages and in the README is carried out, or well formed."""

from __future__ import annotations

import os
import re
import runpy
import sys
import tomllib
from pathlib import Path

import pytest
import tomli_w
from carried_out import Block, bash, blocks, carry_out, like, well_formed

from homonym.cli.app import COMMANDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
DATA = DOCS / "data.md"
RUN = {"tutorial.md", "maintainers.md", "api.md", "data.md", "scan.md"}
"""The pages that are run: the second by test_maintainers.py."""
NOT_RUN = {
    "report line": "it makes an environment a library: CI runs it (.ci/run)",
    "test line": "it would run this test: CI runs it (.ci/run)",
    "needs MovieLens": "the full files cannot be fetched: test_movielens.py has others",
}
"""Blocks of the README that no test runs, by their mark, with the reason."""
PYTHON = Path(sys.executable).parent
EVALUATE = "with homonym[evaluate]"
"""The mark of a block that is run in this environment, which has Ibis."""
TRIED = re.compile(r"tried as (\w+)")
SHOWN = re.compile(r"shown: \w+( \S+){3,}")
"""The mark of a fragment that no test runs: it gives the reason."""


@pytest.fixture
def own() -> dict[str, str]:
    """The variables of this environment."""
    return {**os.environ, "PATH": f"{PYTHON}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.exhaustive
def test_the_tutorial_says_what_happens(tutorial: Path) -> None:
    """Every block in order, in an empty folder and a fresh environment: the fixture
    compares what is printed with the page. The last makes the report."""
    assert (tutorial / "report" / "index.html").is_file()


@pytest.mark.exhaustive
def test_the_api_does_what_its_page_says(shell: dict[str, str], tmp_path: Path) -> None:
    """Every block in order: the wheel, a library, its adapter, a record."""
    done = carry_out(DOCS / "api.md", tmp_path, shell)
    run = [b for b in blocks(DOCS / "api.md") if b.kind in ("bash", "pycon")]
    assert [block for block, _ in done.said] == run


@pytest.mark.exhaustive
def test_the_readme_says_what_happens(shell: dict[str, str], tmp_path: Path) -> None:
    """Its tour, beside the recommenders of the lock, and a record edited as it says."""
    lock = ROOT / "locks" / "py311-recommenders-1.2.1.txt"
    bash(f"pip install --no-deps -r {lock} && pip install homonym", tmp_path, shell, 0)
    edited(tmp_path / "edited" / "records" / "recommenders")
    done = carry_out(README, tmp_path, shell, in_the_tour)
    assert len(done.said) == 4


def in_the_tour(block: Block) -> bool:
    """Whether a block of the README is run beside the library."""
    return block.kind == "console" and block.mark != EVALUATE


@pytest.mark.exhaustive
def test_the_page_of_your_own_data_says_what_happens(
    own: dict[str, str], tmp_path: Path
) -> None:
    done = carry_out(DOCS / "data.md", tmp_path, own)
    assert len(done.said) == 12


@pytest.mark.exhaustive
def test_the_page_of_what_code_computes_says_what_happens(
    own: dict[str, str], tmp_path: Path
) -> None:
    done = carry_out(DOCS / "scan.md", tmp_path, own)
    assert len(done.said) == 2


@pytest.mark.exhaustive
def test_the_readme_identifies_a_number(own: dict[str, str], tmp_path: Path) -> None:
    bash("homonym example", tmp_path, own, 0)
    done = carry_out(README, tmp_path, own, lambda block: block.mark == EVALUATE)
    assert len(done.said) == 1


def test_no_page_edits_a_file_as_gnu_s_sed_alone_does() -> None:
    """That of macOS takes what follows `-i` for the suffix of a copy."""
    scripts = [
        block.text for page in (README, *DOCS.glob("*.md")) for block in blocks(page)
    ]
    assert any("sed -i" in text for text in scripts)
    assert not any("sed -i " in text for text in scripts)


def edited(folder: Path) -> None:
    """A copy of the record that says that map_at_k divides by r."""
    committed = ROOT / "reports" / "records" / "recommenders" / "1.2.1.toml"
    record = tomllib.loads(committed.read_text())
    record["metrics"]["map_at_k"]["variants"] = ["average_precision(divisor=r)"]
    folder.mkdir(parents=True)
    (folder / "1.2.1.toml").write_text(tomli_w.dumps(record))


def test_the_readme_has_no_other_block() -> None:
    """What is not run has a mark, and the mark has a reason."""
    others = [block for block in blocks(README) if block.kind != "console"]
    assert [block.mark for block in others] == list(NOT_RUN)


@pytest.mark.parametrize("page", sorted({p.name for p in DOCS.glob("*.md")} - RUN))
def test_the_other_pages_have_only_well_formed_fragments(page: str) -> None:
    """A block on a page that is not run can be read; it is tried by a test of its own,
    or says why not."""
    for block in blocks(DOCS / page):
        assert TRIED.fullmatch(block.mark) or SHOWN.fullmatch(block.mark), block.text
        well_formed(block)


def test_every_fragment_that_is_tried_has_its_test() -> None:
    """The tests name just those that the pages mark."""
    marks = [block.mark for page in DOCS.glob("*.md") for block in blocks(page)]
    tried = {found[1] for mark in marks if (found := TRIED.fullmatch(mark))}
    tests = (ROOT / "tests" / "docs" / "test_fragments.py").read_text()
    asked = re.findall(r"fragment\((?:LIBRARY|VARIANT), [\"'](\w+)", tests)
    assert tried == set(asked)


def test_every_picture_is_shown_and_taken_by_the_command() -> None:
    """None lies there unused, none is missing, and none was made by hand."""
    pages = "".join(page.read_text() for page in DOCS.glob("*.md"))
    shown = set(re.findall(r"!\[.+?\]\((\S+)\.png\)", pages))
    assert shown == {file.stem for file in DOCS.glob("*.png")} == taken()


def test_the_readme_tells_of_every_command() -> None:
    """In its table of what each answers."""
    rows = re.findall(r"^\| `homonym .*", README.read_text("utf-8"), re.MULTILINE)
    told = set(re.findall(r"`homonym ([a-z-]+)", "\n".join(rows)))
    names = {command.__name__.replace("_", "-") for command in COMMANDS}
    assert told == names


def taken() -> set[str]:
    """The names of the pictures that the command takes, and of the benchmark's."""
    file = ROOT / "tests" / "browser" / "screenshots.py"
    return {*runpy.run_path(str(file))["PICTURES"], "speed"}


def test_every_fence_belongs_to_a_block() -> None:
    """A block that the runner would not see would never be run."""
    for page in (README, *DOCS.glob("*.md")):
        fences = page.read_text().count("```")
        assert fences == 2 * len(list(blocks(page))), page.name


@pytest.mark.parametrize(
    ("shown", "said", "alike"),
    [
        ("a\nb", "a\nb\n", True),
        ("a\nb", "a\nb\nc\n", False),
        ("a\n…", "a\nb\nc\n", True),
        ("…\nc\n…", "a\nb\nc\n", True),
        ("…\nd\n…", "a\nb\nc\n", False),
        ("0.42…", "0.425\n", True),
        ("0.42…", "0.43\n", False),
        ("a.c", "abc\n", False),
    ],
)
def test_a_console_is_compared_line_by_line(shown: str, said: str, alike: bool) -> None:
    """`…` alone stands for any lines, within a line for anything; the rest is exact."""
    assert like(shown, said) is alike


def test_a_page_that_tells_a_lie_is_found(tmp_path: Path) -> None:
    """Another output, another exit code, and a fragment that cannot be read."""
    page = tmp_path / "page.md"
    for text in (
        "```console\n$ echo one\ntwo\n```\n",
        "<!-- exits with 1 -->\n```bash\ntrue\n```\n",
        "```python\nprint()\n```\n",
        "```pycon\n>>> 1 + 1\n3\n```\n",
    ):
        page.write_text(text)
        with pytest.raises(AssertionError):
            carry_out(page, tmp_path, {"PATH": f"{PYTHON}:/usr/bin:/bin"})
    with pytest.raises(SyntaxError):
        well_formed(Block("shown: why", "python", "def"))


def test_the_pages_say_how_many_blocks_are_only_shown() -> None:
    """The README of all pages, the page on data of its own."""
    shown = {
        page.name: sum(block.mark.startswith("shown: ") for block in blocks(page))
        for page in DOCS.glob("*.md")
    }
    says = {path: " ".join(path.read_text("utf-8").split()) for path in (README, DATA)}
    assert sum(shown.values()) == 7 and "it, but for seven that need" in says[README]
    assert shown["data.md"] == 4 and "page, but for four: the" in says[DATA]
