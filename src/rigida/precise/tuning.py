"""All numbers of the precise engine that bound work or decide when chattering starts and ends, with their reasons.

None of them changes the result of a smooth step. Those that say how exact contacts are located stand where they are
used, each with the rounding or the tolerance that it follows from.
"""

#: Work is counted in internal steps of bodies that nothing touches: evaluations of the forces in one by dop853.
STAGES = 12
#: Work of a change of contact, in evaluations with closed contacts: the step is taken a second time (12), its dense
#: output takes 3, and the modes that follow 5 (search for contacts, responses, complementarity problem).
EVENT = 20
#: Work of one solution of time stepping, in the same unit: forces and rows of one instant, rows at the end, and half of
#: a search for contacts (each step has two solutions and one search).
SOLUTION = 3
#: Freedoms of bodies in contact up to which a solution takes that; beyond it grows with their cube.
FREEDOMS = 150
#: Operations of one evaluation of the forces, for which factors of an implicit step are counted (measured: 0.2 ms).
OPERATIONS = 200_000
#: Rows of held contacts for which an evaluation takes twice as long as for few; beyond, with their square (measured:
#: 0.09 ms for 12 rows, 0.15 ms for 96, 0.54 ms for 276, 1.35 ms for 492, 9.8 ms for 1,020).
ROWS = 125
#: Part of the budget within a step, or within `dt` of it if that is shorter, that is chattering where contacts are
#: held. A quarter leaves time stepping as much, twice, its accuracy loosened in between, before the budget is spent.
SHARE = 0.25
#: An internal step that is under way when the budget is spent may take this part of it more, and is given up then: all
#: stages of the steps before it are not lost for want of the last.
OVERDRAFT = 0.1

#: Part of the tolerance by which the position of a body may miss where a slide comes to rest before its direction has
#: stopped turning: a third of what one step may err by. A slide that starts in a direction that turns misses by more:
#: 4e-9 m at the default tolerance (`benchmarks/precise_slips.py`).
SLIP_SHARE = 0.03

#: The longest step of time stepping as a part of `dt`: four of them resolve a swing as fast as frames can show.
#: Contacts that have kept their modes for longer than one are smooth again.
LONGEST = 0.25
#: The shortest step as a part of `dt`. The error of a step falls with the cube of its length: from the longest to this
#: one by 1e16, which is all that double precision has.
SHORTEST = LONGEST * 1e-16 ** (1.0 / 3.0)
#: Factor by which the accuracy is loosened where a step takes too much work: steps become 10^(1/3) times as
#: long, about twice.
LOOSEN = 10.0
#: The largest error of one step as a part of a body's size: beyond it a picture shows it.
COARSEST = 1e-2
