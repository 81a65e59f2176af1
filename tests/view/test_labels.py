"""Where labels go."""

from __future__ import annotations

import itertools

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from sim.engine.observed import Badge
from sim.view.labels import Box, Chip, Label, chip_of, draw_labels, placed, unit_labels
from sim.view.livery import liveries
from tests.view.small import small_scene

FRAME = (800.0, 600.0)
spots = st.tuples(st.floats(-50, 850), st.floats(-50, 650))


def overlap(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


@settings(deadline=None)
@given(st.lists(spots, max_size=12))
def test_labels_stay_in_the_picture_and_keep_their_size(anchors: list[tuple[float, float]]):
    boxes = placed(anchors, [(90.0, 22.0)] * len(anchors), FRAME)
    for left, top, right, low in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= FRAME[0]
        assert low <= FRAME[1]
        assert abs(right - left - 90) < 1e-6
        assert abs(low - top - 22) < 1e-6


def test_six_labels_on_one_spot_do_not_cover_each_other():
    boxes = placed([(400.0, 300.0)] * 6, [(110.0, 22.0)] * 6, FRAME)
    assert not any(overlap(a, b) for a, b in itertools.combinations(boxes, 2))


def test_a_label_goes_above_its_thing_and_beside_what_it_must_not_cover():
    (alone,) = placed([(400.0, 300.0)], [(100.0, 20.0)], FRAME)
    assert alone[3] <= 300 - 8 + 1e-6
    block: Box = (300.0, 240.0, 500.0, 300.0)
    (moved,) = placed([(400.0, 300.0)], [(100.0, 20.0)], FRAME, [block])
    assert not overlap(moved, block)


def test_the_order_of_the_things_does_not_move_their_labels():
    anchors = [(100.0, 100.0), (110.0, 104.0), (300.0, 90.0)]
    sizes = [(80.0, 20.0), (60.0, 20.0), (70.0, 20.0)]
    ahead = placed(anchors, sizes, FRAME)
    back = placed(anchors[::-1], sizes[::-1], FRAME)
    assert ahead == back[::-1]


def test_a_unit_is_named_at_its_leader_with_its_marks():
    places = {piece.id: (float(index), 0.0) for index, piece in enumerate(small_scene().pieces)}
    labels = unit_labels(small_scene(), places, liveries(["left", "right"]))
    assert [label.text for label in labels] == ["Blue Squad", "Red Squad", "Heavy"]
    assert labels[0].at == (0.0, 0.0)
    assert labels[0].chips == (Chip("▼2"),)
    assert labels[0].livery != labels[1].livery


def test_a_unit_out_of_the_picture_has_no_label():
    labels = unit_labels(small_scene(), {"red/2": (3.0, 4.0)}, liveries(["left", "right"]))
    assert [(label.text, label.at) for label in labels] == [("Red Squad", (3.0, 4.0))]


def test_a_badge_without_a_symbol_shows_its_first_letter():
    assert chip_of(Badge("zeal"), 1) == Chip("Z")
    assert chip_of(Badge("activated"), 3) == Chip("✓3", quiet=True)


def test_the_marks_of_miniatures_add_up_at_their_unit():
    scene = small_scene()
    hurt = [
        msgspec.structs.replace(piece, badges=(Badge("damage", 1 + index),))
        for index, piece in enumerate(scene.pieces[:2])
    ]
    places = {piece.id: (0.0, 0.0) for piece in scene.pieces}
    seen = msgspec.structs.replace(scene, pieces=(*hurt, *scene.pieces[2:]))
    blue = unit_labels(seen, places, liveries(["left", "right"]))[0]
    assert blue.chips == (Chip("▼2"), Chip("✚3"))


def test_labels_are_drawn_over_the_picture():
    picture = Image.new("RGB", (300, 200), (90, 120, 60))
    drawn = draw_labels(picture, [Label("Ястреб 6″ →", (150.0, 150.0), liveries(["a"])["a"])])
    assert drawn.size == picture.size
    assert drawn.tobytes() != picture.tobytes()
    assert picture.getpixel((150, 130)) == (90, 120, 60)
