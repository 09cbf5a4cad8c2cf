'use strict';

// Sockets of a server that were sent to other processes. The server counts them as its own and closes after them; it queries
// the processes that have them. Both sides identify a server by its key.
//
//   parent                                     child
//   SentSockets        NODE_SOCKET_GET_COUNT ─>
//                   <─ NODE_SOCKET_COUNT       ReceivedSockets
//                      NODE_SOCKET_NOTIFY_CLOSE ─>
//                   <─ NODE_SOCKET_ALL_CLOSED  when the last one is closed

const EventEmitter = require('events');
const { codes: { ERR_CHILD_CLOSED_BEFORE_REPLY } } = require('internal/errors');

// The interface of a worker that net.Server expects.
class SentSockets extends EventEmitter {
  #target;
  #key;

  constructor(target, key) {
    super();
    this.#target = target;
    this.#key = key;
    target.once('exit', () => this.emit('exit', this));
  }

  // callback(error, answer)
  #ask(question, expected, swallowErrors, callback) {
    const target = this.#target;
    const onDisconnect = () => {
      target.removeListener('internalMessage', onAnswer);
      callback(new ERR_CHILD_CLOSED_BEFORE_REPLY());
    };
    const onAnswer = (message) => {
      if (message.cmd !== expected || message.key !== this.#key) return;
      target.removeListener('disconnect', onDisconnect);
      target.removeListener('internalMessage', onAnswer);
      callback(null, message);
    };
    if (!target.connected) {
      onDisconnect();
      return;
    }
    target._send({ cmd: question, key: this.#key }, undefined, swallowErrors);
    target.once('disconnect', onDisconnect);
    target.on('internalMessage', onAnswer);
  }

  // Calls back when all are closed, or their process has ended.
  close(callback) {
    this.#ask('NODE_SOCKET_NOTIFY_CLOSE', 'NODE_SOCKET_ALL_CLOSED', true, callback);
  }

  getConnections(callback) {
    this.#ask('NODE_SOCKET_GET_COUNT', 'NODE_SOCKET_COUNT', false, (error, answer) => {
      if (error) callback(error);
      else callback(null, answer.count);
    });
  }
}

class ReceivedSockets {
  #target;
  #key;
  #open = 0;
  #mustTell = false;

  constructor(target, key) {
    this.#target = target;
    this.#key = key;
    target.on('internalMessage', (message) => {
      if (message.key !== key) return;
      if (message.cmd === 'NODE_SOCKET_NOTIFY_CLOSE') {
        this.#mustTell = true;
        this.#tellIfEmpty();
      } else if (message.cmd === 'NODE_SOCKET_GET_COUNT' && target.connected) {
        target._send({ cmd: 'NODE_SOCKET_COUNT', key, count: this.#open });
      }
    });
  }

  add(socket) {
    this.#open++;
    socket.once('close', () => {
      this.#open--;
      this.#tellIfEmpty();
    });
  }

  #tellIfEmpty() {
    if (!this.#mustTell || this.#open > 0) return;
    this.#mustTell = false;
    if (this.#target.connected) this.#target._send({ cmd: 'NODE_SOCKET_ALL_CLOSED', key: this.#key }, undefined, true);
  }
}

module.exports = { ReceivedSockets, SentSockets };
