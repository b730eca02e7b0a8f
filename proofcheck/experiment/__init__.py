# SPDX-License-Identifier: Apache-2.0
"""Many cases of one computation, on one machine or many, each result kept as it comes; simulations and sweeps of them.

    experiment = Experiment("squares", square, modules=("my.module",))   # square(parameters, payload) -> JSON data
    with Store("squares.sqlite") as store, workers(jobs=4) as pool:       # or workers(scheduler="tcp://host:8786")
        for outcome in run_cases(experiment, [Case({"n": n}) for n in range(100)], store, pool):
            print(outcome.case.parameters, outcome.result)

A killed run goes on where it stopped when it is started again with the same store: finished cases are read back, not
computed. Rooms: store, canonical > runner > workers, table; losses > play > confidence > simulate (runs of learners);
profiles > families > lawtext > spec, ranges > sweep > checks (the lemmas on many laws); rules > expected, bounds >
compare (every learner's regret on one law).
"""
