# SPDX-License-Identifier: Apache-2.0
"""The pictures: drawings that stand alone, and numbers that are right and compare surely."""

import io
from base64 import b64encode
from fractions import Fraction

import pytest
from PIL import Image

from proofcheck import InputError
from proofcheck.library import load_library
from proofcheck.notebook import boxes, decide, pictures
from proofcheck.notebook.compare import is_picture
from proofcheck.notebook.raster import COLOURS, recolour

LIBRARY = load_library()
LAWS = LIBRARY.path / "laws"
F4 = LIBRARY.find("comp.f4")


def number(text):
    """A printed number as an exact fraction."""
    return Fraction(text.replace("e", "E"))


ALL = {
    "slack": lambda: pictures.slack(LIBRARY.find("lemma2.i"), LIBRARY),
    "inner contact": lambda: pictures.slack(F4, LIBRARY),
    "sides": lambda: pictures.sides(LIBRARY.find("lemma1.mgf"), (0, 2), ("left <side>", "right"), mu="1/2"),
    "cover": lambda: pictures.cover(F4, LIBRARY),
    "boxes": lambda: pictures.boxes(boxes(LIBRARY.find("lemma2.i"), 20), logarithmic=True),
    "rectangles": lambda: pictures.boxes(boxes("for all x in [0, 1], y in [0, 1]: x*y - x**2 <= 3/10")),
    "tail": lambda: pictures.tail((1, 0, 0, 0, 3), 12),
    "eq4": lambda: pictures.eq4(LAWS / "k2_bernoulli_gap_1_2.toml", "1/4", 1),
    "softmax": lambda: pictures.softmax(LAWS / "k3_small_and_large.toml", "1/4"),
    "potential": lambda: pictures.potential(LAWS / "k4_deterministic.toml", "1/10"),
    "regret": lambda: pictures.regret(LAWS / "k2_bernoulli_gap_1_10.toml", "1/4"),
    "weights": lambda: pictures.weights(100),
    "ratio": lambda: pictures.ratio((2, 5), "1/8", 10),
    "horizons": lambda: pictures.horizons(2, ("1/4",), 5),
    "composition": lambda: pictures.composition("1", "1/1000", (1, 4, 16)),
    "largest": lambda: pictures.largest("1", "1/1000", (1, 4, 16)),
    "waterfall": lambda: pictures.waterfall(LIBRARY, 0),
    "hedge": lambda: pictures.hedge(2, "1/4", (1, 2, 4)),
    "harmonic": lambda: pictures.harmonic(5),
}


@pytest.fixture(scope="module", params=ALL)
def named(request):
    return request.param, ALL[request.param]()


def shades(found):
    """The colours of an image, with how many pixels have each."""
    with Image.open(io.BytesIO(found.image)) as image:
        return {colour: count for count, colour in image.convert("RGB").getcolors(10**6)}


def test_the_image(named):
    """On white, with something drawn in one of the colours, and none of the page's marks left in it."""
    _, found = named
    assert is_picture(b64encode(found.image).decode("ascii"))
    assert len(found.image) < 40_000
    colours = shades(found)
    white = max(colours, key=colours.get)
    assert min(white) >= 228  # white, or the light blue of boxes
    bright = [colour for colour in colours if max(colour) - min(colour) > 60]
    assert sum(colours[colour] for colour in bright) > 300


def test_the_numbers_are_there(named):
    _, found = named
    assert found.caption
    assert len(found.numbers.rows) >= 2
    assert all(len(row) == len(found.numbers.columns) for row in found.numbers.rows)


def test_the_same_again(named):
    name, found = named
    assert ALL[name]() == found


@pytest.mark.parametrize("name", ["tail", "eq4", "softmax", "potential", "ratio", "hedge", "composition", "largest"])
def test_every_quantity_is_surely_below_its_bound(name):
    """Each value's upper end is at most the bound's lower end, as printed."""
    found = ALL[name]()
    heads = found.numbers.columns
    tops = [k for k, head in enumerate(heads) if head == "at most"][-1 if name == "softmax" else 0:]
    alone = [k for k, head in enumerate((*heads, "")[1:]) if head != "at most"]
    bounds = [k for k in alone if heads[k].endswith("at least")]
    assert tops
    assert bounds
    for row in found.numbers.rows[1 if name == "potential" else 0:]:  # the potential begins on its line
        assert all(number(row[top]) <= number(row[bound]) for top in tops for bound in bounds)


def test_numbers_known_otherwise():
    first = pictures.tail((1, 0, 0, 0, 3), 3).numbers.rows[0]
    assert first[1:3] == ("0.25", "0.25")  # one variable: P(U = -1)
    ratio = pictures.ratio((2,), "1/8", 1).numbers.rows[0]
    assert number(ratio[1]) <= Fraction(1, 8) <= number(ratio[2])  # R(2, eta, 1) = e^eta
    rounds = pictures.weights(100)
    assert rounds.numbers.columns[1] == "rounds, at least"
    harmonic = pictures.harmonic(3).numbers.rows
    assert number(harmonic[0][1]) <= Fraction("0.34657359027997264") <= number(harmonic[0][2])  # log(2)/2


@pytest.mark.parametrize("horizon", [1, 2, 3, 7, 100, 1000])
def test_every_round_is_paid_by_some_prefix_length(horizon):
    """The average numbers of rounds over all prefix lengths add up to all rounds but the first."""
    from proofcheck.exact.regret import block_rounds
    from proofcheck.privacy.algorithms import prefixes

    blocks = range(horizon.bit_length() - 1)
    each = [Fraction(block_rounds(r + 1, horizon), len(prefixes(r))) for r in blocks for _ in prefixes(r)]
    assert sum(each) == horizon - 1
    assert all(share <= 4 for share in each)


def test_an_inner_contact_is_ringed():
    found = ALL["inner contact"]()
    assert ("contact", "y = 1", "0", "0") in found.numbers.rows
    assert "equality at y = 1" in found.caption


def test_the_blocks_of_the_clock():
    rows = pictures.blocks(3).rows
    assert [row[1] for row in rows] == ["1", "2", "4", "8"]
    assert rows[3][2] == "8, ..., 15"


def test_waterfalls_fit():
    for number_of in range(5):
        assert {row[-1] for row in pictures.waterfall(LIBRARY, number_of).numbers.rows} == {"yes"}


def test_audits():
    found = pictures.audits(("randomized-prefix", "broken-whole-rate"), 2, ("0", "1"), 7, "1/2")
    assert [row[-1] for row in found.rows] == ["CONFIRMED", "VIOLATED"]


@pytest.mark.parametrize(("draw", "words"), [
    (lambda: pictures.slack("1 <= 2"), "no picture"),
    (lambda: pictures.sides("for all x in [0, 1], y in [0, 1]: x <= 1", (0, 1), ("", "")), "fix all but one"),
    (lambda: pictures.sides("for all x in [0, 1]: x <= 1", (0, 0.5), ("", "")), "float|exact"),
    (lambda: pictures.cover("for all x in [0, 1], y in [0, 1]: x <= 2", decide("1 <= 2")), "one variable"),
    (lambda: pictures.tail((1, 0, 1), 3), "positive mean"),
    (lambda: pictures.eq4(LAWS / "k2_bernoulli_gap_1_2.toml", "1/10", 1), "no small gap"),
    (lambda: pictures.potential(LAWS / "k2_bernoulli_gap_1_10.toml", "1/4"), "no large gap"),
    (lambda: pictures.waterfall(LIBRARY, 99), "0 to"),
])
def test_refusals_say_what_to_write(draw, words):
    with pytest.raises(InputError, match=words):
        draw()


def test_every_mark_of_the_page_becomes_a_colour():
    """No artist of a figure keeps a colour that only the page replaces."""
    from matplotlib.colors import to_hex

    from proofcheck.report.figure import BAND, LINES, axes, legend

    with axes(legend=True) as (figure, ax):
        for colour in LINES:
            ax.plot([0, 1], [0, 1], marker="o", color=colour, label=colour)
        ax.fill_between([0, 1], [0, 1], color=BAND)
        ax.barh([0], [1], color=BAND, edgecolor=LINES[0])
        ax.set_xlabel("x")
        legend(ax)
        figure.canvas.draw()
        recolour(figure)
        left = {to_hex(artist.get_color()) for artist in figure.findobj(lambda a: hasattr(a, "get_color"))}
    assert not left & set(COLOURS)


def test_a_picture_is_displayed_as_image_and_numbers(monkeypatch):
    import IPython.display

    sent = []
    monkeypatch.setattr(IPython.display, "display", lambda data, raw, metadata=None: sent.append(data))
    found = ALL["tail"]()
    found._ipython_display_()
    assert [set(data) for data in sent] == [{"image/png", "text/plain"}, {"text/html", "text/plain"}]
    assert sent[1]["text/plain"] == repr(found.numbers)
