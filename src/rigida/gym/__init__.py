"""Environments for learning, after Gymnasium's interface: bases for one's own, `make` from a model, and ready ones.

`gymnasium.make("rigida/CartPole-v0")`, `rigida/QuadrupedWalk-v0` and Gymnasium's standard tasks as `rigida/Ant-v5`,
`rigida/HalfCheetah-v5` and so on (`rigida.gym.tasks`) work after `import rigida.gym`;
`gymnasium.make_vec(..., vectorization_mode="async")` runs many in processes of their own. Needs the extra `gym`.
"""

try:
    import gymnasium as _gymnasium
except ImportError:
    from rigida.errors import UsageError as _UsageError

    raise _UsageError("rigida.gym needs gymnasium. Install it with: pip install 'rigida[gym]'") from None

from rigida.gym.cart_pole import CartPole
from rigida.gym.environment import Environment
from rigida.gym.model_environment import ModelEnvironment, make
from rigida.gym.quadruped_walk import QuadrupedWalk
from rigida.gym.tasks import TASKS as _TASKS

for _name, _where in (("CartPole", "cart_pole"), ("QuadrupedWalk", "quadruped_walk")):
    if f"rigida/{_name}-v0" not in _gymnasium.registry:
        _gymnasium.register(id=f"rigida/{_name}-v0", entry_point=f"rigida.gym.{_where}:{_name}")

for _name, (_where, _most) in _TASKS.items():
    if f"rigida/{_name}-v5" not in _gymnasium.registry:
        _gymnasium.register(
            id=f"rigida/{_name}-v5", entry_point=f"rigida.gym.tasks.{_where}:{_name}", max_episode_steps=_most
        )

__all__ = ["CartPole", "Environment", "ModelEnvironment", "QuadrupedWalk", "make"]
