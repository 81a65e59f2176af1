"""Victory: Eliminate the Enemy, and breaking ties by destroyed Army Points."""

from __future__ import annotations

from sim.engine.game import Outcome
from sim.engine.reasons import Reason
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import DustState

__all__ = ["destroyed_ap", "judge", "outcome_of", "settled", "victory_points"]


def victory_points(play: Play, side: str) -> int:
    """Return a side's points for Eliminate the Enemy: one per enemy unit completely destroyed.

    By whatever cause: units that retreated off the table were removed as casualties.

    Rules: dw.objective.eliminate
    """
    return sum(not unit.alive for unit in play.state.units_of(play.state.other(side)))


def destroyed_ap(play: Play, side: str) -> int:
    """Return the Army Points of the enemy units completely destroyed.

    Rules: dw.tie.break
    """
    lost = (unit for unit in play.state.units_of(play.state.other(side)) if not unit.alive)
    return sum(play.unit_profile(unit).ap for unit in lost)


def settled(play: Play) -> bool:
    """Return whether a side without units left can no longer win or tie.

    Its points cannot grow by more than the units still standing against it, and each of those is
    one point at most: once the other leads by more, nothing can change.

    Rules: dw.objective.eliminate
    """
    for side in play.state.sides:
        other = play.state.other(side)
        left = sum(unit.alive for unit in play.state.units_of(other))
        gone = not any(unit.alive for unit in play.state.units_of(side))
        if gone and victory_points(play, other) > victory_points(play, side) + left:
            return True
    return False


def judge(play: Play) -> None:
    """Find the winner and write the result down.

    Rules: dw.objective.eliminate dw.tie.break dw.tie.still_tied dw.tie.friendly_ok
    dw.turn.game_end dw.builder.game_length
    Emits: ended
    """
    state = play.state
    first, second = state.sides
    points = {side: victory_points(play, side) for side in state.sides}
    lost = {side: destroyed_ap(play, side) for side in state.sides}
    rules = ["dw.turn.game_end", "dw.objective.eliminate"]
    winner, why = "", "dw.result.draw"
    if points[first] != points[second]:
        winner = max(state.sides, key=lambda side: points[side])
        why = "dw.result.points"
    elif state.friendly:
        why = "dw.result.friendly_draw"
        rules.append("dw.tie.friendly_ok")
    elif lost[first] != lost[second]:
        winner = max(state.sides, key=lambda side: lost[side])
        why = "dw.result.tie_break"
        rules.append("dw.tie.break")
    else:
        rules.append("dw.tie.still_tied")
    state.phase = "over"
    state.active = ""
    state.result = {
        "winner": winner,
        "why": why,
        "rules": " ".join(rules),
        **{f"points-{side}": str(points[side]) for side in state.sides},
        **{f"ap-{side}": str(lost[side]) for side in state.sides},
    }
    reason = outcome_of(state)
    assert reason is not None
    play.say(
        "ended",
        "dw.log.ended",
        *rules,
        subject=winner,
        reason=reason.why,
        result=reason.why.text(),
        turn=state.turn,
    )


def outcome_of(state: DustState) -> Outcome | None:
    """Return how a finished game ended, from what `judge` wrote down; None while it goes on."""
    if not state.result:
        return None
    first, second = state.sides
    result = state.result
    winner = result["winner"]
    one, two = (winner, state.other(winner)) if winner else (first, second)
    params = {
        "winner": one,
        "loser": two,
        "points": result[f"points-{one}"],
        "against": result[f"points-{two}"],
        "ap": result[f"ap-{one}"],
        "ap_against": result[f"ap-{two}"],
    }
    why = Reason(result["why"], {**params}, winner, tuple(result["rules"].split()))
    return Outcome(winner, why)
