'use strict';
// A small operating system: tasks of five classes hand packets to each other. Method calls on objects of
// several shapes, linked lists, flags.
const BUFFERS = 40;

class Packet {
  constructor(kind, home) {
    this.kind = kind;
    this.home = home;
    this.next = null;
    this.sum = 0;
    this.data = new Array(4).fill(0);
  }
}

class Mailbox {
  constructor() { this.first = this.last = null; }
  put(packet) {
    packet.next = null;
    if (this.first === null) this.first = packet;
    else this.last.next = packet;
    this.last = packet;
  }
  take() {
    const packet = this.first;
    this.first = packet.next;
    return packet;
  }
}

class Task {
  constructor(system, priority) {
    this.system = system;
    this.priority = priority;
    this.mail = new Mailbox();
    this.runs = 0;
  }
  get ready() { return this.mail.first !== null; }
  send(target, packet) {
    this.system.sent++;
    target.mail.put(packet);
  }
}

class Source extends Task {
  constructor(system, priority, left) {
    super(system, priority);
    this.left = left;
    this.seed = 49734321;
  }
  get ready() { return this.left > 0 && this.mail.first !== null; }
  run() {
    const packet = this.mail.take();
    this.left--;
    this.seed = (Math.imul(this.seed, 1103515245) + 12345) & 0x7fffffff;
    packet.kind = this.seed & 0x10000 ? 'work' : 'device';
    packet.data[0] = this.seed & 0xff;
    this.send(packet.kind === 'work' ? this.system.worker : this.system.handler, packet);
  }
}

class Worker extends Task {
  run() {
    const packet = this.mail.take();
    for (let i = 1; i < packet.data.length; i++) packet.data[i] = (packet.data[i - 1] * 31 + i) & 0xff;
    this.send(this.system.handler, packet);
  }
}

class Handler extends Task {
  constructor(system, priority) {
    super(system, priority);
    this.turn = 0;
  }
  run() {
    const packet = this.mail.take();
    const devices = this.system.devices;
    this.send(devices[this.turn++ % devices.length], packet);
  }
}

class Device extends Task {
  constructor(system, priority) {
    super(system, priority);
    this.holding = null;
  }
  get ready() { return this.holding !== null || this.mail.first !== null; }
  run() {
    if (this.holding === null) {
      this.holding = this.mail.take();
      return;
    }
    const packet = this.holding;
    this.holding = null;
    for (const value of packet.data) packet.sum += value;
    this.send(this.system.sink, packet);
  }
}

class Sink extends Task {
  constructor(system, priority) {
    super(system, priority);
    this.sum = 0;
  }
  run() {
    const packet = this.mail.take();
    this.sum = (this.sum + packet.sum) % 1_000_003;
    packet.sum = 0;
    this.send(packet.home, packet);
  }
}

class System {
  constructor(packets) {
    this.sent = 0;
    this.source = new Source(this, 1, packets);
    this.worker = new Worker(this, 3);
    this.handler = new Handler(this, 4);
    this.devices = [new Device(this, 5), new Device(this, 6)];
    this.sink = new Sink(this, 7);
    this.tasks = [this.source, this.worker, this.handler, ...this.devices, this.sink].sort((a, b) => b.priority - a.priority);
    for (let i = 0; i < BUFFERS; i++) this.source.mail.put(new Packet('free', this.source));
  }
  run() {
    for (let task = this.next(); task !== null; task = this.next()) {
      task.runs++;
      task.run();
    }
  }
  next() {
    for (const task of this.tasks) if (task.ready) return task;
    return null;
  }
}

const start = performance.now();
const system = new System(1_500_000);
system.run();
const runs = system.tasks.map((task) => task.runs).join(' ');
if (system.sink.sum !== 265479 || runs !== '1500000 1500000 1500000 1500000 749990 1500000') throw new Error(`${system.sink.sum}; ${runs}`);
console.log(JSON.stringify({ ms: performance.now() - start }));
