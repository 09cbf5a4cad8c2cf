'use strict';

// Arguments and variables, clocks, waiting, the process, and sockets: those that a program could have opened before it runs
// are not among Node's options, so there are none.

const { ArrayPrototypePush, MathMax } = require('internal/primordials');
const { ERRNO, RIGHT, SOCKET_RIGHTS } = require('internal/wasi/constants');

const native = binding('wasi');

const isError = (descriptor) => typeof descriptor === 'number';
const errno = (result) => (result < 0 ? -result : ERRNO.SUCCESS);

// ---- strings

function writeStrings(state, strings, pointersAt, textsAt) {
  const { memory } = state;
  let bytes = 0;
  for (let i = 0; i < strings.length; i++) bytes += strings[i].length + 1;
  if (!memory.holds(textsAt, bytes) || !memory.holds(pointersAt, strings.length * 4)) return ERRNO.EOVERFLOW;
  for (let i = 0, at = textsAt; i < strings.length; i++) {
    memory.write32(pointersAt + 4 * i, at);
    memory.writeText(at, strings[i]);
    memory.bytes[at + strings[i].length] = 0;
    at += strings[i].length + 1;
  }
  return ERRNO.SUCCESS;
}

function writeSizes(state, strings, countAt, sizeAt) {
  const { memory } = state;
  if (!memory.holds(countAt, 4) || !memory.holds(sizeAt, 4)) return ERRNO.EOVERFLOW;
  let bytes = 0;
  for (let i = 0; i < strings.length; i++) bytes += strings[i].length + 1;
  memory.write32(countAt, strings.length);
  memory.write32(sizeAt, bytes);
  return ERRNO.SUCCESS;
}

const args_get = (state, pointersAt, textsAt) => writeStrings(state, state.args, pointersAt, textsAt);
const args_sizes_get = (state, countAt, sizeAt) => writeSizes(state, state.args, countAt, sizeAt);
const environ_get = (state, pointersAt, textsAt) => writeStrings(state, state.env, pointersAt, textsAt);
const environ_sizes_get = (state, countAt, sizeAt) => writeSizes(state, state.env, countAt, sizeAt);

// ---- clocks: WASI's numbers are the system's

const REALTIME = 0, MONOTONIC = 1, CLOCKS = 4;

function clock_res_get(state, clock, pointer) {
  const { memory } = state;
  if (!memory.holds(pointer, 8)) return ERRNO.EOVERFLOW;
  if (clock >= CLOCKS) return ERRNO.EINVAL;
  return errno(native.resolution(clock, memory.view(pointer, 8)));
}

function clock_time_get(state, clock, precision, pointer) {
  const { memory } = state;
  if (!memory.holds(pointer, 8)) return ERRNO.EOVERFLOW;
  if (clock >= CLOCKS) return ERRNO.EINVAL;
  return errno(native.time(clock, memory.view(pointer, 8)));
}

// ---- waiting

const SUBSCRIPTION_BYTES = 48, EVENT_BYTES = 32;
const CLOCK = 0, FD_READ = 1, FD_WRITE = 2;
const ABSOLUTE = 1, HANGUP = 1;
const POLLIN = 1, POLLOUT = 4, POLLERR = 8, POLLHUP = 0x10, POLLRDHUP = 0x2000;
const READY = POLLIN | POLLOUT;

function timeoutMs(memory, at) {
  let ns = memory.read64(at + 24);
  if ((memory.read16(at + 40) & ABSOLUTE) !== 0) {
    ns -= native.now(memory.read32(at + 16) === MONOTONIC ? MONOTONIC : REALTIME);
  }
  return MathMax(0, ns / 1e6);
}

// What is waited for: at most one time, and descriptors. An error number where one of them can't be.
function subscriptions(state, pointer, count) {
  const { descriptors, memory } = state;
  const wanted = { __proto__: null, timeout: -1, timer: 0, events: [] };
  for (let i = 0, at = pointer; i < count; i++, at += SUBSCRIPTION_BYTES) {
    const type = memory.bytes[at + 8];
    if (type === CLOCK) {
      const ms = timeoutMs(memory, at);
      if (wanted.timeout < 0 || ms < wanted.timeout) {
        wanted.timeout = ms;
        wanted.timer = at;
      }
    } else if (type === FD_READ || type === FD_WRITE) {
      const number = memory.read32(at + 16);
      const right = RIGHT.POLL_FD_READWRITE | (type === FD_READ ? RIGHT.FD_READ : RIGHT.FD_WRITE);
      const found = descriptors.withRights(number, right);
      if (isError(found) && found !== ERRNO.EBADF) return found;
      if (!isError(found) && !native.canWait(found.fd)) return ERRNO.EPERM;
      ArrayPrototypePush(wanted.events, {
        __proto__: null, at, type, number, fd: isError(found) ? -1 : found.fd, error: isError(found) ? found : 0, ready: 0,
      });
    } else {
      return ERRNO.EINVAL;
    }
  }
  return wanted;
}

// As uvwasi does it, a descriptor that is named twice is waited for as it is named first.
function waitFor({ events, timeout }) {
  const fds = [], masks = [], waiting = [];
  for (let i = 0; i < events.length; i++) {
    let isFirst = events[i].error === 0;
    for (let j = 0; j < i && isFirst; j++) isFirst = events[j].number !== events[i].number;
    if (isFirst) {
      ArrayPrototypePush(waiting, events[i]);
      ArrayPrototypePush(fds, events[i].fd);
      ArrayPrototypePush(masks, (events[i].type === FD_READ ? POLLIN : POLLOUT) | POLLRDHUP);
    }
  }
  const ready = native.poll(fds, masks, timeout);
  let count = 0;
  for (let i = 0; i < waiting.length; i++) {
    waiting[i].ready = ready[i];
    if (ready[i] !== 0) count++;
  }
  return count;
}

function writeEvent(memory, at, { at: subscription, error, type, ready }) {
  for (let i = 0; i < EVENT_BYTES; i++) memory.bytes[at + i] = i < 8 ? memory.bytes[subscription + i] : 0;
  memory.write16(at + 8, error);
  memory.bytes[at + 10] = type;
  // That the other side writes no more is no end for who writes.
  if ((ready & (type === FD_WRITE ? POLLHUP : POLLHUP | POLLRDHUP)) !== 0) memory.write16(at + 24, HANGUP);
}

function poll_oneoff(state, pointer, eventsAt, count, countAt) {
  const { memory } = state;
  if (!memory.holds(pointer, count * SUBSCRIPTION_BYTES) || !memory.holds(eventsAt, count * EVENT_BYTES) ||
      !memory.holds(countAt, 4)) {
    return ERRNO.EOVERFLOW;
  }
  if (count === 0) return ERRNO.EINVAL;
  const wanted = subscriptions(state, pointer, count);
  if (isError(wanted)) return wanted;
  const { events, timer } = wanted;
  let failed = 0;
  for (let i = 0; i < events.length; i++) if (events[i].error !== 0) failed++;
  const ready = failed !== 0 && failed === events.length ? 0 : waitFor(wanted);
  const written = [];
  if (ready === 0 && failed === 0) {
    ArrayPrototypePush(written, { __proto__: null, at: timer, error: 0, type: CLOCK, ready: 0 });
  } else {
    for (let i = 0; i < events.length; i++) {
      const isReady = (events[i].ready & (READY | POLLERR | POLLHUP | POLLRDHUP)) !== 0;
      if (events[i].error !== 0 || isReady) ArrayPrototypePush(written, events[i]);
    }
  }
  for (let i = 0; i < written.length; i++) writeEvent(memory, eventsAt + i * EVENT_BYTES, written[i]);
  memory.write32(countAt, written.length);
  return ERRNO.SUCCESS;
}

// ---- the process

// WASI's numbers of signals, as the system has them.
const SIGNALS = [
  -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, -1, -1, -1, -1, 31,
];

const proc_exit = (state, code) => binding('process').reallyExit(code | 0);

function proc_raise(state, signal) {
  const mapped = SIGNALS[signal & 0xff] ?? -1;
  return mapped === -1 ? ERRNO.ENOSYS : errno(native.raise(mapped));
}

const sched_yield = () => errno(native.yield());

function random_get(state, pointer, length) {
  const { memory } = state;
  if (!memory.holds(pointer, length)) return ERRNO.EOVERFLOW;
  return length === 0 ? ERRNO.SUCCESS : errno(native.random(memory.view(pointer, length)));
}

// ---- sockets

function socket(state, fd) {
  const found = state.descriptors.withRights(fd, SOCKET_RIGHTS);
  return isError(found) ? found : ERRNO.ENOTSUP;
}

const sock_accept = (state, fd, flags) => ((flags & ~4 & 0xffff) !== 0 ? ERRNO.ENOTSUP : socket(state, fd));
const sock_shutdown = (state, fd, how) => ((how & ~2 & 0xff) !== 0 ? ERRNO.ENOTSUP : socket(state, fd));

function sock_recv(state, fd, buffers, count, flags, lengthAt, flagsAt) {
  const { memory } = state;
  if (!memory.holds(buffers, count * 8) || !memory.holds(lengthAt, 4) || !memory.holds(flagsAt, 4)) return ERRNO.EOVERFLOW;
  return (flags & 0xffff) !== 0 ? ERRNO.ENOTSUP : socket(state, fd);
}

function sock_send(state, fd, buffers, count, flags, lengthAt) {
  const { memory } = state;
  if (!memory.holds(buffers, count * 8) || !memory.holds(lengthAt, 4)) return ERRNO.EOVERFLOW;
  return (flags & 0xffff) !== 0 ? ERRNO.EINVAL : socket(state, fd);
}

module.exports = {
  __proto__: null,
  args_get, args_sizes_get, clock_res_get, clock_time_get, environ_get, environ_sizes_get, poll_oneoff, proc_exit,
  proc_raise, random_get, sched_yield, sock_accept, sock_recv, sock_send, sock_shutdown,
};
