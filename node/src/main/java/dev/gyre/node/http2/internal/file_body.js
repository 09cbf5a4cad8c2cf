'use strict';

// The body of a response from a file: one part is read while none waits to be sent.

const { MathMin } = require('internal/primordials');
const fs = require('fs');
const { Buffer } = require('buffer');
const { NGHTTP2_INTERNAL_ERROR } = require('internal/http2/constants');
const { bufferFrom } = require('internal/http2/bytes');
const { kCount, kTouch } = require('internal/http2/symbols');

const PART_BYTES = 65536;

// An offset of -1 reads from where the file is, a length of -1 up to its end.
function sendFile(stream, end, fd, offset, length) {
  let position = offset < 0 ? null : offset;
  let left = length < 0 ? Infinity : length;

  function close() {
    if (stream.ownsFd) fs.close(fd, (error) => { if (error) stream.destroy(error); });
  }

  function readNext() {
    if (end.isDestroyed || end.isClosed) {
      close();
      return;
    }
    if (left === 0) {
      close();
      end.shutdown();
      return;
    }
    const part = Buffer.allocUnsafeSlow(MathMin(left, PART_BYTES));
    fs.read(fd, part, 0, part.length, position, (error, count) => {
      if (error) {
        close();
        stream.close(NGHTTP2_INTERNAL_ERROR);
      } else if (count === 0) {
        left = 0;
        readNext();
      } else {
        send(part, count);
      }
    });
  }

  function send(part, count) {
    if (position !== null) position += count;
    left -= count;
    stream[kCount](count);
    stream[kTouch]();
    const isWritten = end.write([bufferFrom(part, 0, count)], (error) => {
      stream[kCount](-count);
      if (error) close();
      else readNext();
    });
    if (!isWritten) close();
  }

  readNext();
}

module.exports = { sendFile };
