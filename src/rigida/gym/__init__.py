"""Environments for learning, after Gymnasium's interface: bases for one's own, `make` from a model, and ready ones.

`gymnasium.make("rigida/CartPole-v0")`, `rigida/QuadrupedWalk-v0` and Gymnasium's standard tasks as `rigida/Ant-v5`,
`rigida/HalfCheetah-v5` and so on (`rigida.gym.tasks`) work after `import rigida.gym`;
`gymnasium.make_vec("rigida/Ant-v5", num_envs=64)` runs many in one process, in a batch (`VectorEnvironment`); with
`vectorization_mode="async"` each has a process of its own. Needs the extra `gym`.
"""

try:
    import gymnasium as _gymnasium
except ImportError:
    from rigida.errors import UsageError as _UsageError

    raise _UsageError("rigida.gym needs gymnasium. Install it with: pip install 'rigida[gym]'") from None

from functools import partial as _partial

from rigida.gym.cart_pole import CartPole
from rigida.gym.environment import Environment
from rigida.gym.model_environment import ModelEnvironment, make
from rigida.gym.quadruped_walk import QuadrupedWalk
from rigida.gym.tasks import TASKS as _TASKS
from rigida.gym.vector_environment import VectorEnvironment, make_vec

_FILES: dict[str, tuple[str, int | None]] = {
    "CartPole-v0": ("cart_pole", None),
    "QuadrupedWalk-v0": ("quadruped_walk", None),
    **{f"{name}-v5": (f"tasks.{where}", most) for name, (where, most) in _TASKS.items()},
}
for _id, (_where, _most) in _FILES.items():
    if f"rigida/{_id}" not in _gymnasium.registry:
        _gymnasium.register(
            id=f"rigida/{_id}",
            entry_point=f"rigida.gym.{_where}:{_id.rsplit('-', 1)[0]}",
            max_episode_steps=_most,
            vector_entry_point=_partial(make_vec, f"rigida/{_id}"),
        )

__all__ = ["CartPole", "Environment", "ModelEnvironment", "QuadrupedWalk", "VectorEnvironment", "make", "make_vec"]
