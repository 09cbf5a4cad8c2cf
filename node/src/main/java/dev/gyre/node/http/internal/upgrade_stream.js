'use strict';

// The stream that a program gets for an upgrade while the body of the request is still being received. Writes go to the
// socket at once; reads start when the body has ended. Reading also reads the body, even if nobody uses it.

const { Duplex } = require('stream');

class UpgradeStream extends Duplex {
  #socket;
  #request;

  constructor(socket, request) {
    super({ allowHalfOpen: socket.allowHalfOpen });
    this.#socket = socket;
    this.#request = request;
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.on('end', () => this.#end());
    this.on('close', () => socket.destroy());
  }

  // If there is nothing to read, the end of the socket is emitted even if nobody reads.
  #end() {
    this.push(null);
    if (this.readableLength === 0) this.resume();
  }

  begin(rest) {
    this.#request = null;
    if (rest.length > 0) this.#take(rest);
    this.#socket.on('data', (bytes) => this.#take(bytes));
  }

  #take(bytes) {
    if (!this.push(bytes)) this.#socket.pause();
  }

  _read() {
    if (this.#request !== null) this.#request.resume();
    else this.#socket.resume();
  }

  _write(chunk, encoding, callback) { this.#socket.write(chunk, encoding, callback); }
  _final(callback) { this.#socket.end(callback); }

  _destroy(error, callback) {
    this.#socket.destroy(error);
    callback(error);
  }
}

module.exports = { UpgradeStream };
