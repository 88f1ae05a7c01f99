"""Writes the part of Inter that every page of the admin backend loads: daemon/spa/styles/fonts/inter-latin-subset.woff2.

Run it after an update of @fontsource-variable/inter: python3 scripts/inter-subset.py
It needs fonttools and brotli (pip install fonttools brotli), which nothing else of this repository needs, so that the
result is committed.
"""

from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"
TARGET = ROOT / "daemon/spa/styles/fonts/inter-latin-subset.woff2"

# Kerning, marks on letters, numbers of one width, and forms of a language. Without fractions, and without the arrows that
# Inter makes of "->": an admin backend shows texts as they are.
FEATURES = ["kern", "mark", "mkmk", "tnum", "locl"]
# From normal to bold, as the style sheets use them.
WEIGHTS = (400, 700)


def main() -> None:
    font = TTFont(SOURCE)
    options = subset.Options(layout_features=FEATURES, hinting=False, glyph_names=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = None
    # The instancer reads the reduced tables only from a saved font.
    plain = BytesIO()
    font.save(plain)
    font = instancer.instantiateVariableFont(TTFont(plain), {"wght": WEIGHTS})
    font.flavor = "woff2"
    TARGET.parent.mkdir(exist_ok=True)
    font.save(TARGET)
    print(TARGET.relative_to(ROOT), TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
