"""Judging of figures against marks that some cases are known to miss.

A list of known misses holds the figure of each case that is beyond its mark today. A listed case that passes, or that
gets worse, fails its test; so does any other that is beyond the mark.
"""

#: Figures of listed cases may differ by this factor between machines.
SLACK = 1.25


def judge(name: str, figure: float, mark: float, known: dict[str, float]) -> None:
    """Assert that a figure is within its mark, or beyond it as listed."""
    if name not in known:
        assert figure <= mark, f"{name}: {figure:.3g} is beyond {mark:g}"
    else:
        assert figure > mark, f"{name}: {figure:.3g} is within {mark:g} now. Remove it from the list of known misses."
        assert figure <= SLACK * known[name], f"{name}: {figure:.3g} is worse than the known {known[name]:g}"
