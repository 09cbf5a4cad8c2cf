'use strict';

// The descriptors for which the worker pool has work.
//
// A program may close a descriptor while writes to it are still queued. The kernel would reuse the number for the next
// opened file, and the writes would go there. So close() tells the native side whether a descriptor is in use. If it is, the
// file is closed but its number stays reserved (RetiredDescriptors.java) until the last use has completed, and late
// operations fail with EBADF. FileHandle and streams wait for pending operations before they close, so this never affects
// them.

const { SafeSet } = require('internal/primordials');

const native = binding('fs');

const MAX_TRACKED = 65_536; // keeps the list small, whatever number a program passes

const uses = []; // number of uses, by descriptor

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

// Handles the answer of close(): whether the number was reserved. The last use may have completed by now.
function closed(fd, isRetired) {
  if (!isRetired) return;
  retired.add(fd);
  if (!isInUse(fd)) onLastUse(fd);
}

module.exports = { closed, isInUse, release, use };
