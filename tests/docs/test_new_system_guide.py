"""The guide's system is cut out of the page and run, so the page cannot rot."""

import re
import subprocess
import sys
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "new-system.md"
BLOCK = re.compile(r"^```\w+\n# file: (\S+)\n(.*?)^```", re.M | re.S)


def cut_out(folder: Path) -> list[str]:
    found = []
    for name, text in BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        found.append(name)
    (folder / "ford" / "__init__.py").write_text('"""The guide\'s example."""\n')
    return found


def test_the_system_of_the_guide_works_as_it_stands_on_the_page(tmp_path: Path) -> None:
    names = cut_out(tmp_path)
    assert "ford/rules.py" in names
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "test_ford.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "3 passed" in run.stdout
