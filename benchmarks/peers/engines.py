"""One adapter per engine: build a scene, step it, tell the positions of its moving bodies."""

import numpy as np


class Rigida:
    def __init__(self, scene, dt):
        import rigida as rg

        world = rg.Scene()
        for k, item in enumerate(scene.fixed + scene.items):
            shape = rg.Box(tuple(item.size)) if item.points is None else rg.ConvexHull(item.points)
            fixed = k < len(scene.fixed)
            motion = {} if fixed else {"velocity": item.velocity, "angular_velocity": item.angular_velocity}
            world.add_body(
                shape,
                fixed=fixed,
                position=tuple(item.position),
                orientation=tuple(item.orientation / np.linalg.norm(item.orientation)),
                friction=scene.friction,
                mass=None if fixed else 1.0,
                **motion,
            )
        self.first = len(scene.fixed)
        self.simulation = rg.Simulation(world, rg.Realtime(dt=dt))

    def step(self):
        self.simulation.step()

    def positions(self):
        return self.simulation.state.position[self.first :]


class Rapier3d:
    def __init__(self, scene, dt):
        import rapier3d as r

        self.world = r.PhysicsWorld(gravity=(0.0, 0.0, -9.81))
        self.world.integration_parameters.dt = dt
        self.handles = []
        for k, item in enumerate(scene.fixed + scene.items):
            fixed = k < len(scene.fixed)
            w, x, y, z = (float(c) for c in item.orientation)
            pose = (tuple(float(c) for c in item.position), (x, y, z, w))
            if item.points is None:
                collider = r.Collider.cuboid(*(float(c) / 2 for c in item.size))
            else:
                collider = r.Collider.convex_hull(item.points)
            collider = collider.friction(scene.friction).restitution(0.0)
            if fixed:
                self.world.add_body(r.RigidBody.fixed().position(pose), [collider])
                continue
            body = r.RigidBody.dynamic().position(pose).can_sleep(False)
            body = body.linvel(tuple(map(float, item.velocity))).angvel(tuple(map(float, item.angular_velocity)))
            self.handles.append(self.world.add_body(body, [collider.mass(1.0)]))

    def step(self):
        self.world.step()

    def positions(self):
        bodies = self.world.rigid_bodies
        return np.array([(p.x, p.y, p.z) for p in (bodies[handle].translation for handle in self.handles)])


class Mujoco:
    def __init__(self, scene, dt):
        import mujoco

        spec = mujoco.MjSpec()
        spec.option.timestep = dt
        for k, item in enumerate(scene.fixed + scene.items):
            body = spec.worldbody.add_body(pos=item.position, quat=item.orientation)
            if k >= len(scene.fixed):
                body.add_freejoint()
            friction = [scene.friction, 0.005, 0.0001]
            if item.points is None:
                body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=item.size / 2, mass=1.0, friction=friction)
            else:
                spec.add_mesh(name=f"hull{k}", uservert=item.points.ravel())
                body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=f"hull{k}", mass=1.0, friction=friction)
        self.mujoco, self.model = mujoco, spec.compile()
        self.data = mujoco.MjData(self.model)
        for k, item in enumerate(scene.items):
            self.data.qvel[6 * k : 6 * k + 6] = (*item.velocity, *item.angular_velocity)
        self.count = len(scene.items)

    def step(self):
        self.mujoco.mj_step(self.model, self.data)

    def positions(self):
        return self.data.qpos.reshape(self.count, 7)[:, :3].copy()


class Sapien:
    def __init__(self, scene, dt):
        import sapien

        self.scene = sapien.Scene([sapien.physx.PhysxCpuSystem()])
        self.scene.set_timestep(dt)
        material = sapien.physx.PhysxMaterial(scene.friction, scene.friction, 0.0)
        self.bodies = []
        for k, item in enumerate(scene.fixed + scene.items):
            builder = self.scene.create_actor_builder()
            if item.points is not None:
                raise RuntimeError("hulls are read from files by sapien and left out here")
            builder.add_box_collision(half_size=item.size / 2, material=material)
            builder.set_initial_pose(sapien.Pose(item.position, item.orientation))
            if k < len(scene.fixed):
                builder.build_static()
                continue
            builder.set_mass_and_inertia(1.0, sapien.Pose(), _box_inertia(item.size))
            body = builder.build().find_component_by_type(sapien.physx.PhysxRigidDynamicComponent)
            body.set_linear_velocity(item.velocity)
            body.set_angular_velocity(item.angular_velocity)
            self.bodies.append(body)

    def step(self):
        self.scene.step()

    def positions(self):
        return np.array([body.pose.p for body in self.bodies])


def _box_inertia(size):
    squares = np.asarray(size) ** 2
    return (squares.sum() - squares) / 12.0


ENGINES = {"rigida": Rigida, "rapier3d": Rapier3d, "sapien": Sapien, "mujoco": Mujoco}
