"""Which formula a paper's text gives its metrics: `read_papers`, `render_papers_page`.

The data is `published/papers.toml`. `python -m homonym.reports.findings.papers` prints
docs/papers.md, which a test holds equal to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from homonym.cases.conditions import WORDS
from homonym.reference.variants import Variant
from homonym.reports.findings.data import read_data


@dataclass(frozen=True)
class PaperMetric:
    """What a text says of one metric; variant: nothing where it defines none."""

    name: str
    words: str
    quoted: bool
    place: str
    variant: str
    equals: str
    note: str

    @property
    def text(self) -> str:
        """The words, in quotation marks where they are the source's own."""
        return f"“{self.words}”" if self.quoted else self.words

    @property
    def when_equal(self) -> str:
        """Whether it is what the source calls it a synonym of."""
        if not self.equals:
            return ""
        one, other = Variant.parse(self.variant), Variant.parse(self.equals)
        said = f"said to be {other}"
        if one.canonical() == other.canonical():
            return f"{said}: it is"
        for condition, words in WORDS.items():
            if one.canonical((condition,)) == other.canonical((condition,)):
                return f"{said}: it is where {words}, and not elsewhere"
        return f"{said}: it is not"


@dataclass(frozen=True)
class PaperCode:
    """What a paper's own repository computes; computes: a variant by its function."""

    repository: str
    commit: str
    computes: dict[str, str]
    note: str


@dataclass(frozen=True)
class Paper:
    """A paper by the name of its model; reference: its number in the source's list;
    code: None where its own code was not run."""

    name: str
    reference: int
    metrics: tuple[PaperMetric, ...]
    code: PaperCode | None = None


def read_papers_data() -> dict[str, Any]:
    """The file."""
    return read_data("published/papers.toml", "list of papers")


def read_papers() -> list[Paper]:
    """Every paper, in the order of the file."""
    return [
        Paper(
            one["name"],
            one["reference"],
            tuple(
                PaperMetric(
                    told["name"],
                    told["words"],
                    told["quoted"],
                    told["place"],
                    told.get("variant", ""),
                    told.get("equals", ""),
                    told.get("note", ""),
                )
                for told in one["metric"]
            ),
            PaperCode(**one["code"]) if "code" in one else None,
        )
        for one in read_papers_data()["paper"]
    ]


def render_papers_page() -> str:
    """docs/papers.md."""
    return "\n".join(yield_papers_page_lines()) + "\n"


def yield_papers_page_lines() -> Iterator[str]:
    """The lines of docs/papers.md."""
    yield "# Which formula a paper means"
    yield ""
    yield f"As reported by {read_papers_data()['source']}."
    yield "The papers themselves were not read for this. `homonym explain --paper NAME`"
    yield "prints one of them. Made by `python -m homonym.reports.findings.papers`:"
    yield "edit `reports/published/papers.toml`, not this page."
    for paper in read_papers():
        yield ""
        yield f"## {paper.name}"
        for told in paper.metrics:
            yield ""
            yield from yield_paper_metric_lines(told)
        yield from yield_paper_code_lines(paper)
    yield from yield_table_3_lines()


def yield_paper_metric_lines(told: PaperMetric) -> Iterator[str]:
    """One metric of a paper."""
    defined = f"`{told.variant}`" if told.variant else "no formula that can be told"
    yield f"**{told.name}**: {defined}"
    yield ""
    yield f"> {told.text} ({told.place})"
    for remark in filter(None, (told.when_equal, told.note)):
        yield ""
        yield f"{remark[0].upper()}{remark[1:]}."


def yield_paper_code_lines(paper: Paper) -> Iterator[str]:
    """What the paper's own code computes."""
    yield ""
    if paper.code is None:
        yield "Its code *cannot be had here*: none was run."
        return
    where = f"https://github.com/{paper.code.repository}"
    yield f"Its code, [{paper.code.repository}]({where}) at {paper.code.commit}:"
    yield ""
    for name, variant in paper.code.computes.items():
        yield f"- `{name}`: `{variant}`"
    yield ""
    yield f"{paper.code.note[0].upper()}{paper.code.note[1:]}."


def yield_table_3_lines() -> Iterator[str]:
    """The published counts, and the papers that stand in them without a name."""
    table = read_papers_data()["table_3"]
    of, unnamed = table["of"], table["unnamed"]
    yield ""
    yield "## Table 3, as published"
    yield ""
    yield f"How {of} papers introduce their metrics. These are its own counts: which"
    yield "paper is in which the source does not say, and nothing was counted again."
    yield ""
    yield f"| {' | '.join(table['counts'])} |"
    yield f"| {' | '.join('---' for _ in table['counts'])} |"
    cells = [f"{n} of {of}" for n in table["counts"].values()]
    yield f"| {' | '.join(cells)} |"
    yield ""
    yield f"{of - len(unnamed)} of the {of} are those above. The other {len(unnamed)}"
    yield f"are its references {', '.join(f'[{n}]' for n in unnamed)}. What they say"
    yield "*cannot be had here*: the text at hand has lost its list of references, and"
    yield "names none of them elsewhere."


if __name__ == "__main__":
    print(render_papers_page(), end="")
