'use strict';

// CPU profiles and heap snapshots of the program.

const { ArrayPrototypePush, JSONStringify, Promise } = require('internal/primordials');
const fs = require('fs');
const path = require('path');
const { inspect } = require('internal/util/inspect');

class Profile {
  data;
  #print;

  constructor(data, print) {
    this.data = data;
    this.#print = print;
  }

  save(file = 'node.cpuprofile') {
    const full = path.resolve(file);
    fs.writeFileSync(full, JSONStringify(this.data));
    this.#print(`Saved profile to ${full}`);
  }

  [inspect.custom](depth, { stylize }) {
    return stylize(`[Profile ${this.data.endTime - this.data.startTime}\u03bcs]`, 'special');
  }
}

class Profiles {
  all = [];
  #client;
  #print;
  #snapshot = null; // the promise of the one that is being taken

  constructor(client, print) {
    this.#client = client;
    this.#print = print;
    client.on('Profiler.consoleProfileFinished', ({ profile }) => {
      this.#add(profile);
      print(`Captured new CPU profile.\nAccess it with profiles[${this.all.length - 1}]`);
    });
  }

  start() { return this.#client.ask('Profiler.start'); }

  async stop() { return this.#add((await this.#client.ask('Profiler.stop')).profile); }

  #add(data) {
    const profile = new Profile(data, this.#print);
    ArrayPrototypePush(this.all, profile);
    return profile;
  }

  takeHeapSnapshot(file = 'node.heapsnapshot') {
    if (this.#snapshot === null) this.#snapshot = this.#take(path.resolve(file));
    else this.#print('Cannot take heap snapshot because another snapshot is in progress.');
    return this.#snapshot;
  }

  async #take(file) {
    const stream = fs.createWriteStream(file);
    let written = 0;
    const onProgress = ({ done, total, finished }) => {
      if (finished) this.#print('Heap snapshot prepared.');
      else this.#print(`Heap snapshot: ${done}/${total}`, false);
    };
    const onChunk = ({ chunk }) => {
      written += chunk.length;
      stream.write(chunk);
      this.#print(`Writing snapshot: ${written}`, false);
    };
    this.#client.on('HeapProfiler.reportHeapSnapshotProgress', onProgress);
    this.#client.on('HeapProfiler.addHeapSnapshotChunk', onChunk);
    try {
      this.#print('Heap snapshot: 0/0', false);
      await this.#client.ask('HeapProfiler.takeHeapSnapshot', { reportProgress: true });
      await new Promise((resolve) => { stream.end(resolve); });
      this.#print(`Wrote snapshot: ${file}`);
    } finally {
      this.#client.removeListener('HeapProfiler.reportHeapSnapshotProgress', onProgress);
      this.#client.removeListener('HeapProfiler.addHeapSnapshotChunk', onChunk);
      this.#snapshot = null;
    }
  }
}

module.exports = { Profiles };
