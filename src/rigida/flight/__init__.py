"""Aircraft: atmosphere, wind, airfoils, aeroplanes, engines, gear, autopilot, trim and modes."""
