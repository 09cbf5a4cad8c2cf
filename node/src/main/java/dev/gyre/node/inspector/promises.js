'use strict';

const inspector = require('internal/inspector/exports');

class Session extends inspector.Session {
  // Errors reject the promise.
  async post(method) { super.post(method); }
}

module.exports = { ...inspector.common, Session, ...inspector.domains };
