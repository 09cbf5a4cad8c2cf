"""Keys and certificates for one run, made by the openssl command; nothing of them stays."""
import os
import pathlib
import subprocess
import tempfile


class Identity:
    """A key and a certificate that it has signed itself, in a folder that lasts as long as the object is used."""

    KEYS = {'rsa': ['-newkey', 'rsa:2048'], 'ec': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']}

    def __init__(self, kind):
        self.kind = kind

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.folder.name)
        self.key, self.certificate = folder / 'key.pem', folder / 'cert.pem'
        subprocess.run(['openssl', 'req', '-x509', *self.KEYS[self.kind], '-noenc', '-subj', '/CN=localhost',
                        '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-days', '2',
                        '-keyout', str(self.key), '-out', str(self.certificate)], check=True, capture_output=True)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def environment(self):
        return {'TLS_KEY': os.fspath(self.key), 'TLS_CERT': os.fspath(self.certificate)}
