'use strict';

// Which descriptors the worker pool has work for.
//
// A program may close a descriptor while its writes are still queued. The kernel would give the number to the next file
// that is opened, and the writes would go there. So close() tells the native side whether a descriptor is in use; then
// the file is closed but the number kept (RetiredDescriptors.java) until the last use is over, and what comes late gets
// EBADF. FileHandle and the streams wait with close() for what is under way, and never come to this.

const { SafeSet } = require('internal/primordials');

const native = binding('fs');

const MAX_TRACKED = 65_536; // so that the list stays a list, whatever number a program asks for

const uses = []; // how many, by descriptor

const retired = new SafeSet();

function onLastUse(fd) {
  if (!retired.delete(fd)) return;
  native.freeDescriptorAsync(fd, (error) => {
    if (error) throw error;
  });
}

const isTracked = (fd) => fd >= 0 && fd < MAX_TRACKED;

function use(fd) {
  if (isTracked(fd)) uses[fd] = (uses[fd] ?? 0) + 1;
}

function release(fd) {
  if (isTracked(fd) && --uses[fd] === 0 && retired.size > 0) onLastUse(fd);
}

const isInUse = (fd) => isTracked(fd) && uses[fd] > 0;

// The answer of close(): whether the number was kept. The last use may be over by now.
function closed(fd, isRetired) {
  if (!isRetired) return;
  retired.add(fd);
  if (!isInUse(fd)) onLastUse(fd);
}

module.exports = { closed, isInUse, release, use };
