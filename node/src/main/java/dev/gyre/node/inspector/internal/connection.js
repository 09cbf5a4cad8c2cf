'use strict';

// Connections of this thread's program to V8's inspector.
//
// V8 answers inside the native call that hands it a message, and tells of events whenever they happen. Java gathers what it
// says in one queue, in order. It is fetched, message by message, after each call, where the loop brings an event, and where V8
// has paused a script: then Java calls `deliver` from there, as nothing else would run before the pause ends. What other threads
// say comes with an event of the loop, message by message.

const { SafeMap } = require('internal/primordials');
const { openChannel } = require('internal/bridge');
const { updateTasks } = require('internal/inspector/async_tasks');
const { prepareForClients } = require('internal/inspector/clients');

const receivers = new SafeMap();
let native;

function deliver() {
  if (native === undefined) return;
  for (let next = native.next(); next !== undefined && next !== null; next = native.next()) {
    receivers.get(next[0])?.(next[1]);
  }
}

function receiveEvent(message) {
  deliver();
  if (message !== undefined && message !== null) receivers.get(message[0])?.(message[1]);
}

class Connection {
  #id;

  // `isToMain` is for a worker's session with the main thread.
  constructor(receive, isToMain = false) {
    if (native === undefined) {
      native = binding('inspector');
      native.begin(openChannel(receiveEvent), deliver);
      prepareForClients();
    }
    this.#id = isToMain ? native.connectToMain() : native.connect();
    receivers.set(this.#id, receive);
  }

  dispatch(message) {
    native.dispatch(this.#id, message);
    updateTasks();
    deliver();
  }

  disconnect() {
    native.disconnect(this.#id);
    updateTasks();
    deliver(); // V8 answers what it can't do any more
    receivers.delete(this.#id);
  }
}

module.exports = { Connection, deliver };
