"""A small stroke font, so that pictures can carry text on machines without any font.

Letters live on a grid of 0…4 across and 0…8 up: base line 2, small letters to 6, capitals to 8, tails down to 0. A
glyph is written as strokes separated by commas, each stroke as pairs of digits "xy".
"""

import itertools
import unicodedata
from functools import cache

_UNITS_PER_SIZE = 9.0
_BASE_LINE = 2
_GAP, _SPACE = 1.7, 2.6

GLYPHS = {
    **{"0": "120307183847433212", "1": "072822,1232", "2": "07183847460242", "3": "07183847463515,354443321203"},
    **{"4": "32380444", "5": "480805354443321203", "6": "473818070312324344351504", "7": "084812"},
    **{"8": "15060718384746351504031232434435", "9": "031232434738180706153546"},
    **{"A": "022842,1434", "B": "02083847463505,3544433202", "C": "4738180703123243", "D": "02082846442202"},
    **{"E": "48080242,0535", "F": "480802,0535", "G": "47381807031232434525", "H": "0208,4248,0545"},
    **{"I": "1232,2228,1838", "J": "0312223338", "K": "0208,4804,1542", "L": "080242", "M": "0208254842"},
    **{"N": "02084248", "O": "120307183847433212", "P": "02083847463505", "Q": "120307183847433212,2442"},
    **{"R": "02083847463505,2542", "S": "473818070615354443321203", "T": "0848,2822", "U": "080312324348"},
    **{"V": "082248", "W": "0812253248", "X": "0248,0842", "Y": "082548,2522", "Z": "08480242"},
    **{"a": "4642,4536160503123243", "b": "0802,0516364543321203", "c": "4536160503123243"},
    **{"d": "4842,4536160503123243", "e": "04444536160503123243", "f": "4738281712,0636"},
    **{"g": "4641301001,4536160503123243", "h": "0802,0516364542", "i": "2622,2828", "j": "26211000,2828"},
    **{"k": "0802,4603,1442", "l": "2822", "m": "0602,05162522,25364542", "n": "0602,0516364542"},
    **{"o": "120305163645433212", "p": "0600,0516364543321203", "q": "4640,4536160503123243", "r": "0602,04163645"},
    **{"s": "45361605143443321203", "t": "1813223243,0636", "u": "0603123243,4642", "v": "062246"},
    **{"w": "0612243246", "x": "0246,0642", "y": "0622,461000", "z": "06460242"},
    **{".": "1212", ",": "131201", ":": "1313,1616", ";": "1616,131201", "!": "2824,2222", "'": "2826", "|": "2028"},
    **{"?": "071838474624,2222", "-": "1535", "−": "0545", "–": "0545", "—": "0545", "+": "0545,2327"},
    **{"=": "0444,0646", "/": "0248", "\\": "0842", "(": "38272332", ")": "18272312", "[": "38282232"},
    **{"]": "18282212", "{": "38272615242332", "}": "18272635242312", "<": "470543", ">": "074503", "_": "0141"},
    **{"*": "1634,1436,2327", "%": "0248,0807171808,4243333242", '"': "1816,3836", "#": "1218,3238,0444,0646"},
    **{"&": "42061728362503122243", "^": "062846", "~": "04163446", "$": "473818070615354443321203,2129", "`": "1827"},
    **{"°": "1718282717", "·": "2525", "×": "1337,1733", "±": "0242,0646,2428", "µ": "0600,0603123243,4642"},
    "@": "43321203071838474434354543",
}
#: What stands for a character that has no glyph.
_UNKNOWN = "0208484202"

Segment = tuple[float, float, float, float]


@cache
def _glyph(character: str) -> tuple[tuple[Segment, ...], float]:
    """Return the segments of a character from its left edge and base line, and its width, in grid units."""
    strokes = [[(int(s[i]), int(s[i + 1]) - _BASE_LINE) for i in range(0, len(s), 2)] for s in _written(character)]
    points = [point for stroke in strokes for point in stroke]
    # Digits are equally wide, so that a running clock stands still.
    left, right = (0, 4) if character.isdigit() else (min(x for x, _ in points), max(x for x, _ in points))
    segments = [
        (float(ax - left), float(ay), float(bx - left), float(by))
        for stroke in strokes
        for (ax, ay), (bx, by) in itertools.pairwise(stroke)
    ]
    return tuple(segments), float(right - left)


def _written(character: str) -> list[str]:
    if character not in GLYPHS:
        # An accented letter is shown without its accent.
        plain = unicodedata.normalize("NFKD", character)[:1]
        return GLYPHS.get(plain, _UNKNOWN).split(",")
    return GLYPHS[character].split(",")


def letters(words: str, size: float) -> list[Segment]:
    """Return the strokes (ax, ay, bx, by) of `words` at `size` pixels, from the start of the base line, y up."""
    unit, pen = size / _UNITS_PER_SIZE, 0.0
    found: list[Segment] = []
    for character in words:
        if character.isspace():
            pen += _SPACE + _GAP
            continue
        segments, width = _glyph(character)
        found += [(unit * (pen + ax), unit * ay, unit * (pen + bx), unit * by) for ax, ay, bx, by in segments]
        pen += width + _GAP
    return found


def text_width(words: str, size: float) -> float:
    """Return how wide `words` are at `size` [pixels]."""
    widths = [_SPACE if c.isspace() else _glyph(c)[1] for c in words]
    return (sum(widths) + _GAP * max(len(words) - 1, 0)) * size / _UNITS_PER_SIZE
