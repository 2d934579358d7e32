"""Whether the choice of definition changes who wins: start at `dissent.judge_runs`."""
