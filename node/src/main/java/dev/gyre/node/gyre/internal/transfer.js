'use strict';

// What a worker's function returns to give memory or ports away instead of a copy.

const { validateArray } = require('internal/validators');

let partsOf;

class Transfer {
  #value;
  #transferList;

  constructor(value, transferList) {
    this.#value = value;
    this.#transferList = transferList;
  }

  static {
    partsOf = (result) => (result !== null && typeof result === 'object' && #value in result ?
      { value: result.#value, transferList: result.#transferList } : undefined);
  }
}

function transfer(value, transferList) {
  validateArray(transferList, 'transferList');
  return new Transfer(value, transferList);
}

// The parts of what transfer() returned, or undefined for anything else.
module.exports = { transfer, partsOf: (result) => partsOf(result) };
