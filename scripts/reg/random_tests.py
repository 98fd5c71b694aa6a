# SPDX-License-Identifier: Apache-2.0
"""Which tests of a build take SLUICE_SEED: those whose body calls seed() of tests/support/seed.hpp."""
import json
import pathlib
import re
import shlex
import subprocess

from . import RegressError
from .job import Job, tool

TEST = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)
CALL = re.compile(r"(?<![\w.>])seed\(\s*\d")


def seeded(sources):
    """'Suite.Name' of each. Error where seed() is called outside a test: nobody could tell whose it is."""
    found = set()
    for path in sorted(pathlib.Path(sources).rglob("*.cpp")):
        text = path.read_text(encoding="utf-8")
        bodies = []
        for test in TEST.finditer(text):
            end = re.compile(r"^}", re.M).search(text, test.end())
            bodies.append((test.start(), end.end() if end else len(text), f"{test[1]}.{test[2]}"))
        for call in CALL.finditer(text):
            name = next((n for begin, end, n in bodies if begin < call.start() < end), None)
            if name is None:
                line = text.count("\n", 0, call.start()) + 1
                raise RegressError(f"{path}:{line}: seed() outside a test: expected it in the test that takes the seed")
            found.add(name)
    return found


def sources_names(name):
    """What a test of CTest's may be called in its source: Prefix/Suite.Name/Parameter, Suite/Type.Name, Suite.Name."""
    suite, _, rest = name.partition(".")
    return {f"{part}.{rest.split('/')[0]}" for part in suite.split("/")}


def properties(test):
    """CTest's properties as a dictionary."""
    return {p["name"]: p["value"] for p in test.get("properties", [])}


def listed(build, stop):
    """What ctest knows of a build folder."""
    if not (build / "CTestTestfile.cmake").exists():
        raise RegressError(f"{build}: ctest lists no tests there: " + (
            "it has no CTestTestfile.cmake" if build.is_dir() else "there is no such folder"))
    done = tool(["ctest", "--test-dir", str(build), "--show-only=json-v1"], stop, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE)
    try:
        if done.returncode == 0:
            return json.loads(done.stdout)["tests"]
    except ValueError:
        pass
    raise RegressError(f"{build}: ctest lists no tests there: {(done.stderr.strip().splitlines() or ['no reason given'])[0]}")


def find(build, sources, wanted, stop):
    """Tests of the build that take a seed and whose name matches the regular expression `wanted`."""
    names = seeded(sources)
    tests = []
    for test in listed(build, stop):
        if names & sources_names(test["name"]) and re.search(wanted, test["name"]):
            if "command" not in test:
                raise RegressError(f"{test['name']}: is not built, expected a whole build in {build}")
            tests.append(test)
    return tests


def job(test, seed, build, root):
    """The job of a test with a seed."""
    held = properties(test)
    environment = dict(entry.split("=", 1) for entry in held.get("ENVIRONMENT", []))
    environment["SLUICE_SEED"] = str(seed)
    shown = build.relative_to(root) if build.is_relative_to(root) else build
    pattern = "^" + re.sub(r"([^\w/])", r"\\\1", test["name"]) + "$"
    rerun = f"SLUICE_SEED={seed} ctest --test-dir {shlex.quote(str(shown))} -R {shlex.quote(pattern)} --output-on-failure"
    skip = held.get("SKIP_REGULAR_EXPRESSION", [])
    return Job(suite=pathlib.Path(test["command"][0]).name, name=test["name"], seed=seed, commands=[test["command"]],
               rerun=rerun, environment=environment, folder=held.get("WORKING_DIRECTORY", str(build)),
               must_say=f"seed {seed} (", skip="|".join(f"(?:{s})" for s in skip))
