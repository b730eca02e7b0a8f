# SPDX-License-Identifier: Apache-2.0
"""HTML as a browser reads it: the tags, the attributes, the text, and the formulas that a viewer would set."""

from html.parser import HTMLParser

ALLOWED = {"b", "i", "br", "code", "span", "sub", "sup", "ul", "li", "details", "summary",
           "table", "thead", "tbody", "tr", "th", "td"}
VOID = {"br"}


class Page(HTMLParser):
    """What is in a piece of HTML; ``pieces`` are its text nodes, those inside code or of one sign alone apart."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.pieces: list[str] = []
        self.open: list[str] = []
        self._last = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open[-1:] == [tag], f"</{tag}> closes {self.open}"
        self.open.pop()

    def handle_data(self, data):
        self.pieces.append(("code:" if "code" in self.open else "") + data)

    @property
    def text(self) -> str:
        return "".join(piece.removeprefix("code:") for piece in self.pieces)

    @property
    def formulas(self) -> list[str]:
        """What a viewer takes for formulas: between dollar signs of one piece of text, outside of code."""
        found = []
        for piece in self.pieces:
            if not piece.startswith("code:"):
                found += piece.split("$")[1::2] if piece.count("$") > 1 else []
        return found


def read(html: str) -> Page:
    """A page, checked to be closed and to have nothing but harmless tags."""
    page = Page(html)
    assert not page.open
    assert page.tags <= ALLOWED, page.tags - ALLOWED
    assert page.attributes <= {"style"}
    return page
