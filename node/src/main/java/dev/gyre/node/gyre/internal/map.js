'use strict';

// pool.map: the results of a sequence, in its order, with a bound on how far it is read ahead.
//
// At most `concurrency` items are under way or done and not yet taken by the consumer. So a slow consumer stops the reading,
// and a source without end needs no memory.

const {
  ArrayPrototypePush, ArrayPrototypeShift, ObjectHasOwn, Promise, PromisePrototypeThen, ReflectApply, SymbolAsyncIterator,
  SymbolIterator,
} = require('internal/primordials');
const { codes: { ERR_ARG_NOT_ITERABLE, ERR_INVALID_ARG_TYPE } } = require('internal/errors');

const callMethod = (object, name) => ReflectApply(object[name], object, []);

function iteratorOf(source) {
  if (source === null || source === undefined) throw new ERR_INVALID_ARG_TYPE('source', ['Iterable', 'AsyncIterable'], source);
  const method = source[SymbolAsyncIterator] ?? source[SymbolIterator];
  if (typeof method !== 'function') throw new ERR_ARG_NOT_ITERABLE('source');
  return source[SymbolAsyncIterator] !== undefined && source[SymbolAsyncIterator] !== null ?
    source[SymbolAsyncIterator]() : source[SymbolIterator]();
}

class Reader {
  #iterator;
  #submit; // (value) => task
  #room; // resolves when the pool takes another task
  isEnded = false;
  isStopped = false;

  constructor(source, submit, room) {
    this.#iterator = iteratorOf(source);
    this.#submit = submit;
    this.#room = room;
  }

  // The task of the next item, or undefined at the end.
  async read() {
    try {
      await this.#room();
      if (this.isStopped) return undefined;
      const step = await callMethod(this.#iterator, 'next');
      this.isEnded = step.done === true;
      if (this.isEnded || this.isStopped) return undefined;
      const value = await step.value;
      return this.isStopped ? undefined : this.#submit(value);
    } catch (error) {
      this.isEnded = true;
      throw error;
    }
  }

  async stop() {
    this.isStopped = true;
    if (!this.isEnded) {
      this.isEnded = true;
      if (typeof this.#iterator.return === 'function') await callMethod(this.#iterator, 'return');
    }
  }
}

async function* mapped(reader, concurrency, withdraw) {
  const tasks = [];
  let reading;
  let failure; // of the source; it comes after the results of what was read before
  try {
    for (;;) {
      if (reading === undefined && !reader.isEnded && tasks.length < concurrency) {
        reading = PromisePrototypeThen(reader.read(), (task) => ({ task }), (error) => ({ error }));
      }
      if (reading !== undefined && await isReadFirst(reading, tasks[0])) {
        const read = await reading;
        reading = undefined;
        if (read.task !== undefined) ArrayPrototypePush(tasks, read.task);
        else if (ObjectHasOwn(read, 'error')) failure = read;
      } else if (tasks.length > 0) {
        yield await ArrayPrototypeShift(tasks).promise;
      } else if (failure !== undefined) {
        throw failure.error;
      } else {
        return;
      }
    }
  } finally {
    for (let i = 0; i < tasks.length; i++) withdraw(tasks[i]);
    await reader.stop();
  }
}

function isReadFirst(reading, task) {
  if (task === undefined) return true;
  return new Promise((resolve) => {
    const taskIsFirst = () => resolve(false);
    PromisePrototypeThen(task.promise, taskIsFirst, taskIsFirst);
    PromisePrototypeThen(reading, () => resolve(true));
  });
}

module.exports = { Reader, mapped };
