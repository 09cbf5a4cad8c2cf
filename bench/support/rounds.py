"""Servers of several runtimes, measured in turns; what bench/http and bench/tls share."""
import contextlib
import dataclasses
import sys

from support.common import columns, commands, interleaved, ratio_heads, table
from support.server import Failed


@dataclasses.dataclass
class Run:
    """What one round measured at full speed."""
    rate: float
    cpu_s: float
    resident_mb: float


class Bench:
    """The options, and what went wrong so far."""

    def __init__(self, options):
        self.runtimes = commands(options.runtime)
        self.baseline, self.rounds = options.baseline, options.rounds
        self.duration, self.warm_up = options.duration, options.warm_up
        self.failures = {}

    def interleave(self, name, start, measure):
        """What measure(server) says, round by round, for each runtime; start(runtime) gives its server, warm."""
        runs = {runtime: [] for runtime in self.runtimes}
        servers = {}
        with contextlib.ExitStack() as running:
            for runtime in self.runtimes:
                with self.told(name, runtime, runs):
                    servers[runtime] = start(runtime, running)
            for runtime in interleaved(servers, self.rounds):
                if (name, runtime) not in self.failures:
                    with self.told(name, runtime, runs):
                        runs[runtime].append(measure(servers[runtime]))
        print(f'{name}: done', file=sys.stderr)
        return runs

    @contextlib.contextmanager
    def told(self, name, runtime, runs):
        try:
            yield
        except (Failed, OSError) as e:
            runs[runtime].clear()
            self.failures[name, runtime] = e
            print(f'FAILED {name}, {runtime}: {e}', file=sys.stderr)

    def print_table(self, title, rows):
        """Rows are (name, runs, value of a run, how to print it)."""
        cells = [[name, *columns(runs, self.runtimes, self.baseline, value, shape)] for name, runs, value, shape in rows]
        print(f'### {title}\n')
        print(table(['', *self.runtimes, *ratio_heads(self.runtimes, self.baseline)], cells))


def finish(bench):
    """Tells what failed, and ends with 1 if something did."""
    if bench.failures:
        print('Failed:\n' + '\n'.join(f'- {where[0]}, {where[1]}: {why}' for where, why in bench.failures.items()))
        sys.exit(1)


def seconds(text):
    return int(text.removesuffix('s'))
