"""A server under measurement: a process that prints its port when it listens."""
import http.client
import os
import select
import signal
import ssl
import subprocess
import time

from support.common import cpu_s, resident_kb

START_LIMIT_S = 30


class Failed(Exception):
    """A run that does not count: the server did not start, an answer was wrong or missing."""


class Server:
    def __init__(self, command, script, environment=None, tls=False):
        self.tls = tls
        self.process = subprocess.Popen([*command, str(script)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        env={**os.environ, **(environment or {})})
        self.pid = self.process.pid
        try:
            self.port = self._port()
        except BaseException:
            self.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def _port(self):
        if not select.select([self.process.stdout], [], [], START_LIMIT_S)[0]:
            raise Failed(f'the server did not listen within {START_LIMIT_S} s')
        line = self.process.stdout.readline().strip()
        if not line:
            raise Failed(f'the server ended with {self.process.wait()} before it listened')
        return int(line)

    def expect(self, method, path, body, headers, wanted):
        """One request, whose answer must be as it should, before anything is measured."""
        got = self.request(method, path, body, headers)
        if got != wanted:
            raise Failed(f'{method} {path} was answered with {got[:200]!r}, not {wanted[:200]!r}')

    def request(self, method, path, body=None, headers=None):
        connection = self._connection()
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            if answer.status != 200:
                raise Failed(f'{method} {path} was answered with status {answer.status}')
            return answer.read()
        finally:
            connection.close()

    def _connection(self):
        if not self.tls:
            return http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        trusting = ssl._create_unverified_context()  # the certificate was made for this run
        return http.client.HTTPSConnection('127.0.0.1', self.port, timeout=20, context=trusting)

    def cpu_s(self):
        return cpu_s(self.pid)

    def resident_mb(self):
        return resident_kb(self.pid) / 1024

    def settle(self):
        """Lets memory come to rest: garbage collected twice, with time in between to give it back."""
        for _ in range(2):
            self.request('GET', '/settle')
            time.sleep(1)

    def check_alive(self):
        if self.process.poll() is not None:
            raise Failed(f'the server ended with {self.process.returncode} under load')

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
