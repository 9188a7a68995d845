"""What a simulation hands out to read and set its bodies, joints, actuators and sensors while it runs."""
