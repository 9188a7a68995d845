# ruff: noqa: E501
"""The table of docs/documents.md: what the five source documents describe, and what runs it in rigida.

    python docs/tools/documents.py      # writes docs/documents.md

`tests/docs/test_documents.py` compares the page with this list, and that all tests, scenes and examples it names exist.
"""

from pathlib import Path

PAGE = Path(__file__).parents[1] / "documents.md"
WORKS, PART, MISSING, FUTURE = "works", "in part", "missing", "future work of the documents"
#: What shows a row that does not work.
NOTHING = "-"
SOURCES = {
    "CLIC": "Lemos 1993: free rigid polyhedra, Newton–Euler, collisions found by back-tracking, penalty springs",
    "LAG": "Bacin 1999: articulated bodies by Lagrange multipliers, adaptive integration, articulated impacts",
    "AIR": "Renhe 2006: an engine of classes, LCP for many contacts, an aircraft",
    "SDF": "Popovski 2008: concave bodies by distance fields, four kinds of friction, contact graph, impulse joints",
    "EDU": "Corrêa 2020: the teaching path in Python",
}
#: Document, place in it, what it describes, what runs it (tests, scenes, examples), and how far it works.
ROWS: list[tuple[str, str, str, str, str]] = [
    # bodies, mass, state
    (
        "AIR",
        "3.1.4",
        "state (x, q, p, L) and its derivative",
        "tests/unit/test_state_derivative.py::test_derivative_is_the_difference_of_states",
        WORKS,
    ),
    (
        "EDU",
        "(69)",
        "S and S′ as functions",
        "tests/unit/test_state_derivative.py::test_derivative_is_the_difference_of_states",
        WORKS,
    ),
    ("AIR", "3.1.1", "particles, bodies without extent", "tests/physics/test_free_motion.py", WORKS),
    ("AIR", "2.1.3", "aggregate bodies, one density", "tests/unit/test_geometry_compound.py", WORKS),
    (
        "AIR",
        "2.1.3",
        "parts of an aggregate with densities of their own",
        "tests/physics/test_conventions.py::test_compound_with_densities_has_the_center_of_its_parts",
        WORKS,
    ),
    ("AIR", "3.2.2", "fixed bodies: no inverse mass and inertia", "tests/physics/test_contacts.py", WORKS),
    ("CLIC", "3.2.2.1", "bodies on prescribed paths", "tests/unit/test_scene_path.py", WORKS),
    ("CLIC", "4.13", "mass from density", "tests/unit/test_geometry_mass_properties.py", WORKS),
    (
        "LAG",
        "A.1.2",
        "density and scales of a shape",
        "tests/importers/test_lag.py::test_scale_and_density_change_mass_and_inertia_as_for_a_solid",
        WORKS,
    ),
    ("LAG", "3.7.1", "principal axes", "tests/unit/test_geometry_mass_properties.py", WORKS),
    (
        "CLIC",
        "future work",
        "inertia of any polyhedron (future work there)",
        "tests/unit/test_geometry_polyhedron.py",
        WORKS,
    ),
    (
        "SDF",
        "(4.12)–(4.17)",
        "mass properties by cells of the field",
        "tests/unit/test_distance_field.py::test_mass_from_the_field_agrees_with_the_polyhedron",
        WORKS,
    ),
    ("EDU", "3.4–3.8", "area, centroid, moments of polygons", "tests/unit/test_geometry_polygon.py", WORKS),
    (
        "EDU",
        "3.4–3.8",
        "pictures of polygons",
        "tests/unit/test_state_derivative.py::test_polygon_is_drawn_with_its_centroid_and_axes",
        WORKS,
    ),
    (
        "EDU",
        "4.5",
        "quaternion from a matrix, all four cases",
        "tests/unit/test_math_rotation.py::test_quaternion_survives_the_matrix_in_every_trace_case",
        WORKS,
    ),
    (
        "CLIC",
        "4.2–4.10",
        "XYZ Euler angles and their tables",
        "tests/unit/test_math_rotation.py::test_euler_xyz_turns_about_x_then_the_new_y_then_the_new_z",
        WORKS,
    ),
    ("LAG", "3.5", "Euler parameters", "tests/unit/test_math_quaternion.py", WORKS),
    (
        "AIR",
        "3.1.3",
        "Gram–Schmidt on rotation matrices",
        "tests/unit/test_math_rotation.py::test_gram_schmidt_restores_a_rotation",
        WORKS,
    ),
    # forces
    ("LAG", "3.9", "gravity, switchable", "tests/unit/test_forces_elements.py", WORKS),
    ("CLIC", "3.2", "constant forces at a point, torques", "tests/unit/test_forces_elements.py", WORKS),
    ("CLIC", "3.2", "instantaneous forces as impulses", "tests/importers/test_clic.py", WORKS),
    ("LAG", "A.1.6", "springs and damped springs", "tests/unit/test_forces_elements.py", WORKS),
    ("LAG", "A.1.6", "force samples joined by a Bézier curve", "tests/unit/test_forces_elements.py", WORKS),
    (
        "LAG",
        "A.1.6",
        "other interpolations: lines, spline, Lagrange",
        "tests/physics/test_conventions.py::test_interpolated_force_follows_its_curve",
        WORKS,
    ),
    ("AIR", "2.1.2", "attraction between bodies", "example:orbit", WORKS),
    ("AIR", "2.1.2", "linear and quadratic drag", "tests/unit/test_forces_elements.py", WORKS),
    ("AIR", "2.1.2", "forces by the user", "example:user_force", WORKS),
    (
        "AIR",
        "4.3.2",
        "forces and torques put on and taken off a running body",
        "tests/physics/test_live_forces.py::test_added_force_acts_until_it_is_removed",
        WORKS,
    ),
    (
        "AIR",
        "4.3.2",
        "impulses on a running body",
        "tests/physics/test_live_forces.py::test_impulse_changes_the_velocity_by_itself_over_the_mass",
        WORKS,
    ),
    ("AIR", "4.3.2", "gravity, friction, restitution, mass changed live", "example:pushed_puck", WORKS),
    ("LAG", "ch. 9", "energies over time, audited", "tests/unit/test_recording_energy_account.py", WORKS),
    # integration
    ("EDU", "ch. 4, 5", "explicit Euler, printed table", "tests/reference/test_reference_cases.py", WORKS),
    ("AIR", "3.3", "Euler, midpoint, RK4 by choice", "tests/contract/test_integrators.py", WORKS),
    ("LAG", "6.4", "Runge–Kutta–Fehlberg 4(5), adaptive", "tests/contract/test_integrators.py", WORKS),
    ("CLIC", "3.1.4", "adaptive RK5", "tests/contract/test_integrators.py", WORKS),
    ("LAG", "6.4", "smallest and largest step, tolerance", "tests/physics/test_precise_budget.py", WORKS),
    ("LAG", "A.1", "frames at exact times", "tests/unit/test_simulation.py", WORKS),
    (
        "LAG",
        "ch. 3, 5",
        "Lagrange's form with Euler parameters",
        "tests/physics/test_joint_motion.py::test_both_formulations_move_a_linkage_alike",
        WORKS,
    ),
    (
        "AIR",
        "4.3.2",
        "formulation per body",
        "docs/precise-engine.md",
        "superseded by one per simulation, which joints need",
    ),
    ("LAG", "A.1", "start times other than zero in all outputs", "tests/physics/test_start_time.py", WORKS),
    # joints
    (
        "LAG",
        "4.3.1",
        "point on a plane",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    (
        "LAG",
        "4.3.2",
        "spherical joint",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    (
        "LAG",
        "4.3.3",
        "cylindrical joint",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    (
        "LAG",
        "4.3.4",
        "prismatic joint",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    (
        "LAG",
        "4.3.5",
        "revolute joint",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    (
        "LAG",
        "4.3",
        "point fixed in space, body fixed",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    ("LAG", "4.3", "closed loops, redundant constraints", "scene:four_bar", WORKS),
    (
        "SDF",
        "9.1",
        "translational joints of 3, 2, 1 degrees",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    (
        "SDF",
        "9.2",
        "rotational joints of 3, 2, 1 degrees",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    (
        "SDF",
        "9.2.3",
        "any angle between two axes",
        "tests/physics/test_conventions.py::test_combined_joint_keeps_any_angle_between_two_axes",
        WORKS,
    ),
    (
        "SDF",
        "ch. 9",
        "any pair of locks",
        "tests/contract/test_joints.py::test_joint_is_closed_at_the_start_and_stays_closed",
        WORKS,
    ),
    ("LAG", "4.1", "rheonomic constraints, points on paths", "tests/physics/test_joint_motion.py", WORKS),
    ("CLIC", "3.2.2.1", "prescribed orientation", "tests/physics/test_joint_motion.py", WORKS),
    ("LAG", "6.3", "multipliers as reaction forces", "tests/unit/test_joint_handle.py", WORKS),
    ("LAG", "6.3", "sparse solution", "scene:chain", "superseded by a factorization linear in the links"),
    (
        "LAG",
        "6.4.1",
        "projection onto constraints",
        "tests/physics/test_joint_motion.py::test_packaged_mechanism_keeps_energy_and_joints",
        WORKS,
    ),
    ("LAG", "6.4.1", "projection switched off, drift shown", "example:joint_drift", WORKS),
    (
        "LAG",
        "4.1",
        "one-sided constraints in the precise engine",
        "tests/physics/test_user_constraints.py::test_particle_leaves_a_sphere_at_two_thirds_of_its_height",
        WORKS,
    ),
    (
        "LAG",
        "4.1",
        "one-sided constraints in the realtime engine, 0.5 %",
        "tests/physics/test_user_constraints.py::test_rope_and_bowl_keep_energy_and_length_in_the_realtime_engine",
        WORKS,
    ),
    (
        "LAG",
        "6.2",
        "non-holonomic constraints",
        "tests/physics/test_user_constraints.py::test_skate_on_a_slope_draws_a_cycloid",
        WORKS,
    ),
    (
        "LAG",
        "6.2",
        "constraints by the user in the realtime engine, by Python functions",
        "tests/physics/test_user_constraints.py::test_skate_on_a_slope_draws_a_cycloid",
        WORKS,
    ),
    (
        "LAG",
        "6.2",
        "constraints by the user, in the precise engine",
        "tests/physics/test_user_constraints.py::test_point_on_a_paraboloid_circles_with_one_period_at_every_height",
        WORKS,
    ),
    ("CLIC", "future work", "inverse dynamics (future work there)", "tests/physics/test_inverse_dynamics.py", WORKS),
    ("LAG", "10.1", "inverse kinematics (future work there)", "example:robot_arm", WORKS),
    # collision detection
    ("LAG", "7.3", "boxes sorted on axes", "tests/contract/test_broad_phases.py", WORKS),
    (
        "LAG",
        "7.2",
        "closest features with coherence",
        "tests/unit/test_collision_separation.py",
        "superseded by GJK with cached simplices",
    ),
    ("LAG", "7.4", "degenerate pairs of features", "tests/contract/test_manifolds.py", WORKS),
    (
        "LAG",
        "7.2–7.4",
        "features of a contact can be read",
        "tests/physics/test_contact_features.py::test_box_rests_with_its_four_lower_vertices_on_a_face",
        WORKS,
    ),
    ("AIR", "3.2.1", "vertex–face, edge–edge, face–face manifolds", "tests/contract/test_manifolds.py", WORKS),
    ("AIR", "4.1.4", "`Contact`: collision or rest, point, normal", "example:contact_features", WORKS),
    ("CLIC", "5.1", "three-stage inclusion test", "tests/contract/test_manifolds.py", "superseded by manifolds"),
    (
        "CLIC",
        "5.1",
        "back-tracking in time",
        "tests/unit/test_collision_time_of_contact.py",
        "superseded by root finding",
    ),
    ("EDU", "5.1", "time of contact f = d0/(d0 − d1)", "tests/unit/test_collision_time_of_contact.py", WORKS),
    (
        "SDF",
        "2.1",
        "field on a grid, trilinear",
        "tests/unit/test_distance_field.py::test_interpolated_distance_is_exact_at_nodes_and_first_order_between",
        WORKS,
    ),
    (
        "SDF",
        "(2.5)",
        "normal by the gradient",
        "tests/unit/test_distance_field.py::test_interpolated_gradient_is_the_slope_of_the_interpolated_distance",
        WORKS,
    ),
    ("SDF", "3.1, 3.2", "sign by pseudo-normals, seven regions", "tests/unit/test_concave_distances.py", WORKS),
    (
        "SDF",
        "ch. 3, 6",
        "vertices and edge samples in the other's field",
        "tests/physics/test_concave_bodies.py",
        WORKS,
    ),
    ("AIR", "3.2.1", "fast bodies do not tunnel", "tests/physics/test_small_bodies.py", WORKS),
    ("CLIC", "5", "queries: distance, overlap, rays, sweeps", "tests/unit/test_collision_queries.py", WORKS),
    # response
    ("AIR", "3.2.2", "impulse with restitution", "tests/physics/test_impacts.py", WORKS),
    (
        "CLIC",
        "(5.1)–(5.3)",
        "fifteen equations of an impact",
        "tests/importers/test_clic.py",
        "superseded by the same in closed form",
    ),
    (
        "CLIC",
        "5.2.2",
        "the lower restitution of a pair",
        "tests/physics/test_conventions.py::test_restitution_of_a_pair_follows_the_rule",
        WORKS,
    ),
    ("SDF", "7.1", "the larger friction of a pair", "tests/physics/test_contacts.py", WORKS),
    ("LAG", "ch. 8", "impact on articulated bodies, κ", "tests/physics/test_impacts.py", WORKS),
    ("AIR", "3.2.3", "LCP by Lemke's algorithm", "tests/unit/test_precise_lemke.py", WORKS),
    ("CLIC", "5.2.1", "penalty springs for rest", "tests/physics/test_precise_contact.py", WORKS),
    (
        "CLIC",
        "5.2.1",
        "rest spring k/d that acts before contact",
        "tests/physics/test_precise_contact.py::test_inverse_penalty_spring_carries_a_ball_above_the_ground",
        WORKS,
    ),
    ("SDF", "7.1", "static friction by K⁻¹", "tests/physics/test_contacts.py", WORKS),
    ("SDF", "(7.25)", "dynamic friction along the slip", "tests/physics/test_gliding.py", WORKS),
    (
        "SDF",
        "7.2",
        "rolling and spinning friction",
        "tests/physics/test_document_method.py::test_rolling_friction_stops_a_ball_where_the_closed_form_says",
        WORKS,
    ),
    (
        "SDF",
        "ch. 5",
        "new time step: collisions before forces",
        "tests/physics/test_document_method.py::test_elastic_cube_rests_with_restitution_before_forces_and_hops_with_it_after",
        WORKS,
    ),
    ("SDF", "8.1", "restitution that rises from −0.9 to 0", "tests/physics/test_document_method.py", WORKS),
    ("SDF", "8.3", "contact graph, strongly connected components", "scene:domino_ring", WORKS),
    (
        "SDF",
        "8.4",
        "shock propagation",
        "tests/physics/test_document_method.py::test_shock_propagation_keeps_a_stack_from_sinking",
        WORKS,
    ),
    (
        "SDF",
        "ch. 9, 10",
        "joints in the document's scheme",
        "tests/physics/test_document_method.py::test_joints_move_as_in_the_default_method",
        "superseded by the default joint solution, one pass",
    ),
    # aircraft
    ("AIR", "5.2.1", "airfoil: lift, drag, stall", "tests/unit/test_flight_airfoil.py", WORKS),
    (
        "AIR",
        "5.1.2",
        "flaps raise the capacity of lift",
        "tests/physics/test_flight.py::test_full_flaps_lower_the_stall_speed_and_raise_the_largest_lift",
        WORKS,
    ),
    ("AIR", "5.2.2", "airplane of parts, own air speed of each", "tests/unit/test_flight_airplane.py", WORKS),
    ("AIR", "5.2.2", "roll, pitch, yaw, throttle, flaps", "scene:circuit", WORKS),
    ("AIR", "5.1.1", "density by altitude, wind", "tests/unit/test_flight_atmosphere.py", WORKS),
    ("AIR", "5.2.3", "stall, landing, collision", "scene:crosswind_landing", WORKS),
    ("AIR", "4.3.4", "rocket", "scene:rocket", WORKS),
    # files
    (
        "LAG",
        "A",
        ".cfg .bds .shp .ste .ctr .for read and written",
        "tests/importers/test_lag.py::test_every_kind_of_joint_and_force_comes_back",
        WORKS,
    ),
    (
        "LAG",
        "A.2",
        ".sur and .ste of frames written",
        "tests/importers/test_lag.py::test_frames_hold_positions_and_velocities_of_vertices",
        WORKS,
    ),
    ("CLIC", "6.1", ".mod and .obt read", "tests/importers/test_clic.py", WORKS),
    (
        "CLIC",
        "6.1",
        ".mod and .obt written",
        "tests/importers/test_clic.py::test_written_model_moves_as_the_one_it_was_read_from",
        WORKS,
    ),
    (
        "CLIC",
        "6.3",
        "angles that run on in tables",
        "tests/importers/test_clic.py::test_angles_run_on_over_whole_turns",
        WORKS,
    ),
    # scenes with numbers or pictures
    (
        "LAG",
        "9.2",
        "bar about a principal axis (its moments are misprinted: taken as given)",
        "scene:lag/principal_axis",
        WORKS,
    ),
    (
        "LAG",
        "9.3–9.6",
        "bars and tetrahedron, energies",
        "tests/importers/test_lag.py::test_energy_spreads_less_than_in_the_document",
        WORKS,
    ),
    (
        "CLIC",
        "6.2, 6.3",
        "thrown brick, two bricks 1–5",
        "tests/importers/test_clic.py::test_bricks_meet_when_their_geometry_says",
        WORKS,
    ),
    (
        "SDF",
        "fig. 27",
        "elastic cube on an incline",
        "tests/scenes/test_packaged_scenes.py::test_elastic_cube_slides_down_the_incline_and_hops_with_the_old_step_only",
        WORKS,
    ),
    (
        "SDF",
        "fig. 28",
        "seesaw tips and tips back",
        "tests/physics/test_document_method.py::test_seesaw_tips_to_the_heavy_cube_and_back_once_it_has_slid_off",
        WORKS,
    ),
    (
        "SDF",
        "fig. 29",
        "plank in three acts",
        "tests/scenes/test_packaged_scenes.py::test_plank_tips_is_stopped_by_small_cubes_and_toppled_by_a_big_one",
        WORKS,
    ),
    ("SDF", "fig. 30, 31", "row of billiard balls", "scene:billiard_row", WORKS),
    ("SDF", "fig. 32–37", "dominoes, rings, skulls, pendulums, hinges", "scene:hinge_and_slider", WORKS),
    ("AIR", "4.3.4", "sphere on a sphere", "scene:sphere_on_sphere", WORKS),
    # seeing it
    ("SDF", "ch. 11", "viewer: start, stop, camera, recording", "tests/viewer/test_viewer.py", WORKS),
    (
        "SDF",
        "ch. 11",
        "all switches of views and iterations in menus",
        "tests/viewer/test_browser.py::test_page_has_all_that_the_document_lists",
        WORKS,
    ),
    (
        "LAG",
        "10.1",
        "editor of scenes (future work there)",
        "tests/viewer/test_editing.py::test_saved_scene_has_what_was_moved_and_the_numbers_changed",
        WORKS,
    ),
    ("LAG", "ch. 9", "plots of energies", "tests/unit/test_recording_plots.py", WORKS),
    ("CLIC", "future work", "export to animation systems", "tests/export/test_gltf.py", WORKS),
    ("SDF", "future work", "deformable bodies, graphics cards", "-", FUTURE),
]
INTRODUCTION = """# The five documents

rigida implements what five theses describe. Each line names a feature, its place, and the test, scene (`rigida demo NAME`),
example or page that shows how far it works. `python docs/tools/documents.py` writes this page.
"""


def page() -> str:
    """Return the page as Markdown."""
    lines = [INTRODUCTION, "| document | what it is |", "|---|---|"]
    lines += [f"| {name} | {what} |" for name, what in SOURCES.items()]
    kinds = [state.split(" by ")[0] for *_, state in ROWS]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    lines += [
        "",
        f"{len(ROWS)} rows: {counts}.",
        "",
        "| document | place | what | shown by | |",
        "|---|---|---|---|---|",
    ]
    lines += [f"| {name} | {place} | {what} | {_shown(how)} | {state} |" for name, place, what, how, state in ROWS]
    return "\n".join(lines) + "\n"


def _shown(how: str) -> str:
    kind, _, name = how.partition(":")
    if how == NOTHING:
        return how
    if kind == "scene":
        return f"scene `{name}`"
    return f"`examples/{name}.py`" if kind == "example" else f"`{how}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
