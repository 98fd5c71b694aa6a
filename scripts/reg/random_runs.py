# SPDX-License-Identifier: Apache-2.0
"""`sluice run` with traffic, configuration, width, clock, pace and back-pressure that follow from a seed."""
import random
import shlex

from .job import Job

SUITE = "sluice_run"
WIDTHS = (64, 128, 256, 512, 1024)
CLOCKS = (("156.25MHz", 156.25e6), ("250MHz", 250e6), ("322.265625MHz", 322.265625e6), ("1GHz", 1e9))
SPEEDS = (10, 25, 40, 50, 100, 200, 400, 800)  # Gb/s

CONFIG = """\
interface ethernet-1/1 {{
    congestion-signaling {{
        locator {locator}
        action {action}
    }}
}}
oam {{
    congestion-signaling {{
        admin-state {state}
        node-locator {node}
        interval {interval}
        tpid {tpid}
    }}
}}
"""


def choose(seed):
    """Everything that the seed decides."""
    pick = random.Random(seed)
    width = pick.choice(WIDTHS)
    clock, hertz = pick.choice(CLOCKS)
    # The longest frame a byte beyond whole beats must fit, or the capture's pace is not the port's.
    speed = pick.choice([s for s in SPEEDS if s * 1e9 <= width * hertz])
    pattern = pick.choice(("none", "random", "bursts", "stall"))
    if pattern != "none":
        pattern += f":{pick.randint(1, 80)}"
    pace = pick.choice(("capture", "line", f"{pick.randint(5, 100) / 100}"))
    # Silences of a capture are long: without skipping they would be simulated clock by clock.
    no_skip = pace == "line" and pick.random() < 0.3
    return {
        "traffic": ["--frames", str(pick.randint(200, 1500)), "--seed", str(seed), "--speed", f"{speed}G",
                    "--load", str(pick.randint(5, 100))],
        "run": ["--width", str(width), "--clock", clock, "--speed", f"{speed}G", "--seed", str(seed), "--pace", pace,
                "--back-pressure", pattern, "--insert", pick.choice(("mixed", "abw", "relative", "delay", "none"))]
               + (["--no-skip"] if no_skip else []),
        "config": CONFIG.format(
            locator=pick.randint(0, 63), action=pick.choice(("update", "update", "pass", "strip")),
            state=pick.choice(("enable", "enable", "enable", "disable")), node=pick.randint(0, 63),
            interval=pick.choice((1, 100, 1000)), tpid=pick.choice((1536, 0x88B5, 0x6666))),
    }


def job(seed, build, root, scratch):
    """The job: make a capture, run it."""
    chosen = choose(seed)
    capture, config = scratch / f"seed-{seed}.pcap", scratch / f"seed-{seed}.cfg"
    sluice = str(build / "bin" / "sluice")
    shown = build.relative_to(root) if build.is_relative_to(root) else build
    return Job(suite=SUITE, name="random", seed=seed,
               commands=[[sluice, "traffic", str(capture), *chosen["traffic"]],
                         [sluice, "run", str(capture), "--config", str(config), *chosen["run"]]],
               rerun=f"scripts/regress.py --build {shlex.quote(str(shown))} --run-seed {seed}",
               folder=str(root), must_say="RTL = golden model", scratch=[str(capture), str(config)],
               files={str(config): chosen["config"]})
