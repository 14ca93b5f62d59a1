"""Gridbox: a laboratory for grid and cluster scheduling algorithms.

The package carries the command line of Gridbox as one static binary, and the widget for notebooks.
"""
import json
import os
import subprocess
import sys

__all__ = ["GridboxError", "binary", "generate", "main", "run", "solve", "study", "widget"]


class GridboxError(Exception):
    """A command that failed. messages has its messages, each with code, path and message."""

    def __init__(self, status, messages):
        super().__init__("\n".join(m["message"] for m in messages) or f"exit status {status}")
        self.status, self.messages = status, messages


def binary():
    """Returns the path of the command line."""
    name = "gridbox.exe" if os.name == "nt" else "gridbox"
    path = os.path.join(os.path.dirname(__file__), "bin", name)
    if os.name != "nt" and not os.access(path, os.X_OK):
        os.chmod(path, 0o755)  # some installers drop the mode
    return path


def run(*args, input=None):
    """Runs a command with --json and returns its document. An input that is not a text is written as JSON."""
    if input is not None and not isinstance(input, str):
        input = json.dumps(input)
    done = subprocess.run([binary(), *args, "--json"], input=input, capture_output=True, text=True, encoding="utf-8")
    if done.returncode or not done.stdout:
        lines = [line for line in done.stderr.splitlines() if line.startswith("{")]
        raise GridboxError(done.returncode, [json.loads(line) for line in lines])
    return json.loads(done.stdout)


def generate(preset, seed=None):
    """Returns an explicit scenario made from a preset."""
    return run("generate", preset, *([] if seed is None else ["--seed", str(seed)]))


def solve(scenario, *args):
    """Returns the result of the runs of a scenario."""
    return run("solve", "-", *args, input=scenario)


def study(scenario, *args):
    """Returns the result of the study of a scenario."""
    return run("study", "-", *args, input=scenario)


def widget(scenario, site=None, **model):
    """Returns a widget that solves and draws a scenario in the browser; it needs the package anywidget.

    site is the address of a site of Gridbox. Without it the files of this package are served from 127.0.0.1.
    """
    from . import notebook

    return notebook.widget(scenario, site, **model)


def main():
    """Runs the command line with the arguments of this process."""
    if os.name == "nt":
        sys.exit(subprocess.call([binary(), *sys.argv[1:]]))
    os.execv(binary(), [binary(), *sys.argv[1:]])
