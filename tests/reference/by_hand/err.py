"""Expected reciprocal rank: values by hand."""

from __future__ import annotations

from by_hand.lists import Row, W, Z

ROWS: list[Row] = [
    # Chances 31/32 and 1/32 of 5 and 1.
    ("err", "5 @1", 31 / 32),
    ("err", "1 . 5 @3", 1 / 32 + 31 / 32 * 31 / 32 / 3),
    ("err(stops=exponential, g_max=1)", "1 1 @2", 1 / 2 + 1 / 2 * 1 / 2 / 2),
    # A grade above the highest counts as the highest.
    ("err(stops=exponential, g_max=1)", "5 @1", 1 / 2),
    ("err(stops=share)", "1 . 5 @3", 1 / 5 + 4 / 5 / 3),
    # An item judged below 1 satisfies nobody.
    ("err(stops=share)", "0 2.5 @2", 1 / 2 / 2),
    ("err(stops=share)", "0.5 2.5 @2", 1 / 2 / 2),
    ("err", ". 5 5 @2", 31 / 32 / 2),
    ("err(stops=exponential, depth=all)", ". 5 5 @2", 31 / 32 / 2 + 31 / 1024 / 3),
    ("err(stops=share, users=mean_hit)", W, 1 / 5),
    (
        "err(stops=share, depth=all, users=mean_nonzero)",
        W,
        (1 / 5 + 1 / 10 + 1 / 15) / 3,
    ),
    ("err(stops=share, depth=all, users=mean_hit)", W, 1 / 5),
    ("err(stops=share, depth=all)", Z, (1 / 5 + 1 / 10) / 3),
    ("err(stops=share, depth=all, users=pooled)", Z, (1 / 5 + 1 / 10) / 3),
    ("err(stops=share, depth=all, users=mean_nonzero)", Z, (1 / 5 + 1 / 10) / 2),
    ("err(stops=share, depth=all, users=mean_hit)", Z, 1 / 5),
    ("err(stops=share, users=by_r)", W, 2 / 5 / 4),
    ("err(stops=share, users=by_length)", Z, 2 / 5 / 5),
    ("err(stops=share, users=pooled)", W, 1 / 5 / 3),
    ("err(stops=share, users=caller)", W, (1 / 5, 0, 0)),
]

IRRATIONAL = "chances are powers of two to a grade such as 2.5"
