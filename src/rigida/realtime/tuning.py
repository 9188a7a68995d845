"""All numbers that decide how the realtime engine behaves: what each is, what raising it does, the case it is for.

Those without a unit are ratios. Numbers that only bound rounding, memory or the work of threads stand where they are
used. `python benchmarks/tuning.py` varies each of these by 2 and prints which cases notice.
"""

# Contacts: lengths by the size of the finer body (`surfaces`).

#: Margin of detection at most, by size. Raise: pairs of small bodies are watched earlier. For: pit of small boxes.
MARGIN_OF_SIZE = 0.1
#: Overlap that a contact leaves alone, and gap of points that carry load, by size. Raise: stacks with redundant
#: contacts carry smaller internal impulses, and rest further apart. For: tower of 50 boxes.
SLOP = 5e-4
#: Gap up to which points that carry no load touch, by size. Raise: impacts come earlier, and edges that a rolling body
#: has not reached yet carry it. Lower: rounding decides which points share a load. For: cylinder rolling over a joint.
GAP = 5e-6
#: Overlap that patches of concave bodies leave alone, by size. Raise: tangled links rest sooner, and deeper. For: rings
#: on poles.
PATCH_SLOP = 5e-3
#: Largest size that it follows [m]. Raise: large concave bodies rest deeper. For: cubes of twelve triangles.
COARSEST = 0.1
#: Contacts that stay further apart in the step do not act, by size. Raise: larger islands. For: pit of boxes.
OUT_OF_RANGE = 0.01
#: Pairs are not looked at again before a body moved this far, by size. Raise: cheaper, later detection. For: pit.
SAME_POSE = 2.5e-3
#: Square of the approach that is an impact, by size [m/s²]. Raise: slower impacts keep the mean velocity of a smooth
#: step, and overlap. For: stacks that rock.
IMPACT_SPEED_SQUARED = 4e-3
#: Slip below which friction is static, by that which it stops in a step. Raise: slides end sooner. For: box on a slope.
STICKING = 1e-2
#: Motion of two bodies below which a manifold is recycled: round shapes, flat ones [m]. Raise: cheaper, older arms.
#: For: pit of boxes.
RECYCLED = 2e-3, 5e-3
#: The same by the reach of the smaller shape. Raise: as above. For: small bodies.
RECYCLED_OF_SIZE = 4e-3, 1e-2
#: Part of these tolerances where errors are controlled. Raise: errors that do not shrink with dt. For: ladder.
FRESH = 1e-3
#: Additional margin of detection for pairs without contact, as a part of it. Raise: fewer, wider searches. For: pit.
PREDICTION_MARGIN = 0.4
#: Distance at which a point without the same feature takes over an old impulse [m]. Raise: warmer starts, some of them
#: wrong. For: pit of hulls.
SAME_PLACE = 0.05

# Contacts at the end of a step, found again (`contacts.ahead`).

#: Cosine of normals below which features differ. Raise: more contacts are not corrected. For: edges that pass.
SAME_NORMAL = 0.8
#: Motion of a point over both bodies, by its arm, beyond which it is another one. Raise: wrong pairs. For: edges.
SAME_POINT = 0.6
#: Difference of widths below which a patch turns as a rigid one. Raise: changing patches count as rigid. For: spinning.
SAME_WIDTH = 0.02

# Friction of a patch (`contacts.patch_friction`, `direct.patch_limits`).

#: Least share of sliding in the limit of friction, squared. Raise: less friction where two points turn about a place
#: between them. For: spinning rod.
LEAST_SHARE = 0.1
#: Part of the other, squared, below which sliding or turning counts as nothing beside it. Raise: abrupt. For: spinning.
FAINT_SLIP = 1e-4
#: Relative difference of second moments below which four points of a round shape are a ring. Raise: tilted rims count
#: as rings. For: disk on its rim.
NEARLY_ROUND = 0.1
#: Width by length of a patch, squared, below which it is a line. Raise: narrow patches lose their width. For: planks.
SLENDER = 1e-4
#: Points nearer than so many bands touch and share friction. Raise: points in the air share it. For: disk on its rim.
TOUCHING = 1.05

# Patches of concave bodies (`contacts.patches`, `contacts.store_patches`).

#: Distance up to which contacts are searched for [m]. Raise: more patches, dearer. For: rings on poles.
NEAR_PATCH = 4e-3
#: The same in small bodies, by reach. Raise: as above. For: small gears.
NEAR_OF_SIZE = 0.02
#: Way in a step beyond which everything within reach is searched [m]. Raise: fast bodies pass. For: fast rings.
ALL_AROUND = 0.2
#: Motion below which patches are recycled [m]. Raise: links pushed by old points never rest. For: chain of links.
PATCH_RECYCLED = 5e-5
#: The same by reach. Raise: as above. For: small links.
PATCH_RECYCLED_OF_SIZE = 1e-4
#: Steps that a list of near samples lasts for. Raise: longer lists, made less often. For: rings on poles.
SLACK_STEPS = 5.0
#: Largest slack of such a list, by reach. Raise: as above. For: fast rings.
MOST_SLACK = 0.03
#: Way in a step, by the distance searched, beyond which a pair is in motion. Raise: fewer patches. For: falling rings.
IN_MOTION = 12.0
#: Cosine of normals that are one. Raise: more patches of one place. For: rings on poles.
ONE_NORMAL = 0.9998
#: Distance, by reach, at which patches whose names changed are the same. Raise: wrong warm starts. For: rings.
SAME_PATCH_PLACE = 0.04

# Overlaps at the start (`contacts.overlaps`, `contacts.concave_starts`).

#: Overlap at the start that is reported, by the reach of the smaller body. Raise: fewer reports. For: crowded starts.
DEEP_AT_START = 0.05
#: Overlap that counts as resolved, by reach. Raise: bodies part sooner from its control. For: crowded starts.
OVERLAP_GONE = 0.005
#: Acceleration by which a body, over its reach, gets the speed of separation [m/s²]. Raise: livelier. For: same.
SEPARATION_ACCELERATION = 0.15
#: Part of an overlap that is taken as resolved in a step. Raise: slower separation. For: crowded starts.
PUSHED_OUT = 0.4
#: Depth of shared space, by the smaller reach, where patches do not agree on a way out. Raise: fewer searches.
#: For: links made inside each other.
DEEP_PATCH = 0.05
#: Depth by the way to the middle of the solid entered. Raise: fewer searches. For: balls inside walls.
DEEP_IN_WALL = 0.5
#: Part of that depth below which a pair is free again. Raise: pairs change back and forth. For: links.
FREE_AGAIN = 0.02
#: Least overlap that is resolved, in bands. Raise: the last of an overlap is resolved faster. For: links.
PUSHED = 2.0
#: Motion by the smaller reach before a pair is looked at again. Raise: later searches. For: links.
AS_IT_WAS = 1e-3
#: Agreement of normals above which patches are trusted. Raise: more searches. For: links.
AGREE = 0.8
#: The same once they do not overlap deeply. Raise: longer separation. For: links.
AGREE_AGAIN = 0.4

# Islands, and which solver takes them (`islands.island_set`, `direct.solve`).

#: Bodies and contacts of an island up to which its error is controlled. Raise: dearer, righter. For: company scenes.
SMALL_ISLAND = 16
#: Speed beyond which a body is in motion [m/s, rad/s]. Raise: fewer islands join ahead of impacts. For: dominoes.
SLOW_SPEED = 0.2
#: Turning, opening or closing beyond which an island is in motion [m/s]. Raise: piles in motion are solved directly,
#: which costs three times as much. For: pit of boxes.
RESTING_SPEED = 0.05
#: Bodies up to which an island may slide as a whole and be at rest. Raise: piles that slide are solved directly.
#: For: carried stacks.
MOST_CARRIED = 12
#: Bodies of an island that is solved directly. Raise: larger factorisations. For: pyramid of 210.
MOST_BODIES = 500
#: Block products of an island in motion with joints. Raise: dearer. For: jointed rings.
JOINTED_LIMIT = 600
#: The same of concave bodies. Raise: dearer. For: chains of links.
CONCAVE_LIMIT = 60
#: The same of islands whose errors are controlled. Raise: dearer. For: company scenes.
CONTROLLED_LIMIT = 600
#: Speed below which concave bodies may back off [m/s]. Raise: more sub-steps. For: piles of rings.
AT_REST = 0.01
#: Error of velocities that is a failure of a solve [m/s]. Raise: fewer islands back off. For: piles.
UNSOLVED = 1e-3
#: Longest time in sub-steps, in steps. Raise: fewer attempts. For: piles.
LONGEST_WAIT = 255

# The direct solver (`direct.solve`, `direct.passes`, `direct.descent`).

#: Change of velocity that ends iterations [m/s]. Raise: cheaper, and what rests creeps. For: tower of 50 boxes.
CONVERGED = 1e-6
#: The same by the highest speed. Raise: cheaper. For: carried stacks.
CONVERGED_OF_SPEED = 1e-4
#: The same by what forces change velocities by, where errors are controlled. Raise: errors of many short steps add up.
#: For: company scenes.
RESIDUAL = 1e-5
#: Rounding of velocities, by the highest speed. Raise: coarser small parts. For: cones.
ROUNDING = 1e-10
#: Block products up to which the tolerance shrinks with their root. Raise: small islands cost more. For: single bodies.
SMALL = 500
#: Part of the tolerance at which a warm start needs no solve. Raise: motion lags behind. For: joints at rest.
EARLY = 0.1
#: Solves with an active set before the energy is descended. Raise: more trials. For: pyramid.
MOST_SOLVES = 4
#: Part of an overlap that is resolved in a step. Raise: livelier. For: stacks.
RECOVERY = 0.2
#: Speed at which an overlap is resolved at most [m/s]. Raise: deep overlaps throw bodies. For: crowded starts.
FASTEST_RECOVERY = 3.0
#: Parts of a step below which overlaps are resolved no faster. Raise: short parts throw bodies. For: touches.
SHORT_PARTS = 4
#: Stiffness of active rows by that of the bodies. Raise: fewer solves, more rounding. For: tower of 50 boxes.
STIFFNESS = 1e5
#: The same of contacts while the energy is descended. Raise: impulses swing before it is known what pushes, and grow
#: where contacts contradict each other. For: wedges.
PENALTY = 1e3
#: Rounds of the augmented Lagrangian that a step of conjugate gradients stands for at most. Raise: larger steps where
#: rows are redundant. For: light bodies between heavy ones.
MOST_ROUNDS_AT_ONCE = 10.0
#: Newton steps of a pass. Raise: harder problems are solved, at their price. For: wedged links.
MOST_NEWTON_STEPS = 60
#: Rounds that bring contacts no nearer to their laws and end a solve. Raise: dearer where contacts contradict each
#: other. For: presses.
STALLED_ROUNDS = 2
#: The same with joints, where conjugate directions may raise violations on the way. Raise: as above. For: singular
#: mechanisms.
STALLED_CONJUGATE_ROUNDS = 4
#: Evaluations along one of them. Raise: as above. For: wedged links.
MOST_LENGTHS = 40
#: Part of the slope at which a step along the energy is long enough. Raise: shorter searches, more steps. For: rods.
LINE_SEARCH_SLOPE = 0.1
#: Contraction of loads below which they are extrapolated. Raise: extrapolation of what does not converge. For: wedges.
CONVERGES = 0.9
#: The most changes that loads are extrapolated by. Raise: bolder. For: quadruped.
FARTHEST = 3.0
#: Sweeps over stiff forces of islands that are not solved directly. Raise: stiffer springs. For: piles on springs.
FORCE_SWEEPS = 20

# Sub-steps (`substeps`).

#: Part of its impulse that a contact gives up in a sub-step. Raise: softer, calmer columns. For: piles of columns.
SOFTNESS = 0.05
#: Part of an overlap that is resolved in a sub-step. Raise: livelier. For: piles.
SOFT_RECOVERY = 0.1
#: Speed of a body that the load would stop beyond which contacts give up no more [m/s]. Raise: heavy piles sink.
#: For: tall piles.
HEAVY = 1.0
#: Change of velocity by that of forces alone beyond which motion is not smooth. Raise: impacts overlap. For: piles.
SMOOTH_CHANGE = 2.0
#: Speed by the root mean square of an unsolved island that a body may have. Raise: bodies escape. For: crowded starts.
RESTRAINED_SPEED = 2.0

# Error control and parts of a step (`engine`, `world`, `corrector`).

#: Turn [rad], or way by size, of a body below which nothing is corrected. Raise: cheaper, wronger. For: resting towers.
UNTURNED = 1e-4
#: Parts of a step of a scene as large as one small island. Raise: dearer, righter. For: company scenes.
MOST_PARTS = 8
#: The shortest part of a step, by its length. Raise: touches are located less well. For: bouncing balls.
SHORTEST_STEP = 1e-6
#: Part of the time to a rebounding limit of a joint at which a step ends. Raise: overshoot. For: pendulum at a limit.
APPROACH = 0.75
#: Part of a step from which on such a limit is met. Raise: as above. For: pendulum at a limit.
SHORTEST_APPROACH = 1e-3
#: Growth of parts at most. Raise: more parts taken again. For: dominoes.
GROWTH = 5.0
#: Shrinking of parts at most. Raise: more attempts. For: dominoes.
SHRINKS = 0.1
#: Part of the length that the error allows. Raise: more parts taken again. For: dominoes (Hairer et al. 1993, II.4).
SAFETY = 0.9
#: Steps that flight under forces is accurate enough for longer parts before they grow. Raise: parts keep their length,
#: and energy. For: orbits.
STEADY_STEPS = 32
#: Closing of thin bodies in one part of a step [m]. Raise: they pass each other. For: thin concave bodies.
MAX_TRAVEL = 0.02
#: Parts for that at most. Raise: dearer. For: thin concave bodies.
MOST_INTERVALS = 64
#: Turn of the axis of rotation in a step beyond which its end does not follow from its start [rad]. Raise: wrong means.
#: For: tumbling bodies.
WILD_TURN = 0.5
#: Difference of a path's mean velocity, by its change, beyond which it bends. Raise: fewer parts. For: belts.
CURVATURE_TOLERANCE = 0.05
#: The same by its velocity. Raise: fewer parts. For: belts.
CURVATURE_PER_SPEED = 0.01
#: Oscillation of a jointed body between the forces of its joints in a part of a step [rad]; 2 diverges. Raise: looser
#: joints. For: light links that carry a heavy body.
DOCUMENT_SWING = 0.25
#: Parts of a step for both. Raise: dearer. For: belts.
PARTS_OF_CURVED = 8

# Impacts (`collisions`, `islands.touch`, `islands.restitution`).

#: Part of the speed gained in a step below which an approach is slow. Raise: slow impacts are resolved at the start of
#: the step. For: balls coming to rest.
SLOW_APPROACH = 0.25
#: The same without gravity [m/s]. Raise: as above. For: billiards.
SLOWEST_APPROACH = 1e-3
#: Parts of a step by all bodies together. Raise: dearer. For: marbles.
PARTS_OF_ALL = 4000
#: Parts of a step at most. Raise: dearer. For: cradles.
MOST_IMPACT_PARTS = 48
#: Part by which a lowered restitution keeps less energy than there is. Raise: more is lost. For: rough impacts.
LEAST_LOSS = 1e-6

# Stiff forces (`stiff_forces`).

#: (h² k + h c)/m beyond which forces on a body are taken at the end of the step. Raise: explicit steps become unstable.
#: For: stiff springs.
STIFF_FORCE = 1.0
#: Turn of a jointed body that touches another in a part of a step [rad]. Raise: gains energy. For: set velocities.
TURN_IN_CONTACT = 1.0
#: Turn of a stiff spring in a part of a step [rad]. Raise: its line of action is old. For: spring pendulum.
SPRING_TURN = 0.25
#: Turn of a body on whose points forces act [rad]. Raise: as above. For: thrusters.
FORCE_TURN = 0.5
#: Parts of a step for that. Raise: dearer. For: spring pendulum.
MOST_TURNING_PARTS = 8
#: Swing of a spring's energy that its period is right for. Raise: larger steps. For: stiff springs.
ENERGY_SWING = 0.005

# Joints (`articulated`).

#: Turn of a body in a sub-step [rad]. Raise: cheaper, more energy swing. For: four-bar linkage.
LARGEST_TURN = 0.028
#: The same for the phase of a taut joint's swinging, by that. Raise: cheaper. For: chain of 100.
LARGER_SWING = 7.0
#: The same in a step with contacts [rad]. Raise: cheaper. For: ragdolls.
CARRIED_TURN = 0.15
#: Turn at which a trial is not followed [rad]. Raise: useless Newton steps. For: whips.
HOPELESS_TURN = 20.0
#: The shortest sub-step by the step. Raise: fast joints are coarse. For: fast rotors.
SHORTEST_PART = 1.0 / 4096.0
#: Newton steps before a sub-step counts as not converging. Raise: fewer, dearer sub-steps. For: whips.
MOST_NEWTON = 8
#: Gap to which joints of groups are closed [m, rad]. Raise: cheaper, looser. For: four-bar linkage.
CLOSED = 1e-7
#: The same for many groups of one kind. Raise: as above. For: crowds of ragdolls.
CARRIED_CLOSED = 1e-6
#: Rate at which an error of a coupling is reduced at most [1/s]. Raise: short parts throw bodies. For: gears.
COUPLING_RETURN = 50.0
#: Part of the way beyond a limit that is undone in a step. Raise: livelier. For: pendulum at a limit.
LIMIT_RECOVERY = 0.2
#: The rate of that at most [1/s]. Raise: short parts throw bodies. For: pendulum at a limit.
FASTEST_RETURN = 50.0
#: Distance at which a coordinate is at its limit [m, rad]. Raise: limits act early. For: pendulum at a limit.
AT_LIMIT = 1e-5
#: Part of a step after which a soft limit that is reached counts as reached then. Raise: rows without a rate. For:
#: stops that yield.
LATEST_LIMIT = 1.0 - 1e-6
#: Distance beyond what two steps may go from which on a limit gets no row [m, rad]. Raise: more rows. For: robots.
NEAR_LIMIT = 1e-3
#: Rate that an impact may give a coordinate within a step [rad/s, m/s]. Raise: more rows. For: robots that are hit.
SUDDEN_RATE = 20.0
#: (h² k + h c)/I beyond which a spring or servo of a joint is taken at the end of the step. Raise: explicit ones swing.
#: For: robots.
STIFF_COORDINATE = 0.05
#: Part of the speed limit from which on it may be reached in a step. Raise: overshoot. For: limited joints.
FAST_COORDINATE = 0.5

# Sleep (`bodies.sleep`).

#: Speed of the farthest point below which a body is quiet [m/s]. Raise: slow motion freezes. For: piles.
QUIET_SPEED = 0.01
#: The same of bodies without contact [m/s]. Raise: slow swings freeze. For: pendulums.
STILL_SPEED = 1e-4
#: Time for which all bodies of an island must be quiet [s]. Raise: later sleep. For: bodies at a turning point.
QUIET_TIME = 0.5
#: Distance at which a contact wakes its bodies [m]. Raise: earlier wakes. For: piles that are hit.
WAKE_DISTANCE = 2e-3
#: Speed of a body on a path that wakes what it touches [m/s]. Raise: slow paths carry nothing. For: lifts.
CARRIES = 1e-6
#: Part of itself and the weight by which a force may change. Raise: later wakes. For: changing wind.
STEADY = 1e-5

# Reports, and bodies that diverge (`diagnostics`, `quarantine`).

#: Overlap by the smallest reach that is reported. Raise: fewer reports. For: steps that are too long.
DEEP_OVERLAP = 0.1
#: Error of velocities that is reported [m/s]. Raise: fewer reports. For: wedged bodies.
WRONG = 0.01
#: Changes to and fro in a row, each larger, after which a body swings. Raise: later, safer. For: stiff user forces.
SWINGS_IN_A_ROW = 10
#: Growth of a change that counts. Raise: slow growth is missed. For: stiff user forces.
SWING_GROWTH = 1.02
#: Changes that count [m/s, rad/s]. Raise: small swings are missed. For: bodies that rattle.
LEAST_SWING = 0.5, 5.0
#: Growth that counts twice. Raise: later. For: stiff user forces.
STEEP_GROWTH = 3.0
#: Error of measured work, by that done either way. Raise: gains are missed. For: forces without a potential.
WORK_ERROR = 0.1
#: Growth of the kinetic energy at which all energy is looked at. Raise: later. For: any gain.
GROWN_ENERGY = 2.0
#: Steps after which it is looked at in any case. Raise: later. For: slow gains.
ENERGY_CHECK_STEPS = 64
#: Speed whose energy is ignored [m/s]. Raise: small gains are missed. For: resolved overlaps.
IGNORED_SPEED = 1.0
#: Height whose energy is ignored [m]. Raise: as above. For: resolved overlaps.
IGNORED_HEIGHT = 0.1
#: Opening of joints by the smaller reach that is an error. Raise: later. For: joints driven apart.
OPEN_JOINT = 0.5
#: Speed that no scene means [m/s]. Raise: later. For: divergence.
RUNAWAY_SPEED = 1e5
#: The same by the highest speed at the start. Raise: later. For: projectiles.
RUNAWAY_FACTOR = 100.0

# The document's scheme (`document`; Popovski 2008).

#: Cosine to the vertical above which one body rests on another. Raise: fewer levels. For: shock propagation.
UPWARD = 0.1
#: Part of the change of velocity by forces that comes after the way. Raise: end velocities lag. For: free groups.
FORCES_AFTER = 0.5
#: Turn of a jointed body in a part of a step [rad]. Raise: looser joints. For: linkages.
DOCUMENT_TURN = 0.05
#: Parts of a step for it. Raise: dearer. For: linkages.
DOCUMENT_PARTS = 64
#: Restitution of the first iteration of contacts. Raise: livelier stacks. For: stacks (Guendelman et al. 2003).
FIRST_RESTITUTION = -0.9
