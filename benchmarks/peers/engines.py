"""One adapter per engine: build a scene, step it, tell position, orientation, velocity and spin of its bodies."""

import numpy as np
from quality import rotations


def plain(numbers):
    return tuple(float(number) for number in numbers)


class Rigida:
    def __init__(self, scene):
        import rigida as rg

        along_x = (0.5**0.5, 0, 0.5**0.5, 0)  # rigida's capsules stand along z
        world = rg.Scene(gravity=(0, 0, -scene.gravity))
        shapes = {
            "box": lambda size: rg.Box(plain(size)),
            "hull": rg.ConvexHull,
            "capsule": lambda radius, length: rg.Compound([(rg.Capsule(radius, length), (0, 0, 0), along_x)]),
            "pole": rg.Cylinder,
        }
        for item in scene.fixed:
            kind, *sizes = item.shape
            place = {"position": plain(item.position), "orientation": plain(item.orientation)}
            world.add_body(shapes[kind](*sizes), fixed=True, friction=scene.friction, **place)
        bodies = []
        for item in scene.items:
            kind, *sizes = item.shape
            body = world.add_body(
                shapes[kind](*sizes) if scene.collide else None,
                mass=item.mass,
                inertia=plain(item.inertia),
                position=plain(item.position),
                orientation=plain(item.orientation),
                velocity=item.velocity,
                angular_velocity=item.angular_velocity,
                friction=scene.friction,
            )
            bodies.append(body)
        matrices = rotations([item.orientation for item in scene.items])
        for joint in scene.joints:
            anchor = plain(scene.items[joint.b].position + matrices[joint.b] @ joint.anchor_b)
            other = rg.WORLD if joint.a < 0 else bodies[joint.a]
            if joint.kind == "ball":
                world.add_joint(rg.Spherical(bodies[joint.b], other, anchor=anchor))
            else:
                world.add_joint(rg.Revolute(bodies[joint.b], other, anchor=anchor, axis=(0, 1, 0)))
        self.first = len(scene.fixed)
        self.simulation = rg.Simulation(world, rg.Realtime(dt=scene.dt))

    def step(self):
        self.simulation.step()

    def state(self):
        state = self.simulation.state
        arrays = state.position, state.orientation, state.velocity, state.angular_velocity
        return tuple(np.array(array[self.first :]) for array in arrays)


class Rapier3d:
    def __init__(self, scene):
        import rapier3d as r

        world = self.world = r.PhysicsWorld(gravity=(0.0, 0.0, -scene.gravity))
        world.integration_parameters.dt = scene.dt
        shapes = {
            "box": lambda size: r.Collider.cuboid(*plain(np.asarray(size) / 2)),
            "hull": r.Collider.convex_hull,
            "capsule": lambda radius, length: r.Collider.capsule_x(length / 2, radius),
            "pole": lambda radius, height: r.Collider.cylinder(height / 2, radius).rotation((np.pi / 2, 0.0, 0.0)),
        }

        def collider(item):
            kind, *sizes = item.shape
            return shapes[kind](*sizes).density(0.0).friction(scene.friction).restitution(0.0)

        def pose(item):
            w, x, y, z = plain(item.orientation)
            return plain(item.position), (x, y, z, w)

        for item in scene.fixed:
            world.add_body(r.RigidBody.fixed().position(pose(item)), [collider(item)])
        self.handles = []
        for item in scene.items:
            mass = r.MassProperties(
                local_com=(0.0, 0.0, 0.0), mass=float(item.mass), principal_inertia=plain(item.inertia)
            )
            body = r.RigidBody.dynamic().position(pose(item)).can_sleep(False).additional_mass_properties(mass)
            body = body.linvel(plain(item.velocity)).angvel(plain(item.angular_velocity))
            if not scene.gravity:
                body = body.gyroscopic_forces(True)
            self.handles.append(world.add_body(body, [collider(item)] if scene.collide else []))
        ground = world.add_body(r.RigidBody.fixed()) if scene.joints else None
        for joint in scene.joints:
            build = r.SphericalJointBuilder() if joint.kind == "ball" else r.RevoluteJointBuilder((0.0, 1.0, 0.0))
            build = build.local_anchor1(plain(joint.anchor_a)).local_anchor2(plain(joint.anchor_b))
            first = ground if joint.a < 0 else self.handles[joint.a]
            world.impulse_joints.insert(first, self.handles[joint.b], build.contacts_enabled(False).build())

    def step(self):
        self.world.step()

    def state(self):
        bodies = [self.world.rigid_bodies[handle] for handle in self.handles]
        return (
            np.array([(p.x, p.y, p.z) for p in (body.translation for body in bodies)]),
            np.array([(q.w, q.i, q.j, q.k) for q in (body.rotation for body in bodies)]),
            np.array([(v.x, v.y, v.z) for v in (body.linvel for body in bodies)]),
            np.array([(w.x, w.y, w.z) for w in (body.angvel for body in bodies)]),
        )


class Mujoco:
    """Joints that form trees are degrees of freedom here; only the last of a loop is an equation."""

    def __init__(self, scene):
        import mujoco

        self.mujoco, spec = mujoco, mujoco.MjSpec()
        spec.option.timestep, spec.option.gravity = scene.dt, (0, 0, -scene.gravity)
        spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)  # a blow-up is to be seen
        spec.compiler.balanceinertia = False
        spec.memory = 2**31
        kinds = mujoco.mjtGeom
        collide = {} if scene.collide else {"contype": 0, "conaffinity": 0}
        matrices = rotations([item.orientation for item in scene.items])

        def add_geom(body, item, number):
            kind, *sizes = item.shape
            more = {"friction": [scene.friction, 0.005, 0.0001], "mass": 0.0, **collide}
            if kind == "box":
                body.add_geom(type=kinds.mjGEOM_BOX, size=np.asarray(sizes[0]) / 2, **more)
            elif kind == "hull":
                spec.add_mesh(name=f"hull{number}", uservert=sizes[0].ravel())
                body.add_geom(type=kinds.mjGEOM_MESH, meshname=f"hull{number}", **more)
            elif kind == "capsule":
                ends = [-sizes[1] / 2, 0, 0, sizes[1] / 2, 0, 0]
                body.add_geom(type=kinds.mjGEOM_CAPSULE, size=[sizes[0], 0, 0], fromto=ends, **more)
            else:
                body.add_geom(type=kinds.mjGEOM_CYLINDER, size=[sizes[0], sizes[1] / 2, 0], **more)

        for k, item in enumerate(scene.fixed):
            add_geom(spec.worldbody.add_body(pos=item.position, quat=item.orientation), item, f"_fixed{k}")
        tree = {joint.b: joint for joint in scene.joints if not joint.closes_loop}
        bodies = []
        for k, item in enumerate(scene.items):
            joint = tree.get(k)
            parent, place, attitude = spec.worldbody, item.position, item.orientation
            if joint is not None and joint.a >= 0:
                parent, other = bodies[joint.a], scene.items[joint.a]
                place = matrices[joint.a].T @ (item.position - other.position)
                attitude = np.zeros(4)
                mujoco.mju_mulQuat(attitude, other.orientation * (1, -1, -1, -1), item.orientation)
            body = parent.add_body(name=f"body{k}", pos=place, quat=attitude)
            body.explicitinertial, body.mass, body.inertia = True, item.mass, item.inertia
            body.ipos, body.iquat = (0, 0, 0), (1, 0, 0, 0)
            if joint is None:
                body.add_freejoint()
            elif joint.kind == "ball":
                body.add_joint(type=mujoco.mjtJoint.mjJNT_BALL, pos=joint.anchor_b)
            else:
                body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, pos=joint.anchor_b, axis=(0, 1, 0))
            add_geom(body, item, k)
            bodies.append(body)
        for joint in scene.joints:
            if joint.closes_loop:
                first = bodies[joint.b].name if joint.a < 0 else bodies[joint.a].name
                anchor = joint.anchor_b if joint.a < 0 else joint.anchor_a
                equation = spec.add_equality(
                    type=mujoco.mjtEq.mjEQ_CONNECT,
                    objtype=mujoco.mjtObj.mjOBJ_BODY,
                    name1=first,
                    name2="world" if joint.a < 0 else bodies[joint.b].name,
                )
                equation.data[:3] = anchor
                if joint.a >= 0:
                    spec.add_exclude(bodyname1=first, bodyname2=bodies[joint.b].name)
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.rows = np.array([self.model.body(body.name).id for body in bodies])
        for k, item in enumerate(scene.items):
            if np.any(item.velocity) or np.any(item.angular_velocity):
                first = self.model.body_dofadr[self.rows[k]]
                spin = matrices[k].T @ np.array(item.angular_velocity)
                self.data.qvel[first : first + 6] = (*item.velocity, *spin)
        mujoco.mj_forward(self.model, self.data)

    def step(self):
        self.mujoco.mj_step(self.model, self.data)

    def state(self):
        mujoco, model, data = self.mujoco, self.model, self.data
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        twist = np.zeros((len(self.rows), 6))
        for k, row in enumerate(self.rows):
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, int(row), twist[k], 0)
        return data.xpos[self.rows].copy(), data.xquat[self.rows].copy(), twist[:, 3:], twist[:, :3]


class Sapien:
    def __init__(self, scene):
        import sapien
        from sapien import physx

        config = physx.PhysxSceneConfig()
        config.gravity = np.array([0, 0, -scene.gravity], np.float32)
        physx.set_scene_config(config)
        body_config = physx.PhysxBodyConfig()
        body_config.sleep_threshold = 0.0
        physx.set_body_config(body_config)
        self.physics = physx.PhysxCpuSystem()
        self.scene = sapien.Scene([self.physics])
        self.scene.set_timestep(scene.dt)
        material = physx.PhysxMaterial(scene.friction, scene.friction, 0.0)
        one = np.ones(3, np.float32)

        def hull(points):
            points = np.asarray(points, np.float32)
            return physx.PhysxCollisionShapeConvexMesh(vertices=points, scale=one, material=material)

        shapes = {
            "box": lambda size: physx.PhysxCollisionShapeBox(
                half_size=np.asarray(size, np.float32) / 2, material=material
            ),
            "hull": hull,
            "capsule": lambda radius, length: physx.PhysxCollisionShapeCapsule(
                radius=radius, half_length=length / 2, material=material
            ),
            "pole": lambda radius, height: hull(round_prism(radius, height)),
        }

        def add(item, component):
            kind, *sizes = item.shape
            if scene.collide:
                component.attach(shapes[kind](*sizes))
            entity = sapien.Entity()
            entity.add_component(component)
            entity.set_pose(sapien.Pose(item.position, item.orientation))
            self.scene.add_entity(entity)
            return entity

        self.kept = [add(item, physx.PhysxRigidStaticComponent()) for item in scene.fixed]
        self.bodies = []
        for item in scene.items:
            body = physx.PhysxRigidDynamicComponent()
            self.kept.append(add(item, body))
            body.mass, body.inertia = item.mass, item.inertia.astype(np.float32)
            body.cmass_local_pose = sapien.Pose()
            body.linear_damping = body.angular_damping = 0.0
            body.max_angular_velocity = 1e4
            body.linear_velocity, body.angular_velocity = item.velocity, item.angular_velocity
            self.bodies.append(body)
        for joint in scene.joints:
            drive = physx.PhysxDriveComponent(self.bodies[joint.b])
            if joint.a >= 0:
                drive.parent = self.bodies[joint.a]
            # The free axis of PhysX is x.
            turn = [1, 0, 0, 0] if joint.kind == "ball" else [0.5**0.5, 0, 0, 0.5**0.5]
            drive.pose_in_child = sapien.Pose(joint.anchor_b, turn)
            drive.pose_in_parent = sapien.Pose(joint.anchor_a, turn)
            for limit in (drive.set_limit_x, drive.set_limit_y, drive.set_limit_z):
                limit(0, 0)
            if joint.kind == "hinge":
                drive.set_limit_cone(0.0, 0.0)
            self.bodies[joint.b].entity.add_component(drive)

    def step(self):
        self.physics.step()

    def state(self):
        poses = [body.entity_pose for body in self.bodies]
        return (
            np.array([pose.p for pose in poses], float),
            np.array([pose.q for pose in poses], float),
            np.array([body.linear_velocity for body in self.bodies], float),
            np.array([body.angular_velocity for body in self.bodies], float),
        )


def round_prism(radius, height, sides=22):
    """Return the corners of an upright prism that stands for a cylinder."""
    angle = 2 * np.pi * np.arange(sides) / sides
    ring = np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(sides, height / 2)], axis=1)
    return np.concatenate([ring, ring * (1, 1, -1)])


ENGINES = {"rigida": Rigida, "rapier3d": Rapier3d, "sapien": Sapien, "mujoco": Mujoco}
