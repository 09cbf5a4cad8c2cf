'use strict';

// Finds out the kind of a descriptor that the program passes.

const { codes: { ERR_INVALID_FD_TYPE } } = require('internal/errors');

function kindOfSocket(fd) {
  const kind = binding('net').kindOf(fd);
  if (kind !== 'TCP' && kind !== 'PIPE') throw new ERR_INVALID_FD_TYPE(kind === 'INVALID' ? 'UNKNOWN' : kind);
  return kind;
}

module.exports = { kindOfSocket };
