'use strict';

// Certificates of a connection, as getPeerCertificate() returns them.

const { ArrayPrototypeMap } = require('internal/primordials');
const { X509Certificate } = require('crypto');
const { chainOf } = require('internal/crypto/certificate_chain');
const { asBuffer } = require('internal/tls/bytes');

const legacyOf = (der) => new X509Certificate(asBuffer(der)).toLegacyObject();

// The chain begins with the peer's own certificate. Each gets its issuer's; the last one is its own issuer if it is
// self-signed.
function linked(chain, isDetailed) {
  if (chain == null || chain.length === 0) return undefined;
  const first = legacyOf(chain[0]);
  if (!isDetailed) return first;
  let last = first;
  for (let i = 1; i < chain.length; i++) last = last.issuerCertificate = legacyOf(chain[i]);
  const certificate = new X509Certificate(asBuffer(chain[chain.length - 1]));
  if (certificate.checkIssued(certificate)) last.issuerCertificate = last;
  return first;
}

const x509Of = (der) => (der == null ? undefined : new X509Certificate(asBuffer(der)));

// As it was sent; undefined if nothing was.
const x509ChainOf = (chain) => (chain == null ? undefined : chainOf(ArrayPrototypeMap(chain, asBuffer)));

module.exports = { legacyOf, linked, x509ChainOf, x509Of };
