'use strict';
Error.stackTraceLimit = 3;
function recurse() {
  recurse();
}
recurse();
