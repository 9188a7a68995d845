"""Results of a simulation: frames, energies, events, and their files, tables and plots."""

from rigida.recording.contacts import CONTACT, ContactHistory
from rigida.recording.frame import Frame
from rigida.recording.recorder import Recorder
from rigida.recording.recording import BodyHistory, EnergyHistory, Recording

__all__ = ["CONTACT", "BodyHistory", "ContactHistory", "EnergyHistory", "Frame", "Recorder", "Recording"]
