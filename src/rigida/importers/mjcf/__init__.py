"""MuJoCo's MJCF."""
