"""Load as fast as it goes, by wrk; by autocannon (from conformance/packages) on a machine without wrk."""
import json
import re
import shutil
import subprocess

from support.server import Failed

CONNECTIONS = 64
PIPELINED = 16


class WrkLoad:
    name = f'wrk -t1 -c{CONNECTIONS}'

    def run(self, port, seconds, case, scheme='http'):
        """The number of requests answered and the seconds they took; raises if any went wrong."""
        words = ['wrk', '-t1', f'-c{CONNECTIONS}', f'-d{seconds}s', '--timeout', '5s']
        for header in case.headers.items():
            words += ['-H', ': '.join(header)]
        if case.lua:
            words += ['-s', str(case.lua)]
        out = output([*words, f'{scheme}://127.0.0.1:{port}{case.path}'], seconds)
        for complaint in ('Socket errors:', 'Non-2xx'):
            if complaint in out:
                raise Failed('wrk: ' + next(line for line in out.splitlines() if complaint in line).strip())
        return int(re.search(r'(\d+) requests in', out)[1]), duration(re.search(r'requests in ([\d.]+)(\w+),', out))


class AutocannonLoad:
    name = f'autocannon -c {CONNECTIONS}, because there is no wrk'

    def __init__(self, packages):
        self.script = packages() / 'autocannon' / 'autocannon.js'

    def run(self, port, seconds, case, scheme='http'):
        words = ['node', str(self.script), '-j', '-c', str(CONNECTIONS), '-d', str(seconds), '-m', case.method]
        for header in case.headers.items():
            words += ['-H', '='.join(header)]
        if case.body:
            words += ['-b', case.body.decode()]
        if case.pipelined:
            words += ['-p', str(PIPELINED)]
        answer = json.loads(output([*words, f'{scheme}://127.0.0.1:{port}{case.path}'], seconds))
        wrong = {key: answer[key] for key in ('errors', 'timeouts', 'mismatches', 'non2xx') if answer[key]}
        if wrong:
            raise Failed(f'autocannon: {wrong}')
        return answer['2xx'], answer['duration']


def full_speed_load(packages):
    return WrkLoad() if shutil.which('wrk') else AutocannonLoad(packages)


def output(words, seconds):
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True, timeout=seconds + 30).stdout
    except subprocess.CalledProcessError as e:
        raise Failed(f'{words[0]} ended with {e.returncode}: {e.stderr}') from e


def duration(match):
    return float(match[1]) * {'ms': 0.001, 's': 1, 'm': 60}[match[2]]
