# SPDX-License-Identifier: Apache-2.0
"""JUnit XML as Jenkins' xUnit plugin takes it (its junit-10.xsd): no attribute or element beyond those."""
import collections
import datetime
import os
import platform
import re
import xml.etree.ElementTree as ET

from .job import ERROR, FAILED, SKIPPED, TIMEOUT, tail

# What XML 1.0 cannot hold, and escapes for terminals, of which it would keep the rest.
TERMINAL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
UNHOLDABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text):
    """Text that XML can hold."""
    return UNHOLDABLE.sub("\ufffd", TERMINAL.sub("", text))


def count(results, *statuses):
    """How many ended so."""
    return str(sum(r.status in statuses for r in results))


def case(parent, job, result):
    """One test with one seed."""
    element = ET.SubElement(parent, "testcase", name=f"{clean(job.name)} seed {job.seed}",
                            classname=clean(f"{job.suite}.{job.name.split('/')[0].split('.')[0]}"),
                            time=f"{result.seconds:.3f}")
    if result.status == SKIPPED:
        ET.SubElement(element, "skipped", message=clean(result.message))
        return
    if result.status not in (FAILED, TIMEOUT, ERROR):
        return
    kind = "failure" if result.status == FAILED else "error"
    fault = ET.SubElement(element, kind, type=result.status, message=clean(result.message))
    fault.text = clean(f"repeat: {job.rerun}\nlog: {result.log}\n")
    if result.log and os.path.exists(result.log):
        ET.SubElement(element, "system-out").text = clean(tail(result.log))


def write(path, jobs, results, seconds):
    """One suite a program; whole or not at all."""
    root = ET.Element("testsuites", name="sluice regression", time=f"{seconds:.3f}", tests=str(len(jobs)),
                      failures=count(results, FAILED), errors=count(results, TIMEOUT, ERROR))
    began = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=seconds)
    suites = collections.defaultdict(list)
    for result in results:
        suites[jobs[result.index].suite].append(result)
    for suite, mine in suites.items():
        element = ET.SubElement(root, "testsuite", name=clean(suite), tests=str(len(mine)),
                                failures=count(mine, FAILED), errors=count(mine, TIMEOUT, ERROR),
                                skipped=count(mine, SKIPPED), time=f"{sum(r.seconds for r in mine):.3f}",
                                timestamp=began.strftime("%Y-%m-%dT%H:%M:%S"), hostname=clean(platform.node()))
        for result in mine:
            case(element, jobs[result.index], result)
    ET.indent(root)
    part = path.with_name(path.name + ".part")
    ET.ElementTree(root).write(part, encoding="utf-8", xml_declaration=True)
    part.replace(path)
