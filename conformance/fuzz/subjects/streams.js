'use strict';

// Random streams with random calls on them: every event, callback and answer is noted in order, and has to come in the
// order of Node's.

const { Duplex, PassThrough, Readable, Transform, Writable, addAbortSignal, finished, pipeline } = require('node:stream');

exports.cases = 1500;

const EVENTS = ['data', 'end', 'close', 'error', 'readable', 'pause', 'resume', 'finish', 'drain', 'pipe', 'unpipe', 'prefinish'];

const shown = (value) => {
  if (value === null || value === undefined) return String(value);
  if (value instanceof Error) return value.code ?? value.message;
  if (value instanceof Uint8Array) return `<${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1')}>`;
  if (typeof value === 'object') return JSON.stringify(value.pipe ? 'stream' : value);
  return String(value);
};

/** How an implementation answers: at once, in a tick, a microtask or a turn. */
function later(how, call) {
  if (how === 'now') call();
  else if (how === 'tick') process.nextTick(call);
  else if (how === 'microtask') Promise.resolve().then(call);
  else setImmediate(call);
}

const how = (random) => random.pick(['now', 'now', 'tick', 'microtask', 'turn']);

class Case {
  constructor(random) {
    this.random = random;
    this.log = [];
    this.isObjectMode = random.once(4);
  }

  note(text) {
    if (this.log.length < 400) this.log.push(text);
  }

  watch(name, stream, isData) {
    for (const event of EVENTS) {
      if ((event === 'data' || event === 'readable') && !isData.includes(event)) continue;
      stream.on(event, (value) => {
        this.note(`${name}.${event}${value === undefined ? '' : ` ${shown(value)}`}`);
        if (event === 'readable' && isData.includes('reads')) this.note(`${name}.read ${shown(stream.read())}`);
      });
    }
  }

  chunk() {
    const { random } = this;
    if (this.isObjectMode && random.once()) return { n: random.int(10) };
    const text = random.text(random.size(20), 'abcé');
    return random.once(3) ? Buffer.from(text) : text;
  }

  options() {
    const { random } = this;
    const options = { objectMode: this.isObjectMode };
    if (random.once()) options.highWaterMark = random.pick([0, 1, 3, 10, 100]);
    if (random.once(6)) options.autoDestroy = false;
    if (random.once(6)) options.emitClose = false;
    if (random.once(6)) options.allowHalfOpen = false;
    return options;
  }

  readable(name) {
    const { random } = this;
    const chunks = Array.from({ length: random.between(0, 6) }, () => this.chunk());
    const answers = how(random);
    const fails = random.once(12) ? random.int(4) : -1;
    const atOnce = random.between(1, 2);
    const options = this.options();
    if (!this.isObjectMode && random.once(6)) options.encoding = random.pick(['utf8', 'latin1', 'hex']);
    return new Readable({
      ...options,
      read: () => {
        if (random.once(50)) this.note(`${name}._read`);
        later(answers, () => {
          if (stream(this, name).destroyed) return;
          if (fails === chunks.length) {
            stream(this, name).destroy(new Error('read fails'));
            return;
          }
          for (let i = 0; i < atOnce && chunks.length > 0; i++) this.note(`${name}.push ${stream(this, name).push(chunks.shift())}`);
          if (chunks.length === 0 && !stream(this, name).readableEnded && !stream(this, name)._readableState.ended) stream(this, name).push(null);
        });
      },
    });
  }

  writable(name) {
    const { random } = this;
    const answers = how(random);
    const fails = random.once(10) ? random.int(4) : -1;
    let count = 0;
    const take = (what, done) => {
      this.note(`${name}.${what}`);
      const error = count++ === fails ? new Error('write fails') : undefined;
      later(answers, () => done(error));
    };
    const options = { ...this.options() };
    if (random.once(4)) options.decodeStrings = false;
    if (random.once(3)) options.writev = (chunks, done) => take(`_writev ${chunks.map(({ chunk }) => shown(chunk)).join('|')}`, done);
    if (random.once(3)) options.final = (done) => { this.note(`${name}._final`); later(answers, done); };
    if (random.once(4)) options.destroy = (error, done) => { this.note(`${name}._destroy ${shown(error)}`); later(answers, () => done(error)); };
    if (random.once(6)) options.construct = (done) => { this.note(`${name}._construct`); later(answers, done); };
    return new Writable({ ...options, write: (chunk, encoding, done) => take(`_write ${shown(chunk)} ${encoding}`, done) });
  }

  transform(name) {
    const { random } = this;
    const answers = how(random);
    if (random.once(3)) return new PassThrough(this.options());
    const fails = random.once(12) ? random.int(4) : -1;
    let count = 0;
    const repeats = random.between(0, 2);
    return new Transform({
      ...this.options(),
      transform: (chunk, encoding, done) => {
        this.note(`${name}._transform ${shown(chunk)}`);
        later(answers, () => {
          if (count++ === fails) {
            done(new Error('transform fails'));
            return;
          }
          for (let i = 1; i < repeats; i++) stream(this, name).push(chunk);
          done(null, repeats === 0 ? undefined : chunk);
        });
      },
      flush: random.once(3) ? (done) => { this.note(`${name}._flush`); later(answers, () => done(null, 'f')); } : undefined,
    });
  }

  duplex(name) {
    const { random } = this;
    const answers = how(random);
    let left = random.between(0, 4);
    return new Duplex({
      ...this.options(),
      read: () => later(answers, () => {
        if (!stream(this, name).destroyed && !stream(this, name)._readableState.ended) stream(this, name).push(left-- > 0 ? 'd' : null);
      }),
      write: (chunk, encoding, done) => {
        this.note(`${name}._write ${shown(chunk)}`);
        later(answers, done);
      },
    });
  }
}

const stream = (one, name) => one.streams[name];

/** One random call on a stream. */
function step(one, name) {
  const { random } = one;
  const target = one.streams[name];
  const isReadable = typeof target.read === 'function';
  const isWritable = typeof target.write === 'function';
  const calls = [];
  if (isReadable) {
    calls.push(() => `read ${shown(target.read())}`, () => `read(2) ${shown(target.read(2))}`, () => { target.pause(); return 'pause'; },
      () => { target.resume(); return 'resume'; }, () => `isPaused ${target.isPaused()} ${target.readableFlowing} ${target.readableLength}`,
      () => { target.unpipe(); return 'unpipe'; });
    if (random.once(4) && !target._readableState.ended) calls.push(() => `unshift ${target.unshift(one.chunk())}`);
  }
  if (isWritable) {
    const number = one.writes++;
    const write = () => `write ${target.write(one.chunk(), (error) => one.note(`${name} wrote ${number} ${shown(error)}`))}`;
    calls.push(write, write, write, () => { target.cork(); return 'cork'; }, () => { target.uncork(); return 'uncork'; },
      () => `length ${target.writableLength} ${target.writableNeedDrain} ${target.writableCorked}`);
    if (random.once(3)) calls.push(() => { target.end(random.once() ? one.chunk() : undefined, (error) => one.note(`${name} ended ${shown(error)}`)); return 'end'; });
  }
  if (random.once(12)) calls.push(() => { target.destroy(random.once() ? new Error('destroyed') : undefined); return 'destroy'; });
  const call = random.pick(calls);
  try {
    one.note(`${name}: ${call()}`);
  } catch (error) {
    one.note(`${name} throws ${shown(error)}`);
  }
}

exports.run = async (random) => {
  const one = new Case(random);
  one.writes = 0;
  one.streams = {};
  const kinds = random.pick([['r'], ['w'], ['t'], ['d'], ['r', 'w'], ['r', 't', 'w'], ['r', 'd'], ['r', 't', 't', 'w']]);
  const names = kinds.map((kind, i) => `${kind}${i}`);
  names.forEach((name, i) => {
    one.streams[name] = { r: () => one.readable(name), w: () => one.writable(name), t: () => one.transform(name), d: () => one.duplex(name) }[kinds[i]]();
  });
  const all = Object.values(one.streams);
  const isPiped = all.length > 1;
  for (const [i, name] of names.entries()) {
    const isLast = i === names.length - 1;
    const listens = isPiped && !isLast ? [] : random.pick([['data'], ['data'], ['readable', 'reads'], ['readable'], []]);
    one.watch(name, one.streams[name], listens);
    if (random.once(3)) finished(one.streams[name], (error) => one.note(`${name} finished ${shown(error)}`));
  }
  if (isPiped && random.once()) {
    pipeline(all, (error) => one.note(`pipeline ${shown(error)}`));
  } else if (isPiped) {
    all.reduce((from, to) => from.pipe(to, random.once(6) ? { end: false } : undefined));
  }
  if (random.once(8)) {
    const controller = new AbortController();
    addAbortSignal(controller.signal, random.pick(all));
    later(how(random), () => controller.abort());
  }
  for (let i = random.between(0, 10); i > 0; i--) {
    step(one, random.pick(names));
    if (random.once(3)) await new Promise((resolve) => setImmediate(resolve));
    else if (random.once(4)) await undefined;
  }
  for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve));
  names.forEach((name) => one.note(`${name} ${one.streams[name].destroyed} ${one.streams[name].closed} ${shown(one.streams[name].errored)}`));
  return one.log.join('; ');
};
