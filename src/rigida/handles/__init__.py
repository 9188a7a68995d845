"""Handles to read and set the bodies, joints, actuators and sensors of a running simulation."""
