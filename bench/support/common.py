"""What bench/run, bench/http and bench/load share: runtimes, the machine, processes in /proc, tables."""
import os
import pathlib
import platform
import shlex
import statistics
import subprocess

TICKS_PER_S = os.sysconf('SC_CLK_TCK')


def add_options(parser, rounds):
    parser.add_argument('--runtime', action='append', required=True, metavar='NAME=COMMAND')
    parser.add_argument('--rounds', type=int, default=rounds)
    parser.add_argument('--baseline', default='node')


def commands(entries):
    """The runtimes by name, each a list of words: NAME=COMMAND as it was given."""
    runtimes = {}
    for entry in entries:
        name, _, command = entry.partition('=')
        words = shlex.split(command)
        runtimes[name] = [str(pathlib.Path(word).resolve()) if '/' in word and os.access(word, os.X_OK) else word for word in words]
    return runtimes


def interleaved(runtimes, rounds):
    """Each runtime once a round, every round beginning with another one."""
    order = list(runtimes)
    for number in range(rounds if order else 0):
        start = number % len(order)
        yield from order[start:] + order[:start]


def family(pid):
    """The process and all its descendants."""
    children = []
    for task in pathlib.Path(f'/proc/{pid}/task').iterdir():
        children += (task / 'children').read_text().split()
    return [pid] + [descendant for child in children for descendant in family(int(child))]


def field(file, name):
    return next(line for line in file.read_text().splitlines() if line.startswith(name + ':')).split(':')[1].strip()


def cpu_s(pid):
    """CPU seconds, user and system, of a process and its descendants so far, ended threads and children included."""
    ticks = 0
    for member in family(pid):
        stat = pathlib.Path(f'/proc/{member}/stat').read_text()
        ticks += sum(int(value) for value in stat.rpartition(')')[2].split()[11:15])
    return ticks / TICKS_PER_S


def resident_kb(pid):
    return sum(int(field(pathlib.Path(f'/proc/{member}/status'), 'VmRSS').split()[0]) for member in family(pid))


def table(head, rows):
    lines = ['| ' + ' | '.join(head) + ' |', '|---|' + '--:|' * (len(head) - 1)]
    lines += ['| ' + ' | '.join(row) + ' |' for row in rows]
    return '\n'.join(lines) + '\n'


def ratio_heads(runtimes, baseline):
    return [f'{name} / {baseline}' for name in runtimes if name != baseline and baseline in runtimes]


def columns(runs, runtimes, baseline, value, shape):
    """Medians of a value for each runtime, then the ratios of the others to the baseline. No runs: it failed."""
    cells = [shape.format(statistics.median(value(run) for run in runs[name])) if runs[name] else 'failed' for name in runtimes]
    for name in runtimes:
        if name != baseline and baseline in runtimes:
            ratios = [value(a) / max(value(b), 1e-9) for a, b in zip(runs[name], runs[baseline])]
            cells.append(f'{statistics.median(ratios):.2f}' if ratios else '')
    return cells


def machine(runtimes):
    """The line above the tables: the processor, the kernel, the versions."""
    return (f'{cpu_model()}, {os.cpu_count()} cores, Linux {platform.release()}; '
            + ', '.join(f'{name} {version(command)}' for name, command in runtimes.items()))


def version(command):
    out = subprocess.run([*command, '--version'], capture_output=True, text=True, check=False).stdout.strip()
    return out.splitlines()[0] if out else '?'


def cpu_model():
    for line in pathlib.Path('/proc/cpuinfo').read_text().splitlines():
        if line.startswith('model name'):
            return line.split(':')[1].strip()
    return platform.machine()
