"""The numbers of this opponent, all in one place: what it likes, fears and counts.

Values are in Army Points. A `Style` never changes; another way of playing is another `Style`.
"""

from __future__ import annotations

import msgspec

__all__ = ["REGULAR", "Style"]


class Style(msgspec.Struct, frozen=True):
    """How a player weighs things.

    Attributes
    ----------
    point : float
        A destroyed unit is a point of Eliminate the Enemy, whatever it cost.
    tie_break : float
        Share of a destroyed unit's AP that counts even when nothing can follow (`dw.tie.break`).
    use : float
        Share of its AP that an activation of a unit is worth to its owner.
    progress, progress_last : float
        Share of a unit's worth that goes with damage, the rest with its last miniature; and in
        the last turn, when damage serves only those who still act.
    orders : float
        What the last Command Section is worth for each turn to come, on top of its AP.
    crippled : float
        Share of a vehicle's coming use that a row of the vehicle table above 0 takes.
    rattled : float
        What a Suppression marker takes beside actions: reactions and screening.
    broken : float
        Share of a unit's worth that is lost when it retreats.
    single : float
        Worth of an activation with one action, as a share of one with two.
    fear : float
        Weight of what the enemy may do to a unit before it acts again.
    again : float
        Weight of enemies that have acted this turn: they come again, but the unit may be gone.
    unseen : float
        Chance that an enemy who is not in sight gets there by moving.
    shared : float
        How much less an enemy counts who has another target as good: he can shoot at one only.
    aimed : float
        How much more an enemy does who need not move: a Sustained Attack.
    answer_free, answer_dear : float
        Chance that an enemy within 12 in answers by a reaction, when he has acted already and
        when the marker would cost him an action.
    command_fear : float
        Fear for the last Command Section, as a multiple.
    next_attack : float
        Weight of what the unit could do from a place in its next activation.
    ground : tuple of float
        What none, soft and hard cover under a unit is worth beyond the threats looked at.
    per_inch : float
        What an inch of way costs that a unit is farther from its prey than it likes.
    reach_share : float
        A unit likes the distance from which it does this share of its best.
    command_back_in, command_drawn : float
        How much farther back a Command Section likes to stay, and how much less it is drawn on.
    ahead_in : float
        How far a unit is drawn ahead of its foremost friend: nobody goes alone.
    restless : float
        What moving must gain: nobody walks for nothing.
    flight : float
        Fear from which on getting out of the enemy's way is thought of, by Order or reaction.
    first_strike : float
        Share of an attack by Order that is gained when the enemy acts next.
    least_order, least_reaction : float
        Below this nothing is ordered, or reacted.
    hold : float
        Chance that a greater threat yet to come gives a better reaction.
    places : int
        Places looked at exactly for each movement.
    threats : int
        Enemies looked at exactly as a threat.
    spread_in : float
        Places looked at are at least this far apart.
    budget : int
        Attacks looked at exactly for one movement; a question has at most four movements.
    crowd_in, crowd : float
        Setting up: units nearer to each other than this cost so much.
    deployments : int
        Ways of setting a unit up that are looked at.
    """

    point: float = 25.0
    tie_break: float = 0.15
    use: float = 0.22
    progress: float = 0.55
    progress_last: float = 0.25
    orders: float = 4.0
    crippled: float = 0.35
    rattled: float = 0.4
    broken: float = 0.3
    single: float = 0.6
    fear: float = 0.5
    again: float = 0.55
    unseen: float = 0.4
    shared: float = 0.5
    aimed: float = 1.3
    answer_free: float = 0.7
    answer_dear: float = 0.25
    command_fear: float = 1.6
    next_attack: float = 0.35
    ground: tuple[float, float, float] = (0.0, 0.5, 1.0)
    per_inch: float = 0.3
    reach_share: float = 0.5
    command_back_in: float = 5.0
    command_drawn: float = 0.4
    ahead_in: float = 9.0
    restless: float = 0.1
    flight: float = 4.0
    first_strike: float = 0.2
    least_order: float = 0.3
    least_reaction: float = 0.5
    hold: float = 0.5
    places: int = 6
    threats: int = 3
    spread_in: float = 1.6
    budget: int = 240
    crowd_in: float = 5.0
    crowd: float = 2.0
    deployments: int = 40


#: The style of ``regular`` and ``regular-1``.
REGULAR = Style()
