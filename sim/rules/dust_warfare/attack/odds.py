"""What an attack may do, exactly: hits, damage, casualties, the vehicle table, suppression.

`attack_odds` works on plain numbers; `expected_attack` looks at the table. Both tell
expectations and whole distributions; nothing is sampled. A defender's free choice is taken as he
would make it: damage first where it costs no miniature.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from sim.geometry.pose import Pose
from sim.rules.dust_warfare.attack.cover import unit_cover
from sim.rules.dust_warfare.attack.damage import remaining
from sim.rules.dust_warfare.attack.data import DeclaredAttack, Shot
from sim.rules.dust_warfare.attack.odds_dice import (
    Distribution,
    Pool,
    binomial,
    convolve,
    hit_chance,
    mean,
    pool_hits,
)
from sim.rules.dust_warfare.attack.volley import Volley, make_volleys
from sim.rules.dust_warfare.attack.weapons import weapons_bearing
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.leader import leader_of

__all__ = [
    "AttackOdds",
    "Target",
    "attack_odds",
    "expected_attack",
    "fallen",
    "leader_for_odds",
    "volley_odds",
]


class Target(msgspec.Struct, frozen=True):
    """The receiving end of an attack in plain numbers.

    Attributes
    ----------
    armour : int
        Dice of its Armour roll.
    cover : int
        Damage that cover cancels: 0, 1 or 2.
    first, then : tuple of int
        Remaining Damage Capacity of the miniatures that may be given damage: the unobscured,
        to be filled first, and the obscured.
    beyond : int
        Miniatures nobody may give damage to.
    vehicle : bool
    """

    armour: int = 0
    cover: int = 0
    first: tuple[int, ...] = (1,)
    then: tuple[int, ...] = ()
    beyond: int = 0
    vehicle: bool = False


class AttackOdds(msgspec.Struct, frozen=True):
    """Distributions and expectations of one attack on one unit.

    Attributes
    ----------
    hits : Distribution
        Hits on the attack dice.
    damage : Distribution
        Damage before cover and armour.
    left : Distribution
        Damage after cover and armour, before it is assigned.
    casualties : Distribution
        Miniatures that fall.
    table : Distribution
        Chance of each row 0..6 of the Vehicle Damage Table, given in absolute terms: the sum is
        the chance that the table is rolled at all.
    expected_hits, expected_damage, expected_left, expected_casualties : float
        `expected_left` counts what finds room only.
    any_casualty, destroyed, suppressed, crippled : float
        Chances of at least one casualty, of the whole unit gone, of a Suppression marker, and of
        a row of the table above 0.
    """

    hits: Distribution
    damage: Distribution
    left: Distribution
    casualties: Distribution
    table: Distribution
    expected_hits: float
    expected_damage: float
    expected_left: float
    expected_casualties: float
    any_casualty: float
    destroyed: float
    suppressed: float
    crippled: float


def fallen(target: Target, damage: int) -> int:
    """Return how many miniatures fall to some damage when its owner assigns it well.

    He fills the unobscured first, and within each group spends what costs no miniature.

    Rules: dw.damage.defender_assigns dw.damage.cap dw.damage.unobscured_first
    dw.damage.must_assign_all
    """
    count = 0
    for group in (target.first, target.then):
        room = sum(group)
        if damage >= room:
            count += len(group)
            damage -= room
            continue
        return count + max(0, damage - (room - len(group)))
    return count


@lru_cache(maxsize=65536)
def attack_odds(
    pools: tuple[Pool, ...],
    target: Target,
    *,
    reroll: bool = False,
    inverted: bool = False,
    grenade: bool = False,
    whole_table: bool = True,
    overflow: bool = True,
) -> AttackOdds:
    """Return the odds of an attack in plain numbers.

    Parameters
    ----------
    pools : tuple of Pool
    target : Target
    reroll : bool
        A Sustained Attack: every die that does not count is rolled once more.
    inverted : bool
        Blanks count (Spotter).
    grenade : bool
        Suppresses without a hit.
    whole_table : bool
        One hit of a Tank Killer inverts all dice on the vehicle table, else only its own.
    overflow : bool
        Seven hits or more count as six.

    Notes
    -----
    Hits of Tank Killers are followed apart from the others because the vehicle table asks which
    of them scored; everything else is a convolution of the pools.
    """
    joint = _joint_damage(pools, reroll, inverted)
    hits = _hits(pools, reroll, inverted)
    spread = _Spread(joint, target)
    for (plain, killer), chance in joint.items():
        spread.add(plain, killer, chance, whole_table=whole_table, overflow=overflow)
    casualties = spread.casualties
    return AttackOdds(
        hits=hits,
        damage=tuple(spread.damage),
        left=tuple(spread.left),
        casualties=tuple(casualties),
        table=tuple(spread.table),
        expected_hits=mean(hits),
        expected_damage=mean(spread.damage),
        expected_left=spread.expected_left,
        expected_casualties=mean(casualties),
        any_casualty=sum(casualties[1:]),
        destroyed=casualties[-1] if len(casualties) > 1 and not target.beyond else 0.0,
        suppressed=0.0 if target.vehicle else (1.0 if grenade else sum(hits[1:])),
        crippled=sum(spread.table[1:]),
    )


class _Spread:
    """The chances of what is left of some damage, added up case by case."""

    def __init__(self, joint: Mapping[tuple[int, int], float], target: Target) -> None:
        self.target = target
        self.armour = binomial(target.armour, hit_chance())
        self.room = sum(target.first) + sum(target.then)
        self.damage = [0.0] * (max(a + b for a, b in joint) + 1)
        self.left = [0.0] * len(self.damage)
        self.casualties = [0.0] * (len(target.first) + len(target.then) + 1)
        self.table = [0.0] * 7
        self.expected_left = 0.0

    def add(
        self, plain: int, killer: int, chance: float, *, whole_table: bool, overflow: bool
    ) -> None:
        """Add one case: damage of plain weapons and of Tank Killers, and how likely it is."""
        total = plain + killer
        self.damage[total] += chance
        dice = max(0, total - self.target.cover)
        flipped = (dice if killer else 0) if whole_table else min(dice, killer)
        for negated, part in enumerate(self.armour):
            through = max(0, dice - negated)
            weight = chance * part
            self.left[through] += weight
            self.expected_left += weight * min(through, self.room)
            self.casualties[fallen(self.target, through)] += weight
            if self.target.vehicle and 0 < through < self.room:
                for row, share in enumerate(_table_rows(dice, flipped, overflow)):
                    self.table[row] += weight * share


def _hits(pools: tuple[Pool, ...], reroll: bool, inverted: bool) -> Distribution:
    total: Distribution = (1.0,)
    for pool in pools:
        one = pool_hits(pool.dice, laser=pool.laser, inverted=inverted, reroll=reroll)
        total = convolve(total, one)
    return total


def _joint_damage(
    pools: tuple[Pool, ...], reroll: bool, inverted: bool
) -> dict[tuple[int, int], float]:
    """Return the chance of each pair (damage of plain weapons, damage of Tank Killers)."""
    joint: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for pool in pools:
        one = pool_hits(pool.dice, laser=pool.laser, inverted=inverted, reroll=reroll)
        after: dict[tuple[int, int], float] = {}
        for (plain, killer), chance in joint.items():
            for count, part in enumerate(one):
                done = count * pool.damage
                key = (plain, killer + done) if pool.tank_killer else (plain + done, killer)
                after[key] = after.get(key, 0.0) + chance * part
        joint = after
    return joint


@lru_cache(maxsize=4096)
def _table_rows(dice: int, flipped: int, overflow: bool) -> Distribution:
    """Return the chance of each row 0..6 for some dice, `flipped` of them inverted.

    Rules: dw.vdt.roll_count dw.vdt.once_each dw.wability.tank_killer
    """
    counted = convolve(
        binomial(flipped, hit_chance(inverted=True)), binomial(dice - flipped, hit_chance())
    )
    rows = [*counted[:7], *([0.0] * (7 - len(counted)))]
    rows[6 if overflow else 0] += sum(counted[7:])
    return tuple(rows)


# --- on the table -----------------------------------------------------------------------------


def leader_for_odds(play: Play, unit: Unit, target: Unit) -> Mini:
    """Return the leader to judge cover from; a leaderless unit's is the opponent's best choice.

    Rules: dw.leader.stand_in
    """
    leader = leader_of(unit)
    if leader is not None or len(unit.minis) == 1:
        return leader or unit.minis[0]

    def cover(mini: Mini) -> float:
        value = unit_cover(play, mini, target).reason.value
        return float(value) if isinstance(value, int | float) else 0.0

    return max(unit.minis, key=cover)


def expected_attack(
    play: Play,
    unit: Unit,
    target: Unit,
    *,
    sustained: bool = False,
    close_combat: bool | None = None,
    poses: Mapping[str, Pose] | None = None,
) -> AttackOdds | None:
    """Return the odds of a unit's attack on another with every weapon that bears.

    Parameters
    ----------
    sustained : bool
    close_combat : bool, optional
        Close Combat weapons only, or all others; when None whichever is expected to do more.
    poses : mapping of miniature id to Pose, optional
        Where miniatures of either side would stand: a plan, looked at before it is made.

    Returns
    -------
    AttackOdds or None
        None when nothing bears.
    """
    if poses:
        play = play.imagined(poses)
        unit, target = play.unit(unit.id), play.unit(target.id)
    if close_combat is None:
        both = [
            expected_attack(play, unit, target, sustained=sustained, close_combat=mode)
            for mode in (False, True)
        ]
        found = [each for each in both if each is not None]
        return max(found, key=lambda each: each.expected_left, default=None)
    shots = tuple(
        Shot(each.mini, each.mount, target.id)
        for each in weapons_bearing(play, unit, target, close_combat=close_combat)
    )
    if not shots:
        return None
    attack = DeclaredAttack(unit.id, shots, (target.id,), sustained, close_combat)
    (volley,) = make_volleys(play, attack, leader_for_odds(play, unit, target))
    return volley_odds(play, volley)


def volley_odds(play: Play, volley: Volley) -> AttackOdds:
    """Return the odds of a volley that stands ready."""
    unit = play.unit(volley.target)
    able = [mini for mini in unit.minis if mini.id in volley.reachable]
    obscured = volley.cover.obscured
    target = Target(
        armour=volley.armour.dice,
        cover=volley.cover_value,
        first=tuple(remaining(play, mini) for mini in able if mini.id not in obscured),
        then=tuple(remaining(play, mini) for mini in able if mini.id in obscured),
        beyond=len(unit.minis) - len(able),
        vehicle=play.is_vehicle(unit),
    )
    return attack_odds(
        tuple(each.pool for each in volley.pools),
        target,
        reroll=volley.rerolls,
        inverted=volley.inverted,
        grenade=volley.grenade,
        whole_table=play.options.tank_killer_scope == "whole_roll",
        overflow=play.options.vdt_overflow == "cap_at_6",
    )
