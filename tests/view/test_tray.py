"""Dice that are thrown, chips that are drawn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.view.dice import DICE, chip_poses, duration, solid, tumble
from sim.view.dice.art import chip_body, chip_picture, die_body
from sim.view.dice.tumble import AREA_IN
from sim.view.pipes import Canvas
from sim.view.tray import Tray

Pixels = np.ndarray
seeds = st.integers(0, 2**31)
dice = st.lists(
    st.sampled_from(sorted(DICE)).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))),
    min_size=1,
    max_size=24,
)


def split(thrown: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [face for _, face in thrown], [sides for sides, _ in thrown]


@pytest.mark.parametrize("sides", DICE)
def test_a_die_has_equal_faces_and_opposite_ones_that_sum_up(sides: int):
    die = solid(sides)
    reach = np.array([np.linalg.norm(p.mean(axis=0)) for p in die.polygons])
    corners = {len(p) for p in die.polygons}
    assert np.allclose(reach, reach[0])
    assert corners == {{4: 3, 6: 4, 8: 3, 10: 4, 12: 5, 20: 3}[sides]}
    if sides != 4:
        for index, normal in enumerate(die.normals):
            other = int((die.normals @ normal).argmin())
            assert np.allclose(die.normals[other], -normal)
            assert die.values[index] + die.values[other] == sides + 1


@pytest.mark.parametrize("sides", DICE)
def test_a_bevelled_die_is_closed_and_faces_outwards(sides: int):
    body = die_body(sides)
    a, b, c = np.moveaxis(body.vertices[body.faces], 1, 0)
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
    assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c) > 0).all()
    _, corner = np.unique(np.round(body.vertices, 5), axis=0, return_inverse=True)
    edges = corner.reshape(-1)[body.faces][:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    there = {(int(x), int(y)) for x, y in edges}
    assert there == {(y, x) for x, y in there}
    assert 0 < volume < 4 / 3 * np.pi


@given(thrown=dice, seed=seeds)
def test_a_throw_ends_on_the_faces_it_was_given(thrown: list[tuple[int, int]], seed: int):
    faces, sides = split(thrown)
    end = tumble(faces, sides, seed, duration(faces, sides, seed))
    for kind, face, turn in zip(sides, faces, end.turns, strict=True):
        die = solid(kind)
        up = die.shows @ turn.T
        assert int(up[:, 2].argmax()) == face - 1
        assert np.allclose(up[face - 1], [0, 0, 1], atol=1e-9)


@given(thrown=dice, seed=seeds, when=st.floats(-1, 3))
def test_no_die_ever_sinks_into_the_floor(thrown: list[tuple[int, int]], seed: int, when: float):
    faces, sides = split(thrown)
    now = tumble(faces, sides, seed, when)
    for kind, place, turn in zip(sides, now.places, now.turns, strict=True):
        low = float((solid(kind).corners @ turn.T)[:, 2].min()) * now.scale + place[2]
        assert low > -1e-9
        if when >= duration(faces, sides, seed):
            assert low < 1e-9


@given(thrown=dice, seed=seeds)
def test_dice_come_to_lie_on_the_tray_and_beside_each_other(
    thrown: list[tuple[int, int]], seed: int
):
    faces, sides = split(thrown)
    end = tumble(faces, sides, seed, 9.0)
    reach = []
    for kind, turn in zip(sides, end.turns, strict=True):
        flat = (solid(kind).corners @ turn.T)[:, :2]
        reach.append(float(np.linalg.norm(flat, axis=1).max()) * end.scale)
    for i, place in enumerate(end.places):
        assert (np.abs(place[:2]) + reach[i] <= np.array(AREA_IN) / 2 + 0.15).all()
        for j in range(i):
            assert np.linalg.norm(place - end.places[j]) > (reach[i] + reach[j]) * 0.99


@given(thrown=dice, seed=seeds, when=st.floats(0, 1.5))
def test_a_throw_moves_without_jumps(thrown: list[tuple[int, int]], seed: int, when: float):
    faces, sides = split(thrown)
    now, then = (tumble(faces, sides, seed, at) for at in (when, when + 1e-3))
    assert np.abs(now.places - then.places).max() < 0.08
    assert np.abs(now.turns - then.turns).max() < 0.15


def test_another_seed_is_another_throw_with_the_same_end():
    one, two = (tumble([3, 4], [6, 6], seed, 0.4) for seed in (1, 2))
    again = tumble([3, 4], [6, 6], 1, 0.4)
    assert not np.allclose(one.places, two.places)
    assert (one.places == again.places).all()


def shot(tray: Tray) -> Pixels:
    tray.fit(1.5)
    with Canvas(240, 160) as canvas:
        return canvas.shoot(tray.camera, (0.0, 0.0, 0.0)).astype(int)


def test_a_tray_shows_what_was_thrown_and_is_still_after_a_while():
    tray = Tray()
    empty = shot(tray)
    tray.throw([1, 6], seed=4)
    assert not tray.is_still
    flying = shot(tray)
    for _ in range(40):
        tray.advance(0.05)
    assert tray.is_still
    rest = shot(tray)
    assert tray.shown == (1, 6)
    assert (np.abs(flying - rest).max(axis=-1) > 30).mean() > 0.005
    assert (np.abs(empty - rest).max(axis=-1) > 30).mean() > 0.01
    tray.clear()
    assert tray.is_still
    assert (shot(tray) == empty).all()


def test_a_skipped_throw_ends_where_the_whole_one_does():
    watched, skipped = Tray(), Tray()
    for tray in (watched, skipped):
        tray.throw([2, 5, 8], [4, 6, 12], seed=9)
    for _ in range(60):
        watched.advance(0.03)
    skipped.skip()
    assert skipped.is_still
    assert (shot(watched) == shot(skipped)).all()


def test_more_pips_are_more_ink():
    dark: list[float] = []
    for face in range(1, 7):
        tray = Tray()
        tray.throw([face], colours=(255, 255, 255))
        tray.skip()
        place, turn = tray.poses().places[0], tray.poses().turns[0]
        assert np.allclose(solid(6).normals[face - 1] @ turn.T, [0, 0, 1])
        with Canvas(160, 160) as canvas:
            tray.camera.setPosHpr(float(place[0]), float(place[1]), 9.0, 0, -90, 0)
            tray.camera.node().getLens().setNearFar(4, 12)
            tray.camera.node().getLens().setFov(9, 9)
            seen = canvas.shoot(tray.camera, (0.0, 0.0, 0.0)).astype(int).mean(axis=-1)
        down, across = (np.mgrid[0:160, 0:160] - 79.5) / 80 * np.tan(np.radians(4.5)) * 8.16
        own = np.stack([across, -down, np.zeros((160, 160))], axis=-1) @ turn
        # Only what is surely within the face: round it is black.
        on_face = np.abs(own).max(axis=-1) < 0.38
        dark.append(float((seen[on_face] < 100).mean()))
    steps = np.diff(dark)
    assert (steps > 0.5 * dark[0]).all()
    assert np.allclose(steps, dark[0], rtol=0.35)


def test_dice_that_count_get_a_ring():
    tray = Tray()
    tray.throw([6, 1, 6])
    tray.skip()
    before = shot(tray)
    tray.mark([0, 2, 7])
    ringed = shot(tray)
    greener = (ringed[..., 1] - before[..., 1] > 60) & (ringed[..., 1] - ringed[..., 0] > 60)
    assert greener.mean() > 0.005


@pytest.mark.parametrize(
    ("faces", "sides", "wrong"),
    [([7], 6, ValueError), ([0], 6, ValueError), ([1], 7, KeyError), ([1, 2], [6], ValueError)],
)
def test_dice_that_do_not_exist_are_refused_and_the_tray_stays_as_it_was(
    faces: list[int], sides: int | list[int], wrong: type[Exception]
):
    tray = Tray()
    tray.throw([3])
    with pytest.raises(wrong):
        tray.throw(faces, sides)
    assert tray.shown == (3,)


def test_an_empty_throw_is_an_empty_tray():
    tray = Tray()
    tray.throw([])
    tray.advance(1.0)
    assert tray.is_still
    assert tray.shown == ()


def test_chips_land_face_up_with_their_names():
    tray = Tray()
    tray.draw(["3", "Out of ammo", "Large"], seed=2)
    assert not tray.is_still
    tray.skip()
    assert tray.shown == ("3", "Out of ammo", "Large")
    assert np.allclose(tray.poses().turns[:, 2, 2], 1.0)
    assert (shot(tray).max(axis=-1) > 120).mean() > 0.05


@given(count=st.integers(0, 20), seed=seeds)
def test_chips_lie_beside_each_other(count: int, seed: int):
    ends = chip_poses(count, seed, 0.0)[1]
    end = chip_poses(count, seed, ends)[0]
    radius = float(np.abs(chip_body().vertices[:, 0]).max()) * end.scale
    for i in range(count):
        for j in range(i):
            assert np.linalg.norm(end.places[i] - end.places[j]) > 2 * radius


@pytest.mark.parametrize("name", ["7", "Large", "Out of ammunition", "Systems"])
def test_a_name_fits_on_its_chip(name: str):
    seen = np.asarray(chip_picture(name, (255, 255, 255)), int).mean(axis=-1)
    y, x = np.nonzero(seen < 128)
    away = np.hypot(x - 127.5, y - 127.5)
    text = away < 105
    assert text.any()
    # Nothing between the name and the ring's inner edge, and nothing past the ring.
    assert not ((away > 107) & (away < 109)).any()
    assert away.max() < 116
