"""Load at a fixed rate, open loop: requests are due at fixed times, whether or not earlier ones were answered.

Latency is counted from the time when a request was due, so that a server that stops for 100 ms is charged for all the
requests that came meanwhile, not for one (what a client that waits for its answers would see). A request that finds
every connection busy waits for one; that is charged too. How late the client itself was, with a connection free, is
reported beside: it is part of every latency. Where it differs between runtimes, or is near the latency itself, the
machine was measured and not the server.

The client waits by select on the epoll descriptor, because epoll's own timeouts are whole milliseconds, and tells the
kernel not to let it sleep longer than asked, which it does by 50 µs else.
"""
import collections
import ctypes
import gc
import select
import socket
import time

from support.server import Failed

CONNECTIONS = 64
PR_SET_TIMERSLACK = 29
ANSWER_LIMIT_S = 5
REQUEST = b'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: fixed-rate\r\nAccept: */*\r\n\r\n'


class Latencies:
    """Of one run, in ms and sorted."""

    def __init__(self, latencies_ns, lateness_ns):
        self.ms = sorted(value / 1e6 for value in latencies_ns)
        self.client_ms = sorted(value / 1e6 for value in lateness_ns)

    def at(self, share):
        return percentile(self.ms, share)

    def client_at(self, share):
        return percentile(self.client_ms, share)


def percentile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))]


def measure(port, rate, seconds, wanted):
    """Latencies of rate * seconds requests; every answer must be 200 and end with the wanted body."""
    poller = select.epoll()
    sockets = {}
    ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, 1)
    gc.disable()
    try:
        for _ in range(CONNECTIONS):
            connection = socket.create_connection(('127.0.0.1', port), timeout=5)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.setblocking(False)
            poller.register(connection, select.EPOLLIN)
            sockets[connection.fileno()] = connection
        return run(poller, sockets, rate, seconds, wanted)
    finally:
        gc.enable()
        poller.close()
        for connection in sockets.values():
            connection.close()


def run(poller, sockets, rate, seconds, wanted):
    now_ns, wait, fd = time.perf_counter_ns, select.select, poller.fileno()
    total, interval_ns = int(rate * seconds), 1e9 / rate
    free, due_by_socket = collections.deque(sockets), {}
    latencies, lateness = [], []
    sent = 0
    due_ns = start_ns = freed_ns = now_ns() + 1_000_000
    while len(latencies) < total:
        while sent < total and free and (now := now_ns()) >= due_ns:
            number = free.popleft()
            due_by_socket[number] = due_ns
            lateness.append(now - max(due_ns, freed_ns))
            sockets[number].send(REQUEST)
            sent += 1
            due_ns = start_ns + int(sent * interval_ns)
        if sent < total and free:
            wait([fd], [], [], max(0, due_ns - now_ns()) / 1e9)
        elif not wait([fd], [], [], ANSWER_LIMIT_S)[0]:
            raise Failed(f'{sent - len(latencies)} requests were not answered within {ANSWER_LIMIT_S} s')
        for number, _ in poller.poll(0):
            answer = sockets[number].recv(65536)
            answered_due_ns = due_by_socket.pop(number, None)
            if answered_due_ns is None or not answer.startswith(b'HTTP/1.1 200 ') or not answer.endswith(wanted):
                raise Failed(f'a wrong answer: {answer[:200]!r}')
            answered_ns = now_ns()
            latencies.append(answered_ns - answered_due_ns)
            if not free:
                freed_ns = answered_ns
            free.append(number)
    return Latencies(latencies, lateness)
