"""The guide's bots and advice are cut out of the page and run, with the system of the other guide."""

import re
import subprocess
import sys
from pathlib import Path

GUIDES = Path(__file__).parents[2] / "docs" / "guide"
BLOCK = re.compile(r"^```\w+\n# file: (\S+)\n(.*?)^```", re.M | re.S)


def cut_out(guide: str, folder: Path) -> list[str]:
    found = []
    for name, text in BLOCK.findall((GUIDES / guide).read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        found.append(name)
    return found


def test_the_bots_of_the_guide_work_as_they_stand_on_the_page(tmp_path: Path) -> None:
    cut_out("new-system.md", tmp_path)
    assert {"ford_bots.py", "ford/advice.py", "test_ford_bots.py"} <= set(cut_out("bots.md", tmp_path))
    (tmp_path / "ford" / "__init__.py").write_text('"""The guide\'s example."""\n')
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null"]
    run = subprocess.run(
        [*command, "test_ford_bots.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "3 passed" in run.stdout
