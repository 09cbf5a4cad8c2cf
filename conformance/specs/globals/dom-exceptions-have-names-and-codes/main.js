'use strict';
const error = new DOMException('message', 'AbortError');
console.log(error instanceof Error, error.name, error.code, error.message, DOMException.ABORT_ERR, String(error), Object.prototype.toString.call(error));
console.log(new DOMException('m').name, new DOMException('m', 'DataCloneError').code, new DOMException('m', { name: 'Own', cause: 1 }).cause);
