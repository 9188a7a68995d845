"""Environments for learning, after Gymnasium's interface: a base for one's own and two ready ones.

`gymnasium.make("rigida/CartPole-v0")` and `gymnasium.make("rigida/QuadrupedWalk-v0")` work after `import rigida.gym`;
`gymnasium.make_vec(..., vectorization_mode="async")` runs many in processes of their own. Needs the extra `gym`.
"""

try:
    import gymnasium as _gymnasium
except ImportError:
    from rigida.errors import UsageError as _UsageError

    raise _UsageError("rigida.gym needs gymnasium. Install it with: pip install 'rigida[gym]'") from None

from rigida.gym.cart_pole import CartPole
from rigida.gym.environment import Environment
from rigida.gym.quadruped_walk import QuadrupedWalk

for _name, _where in (("CartPole", "cart_pole"), ("QuadrupedWalk", "quadruped_walk")):
    if f"rigida/{_name}-v0" not in _gymnasium.registry:
        _gymnasium.register(id=f"rigida/{_name}-v0", entry_point=f"rigida.gym.{_where}:{_name}")

__all__ = ["CartPole", "Environment", "QuadrupedWalk"]
