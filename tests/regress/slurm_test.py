#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/regress.py --executor slurm on a Slurm of one node that this test starts and stops by itself.

Everything of it (key, sockets, ports, state) lies in a folder of the test's own. It needs root and Debian's
packages slurm-wlm and munge; where it cannot start it says why and ends with 77, which CTest takes as skipped.
"""
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from support import FakeBuild, gone

SKIP = 77
TOOLS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo")

CONFIG = """\
ClusterName=sluicetest
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={port_a}
SlurmdPort={port_b}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
SchedulerParameters=sched_interval=1,defer
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=1000 State=UNKNOWN
PartitionName=test Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class CannotStart(Exception):
    """Why there is no Slurm here."""


def free_port():
    """A TCP port that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, seconds, check):
    """Polls until `check` holds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if check():
            return
        time.sleep(0.2)
    raise CannotStart(f"waited {seconds} s for {what}")


class OneNode:
    """munged, slurmctld and slurmd, ended by the ids of the processes that were started here."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-slurm-", dir="/tmp"))
        self.processes = []
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        self.environment["PATH"] += ":/usr/sbin"

    def daemon(self, name, *words):
        """Starts one in the foreground of a session of its own."""
        with open(self.folder / f"{name}.out", "wb") as out:
            self.processes.append(subprocess.Popen([name, *words], stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                                                   env=self.environment, start_new_session=True))

    def start(self):
        """Answers once the node is idle."""
        if os.geteuid() != 0:
            raise CannotStart("this test needs root")
        missing = [t for t in TOOLS if shutil.which(t, path=self.environment["PATH"]) is None]
        if missing:
            raise CannotStart(f"{', '.join(missing)} not found: run make setup-slurm")
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        cpus = os.cpu_count()
        (self.folder / "slurm.conf").write_text(
            CONFIG.format(host=host, folder=self.folder, port_a=free_port(), port_b=free_port(), cpus=cpus), encoding="utf-8")
        at = lambda name: str(self.folder / name)
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={at('munge.socket')}",
                    f"--pid-file={at('munge.pid')}", f"--log-file={at('munge.log')}", f"--seed-file={at('munge.seed')}")
        wait_for("munged's socket", 10, (self.folder / "munge.socket").exists)
        self.daemon("slurmctld", "-D", "-f", at("slurm.conf"))
        self.daemon("slurmd", "-D", "-f", at("slurm.conf"), "-N", host)
        wait_for("an idle node", 30, lambda: self.ask("sinfo", "-h", "-o", "%T") == "idle")

    def ask(self, *words):
        """Output of one of Slurm's commands."""
        return subprocess.run(words, text=True, capture_output=True, env=self.environment, timeout=30, check=False).stdout.strip()

    def stop(self):
        """Ends what was started, the last one first."""
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class SlurmExecutor(FakeBuild):
    """Set by main()."""

    node = None

    def setUp(self):
        super().setUp()
        self.environment = {**self.node.environment}
        self.environment.pop("SLUICE_SEED", None)

    def test_a_planted_seed_is_found_with_a_line_that_repeats_it(self):
        self.fake("pass", "planted", sluice=True)
        status, out, err = self.regress("--executor", "slurm", "--seeds", "4", "--jobs", "2", "--wait", "90",
                                        FAKE_PLANTED_SEED="3")
        self.assertEqual(status, 1, err)
        self.assertIn("regress: Slurm array ", err)
        self.assertIn("12 runs (3 tests, 4 seeds): 11 passed, 1 failed, 0 timed out, 0 without a result, 0 skipped", out)
        self.check_planted(3, out)

    def test_runs_without_an_end_are_cancelled_and_told(self):
        self.fake("hang")
        pids = self.folder / "pids"
        status, out, _ = self.regress("--executor", "slurm", "--seeds", "1", "--jobs", "1", "--wait", "10",
                                      FAKE_PIDS=str(pids))
        self.assertEqual(status, 1)
        self.assertIn("1 without a result", out)
        self.assertIn("no result after 10 s: array ", out)
        self.assertEqual(len(self.xml().findall("testsuite/testcase/error")), 1)
        self.assertTrue(pids.exists(), "the run had not begun")
        wait_for("the cancelled array to be gone", 30, lambda: self.node.ask("squeue", "-h") == "")
        wait_for("the test's child to end", 10, lambda: all(map(gone, pids.read_text(encoding="utf-8").split())))

    def test_ctrl_c_cancels_the_array_and_writes_the_file(self):
        self.fake("hang")
        pids = self.folder / "pids"
        with subprocess.Popen(self.words("--executor", "slurm", "--seeds", "3", "--jobs", "2"), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**self.environment, "FAKE_PIDS": str(pids)}) as process:
            wait_for("a run to begin", 30, pids.exists)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(len(self.xml().findall("testsuite/testcase/skipped")), 3)
        wait_for("the cancelled array to be gone", 30, lambda: self.node.ask("squeue", "-h") == "")

    def test_what_slurm_refuses_is_one_sentence_and_status_2(self):
        self.fake("pass")
        status, _, err = self.regress("--executor", "slurm", "--seeds", "1", SBATCH_PARTITION="nowhere")
        self.assertEqual(status, 2)
        self.assertIn("regress: sbatch refused the array of 1 tasks: ", err)
        self.assertEqual(err.count("\n"), 1, err)


def main():
    """Starts the node, tests, stops it."""
    node = OneNode()
    try:
        try:
            node.start()
        except (CannotStart, OSError) as why:
            for log in sorted(node.folder.glob("*.out")) + sorted(node.folder.glob("*.log")):
                print(f"--- {log.name}\n{log.read_text(errors='replace')[-600:]}")
            print(f"skipped: no Slurm could be started: {why}")
            return SKIP
        SlurmExecutor.node = node
        done = unittest.main(exit=False, argv=sys.argv[:1])
        return 0 if done.result.wasSuccessful() else 1
    finally:
        node.stop()


if __name__ == "__main__":
    sys.exit(main())
