"""What a new choice lacks, step by step: start at `complete_choice`.

A choice is new while its type's properties.toml has no table of it. Each step says
what it found and does what it can; what it cannot is left to a person, and
`list_remaining_steps` says what that is.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from homonym.equivalence.partition import (
    TOGETHER,
    find_declared_classes,
    join_first_lines,
    list_partition_faults,
    refine_blocks,
)
from homonym.errors import UserError
from homonym.maintain import declare_properties, extend_corpus, write_witnesses
from homonym.maintain.conditional_rules import list_missing_rules, list_wrong_rules
from homonym.maintain.extend_corpus import Blocks
from homonym.maintain.leftovers import list_remaining_steps
from homonym.maintain.raising_choices import check_new_choices
from homonym.reference.corpus import core
from homonym.reference.properties import alone
from homonym.reference.variants import Family

Watch = Callable[[str, int, int], None]
"""What is told of a step, and how much of it is done, of how much."""


@dataclass(frozen=True)
class ChoiceSteps:
    """The steps for a family: `say` prints a sentence, `watch` shows progress.

    new: its new choices, as in `ideal=r`; dry: nothing is written.
    """

    home: Family
    root: Path
    new: frozenset[str]
    say: Callable[[str], None]
    watch: Watch
    dry: bool = False

    def corpus(self) -> None:
        """Append core cases, until the corpus tells the family's classes apart."""
        cases = core(self.home.takes)
        wrong = self.faults(cases)
        self.refuse_rules(wrong)
        if wrong:
            self.say(f"corpus: its {len(cases)} core cases leave together")
            self.say(join_first_lines(wrong))
            self.append(cases)
        else:
            self.say(f"corpus: its {len(cases)} core cases tell all classes apart")
        self.leave_one_out()
        if not self.dry and extend_corpus.lacks_edition():
            added = extend_corpus.add_edition(f"Cases appended for {self.home.name}.")
            self.say(f"edition {added.edition} written: {added.sha256}")

    def faults(self, cases: Any) -> list[str]:
        """What the cases leave together, or split against a rule."""
        self.watch("corpus: the product on the core cases", 0, 0)
        return list_partition_faults(
            refine_blocks(self.home, cases), find_declared_classes(self.home)
        )

    def refuse_rules(self, wrong: list[str], on: str = "the core cases") -> None:
        """Stop where a rule makes equal what is not."""
        broken = [fault for fault in wrong if not fault.startswith(TOGETHER)]
        if broken:
            raise UserError(
                f"{self.home.name}: a rule is wrong on {on}\n"
                + join_first_lines(broken),
                f"correct the rules (@same) in {self.file}",
            )

    def conditions(self) -> list[str]:
        """The rules under a condition that the new choices lack; stop where one that
        there is makes equal what is not."""
        self.watch("rules under a condition", 0, 0)
        wrong = list(list_wrong_rules(self.home, self.new))
        self.refuse_rules(wrong, "cases that fulfil its condition")
        return list(list_missing_rules(self.home, self.new, self.file))

    def append(self, cases: Any) -> None:
        """Find core cases that tell apart what is together, and append them."""
        takes = self.home.takes

        def tried(tries: int, blocks: Blocks) -> None:
            together = len(find_declared_classes(self.home)) - len(
                blocks[self.home.name]
            )
            self.watch(f"corpus: {together} classes together, try", tries, 60)

        found = list(extend_corpus.grow_corpus(takes, cases, progress=tried))
        for case in found:
            self.say(f"  + {case}")
        if found and not self.dry:
            because = f"Cases that tell the choices of {self.home.name} apart."
            added = extend_corpus.append_cases(takes, found, because)
            self.say(f"appended; edition {added.edition} written: {added.sha256}")
        left = self.faults([*cases, *found])
        if left:
            raise UserError(
                f"{self.home.name}: no drawn case tells these "
                f"apart\n{join_first_lines(left)}",
                f"are they equal? declare the rule (@same) in {self.file}; if not, "
                f"append a case to reference/{takes.folder}/core.txt",
            )

    def leave_one_out(self) -> None:
        """Append cases of one relevant item a user that tell the new choices apart."""
        if not self.new:
            return
        self.watch("corpus: leave-one-out cases", 0, 0)
        takes = self.home.takes
        found = extend_corpus.find_leave_one_out_cases(self.home, self.new, core(takes))
        for case in found:
            self.say(f"  + {case} (one relevant item a user)")
        if found and not self.dry:
            because = f"Leave-one-out cases that tell {self.home.name} apart."
            added = extend_corpus.append_cases(takes, found, because)
            self.say(f"appended; edition {added.edition} written: {added.sha256}")

    @property
    def file(self) -> str:
        """Where the family's rules stand, in the project."""
        own = name_family_file(self.home)
        apart = own.replace(".py", "_equalities.py")
        return apart if (self.root / apart).exists() else own

    def witnesses(self) -> None:
        """Find witnesses for the pairs with a new class."""
        new = write_witnesses.find_new_classes(self.home, self.new)
        self.say(f"witnesses: {len(new)} classes are new")
        if not new:
            return

        def done(told: int, of: int) -> None:
            self.watch("witnesses: pairs told apart", told, of)

        found = write_witnesses.find_new(self.home, new, done)
        if not self.dry:
            write_witnesses.write_witness_file(self.home, found)
        small, longer = len(found.small), len(found.longer)
        self.say(
            f"witnesses: {self.home.name} now has {small} small cases and "
            f"{longer} longer ones in all"
        )
        if found.left:
            raise UserError(f"{self.home.name}: {found.left} pairs have no witness")

    def properties(self) -> None:
        """Declare the properties of the new choices."""
        if self.dry:
            return
        for choice in declare_properties.write_properties(self.home):
            self.say(f"properties: {choice or self.home.name} declared")

    def pages(self) -> None:
        """Write the generated pages anew."""
        if not self.dry:
            asked = [sys.executable, "docs/generate.py"]
            subprocess.run(asked, cwd=self.root, check=True)
            self.say("docs/axes.md and the numbers in README.md written")


def name_family_file(home: Family) -> str:
    """Where the family's function stands, in the project."""
    module = home.function.__module__.removeprefix("homonym.")
    return f"{module.replace('.', '/')}.py"


def find_new_choices(home: Family) -> frozenset[str]:
    """The choices that no properties are declared of."""
    told = declare_properties.is_told
    return frozenset(choice for choice in alone(home) if not told(home, choice))


def complete_choice(steps: ChoiceSteps) -> None:
    """Carry out every step; say what is left."""
    steps.say(f"{steps.home.name}: new are {', '.join(sorted(steps.new)) or 'none'}")
    check_new_choices(steps.home, steps.new, name_family_file(steps.home))
    steps.corpus()
    missing = steps.conditions()
    steps.witnesses()
    steps.properties()
    steps.pages()
    steps.say("left for you:")
    for sentence in (
        *missing,
        *list_remaining_steps(steps.home, steps.root, steps.new),
    ):
        steps.say(f"  {sentence}")
