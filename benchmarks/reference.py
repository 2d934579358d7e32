"""How long the reference takes for its whole product on the whole corpus (under 10 s).

`python benchmarks/reference.py` prints the seconds of each family and their sum.
"""

from __future__ import annotations

import time

from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import families


def main() -> None:
    """Time every family on every core case."""
    total = 0.0
    for name, family in families(Case).items():
        started = time.perf_counter()
        for case in core():
            family.values(case)
        took = time.perf_counter() - started
        total += took
        print(f"{name:32} {len(family.variants):6} variants  {took:6.2f} s")
    print(f"{'all':32} {len(core()):6} cases     {total:6.2f} s")


if __name__ == "__main__":
    main()
