"""Frames of a simulation: recorded quantities of a state, and the bodies of the frames."""

from dataclasses import asdict
from typing import Any

import numpy as np

from rigida.arrays import IntArray
from rigida.constraints.joint_readings import joint_readings
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.engine import Engine
from rigida.dynamics.frame_values import frame_values
from rigida.dynamics.state import State
from rigida.members import Members
from rigida.queries.contact_features import describe_contacts
from rigida.recording.energy_account import DRAG_LOSS, WORK
from rigida.recording.frame import Frame
from rigida.recording.journal import JournaledRecorder
from rigida.recording.recorder import Recorder
from rigida.recording.recording import Recording
from rigida.recording.roll import Roll
from rigida.scene.engine import EngineSettings
from rigida.scene.files.save import scene_document


class Frames:
    """Recorder of frames of an engine's states.

    pushed: whether bodies may be pushed while it does.
    """

    def __init__(self, engine: Engine, members: Members, settings: EngineSettings, pushed: bool = False) -> None:
        self.engine, self._members, self.settings = engine, members, settings
        self._metered = pushed or bool(engine.model.impulses) or engine.forces.meter.acts

    def take(self, state: State, contacts: bool = False) -> Frame:
        """Return a copy of a state with its energies and, if requested, its contacts."""
        engine, rows = self.engine, self._members.rows
        values = frame_values(engine.model, state)
        frame = Frame(
            state.time,
            values.position,
            values.orientation,
            state.velocity.copy(),
            state.angular_velocity.copy(),
            values.kinetic,
            engine.potential_energy(state),
            values.linear,
            values.angular,
        )
        if engine.forces.acting:
            frame.channels = engine.forces.channels(state.time, state)
        if self._metered:
            work, lost = engine.forces.meter.at(state.time, engine.state.time, engine.sample)
            frame.channels |= {WORK: (work, "J"), DRAG_LOSS: (lost, "J")}
        if contacts:
            found = engine.contact_table()
            frame.contacts = describe_contacts(found, engine.model, engine.state, self.settings.dt)
        if engine.joints is not None:
            self._add_joints(frame, engine.joints, state)
        if rows is not None:
            self._call_roll(frame, rows)
        return frame

    def _add_joints(self, frame: Frame, joints: JointSet, state: State) -> None:
        """Add reactions and readings of joints, and the energy of their rotors."""
        frame.kinetic += joints.rotor_energy(state.time, state)
        reactions = self.engine.reactions(state)
        frame.joint_force, frame.joint_torque = reactions[:, :3], reactions[:, 3:]
        joints.coordinates.evaluate(joints.frames)
        read = joint_readings(joints, self.engine.motor_efforts())
        frame.joint_position, frame.joint_velocity, frame.motor_effort = read.position, read.velocity, read.effort

    def _call_roll(self, frame: Frame, rows: IntArray) -> None:
        """Leave those in the frame that take part in it, rows (n,) of the engine, with contacts between them."""
        frame.position, frame.orientation = frame.position[rows], frame.orientation[rows]
        frame.velocity, frame.angular_velocity = frame.velocity[rows], frame.angular_velocity[rows]
        frame.roll = Roll(tuple(self._members.scene.bodies), tuple(self._members.scene.joints))
        if frame.contacts is not None:
            place = np.zeros(self.engine.model.body_count, dtype=np.int32)
            place[rows] = np.arange(len(rows))
            for body in ("body_a", "body_b"):
                frame.contacts[body] = place[frame.contacts[body]]

    def recorder(self) -> tuple[Recorder, Roll]:
        """Return a recorder for the present bodies and joints, and the list of these."""
        model = self.engine.model
        bodies, joints = tuple(self._members.scene.bodies[: model.body_count]), model.joints
        names, joint_names = ([str(member.name) for member in members] for members in (bodies, joints))
        roll = Roll(bodies, joints)
        return Recorder(names, joint_names, roll), roll

    def recording(self, recorder: Recorder | JournaledRecorder, since: float, **counts: Any) -> Recording:
        """Return the recording, with the events since time `since` [s]; counts: steps, wall, interrupted."""
        # A user's own force or path has no file form; the motion is recorded and can be drawn all the same.
        document = scene_document(recorder.scene_of(self._members.scene), partial=True)
        engine = {"kind": self.settings.kind, **asdict(self.settings)}
        events = [event.as_dict() for event in self.engine.recorded_events() if event.time >= since]
        return recorder.finish(document, engine, events, **counts)
