"""Data that pages load as scripts: opened from a disk, a page may load no other."""

from __future__ import annotations

import json
from typing import Any


def format_script_json(data: Any) -> str:
    """JSON that is safe inside a script."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/")
