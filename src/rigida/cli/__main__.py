"""`python -m rigida.cli` is the `rigida` command."""

from rigida.cli.app import main

main()
