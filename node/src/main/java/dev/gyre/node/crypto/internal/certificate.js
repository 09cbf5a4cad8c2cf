'use strict';

// Signed public keys and challenges (SPKAC), as the <keygen> element of HTML made them.

const { ObjectAssign } = require('internal/primordials');
const { getArrayBufferOrView, asBuffer } = require('internal/crypto/util');

const native = binding('crypto');

const functions = {
  verifySpkac(spkac, encoding) {
    return native.spkacVerify(getArrayBufferOrView(spkac, 'spkac', encoding));
  },
  exportPublicKey(spkac, encoding) {
    const key = native.spkacKey(getArrayBufferOrView(spkac, 'spkac', encoding));
    return key === undefined ? '' : asBuffer(key);
  },
  exportChallenge(spkac, encoding) {
    const challenge = native.spkacChallenge(getArrayBufferOrView(spkac, 'spkac', encoding));
    return challenge === undefined ? '' : asBuffer(challenge);
  },
};

function Certificate() {
  if (!(this instanceof Certificate)) return new Certificate();
}

ObjectAssign(Certificate.prototype, functions);
ObjectAssign(Certificate, functions);

module.exports = Certificate;
