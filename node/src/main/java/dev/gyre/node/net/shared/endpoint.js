'use strict';

// Addresses and ports as bytes, in the kernel's format: family (little-endian, the machine's order), port (big-endian),
// address, and for IPv6 the zone (little-endian).
//
// Programs mostly use the same few addresses, so the last text and its bytes are cached.

const { DataView, StringPrototypeSplit, Uint8Array, setBytes } = require('internal/primordials');
const { isIPv4, isIPv6 } = require('internal/net/ip');
const { parseV4, parseV6, textOfV4, textOfV6 } = require('internal/net/ip_bytes');

const {
  AF_INET, AF_INET6, ENDPOINT_BYTES, FAMILY_AT, PORT_AT, V4_ADDRESS_AT, V6_ADDRESS_AT, ZONE_AT,
} = require('internal/layout').EndpointForm;

const isLinkLocal = (bytes, at) => bytes[at] === 0xfe && (bytes[at + 1] & 0xc0) === 0x80;

// ---- writing

const written = { text: undefined, family: 0, bytes: undefined };

function encode(text) {
  const bytes = new Uint8Array(ENDPOINT_BYTES);
  if (isIPv4(text)) {
    bytes[FAMILY_AT] = AF_INET;
    parseV4(text, bytes, V4_ADDRESS_AT);
    return bytes;
  }
  if (!isIPv6(text)) return undefined;
  const { 0: address, 1: zone } = StringPrototypeSplit(text, '%');
  bytes[FAMILY_AT] = AF_INET6;
  parseV6(address, bytes, V6_ADDRESS_AT);
  if (zone !== undefined) new DataView(bytes.buffer).setUint32(ZONE_AT, binding('dgram').zoneOf(zone), true);
  return bytes;
}

// Writes address and port. Returns the address's family, 4 or 6, or 0 if nothing was written because the text is no IP
// address or not of the requested family.
function writeEndpoint(into, at, text, port, family = 0) {
  if (text !== written.text) {
    const bytes = encode(text);
    if (bytes === undefined) return 0;
    written.text = text;
    written.family = bytes[FAMILY_AT] === AF_INET ? 4 : 6;
    written.bytes = bytes;
  }
  if (family !== 0 && written.family !== family) return 0;
  setBytes(into, written.bytes, at);
  into[at + PORT_AT] = port >> 8;
  into[at + PORT_AT + 1] = port & 255;
  return written.family;
}

// ---- reading

const read = { bytes: new Uint8Array(ENDPOINT_BYTES), text: '' };

function isLastRead(from, at) {
  const { bytes } = read;
  if (from[at + FAMILY_AT] !== bytes[FAMILY_AT]) return false;
  const end = bytes[FAMILY_AT] === AF_INET ? V6_ADDRESS_AT : ENDPOINT_BYTES;
  for (let i = V4_ADDRESS_AT; i < end; i++) {
    if (from[at + i] !== bytes[i]) return false;
  }
  return true;
}

function decode(from, at) {
  if (from[at + FAMILY_AT] === AF_INET) return textOfV4(from, at + V4_ADDRESS_AT);
  const text = textOfV6(from, at + V6_ADDRESS_AT);
  const zoneAt = at + ZONE_AT;
  const zone = (from[zoneAt + 3] << 24 | from[zoneAt + 2] << 16 | from[zoneAt + 1] << 8 | from[zoneAt]) >>> 0;
  return zone !== 0 && isLinkLocal(from, at + V6_ADDRESS_AT) ? `${text}%${binding('dgram').zoneName(zone)}` : text;
}

// { address, family: 'IPv4' or 'IPv6', port }; all are undefined for another kind of address.
function readEndpoint(from, at) {
  const family = from[at + FAMILY_AT];
  if (family !== AF_INET && family !== AF_INET6) return { address: undefined, family: undefined, port: undefined };
  if (!isLastRead(from, at)) {
    read.text = decode(from, at);
    for (let i = 0; i < ENDPOINT_BYTES; i++) read.bytes[i] = from[at + i];
  }
  return {
    address: read.text,
    family: family === AF_INET ? 'IPv4' : 'IPv6',
    port: from[at + PORT_AT] << 8 | from[at + PORT_AT + 1],
  };
}

module.exports = { ENDPOINT_BYTES, readEndpoint, writeEndpoint };
