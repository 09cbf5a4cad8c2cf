import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { FlowProducer, Queue, QueueEvents, Worker } from 'bullmq';
import { AckPolicy, StringCodec, connect } from 'nats';

// BullMQ: retries, delays, priorities, children, and events, with two workers.
const connection = { path: `${process.cwd()}/redis.sock`, maxRetriesPerRequest: null };
const queue = new Queue('work', { connection });
const events = new QueueEvents('work', { connection });
await events.waitUntilReady();
const seen = [];
const work = async (job) => {
  if (job.name === 'flaky' && job.attemptsMade < 2) throw new RangeError(`attempt ${job.attemptsMade}`);
  if (job.name === 'hopeless') throw new Error('never');
  if (job.name === 'parent') return Object.values(await job.getChildrenValues()).sort();
  seen.push(job.name);
  return { name: job.name, twice: job.data.n * 2 };
};
const workers = [1, 2].map(() => new Worker('work', work, { connection, concurrency: 4 }));
const jobs = await queue.addBulk(Array.from({ length: 200 }, (_, n) => ({ name: `plain-${n}`, data: { n } })));
const results = await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));
console.log(results.length, results.reduce((sum, { twice }) => sum + twice, 0), new Set(seen).size);
const flaky = await queue.add('flaky', { n: 4 }, { attempts: 3, backoff: { type: 'fixed', delay: 20 } });
console.log(await flaky.waitUntilFinished(events));
const hopeless = await queue.add('hopeless', {}, { attempts: 2 });
console.log(await hopeless.waitUntilFinished(events).catch((error) => error.message));
const delayed = await queue.add('delayed', { n: 1 }, { delay: 100 });
console.log(await delayed.getState(), await delayed.waitUntilFinished(events));
const flow = new FlowProducer({ connection });
const { job: parent } = await flow.add({
  name: 'parent', queueName: 'work', children: [1, 2, 3].map((n) => ({ name: `child-${n}`, queueName: 'work', data: { n } })),
});
console.log((await parent.waitUntilFinished(events)).map(({ twice }) => twice).sort().join());
console.log(await queue.getJobCounts('completed', 'failed', 'waiting', 'active'));
await Promise.all([...workers, events, flow, queue].map((one) => one.close()));

// NATS: subjects, queue groups, requests, and a durable consumer of a stream.
let file;
for (let tries = 0; file === undefined && tries < 500; tries++) {
  file = readdirSync('ports').find((name) => name.endsWith('.ports'));
  await sleep(20);
}
const [url] = JSON.parse(readFileSync(`ports/${file}`, 'utf8')).nats;
const nats = await connect({ servers: url });
const codec = StringCodec();
const heard = [[], []];
const group = heard.map((list) => nats.subscribe('work.*', { queue: 'group', callback: (error, message) => list.push(codec.decode(message.data)) }));
for (let n = 0; n < 500; n++) nats.publish(`work.${n % 7}`, codec.encode(`${n}`));
await nats.flush();
while (heard[0].length + heard[1].length < 500) await sleep(5);
console.log(new Set(heard.flat()).size, heard.every((list) => list.length > 0));
group.forEach((subscription) => subscription.unsubscribe());
nats.subscribe('double', { callback: (error, message) => message.respond(codec.encode(`${+codec.decode(message.data) * 2}`)) });
const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => nats.request('double', codec.encode(`${n}`), { timeout: 5000 })));
console.log(answers.reduce((sum, { data }) => sum + +codec.decode(data), 0));
console.log(await nats.request('nobody', codec.encode(''), { timeout: 1000 }).catch((error) => error.code));
const manager = await nats.jetstreamManager();
await manager.streams.add({ name: 'events', subjects: ['events.*'] });
const stream = nats.jetstream();
for (let n = 0; n < 50; n++) await stream.publish('events.a', codec.encode(`${n}`));
await manager.consumers.add('events', { durable_name: 'reader', ack_policy: AckPolicy.Explicit });
const consumer = await stream.consumers.get('events', 'reader');
let sum = 0;
for await (const message of await consumer.fetch({ max_messages: 50, expires: 5000 })) {
  sum += +codec.decode(message.data);
  message.ack();
}
console.log(sum, (await manager.streams.info('events')).state.messages);
await nats.drain();
console.log(nats.isClosed());
