import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const [port, controller] = [await freePort(), await freePort()];
export const address = `127.0.0.1:${port}`;

const java = ['-Xmx400m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', 'broker/*'];
writeFileSync('server.properties', `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
listeners=PLAINTEXT://${address},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://${address}
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=${process.cwd()}/data
offsets.topic.replication.factor=1
offsets.topic.num.partitions=2
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=2
group.initial.rebalance.delay.ms=0
`);
execFileSync('java', [...java, 'kafka.tools.StorageTool', 'format', '-t', 'MkU3OEVBNTcwNTJENDM2Qg', '-c', 'server.properties']);

let child;
process.on('exit', () => child?.kill('SIGKILL'));

export async function start() {
  child = spawn('java', [...java, 'kafka.Kafka', 'server.properties'], { stdio: 'ignore' });
  for (const end = Date.now() + 60_000; ;) {
    const socket = connect(port, '127.0.0.1');
    const listens = await new Promise((resolve) => socket.on('connect', () => resolve(true)).on('error', () => resolve(false)));
    socket.destroy();
    if (listens) return;
    if (child.exitCode !== null || Date.now() > end) throw new Error('the broker does not start');
    await sleep(50);
  }
}

export async function stop() {
  const over = once(child, 'exit');
  child.kill('SIGTERM');
  await over;
  child = undefined;
}
