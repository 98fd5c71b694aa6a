# SPDX-License-Identifier: Apache-2.0
"""Every job of a regression, none held in memory: half a million of them are as many numbers."""
import collections.abc


class Jobs(collections.abc.Sequence):
    """Seed by seed, one of each maker: a function from a seed to a job."""

    def __init__(self, makers, first_seed, seeds, environment):
        self.makers, self.first_seed, self.seeds, self.environment = makers, first_seed, seeds, environment

    @property
    def tests(self):
        """How many with each seed."""
        return len(self.makers)

    def __len__(self):
        return self.tests * self.seeds

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        job = self.makers[index % self.tests](self.first_seed + index // self.tests)
        job.environment.update(self.environment)
        return job
