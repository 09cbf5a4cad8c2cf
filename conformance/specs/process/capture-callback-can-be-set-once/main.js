'use strict';
process.setUncaughtExceptionCaptureCallback(() => {});
try {
  process.setUncaughtExceptionCaptureCallback(() => {});
} catch ({ code, message }) {
  console.log(code, message);
}
process.setUncaughtExceptionCaptureCallback(null);
console.log(process.hasUncaughtExceptionCaptureCallback());
