// As much of a MongoDB server as the trial needs: OP_MSG with and without document sequences, OP_QUERY for the first hello, and
// documents in memory that are found by equality.
import net from 'node:net';
import { BSON, Long } from 'bson';

const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER = 16;

const same = (a, b) => BSON.serialize({ a }).equals(BSON.serialize({ a: b }));
const matches = (document, filter) => Object.entries(filter).every(([name, wanted]) => {
  if (wanted?.$in) return wanted.$in.some((one) => same(document[name], one));
  if (wanted?.$gt !== undefined) return document[name] > wanted.$gt;
  return same(document[name], wanted);
});
const apply = (document, { $set = {}, $inc = {}, $setOnInsert = {} }, isNew) => {
  Object.assign(document, $set, isNew ? $setOnInsert : {});
  for (const [name, by] of Object.entries($inc)) document[name] = (document[name] ?? 0) + by;
};

export class Server {
  #collections = new Map();
  #cursors = new Map();
  #nextCursor = 1;
  seen = [];

  #documents(name) {
    if (!this.#collections.has(name)) this.#collections.set(name, []);
    return this.#collections.get(name);
  }

  #cursor(ns, documents, size = 101) {
    const firstBatch = documents.slice(0, size);
    const rest = documents.slice(size);
    const id = rest.length > 0 ? this.#nextCursor++ : 0;
    if (id !== 0) this.#cursors.set(id, { ns, rest });
    return { cursor: { id: Long.fromNumber(id), ns, firstBatch }, ok: 1 };
  }

  #sorted(documents, sort) {
    const names = Object.entries(sort ?? {});
    return names.length === 0 ? documents : documents.toSorted((a, b) => {
      for (const [name, by] of names) if (a[name] !== b[name]) return (a[name] < b[name] ? -1 : 1) * by;
      return 0;
    });
  }

  run(command) {
    const name = Object.keys(command)[0];
    const collection = command[name];
    const ns = `${command.$db}.${collection}`;
    this.seen.push(name);
    switch (name) {
      case 'hello': case 'ismaster': case 'isMaster':
        return { ok: 1, isWritablePrimary: true, ismaster: true, helloOk: true, maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000,
          maxWriteBatchSize: 100000, minWireVersion: 0, maxWireVersion: 25, logicalSessionTimeoutMinutes: 30, localTime: new Date(0), connectionId: 1, readOnly: false };
      case 'ping': case 'endSessions': case 'killCursors': return { ok: 1 };
      case 'insert': {
        const documents = this.#documents(ns);
        const writeErrors = [];
        command.documents.forEach((document, index) => {
          if (documents.some((other) => same(other._id, document._id))) writeErrors.push({ index, code: 11000, errmsg: `E11000 duplicate key error collection: ${ns}`, keyPattern: { _id: 1 }, keyValue: { _id: document._id } });
          else documents.push(document);
        });
        return { ok: 1, n: command.documents.length - writeErrors.length, ...(writeErrors.length > 0 ? { writeErrors } : {}) };
      }
      case 'find': {
        const found = this.#sorted(this.#documents(ns).filter((document) => matches(document, command.filter ?? {})), command.sort);
        const to = command.limit ? (command.skip ?? 0) + Math.abs(command.limit) : undefined;
        return this.#cursor(ns, found.slice(command.skip ?? 0, to), command.batchSize);
      }
      case 'getMore': {
        const { ns: of, rest } = this.#cursors.get(Number(collection));
        const nextBatch = rest.splice(0, command.batchSize ?? 101);
        return { ok: 1, cursor: { id: rest.length > 0 ? Long.fromNumber(collection) : Long.ZERO, ns: of, nextBatch } };
      }
      case 'aggregate': {
        let documents = this.#documents(ns);
        for (const stage of command.pipeline) {
          if (stage.$match) documents = documents.filter((document) => matches(document, stage.$match));
          else if (stage.$sort) documents = this.#sorted(documents, stage.$sort);
          else if (stage.$group) {
            const { _id, ...sums } = stage.$group;
            const groups = new Map();
            for (const document of documents) {
              const key = _id === null || typeof _id !== 'string' ? _id : document[_id.slice(1)];
              if (!groups.has(key)) groups.set(key, { _id: key });
              for (const [to, { $sum }] of Object.entries(sums)) groups.get(key)[to] = (groups.get(key)[to] ?? 0) + (typeof $sum === 'string' ? document[$sum.slice(1)] : $sum);
            }
            documents = [...groups.values()];
          } else return { ok: 0, code: 40324, codeName: 'Location40324', errmsg: `Unrecognized pipeline stage name: '${Object.keys(stage)[0]}'` };
        }
        return this.#cursor(ns, documents);
      }
      case 'update': {
        let n = 0;
        const upserted = [];
        command.updates.forEach(({ q, u, multi, upsert }, index) => {
          const found = this.#documents(ns).filter((document) => matches(document, q)).slice(0, multi ? undefined : 1);
          for (const document of found) apply(document, u);
          if (found.length === 0 && upsert) {
            const document = { _id: Long.fromNumber(1000 + index), ...q };
            apply(document, u, true);
            this.#documents(ns).push(document);
            upserted.push({ index, _id: document._id });
          }
          n += found.length;
        });
        return { ok: 1, n: n + upserted.length, nModified: n, ...(upserted.length > 0 ? { upserted } : {}) };
      }
      case 'findAndModify': {
        const document = this.#documents(ns).find((one) => matches(one, command.query));
        const before = document && { ...document };
        if (document) apply(document, command.update);
        return { ok: 1, value: (command.new ? document : before) ?? null, lastErrorObject: { n: document ? 1 : 0, updatedExisting: document !== undefined } };
      }
      case 'delete': {
        let n = 0;
        for (const { q, limit } of command.deletes) {
          const documents = this.#documents(ns);
          const gone = documents.filter((document) => matches(document, q)).slice(0, limit || undefined);
          n += gone.length;
          this.#collections.set(ns, documents.filter((document) => !gone.includes(document)));
        }
        return { ok: 1, n };
      }
      case 'createIndexes': return { ok: 1, numIndexesBefore: 1, numIndexesAfter: 2 };
      case 'listCollections': return this.#cursor(`${command.$db}.$cmd`, [...this.#collections.keys()].map((key) => ({ name: key.split('.')[1], type: 'collection' })));
      default: return { ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: '${name}'` };
    }
  }

  #command(message) {
    const opcode = message.readInt32LE(12);
    if (opcode === OP_QUERY) {
      const query = message.indexOf(0, HEADER + 4) + 9;
      return { opcode, command: BSON.deserialize(message.subarray(query)) };
    }
    let command = {};
    const sequences = {};
    for (let at = HEADER + 4; at < message.length;) {
      const kind = message[at++];
      const size = message.readInt32LE(at);
      if (kind === 0) {
        command = BSON.deserialize(message.subarray(at, at + size), { promoteValues: true });
      } else {
        const nameEnd = message.indexOf(0, at + 4);
        const name = message.toString('utf8', at + 4, nameEnd);
        sequences[name] = [];
        for (let from = nameEnd + 1; from < at + size; from += message.readInt32LE(from)) sequences[name].push(BSON.deserialize(message.subarray(from, from + message.readInt32LE(from))));
      }
      at += size;
    }
    return { opcode, command: { ...command, ...sequences }, moreToCome: (message.readInt32LE(HEADER) & 2) !== 0 };
  }

  #answer(message) {
    const { opcode, command, moreToCome } = this.#command(message);
    const body = BSON.serialize(this.run(command));
    if (moreToCome) return undefined;
    const isQuery = opcode === OP_QUERY;
    const head = Buffer.alloc(HEADER + (isQuery ? 20 : 5));
    head.writeInt32LE(head.length + body.length, 0);
    head.writeInt32LE(message.readInt32LE(4), 8);
    head.writeInt32LE(isQuery ? 1 : OP_MSG, 12);
    if (isQuery) head.writeInt32LE(1, 32);
    return Buffer.concat([head, body]);
  }

  listen() {
    this.server = net.createServer((socket) => {
      let bytes = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (part) => {
        bytes = Buffer.concat([bytes, part]);
        while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
          const answer = this.#answer(bytes.subarray(0, bytes.readInt32LE(0)));
          if (answer !== undefined) socket.write(answer);
          bytes = bytes.subarray(bytes.readInt32LE(0));
        }
      });
    });
    return new Promise((resolve) => { this.server.listen(0, '127.0.0.1', () => resolve(`mongodb://127.0.0.1:${this.server.address().port}/trial`)); });
  }
}
