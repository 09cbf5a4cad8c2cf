'use strict';
// Records and client hellos, byte by byte.

const u8 = (n) => Buffer.from([n]);
const u16 = (n) => Buffer.from([n >> 8, n]);
const sized8 = (bytes) => Buffer.concat([u8(bytes.length), bytes]);
const sized16 = (bytes) => Buffer.concat([u16(bytes.length), bytes]);

const HANDSHAKE = 22;
const record = (type, version, payload, length = payload.length) => Buffer.concat([u8(type), u16(version), u16(length), payload]);
const message = (type, body, length = body.length) => Buffer.concat([u8(type), u8(length >> 16), u16(length), body]);
const extension = (type, body) => Buffer.concat([u16(type), sized16(body)]);
const alert = (level, description, version = 0x0303) => record(21, version, Buffer.from([level, description]));

const serverName = (name) => extension(0, sized16(Buffer.concat([u8(0), sized16(Buffer.from(name, 'latin1'))])));
const groups = (...ids) => extension(10, sized16(Buffer.concat(ids.map(u16))));
const signatures = extension(13, sized16(Buffer.concat([0x0403, 0x0804, 0x0401, 0x0503].map(u16))));
const versions = (...ids) => extension(43, sized8(Buffer.concat(ids.map(u16))));
const keyShare = (group, key) => extension(51, sized16(Buffer.concat([u16(group), sized16(key)])));
const X25519 = 29;
const P256 = 23;

// What a client says first; everything in it can be replaced.
function hello({
  version = 0x0303, sessionId = Buffer.alloc(0), ciphers = [0x1301, 0xc02b, 0xc02f], compression = Buffer.from([0]),
  extensions = [groups(X25519, P256), signatures], ciphersLength, extensionsLength, messageLength, rest = Buffer.alloc(0),
} = {}) {
  const list = Buffer.concat(ciphers.map(u16));
  const all = Buffer.concat(extensions);
  const body = Buffer.concat([
    u16(version), Buffer.alloc(32, 7), sized8(sessionId), u16(ciphersLength ?? list.length), list, sized8(compression),
    u16(extensionsLength ?? all.length), all, rest,
  ]);
  return message(1, body, messageLength);
}

const modern = (...more) => hello({
  extensions: [groups(X25519), signatures, versions(0x0304), keyShare(X25519, Buffer.alloc(32, 9)), ...more],
});

module.exports = {
  HANDSHAKE, P256, X25519, alert, extension, groups, hello, keyShare, message, modern, record, serverName, signatures, sized16,
  sized8, u16, u8, versions,
};
