'use strict';

// What a request for an upgrade gives to the program while the request's body is still coming in: writes to the socket at
// once, and reads from it when the body is over. Reading brings the body on, even if nobody wants it.

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

  // The end of a socket is told even if nobody reads, where there is nothing to read.
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
