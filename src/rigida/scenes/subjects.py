"""Subjects of the packaged scenes, in the order of the gallery, with what to look for in them."""

#: By subject: what to look for, and the names of its scenes, simple ones first.
SUBJECTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Free motion": (
        "No contacts and no joints. Look for the exact conservation of energy and angular momentum, and for the error "
        "of the explicit Euler method in the first scene.",
        (
            "falling_ball",
            "free_bar_principal_axis",
            "free_bar_arbitrary_axis",
            "dzhanibekov",
            "gyroscope",
            "thrown_brick",
            "rocket",
            "thrust_vector",
        ),
    ),
    "Impacts": (
        "Restitution, and impulses that propagate from body to body. Look for the heights of the bounces and for the "
        "order in which bodies separate.",
        (
            "bouncing_ball",
            "billiard_row",
            "newtons_cradle",
            "sphere_on_sphere",
            "elastic_incline",
            "falling_tetrahedron",
            "falling_bars",
            "two_bricks_1",
            "two_bricks_2",
            "two_bricks_3",
            "two_bricks_4",
            "two_bricks_5",
        ),
    ),
    "Friction and stacks": (
        "Resting contact. Look for stacks that do not creep, and for the limit between sticking and sliding.",
        (
            "block_on_incline",
            "seesaw",
            "plank_stack",
            "pyramid",
            "tower_of_50",
            "card_house",
            "arch",
            "dominoes",
            "domino_ring",
            "marble_run",
        ),
    ),
    "Piles and concave bodies": (
        "Many contacts, and bodies that interlock. Look for piles that come to rest and for parts that do not pass "
        "through each other.",
        (
            "tumbling_shapes",
            "pit_of_boxes",
            "pit_of_1000",
            "pit_of_5000",
            "hull_rain",
            "jacks",
            "bowl_of_marbles",
            "rings_on_poles",
            "link_chain",
            "skulls",
            "skull_rings",
        ),
    ),
    "Joints and mechanisms": (
        "Open chains and closed loops. Look for joints that stay closed and for the energy, which is constant without "
        "friction.",
        (
            "pendulum",
            "double_pendulum",
            "two_bars",
            "chain",
            "pendulum_of_cubes",
            "locked_cubes",
            "hinge_and_slider",
            "slider_crank",
            "four_bar",
            "double_four_bar",
            "gear_pair",
            "wrecking_ball",
        ),
    ),
    "Aircraft": (
        "Aerodynamic forces on strips of the wings, steered by autopilots. Look for angle of attack and load factor in "
        "the plots.",
        (
            "glider_phugoid",
            "loop",
            "barrel_roll",
            "stall",
            "spin",
            "engine_out",
            "circuit",
            "crosswind_landing",
            "deck_landing",
            "landing_skittles",
        ),
    ),
    "Initial values that reach a goal": (
        "Scenes for `rigida aim`, shown with their first values. Look for how far they miss; the command finds the "
        "values that hit.",
        ("aim_billiard", "aim_bounce", "aim_domino"),
    ),
}
