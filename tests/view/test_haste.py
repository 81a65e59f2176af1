"""Drawing in haste, and miniatures that get their light later."""

from __future__ import annotations

import time

import numpy as np
from panda3d.core import GeomVertexReader, SamplerState

from sim.view.haste import REST_SECONDS, Haste
from sim.view.stage import Stage
from tests.view.small import small_facts, small_scene


def hurried(allowed: bool = True) -> Haste:
    haste = Haste()
    haste.allowed = allowed
    haste.look("here", 0.02, moving=False)
    return haste


def test_what_moves_is_drawn_in_haste_until_it_has_rested():
    haste = hurried()
    assert not haste.on
    assert haste.look("there", 0.02, moving=False)
    assert haste.on
    assert not haste.look("there", REST_SECONDS / 2, moving=False)
    assert haste.look("there", REST_SECONDS, moving=False)
    assert not haste.on
    assert haste.look("there", 0.02, moving=True)


def test_nobody_hurries_who_is_not_allowed_to():
    haste = hurried(allowed=False)
    assert not haste.look("there", 0.02, moving=True)
    assert not haste.on


def colours(stage: Stage, name: str) -> np.ndarray:
    """Return the colours of the near copy of a miniature's body."""
    holder = stage.figure(name).find("**/near").node()
    reader = GeomVertexReader(holder.getGeom(0).getVertexData(), "color")
    found: list[tuple[float, ...]] = []
    while not reader.isAtEnd():
        found.append(tuple(reader.getData4()))
    return np.array(found)


def patient() -> Stage:
    stage = Stage(small_facts())
    stage.patient = True
    stage.show(small_scene().pieces)
    return stage


def test_a_patient_stage_ends_in_the_light_of_one_that_waited():
    stage = patient()
    name = small_scene().pieces[0].id
    assert not stage.lit
    assert stage.figure(name).find("**/shadow").isEmpty()
    stage.light_all()
    assert stage.lit
    assert not stage.figure(name).find("**/shadow").isEmpty()
    waited = Stage(small_facts())
    waited.show(small_scene().pieces)
    assert np.array_equal(colours(stage, name), colours(waited, name))


def test_light_that_was_asked_for_before_the_colours_changed_is_forgotten():
    stage = patient()
    name = small_scene().pieces[0].id
    stage.light_one()
    stage.wear(plain=True)
    plain = colours(stage, name)
    for _ in range(20):
        stage.light_one()
        time.sleep(0.01)
    assert np.array_equal(colours(stage, name), plain)


def test_miniatures_in_open_light_wear_plain_colours_where_those_are_worn():
    stage = patient()
    name = small_scene().pieces[0].id
    lit = colours(stage, name)
    stage.show([])
    stage.wear(plain=True)
    stage.show(small_scene().pieces)
    bare = colours(stage, name)
    assert not np.array_equal(bare, lit)
    stage.light_all()
    assert np.array_equal(colours(stage, name), bare)


def test_textures_are_read_fast_in_haste_and_as_well_as_before_at_rest():
    stage = Stage(small_facts())
    mat = stage.still.find("**/mat")
    before = [(each.getMinfilter(), each.getMagfilter()) for each in mat.findAllTextures()]
    stage.hurry(True)
    assert mat.findAllTextures().getTexture(0).getMagfilter() == SamplerState.FT_nearest
    assert len(mat.findAllTextures()) < len(before)
    stage.hurry(False)
    assert [(each.getMinfilter(), each.getMagfilter()) for each in mat.findAllTextures()] == before
    assert not mat.hasColorScale()
