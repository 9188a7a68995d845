"""Aircraft: atmosphere, wind, airfoils, airplanes, engines, gear, autopilot, trim and modes."""
