"""Tiles and sets against the arithmetic of the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.tiles import (
    DOUBLE_BLANK,
    SETS,
    Tile,
    doubles_down,
    pips_of_set,
    pips_off_table,
    tile_count,
    tiles_of_set,
)

NUMBERS = st.integers(0, 18)
# set: tiles, pips, heaviest tile, as the rules list them
ARITHMETIC = {6: (28, 168, 12), 9: (55, 495, 18), 12: (91, 1092, 24), 15: (136, 2040, 30), 18: (190, 3420, 36)}


@pytest.mark.parametrize("highest", SETS)
def test_sets(highest: int) -> None:
    count, pips, heaviest = ARITHMETIC[highest]
    tiles = tiles_of_set(highest)
    assert len(tiles) == len(set(tiles)) == tile_count(highest) == count
    assert sum(tile.pips for tile in tiles) == pips_of_set(highest) == pips
    assert max(tile.pips for tile in tiles) == heaviest
    assert tiles.count(DOUBLE_BLANK) == 1
    assert all(sum(number in tile for tile in tiles) == highest + 1 for number in range(highest + 1))
    assert [tile.high for tile in tiles if tile.is_double] == list(doubles_down(highest))
    for double in range(highest + 1):
        left = [tile for tile in tiles if tile != Tile(double, double)]
        assert pips_off_table(highest, double) == sum(tile.pips for tile in left)


def test_doubles_down_to_a_last_one() -> None:
    assert list(doubles_down(9, 7)) == [9, 8, 7]


@given(NUMBERS, NUMBERS)
def test_a_tile_is_the_same_turned_round(one: int, other: int) -> None:
    tile = Tile(one, other)
    assert tile == Tile(other, one)
    assert hash(tile) == hash(Tile(other, one))
    assert Tile.parse(str(tile)) == Tile.parse(f"{tile.low}-{tile.high}") == tile
    assert tile.pips == one + other
    assert (tile.other(one), tile.other(other)) == (other, one)
    assert tile.is_double == (one == other)
    assert one in tile


def test_a_number_that_is_not_on_it() -> None:
    with pytest.raises(ValueError, match="7 is not on 6-4"):
        Tile(6, 4).other(7)


@pytest.mark.parametrize("text", ["", "6", "6-", "-6", "6-4-1", " 6-4", "6 - 4", "100-1", "a-b", "٣-٤", "6–4", "6-4\n"])
def test_no_tile(text: str) -> None:
    with pytest.raises(ValueError, match="not a tile"):
        Tile.parse(text)
