"""Memory of connections that wait: each has had one answer and stays open."""
import resource
import socket

from support.server import Failed

WARM_UP_CONNECTIONS = 200
REQUEST = b'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: idle\r\nAccept: */*\r\nConnection: keep-alive\r\n\r\n'


class Idle:
    """What one runtime needed: resident MB before, KiB for each connection as it stands and after collecting garbage."""

    def __init__(self, before_mb, open_kb, settled_kb):
        self.before_mb, self.open_kb, self.settled_kb = before_mb, open_kb, settled_kb


def raise_limit(connections):
    """Descriptors for this process and, because limits are inherited, the server."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < connections + 500:
        raise SystemExit(f'{connections} connections need as many open files, and the limit is {hard}: raise it (ulimit -Hn).')
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def measure(server, connections, wanted, connect=None):
    """connect(port, connections, wanted) opens them; without one, they are plain sockets."""
    connect = connect or connect_plainly
    close(connect(server.port, WARM_UP_CONNECTIONS, wanted))
    server.settle()
    before_mb = server.resident_mb()
    held = connect(server.port, connections, wanted)
    try:
        opened_mb = server.resident_mb()
        server.settle()
        settled_mb = server.resident_mb()
        for connection in held:  # all are still there
            ask(connection, wanted)
    finally:
        close(held)
    return Idle(before_mb, (opened_mb - before_mb) * 1024 / connections, (settled_mb - before_mb) * 1024 / connections)


def connect_plainly(port, connections, wanted):
    held = []
    try:
        for _ in range(connections):
            held.append(socket.create_connection(('127.0.0.1', port), timeout=20))
            ask(held[-1], wanted)
    except OSError as e:
        close(held)
        raise Failed(f'after {len(held)} connections: {e}') from e
    return held


def ask(connection, wanted):
    connection.sendall(REQUEST)
    answer = connection.recv(65536)
    if not answer.startswith(b'HTTP/1.1 200 ') or not answer.endswith(wanted):
        raise Failed(f'a wrong answer: {answer[:200]!r}')


def close(held):
    for connection in held:
        connection.close()
