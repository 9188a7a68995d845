"""The command line: `rigida demo`, `run`, `view`, `render`, `export`, `check`, `info`, `sweep`, `aim` and more.

Exit codes: 0 good, 1 a check failed, 2 the user's error (said in a clear line, no traceback), 130 stopped by Ctrl-C.
"""

from rigida.cli.app import app, main

__all__ = ["app", "main"]
