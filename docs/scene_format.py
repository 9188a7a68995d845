"""Write the tables of docs/scene-format.md anew from the schema: python docs/scene_format.py."""

from pathlib import Path

from rigida.scene.files.schema_tables import scene_tables

PAGE = Path(__file__).with_name("scene-format.md")
#: What stands above this line is written by hand.
MARK = "`rigida check --keys` prints it. -->\n\n"


def updated(page: str) -> str:
    """Return the text of the page with the tables of this schema."""
    return page.partition(MARK)[0] + MARK + scene_tables()


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
