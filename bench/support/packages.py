"""The packages of conformance/packages, installed where and how its tests install them."""
import pathlib
import shutil
import subprocess

CONFORMANCE = pathlib.Path(__file__).resolve().parents[2] / 'conformance'


def packages():
    """The node_modules folder; npm makes it, at the locked versions, unless it is there already."""
    source, target = CONFORMANCE / 'packages', CONFORMANCE / 'target' / 'packages'
    lock, installed = (source / 'package-lock.json').read_text(), target / 'installed-lock.json'
    if not installed.exists() or installed.read_text() != lock:
        if not shutil.which('npm'):
            raise SystemExit('Express and Fastify come from npm, and there is no npm on the PATH: it comes with Node.js.')
        target.mkdir(parents=True, exist_ok=True)
        for name in ('package.json', 'package-lock.json'):
            shutil.copyfile(source / name, target / name)
        subprocess.run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
                       cwd=target, check=True, stdout=subprocess.DEVNULL)
        installed.write_text(lock)
    return target / 'node_modules'
