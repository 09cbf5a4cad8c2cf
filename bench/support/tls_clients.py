"""Clients of TLS servers: handshakes as fast as they go, connections that wait, large bodies, HTTP/2 by h2load."""
import re
import socket
import ssl
import threading
import time

from support import idle_connections
from support.full_speed import output
from support.server import Failed

THREADS = 4
REQUEST = idle_connections.REQUEST


def context():
    """A client's, which trusts everyone: what the server does is measured, not the verification."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    return made


def connection_to(port):
    """Without Nagle's delay, which would wait for an answer between the client's last message and its request."""
    made = socket.create_connection(('127.0.0.1', port), timeout=20)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def handshakes(port, seconds, wanted, resume):
    """Connections with one request each: how many, and in how many seconds. Each is new, or resumes the one before it."""
    ends_at = time.monotonic() + seconds
    counts, failures = [0] * THREADS, []
    began_at = time.monotonic()
    threads = [threading.Thread(target=_connect_until, args=(port, ends_at, wanted, resume, counts, number, failures))
               for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return sum(counts), time.monotonic() - began_at


def _connect_until(port, ends_at, wanted, resume, counts, number, failures):
    own, session = context(), None
    try:
        while time.monotonic() < ends_at:
            with own.wrap_socket(connection_to(port), session=session) as connection:
                if resume and session and not connection.session_reused:
                    raise Failed('a session was not resumed')
                idle_connections.ask(connection, wanted)
                session = connection.session if resume else None
            counts[number] += 1
    except (OSError, Failed) as e:
        failures.append(e if isinstance(e, Failed) else Failed(str(e)))


def connect(port, connections, wanted):
    """Connections that have had one answer each and stay open."""
    own, held = context(), []
    try:
        for _ in range(connections):
            held.append(own.wrap_socket(connection_to(port)))
            idle_connections.ask(held[-1], wanted)
    except OSError as e:
        idle_connections.close(held)
        raise Failed(f'after {len(held)} connections: {e}') from e
    return held


def download(port, path, length):
    """Seconds for a body, by curl."""
    out = output(['curl', '-ksS', '--http1.1', '-o', '/dev/null', '-w', '%{size_download} %{time_total}',
                  f'https://127.0.0.1:{port}{path}'], 60)
    size, seconds = out.split()
    if int(size) != length:
        raise Failed(f'{size} bytes came instead of {length}')
    return float(seconds)


def upload(port, file, length):
    out = output(['curl', '-ksS', '--http1.1', '-H', 'Expect:', '--data-binary', f'@{file}', '-w', ' %{time_total}',
                  f'https://127.0.0.1:{port}/'], 60)
    size, seconds = out.split()
    if int(size) != length:
        raise Failed(f'the server has got {size} bytes instead of {length}')
    return float(seconds)


def streams(port, scheme, seconds, clients, concurrent):
    """Requests that h2load has had answered, and the seconds they took."""
    words = ['h2load', '-t1', f'-c{clients}', f'-m{concurrent}', f'-D{seconds}', f'{scheme}://127.0.0.1:{port}/']
    out = output(words, seconds)
    done = re.search(r'requests: \d+ total, \d+ started, \d+ done, (\d+) succeeded, (\d+) failed, (\d+) errored', out)
    if not done or int(done[1]) == 0 or int(done[2]) or int(done[3]):
        raise Failed('h2load: ' + (done[0] if done else out[-300:]))
    return int(done[1]), seconds
