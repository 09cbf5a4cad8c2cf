'use strict';

// IP addresses as numbers that can be compared across families: an IPv4 address counts as its IPv4-mapped IPv6 address,
// ::ffff:1.2.3.4. Families are 'ipv4' and 'ipv6'.

const { BigInt, StringPrototypeSplit, Uint8Array } = require('internal/primordials');
const { codes: { ERR_INVALID_ADDRESS } } = require('internal/errors');
const { isIPv4, isIPv6 } = require('internal/net/ip');
const { V4_BYTES, V6_BYTES, parseV4, parseV6, textOfV4, textOfV6 } = require('internal/net/ip_bytes');

const BITS = { __proto__: null, ipv4: 32, ipv6: 128 };

// The prefix of all IPv4-mapped addresses.
function mappedBytes() {
  const bytes = new Uint8Array(V6_BYTES);
  bytes[10] = 0xff;
  bytes[11] = 0xff;
  return bytes;
}

function bytesOf(address, family) {
  if (family === 'ipv4' ? !isIPv4(address) : !isIPv6(address)) throw new ERR_INVALID_ADDRESS();
  const bytes = mappedBytes();
  if (family === 'ipv4') parseV4(address, bytes, V6_BYTES - V4_BYTES);
  else parseV6(StringPrototypeSplit(address, '%', 1)[0], bytes, 0);
  return bytes;
}

const valueOf = (address, family) => bytesOf(address, family).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

// Formatted as by the system.
function canonical(address, family) {
  const bytes = bytesOf(address, family);
  return family === 'ipv4' ? textOfV4(bytes, V6_BYTES - V4_BYTES) : textOfV6(bytes, 0);
}

module.exports = { BITS, canonical, valueOf };
