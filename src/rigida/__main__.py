"""`python -m rigida` is the command `rigida`."""

from rigida.cli import main

if __name__ == "__main__":
    main()
