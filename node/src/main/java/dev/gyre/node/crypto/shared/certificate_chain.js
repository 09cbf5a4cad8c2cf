'use strict';

// The certificates that a connection's peer has sent: objects of X509Certificate, each with the next one as its issuer.

const { X509Certificate, linkIssuer } = require('internal/crypto/x509');

function chainOf(buffers) {
  let issuer;
  for (let i = buffers.length - 1; i >= 0; i--) {
    const certificate = new X509Certificate(buffers[i]);
    if (issuer !== undefined) linkIssuer(certificate, issuer);
    issuer = certificate;
  }
  return issuer;
}

module.exports = { chainOf };
