"""`homonym identify`: which definition gives a printed number."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Sequence

from homonym.cli.common import make_console, tell_note
from homonym.cli.people import read_cut_offs
from homonym.errors import UserError, in_brief
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.runs import list_run_files
from homonym.evaluation.wanted_variants import split_cut_off
from homonym.identification.candidates import Candidate
from homonym.identification.identify import (
    Identification,
    Identifications,
    describe_threshold,
    name_dated_library,
)
from homonym.identification.next_question import DIGITS, Match, NextQuestion
from homonym.identification.printed_values import ROUNDED
from homonym.identification.settings import Unknown
from homonym.identification.several_values import (
    IdentifiedValues,
    identify_printed_values,
    read_values,
)
from homonym.reference.names import Ambiguous, UnknownName
from homonym.reference.variants import Variant

SHOWN = 4
"""So many metrics stand beside a definition, and as many numbers below an answer."""
ROWS = 20
"""So many definitions that match are listed."""


def identify_number(
    inputs: Inputs,
    cut_offs: str,
    asked: tuple[str, str, str],
    conventions: Conventions,
    unknown: Unknown,
    as_json: bool,
) -> None:
    """Look for the number, or for several, and print what gives it.

    asked: the value, the metric's name and `NAME=VALUE,…`; UserError where both or
    neither are given; unknown: what is tried beside definitions.
    """
    value, metric, several = asked
    if bool(value) == bool(several):
        raise UserError(
            "write --value 0.0317 with --metric map, or --values map=0.0317,…"
        )
    if several and metric:
        raise UserError(
            f"--metric {in_brief(metric)} is for --value alone: --values has its names"
        )
    numbers = read_values(several) if several else {metric: value}
    ks = read_cut_offs(cut_offs) if cut_offs else []
    with make_console(stderr=True).status("trying definitions"):
        found = identify_printed_values(inputs, ks, numbers, conventions, unknown)
    if runs := list_run_files(inputs.predictions):
        tell_note(
            f"numbers are means over the {len(runs)} runs in {inputs.predictions}"
        )
    if as_json:
        print(json.dumps(found.data, indent=2, allow_nan=False))
    else:
        show_answers(found, unknown, inputs.order)


def show_answers(
    found: IdentifiedValues, unknown: Unknown, order: str = "score"
) -> None:
    """The answers for the terminal, what explains all numbers first; before any number
    what is wrong with the tables, and by which conventions; order: what puts lists in
    order."""
    if found.faults:
        print("in the tables")
        for fault in found.faults:
            print(f"  {fault}")
        by = found.conventions.described(order)
        print(f"{by}, or a library's own\n")
    if len(found) > 1:
        print(f"{describe_explaining(found)}\n")
    for place, (name, answers) in enumerate(found.items()):
        print(end="\n" if place else "")
        show_identified_number(name, answers[-1], answers[:-1], unknown)
        for line in describe_wider_tiers(answers):
            print(f"  {line}")


def describe_explaining(found: IdentifiedValues) -> str:
    """Who gives all numbers; where nobody does, who gives the most of them, and whether
    anything does in one place."""
    if found.explained_by:
        return f"all {len(found)} numbers are given by: {', '.join(found.explained_by)}"
    if found.may_explain:
        names = ", ".join(found.may_explain)
        return (
            f"all {len(found)} numbers may be given by: {names} (records leave open "
            "which definition some of the metrics compute)"
        )
    said = f"no library on record gives all {len(found)} numbers"
    if not found.together:
        said += ", nor are they found at one cut-off and in one setting"
    by = found.by_library
    most = max(map(len, by.values()), default=0)
    if most < 2:
        return said
    nearest = [
        f"{name} ({', '.join(its)})" for name, its in by.items() if len(its) == most
    ]
    more = f" and {len(nearest) - SHOWN} more" if len(nearest) > SHOWN else ""
    return f"{said}; {most} of them by {'; '.join(nearest[:SHOWN])}{more}"


def describe_wider_tiers(answers: Identifications) -> Iterator[str]:
    """How many match in the tiers beyond, a line each."""
    for one in answers.wider:
        numbers = "one number" if one.classes == 1 else f"{one.classes} numbers"
        match = "1 matches" if len(one.matches) == 1 else f"{len(one.matches)} match"
        yield (
            f"Among {one.tier} ({one.tried:,} tried), {match}, {numbers}; about "
            f"{one.expected:.2g} would by chance."
        )
    if answers.untried:
        yield (
            f"All definitions, of which there are {answers.untried:,} here, were not "
            "tried: name the metric, or fewer cut-offs."
        )


def show_identified_number(
    name: str,
    answer: Identification,
    before: Sequence[Identification],
    unknown: Unknown,
) -> None:
    """One number's."""
    titled = f"{name} = " if name else ""
    print(f"{titled}{answer.printed.text}")
    for one in before:
        print(f"  {describe_search_tier(one)}: none")
    if not answer.matches:
        print(f"  {describe_search_tier(answer)}: none; the nearest")
        for near in answer.nearest:
            beside = "".join(
                f", {cell}" for cell in yield_unknown_settings(near, unknown)
            )
            print(f"    {near.value:.6f}  {near.variant} at k = {near.k}{beside}")
        for bound in answer.bounds:
            print(f"  {bound}")
        return
    print(f"  {describe_search_tier(answer)}:")
    if (fitting := len(answer.matches)) < answer.alone:
        print(f"  (of {answer.alone} that match, the {fitting} that fit the others)")
    show_matches(answer.matches, unknown)
    for line in describe_who_computes(name, answer):
        print(f"  {line}")
    for bound in answer.bounds[:SHOWN]:
        print(f"  {bound[:1].upper()}{bound[1:]}.")
    print(f"  {describe_digits_verdict(answer)}")
    if answer.further:
        print(f"  {describe_next_question(answer.further)}")


def describe_search_tier(answer: Identification) -> str:
    """What a tier tried."""
    return f"{answer.tier}, {answer.tried:,} tried"


def show_matches(matches: Sequence[Match], unknown: Unknown) -> None:
    """A row a definition at a cut-off, with what was unknown beside it, whatever other
    conventions it was found with, and how the number was made of its value where not
    all were rounded; what most metrics compute first where many are."""
    from rich.table import Table

    rows: dict[tuple[str, ...], dict[str, None]] = {}
    made = any(one.how != ROUNDED for one in matches)
    for one in matches:
        its = one.candidate
        told = f"    {its.value:.6f}", *([one.how] if made else [])
        cells = *told, str(its.k), str(its.variant)
        key = *cells, *yield_unknown_settings(its, unknown)
        rows.setdefault(key, {}).update(dict.fromkeys(list_named_metrics(its)))
    first = "    value", *(["printed"] if made else [])
    header = *first, "k", "definition", *unknown.columns, "computed by"
    table = Table(*header, box=None)
    listed = sorted(rows.items(), key=lambda row: -len(row[1]))[:ROWS]
    for key, by in listed if len(rows) > ROWS else rows.items():
        more = f" and {len(by) - SHOWN} more" if len(by) > SHOWN else ""
        table.add_row(*key, ", ".join([*by][:SHOWN]) + more)
    make_console().print(table)
    if len(rows) > ROWS:
        print(f"    and {len(rows) - ROWS} more, which --json lists")


def list_named_metrics(one: Candidate) -> list[str]:
    """The metrics that compute a definition, and those that may, which is said."""
    return [*one.computed_by, *(f"may be {name}" for name in one.may_compute)]


def describe_who_computes(name: str, answer: Identification) -> Iterator[str]:
    """A sentence a definition that is left: with which choices it is what the name
    stands for, and who computes it, the definition of most libraries first."""
    by: dict[Variant, dict[str, None]] = {}
    may: dict[Variant, dict[str, None]] = {}
    for one in answer.matches:
        its = one.candidate
        for found, metrics in ((by, its.computed_by), (may, its.may_compute)):
            libraries = dict.fromkeys(map(name_dated_library, metrics))
            found.setdefault(its.variant, {}).update(libraries)
    begins = "This is" if answer.decides else "This may be"
    first = sorted(by.items(), key=lambda its: -len(its[1]))[:SHOWN]
    for variant, libraries in first:
        choices = str(variant).rstrip(")").partition("(")[2]
        told = f"{begins} {variant}"
        if name and leaves_choices_open(name):
            told = f"{begins} {name}" + f" with {choices}" * bool(choices)
        yield f"{told}{as_computed(libraries)}{as_left_open(may[variant], libraries)}."
        begins = "It is also" if answer.decides else "It may be"
    left = len(by) - SHOWN
    if left == 1:
        yield "1 more definition that gives it is not listed."
    elif left > 1:
        yield f"{left} more definitions that give it are not listed."


def leaves_choices_open(name: str) -> bool:
    """Whether a name is that of several definitions."""
    try:
        Variant.parse(split_cut_off(name)[0])
    except UnknownName as error:
        return isinstance(error, Ambiguous)
    return False


def as_computed(libraries: Iterable[str]) -> str:
    """By whom, in words; nothing where nobody does."""
    from homonym.reports.findings.finding import join_names
    from homonym.reports.findings.repositories import is_paper_repository

    known = find_library_titles(libraries)
    packages = [title for one, title in known.items() if not is_paper_repository(one)]
    papers = [title for one, title in known.items() if is_paper_repository(one)]
    many = len(papers) > SHOWN
    code = f"{len(papers)} papers" if many else join_names(papers) if papers else ""
    if not packages:
        return f", as the code of {code} computes it" if code else ""
    verb = "computes" if len(packages) == 1 else "compute"
    beside = f", and the code of {code}" if code else ""
    return f", as {join_names(packages)} {verb} it{beside}"


def as_left_open(libraries: Iterable[str], certain: Container[str]) -> str:
    """Which libraries beside the certain ones may compute it, in words; nothing where
    none does."""
    from homonym.reports.findings.finding import join_names

    titles = find_library_titles(one for one in libraries if one not in certain)
    if not titles:
        return ""
    whose = "its record leaves" if len(titles) == 1 else "their records leave"
    return f"; {join_names(titles.values())} may compute it: {whose} that open"


def find_library_titles(libraries: Iterable[str]) -> dict[str, str]:
    """What libraries are called in words, in the order of these, by their names; of
    `LIBRARY==VERSION` the library."""
    from homonym.adapters import adapters

    names = dict.fromkeys(one.partition("==")[0] for one in libraries)
    titles = {one: adapters()[one].title for one in names if one in adapters()}
    return dict(sorted(titles.items(), key=lambda pair: pair[1].lower()))


def yield_unknown_settings(one: Candidate, unknown: Unknown) -> Iterator[str]:
    """What was unknown, as it is with a candidate."""
    if unknown.threshold:
        yield describe_threshold(one.threshold)
    if unknown.users:
        usual = Conventions().pairs
        others = [pair for pair in one.conventions.pairs if pair not in usual]
        yield ", ".join(map(" ".join, others)) or "as by default"


def describe_digits_verdict(answer: Identification) -> str:
    """What the digits decide."""
    chance = f"about {answer.expected:.2g} would match by chance"
    if answer.decides:
        return f"The digits decide among these: one number matches, and {chance}."
    if answer.classes == 1:
        return f"One number matches, but {chance}: ask for more digits."
    return (
        f"The digits do not decide: {answer.classes} different numbers match, and "
        f"{chance}."
    )


def describe_next_question(further: NextQuestion) -> str:
    """What to ask for where several definitions are left."""
    ways = []
    if further.number:
        question, numbers = further.number
        ways.append(f"{question} ({numbers} different numbers, to as many digits)")
    if further.digits:
        more, numbers = further.digits
        digits = "one more digit" if more == 1 else f"{more} more digits"
        ways.append(f"{digits} ({numbers})")
    if further.facts:
        ways.append(f"what else differs among them: {', '.join(further.facts)}")
    if ways:
        return f"To tell the definitions apart, ask for {', or for '.join(ways)}."
    tried = f", nor does any of the {further.tried} numbers tried" * bool(further.tried)
    return f"{DIGITS} more digits do not tell the definitions apart{tried}."
