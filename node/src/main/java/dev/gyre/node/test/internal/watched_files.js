'use strict';

// run({ watch: true }): runs a test file again when it, or a file that it loaded, has changed. If the files were found by
// patterns, files that are created later belong to them.

const { ArrayPrototypeFind, ArrayPrototypeIncludes, PromisePrototypeThen, SafeMap, SafeSet, SetPrototypeHas, itemsOf } = require('internal/primordials');
const path = require('path');
const { FilesWatcher } = require('internal/watch_mode/files_watcher');
const { findFiles } = require('internal/test/test_files');

const ALL = ''; // the name of the process that runs all files

class WatchedFiles {
  #run;
  #watcher;
  #processes = new SafeMap(); // file -> its process
  #runs = new SafeMap(); // file -> the promise of its end

  constructor(run) {
    this.#run = run;
    const { cwd, hasFiles, root, signal } = run;
    this.#watcher = new FilesWatcher({ mode: hasFiles ? 'filter' : 'all', signal });
    if (!hasFiles) this.#watcher.watchFolder(cwd);
    root.isWatching = true;
    const onChanged = (change) => this.#onChanged(change);
    this.#watcher.on('changed', onChanged);
    signal?.addEventListener('abort', () => {
      this.#watcher.removeListener('changed', onChanged);
      root.isWatching = false;
      root.finish();
    }, { __proto__: null, once: true });
  }

  running(file = ALL, ended) {
    this.#runs.set(file, ended);
  }

  started(file = ALL, child) {
    this.#processes.set(file, child);
    this.#watcher.watchProcess(child, file);
  }

  ended(file = ALL) {
    const ended = this.#runs.get(file);
    this.#processes.delete(file);
    this.#runs.delete(file);
    PromisePrototypeThen(ended, () => {
      if (this.#runs.size > 0) return;
      const { root } = this.#run;
      root.stream.report('test:watch:drained');
      root.finish();
    });
  }

  #onChanged({ owners }) {
    const { hasFiles, isolation, root } = this.#run;
    let affected = owners;
    if (!hasFiles) {
      const { added, isOnlyRemoved } = this.#findAgain();
      if (isOnlyRemoved) return;
      if (added !== undefined) affected = new SafeSet([added]);
    }
    root.restart();
    root.stream.report('test:watch:restarted');
    if (isolation === 'none') {
      this.#rerun(ALL);
      return;
    }
    this.#watcher.unwatchOwned(affected);
    for (const file of itemsOf(this.#run.testFiles)) if (SetPrototypeHas(affected, file)) this.#rerun(file);
  }

  #findAgain() {
    const { globPatterns, cwd, testFiles: before } = this.#run;
    const now = findFiles(globPatterns, cwd);
    const added = ArrayPrototypeFind(now, (file) => !ArrayPrototypeIncludes(before, file));
    const removed = ArrayPrototypeFind(before, (file) => !ArrayPrototypeIncludes(now, file));
    this.#run.testFiles = now;
    if (added !== undefined) this.#watcher.watchFile(path.resolve(cwd, added), added);
    return { added, isOnlyRemoved: added === undefined && removed !== undefined };
  }

  async #rerun(file) {
    const child = this.#processes.get(file);
    if (child !== undefined) {
      const { once } = require('events');
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
    const { counters } = this.#run.root;
    if (this.#runs.size === 0) counters.topLevel = 0;
    await this.#runs.get(file);
    const { runFile } = require('internal/test/file_test');
    this.running(file, runFile(file === ALL ? undefined : file, this.#run));
  }
}

module.exports = { WatchedFiles };
