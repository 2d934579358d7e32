"""Grades in a column that has no name known for them: `count_unnamed_grades`."""

from __future__ import annotations

import re

from homonym.evaluation.id_types import ReadTable

NO_GRADE = re.compile(r"time|timestamp|ts|date|datetime|index|unnamed:\d+|")
"""Names of columns that hold no grade: when it was, and the numbers of a frame's
rows."""


def count_unnamed_grades(truth: ReadTable) -> dict[str, int]:
    """How many columns of a truth may be its grades, where none is known as them."""
    names = [re.sub(r"[\s_-]", "", one).lower() for one in truth.others]
    found = [one for one in names if not NO_GRADE.fullmatch(one)]
    return {"grades_unnamed": len(found)} if found and not truth.graded else {}
