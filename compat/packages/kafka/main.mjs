import kafkajs from 'kafkajs';
import { address, start, stop } from './broker.mjs';

const { CompressionTypes, Kafka, Partitioners, logLevel } = kafkajs;

async function until(condition) {
  for (const end = Date.now() + 60_000; !condition();) {
    if (Date.now() > end) throw new Error(`never: ${condition}`);
    await new Promise((resolve) => { setTimeout(resolve, 10); });
  }
}

await start();
const retry = { initialRetryTime: 50, maxRetryTime: 1000, retries: 30 };
const kafka = new Kafka({ clientId: 'trial', brokers: [address], logLevel: logLevel.NOTHING, retry });
const admin = kafka.admin();
await admin.connect();
console.log(await admin.createTopics({ waitForLeaders: true, topics: [{ topic: 'events', numPartitions: 3 }] }));
console.log(await admin.createTopics({ topics: [{ topic: 'events', numPartitions: 3 }] }));

// Two consumers of a group share the partitions; one leaves, and the other one has them all.
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
await producer.connect();
const seen = [new Map(), new Map()];
const parts = [0, 0];
const consumers = [0, 1].map(() => kafka.consumer({ groupId: 'group', sessionTimeout: 10_000, heartbeatInterval: 500, maxWaitTimeInMs: 200 }));
for (const [i, consumer] of consumers.entries()) {
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => { parts[i] = payload.memberAssignment.events?.length ?? 0; });
  await consumer.connect();
  await consumer.subscribe({ topic: 'events', fromBeginning: true });
  await consumer.run({ eachMessage: async ({ partition, message: { key, value, headers, offset } }) => {
    seen[i].set(+key, { partition, value: `${value}`, header: `${headers.h}`, offset });
  } });
}
await until(() => parts[0] + parts[1] === 3 && parts[0] > 0 && parts[1] > 0);
const messages = (from, count) => Array.from({ length: count }, (_, i) => ({ key: `${from + i}`, value: `värde ${from + i}`, headers: { h: `h${from + i}` } }));
for (let n = 0; n < 1000; n += 100) {
  const compression = n % 200 === 0 ? CompressionTypes.GZIP : CompressionTypes.None;
  const sent = await producer.send({ topic: 'events', compression, messages: messages(n, 100) });
  if (n === 0) console.log(sent.map(({ partition, baseOffset, errorCode }) => [partition, baseOffset, errorCode].join()).sort());
}
await until(() => seen[0].size + seen[1].size >= 1000);
const all = new Map([...seen[0], ...seen[1]]);
console.log(all.size, seen.every((part) => part.size > 0), all.get(7), [...all].every(([n, { value, header }]) => value === `värde ${n}` && header === `h${n}`));
await consumers[1].disconnect();
await until(() => parts[0] === 3);
await producer.send({ topic: 'events', messages: messages(2000, 50) });
await until(() => [...seen[0].keys()].filter((n) => n >= 2000).length === 50);

// Transactions: readers of what is committed don't see the rest, and offsets are part of it.
const transactional = { transactionalId: 'tx', maxInFlightRequests: 1, idempotent: true };
const writer = kafka.producer(transactional);
await writer.connect();
await admin.createTopics({ waitForLeaders: true, topics: [{ topic: 'ledger', numPartitions: 1 }] });
for (const [name, end] of [['dropped', 'abort'], ['kept', 'commit'], ['dropped too', 'abort'], ['kept too', 'commit']]) {
  const transaction = await writer.transaction();
  await transaction.send({ topic: 'ledger', messages: [{ value: `${name} 1` }, { value: `${name} 2` }] });
  await transaction.sendOffsets({ consumerGroupId: 'offsets', topics: [{ topic: 'events', partitions: [{ partition: 0, offset: end === 'commit' ? '5' : '9' }] }] });
  await transaction[end]();
}
console.log((await admin.fetchOffsets({ groupId: 'offsets', topics: ['events'] }))[0].partitions);
const got = [];
const reader = kafka.consumer({ groupId: 'reader', readUncommitted: false, maxWaitTimeInMs: 200 });
await reader.connect();
await reader.subscribe({ topic: 'ledger', fromBeginning: true });
await reader.run({ eachBatch: async ({ batch }) => { for (const { value } of batch.messages) got.push(`${value}`); } });
await until(() => got.includes('kept too 2'));
console.log(got);
await reader.disconnect();

// Errors.
const told = (promise) => promise.then(() => 'no error', ({ name, type, code, message }) => [name, type ?? code, message].join(' | '));
const unwilling = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING, retry: { initialRetryTime: 5, retries: 2 } });
console.log(await told(unwilling.producer().connect()));
console.log(await told(producer.send({ topic: 'no such topic!', messages: [{ value: 'x' }] })));
console.log(await told(producer.send({ topic: 'events', messages: [{ value: Buffer.alloc(2_000_000) }] })));
const successor = kafka.producer(transactional);
await successor.connect();
await (await successor.transaction()).abort();
console.log(await told(writer.transaction().then((transaction) => transaction.send({ topic: 'ledger', messages: [{ value: 'late' }] }))));
await Promise.all([writer, successor].map((one) => one.disconnect()));

// The broker is away for a while: what is sent meanwhile arrives, and the consumer goes on.
await stop();
const sent = producer.send({ topic: 'events', messages: messages(3000, 50) });
await start();
await sent;
await until(() => [...seen[0].keys()].filter((n) => n >= 3000).length === 50);
console.log(seen[0].get(3049).value, parts[0]);
await consumers[0].disconnect();
console.log((await admin.listGroups()).groups.map(({ groupId }) => groupId).sort());
await admin.deleteTopics({ topics: ['events', 'ledger'] });
await Promise.all([producer, admin].map((one) => one.disconnect()));
await stop();
console.log('done');
