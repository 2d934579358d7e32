r"""What the letters of formulas stand for: start at `build_symbol_legend`.

A symbol is a letter, Latin or Greek, with its index. What it means stands in
`published/symbols.toml`, by family or by type of case, or with the type of case itself.
Words of several letters, as names of metrics, are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from homonym.cases.kinds import find_case_kind
from homonym.reference.variants import Family
from homonym.reports.findings.data import read_data

GREEK = (
    *("alpha", "beta", "Gamma", "epsilon", "pi", "phi", "rho", "tau"),
    *("theta", "lambda", "mu", "sigma"),
)
NAMED = rf"\\(?:{'|'.join(GREEK)})(?![A-Za-z])"
SYMBOL = re.compile(
    rf"(?:{NAMED}|(?<![A-Za-z\\])[A-Za-z](?![A-Za-z]))"
    r"(?:_\{[^{}]*\}|_\\[a-z]+|_[A-Za-z0-9])?"
)
UPRIGHT = re.compile(r"\\mathrm\s*\{([^{}]*)\}")
WORDS = re.compile(r"\\(?:text|operatorname)\s*\{[^{}]*\}")
COMMAND = re.compile(
    rf"\\(?!{'|'.join(f'{one}(?![A-Za-z])' for one in GREEK)})[A-Za-z]+"
)


def build_symbol_legend(
    family: Family, formulas: Iterable[str]
) -> list[tuple[str, str]]:
    """The symbols of formulas (LaTeX) of a family, each with what it means there."""
    found = set().union(*map(find_formula_symbols, formulas))
    return [
        (sign, words)
        for sign, words in read_symbol_meanings(family)
        if parse_leading_symbol(sign) in found
    ]


def find_formula_symbols(formula: str) -> set[str]:
    r"""The symbols that stand in a formula, without spaces.

    >>> formula = r"\mathrm{DCG} / U_{\ne 0} \sum_{n \le k} h_n \text{ of a}"
    >>> sorted(find_formula_symbols(formula))
    ['U_{0}', 'h_n', 'k', 'n']
    """
    return set(list_symbols_in_order(formula))


def parse_leading_symbol(sign: str) -> str:
    r"""The symbol that a sign begins with.

    >>> parse_leading_symbol("P(n)"), parse_leading_symbol(r"U_{\ne 0}")
    ('P', 'U_{0}')
    """
    return list_symbols_in_order(sign)[0]


@cache
def list_symbols_in_order(formula: str) -> tuple[str, ...]:
    """The symbols of a formula, as they come."""
    text = COMMAND.sub(" ", UPRIGHT.sub(r"\1", WORDS.sub(" ", formula)))
    return tuple(one.replace(" ", "") for one in SYMBOL.findall(text))


def read_symbol_meanings(family: Family) -> list[tuple[str, str]]:
    """What symbols mean in a family's formulas: its own meaning before that of its
    type of case."""
    told = read_data("published/symbols.toml", "list of symbols")
    mine = told["family"].get(family.name, {})
    of_type = {
        **dict(find_case_kind(family.takes).letters),
        **told["type"].get(family.takes.folder, {}),
    }
    return list({**mine, **of_type, **mine}.items())
