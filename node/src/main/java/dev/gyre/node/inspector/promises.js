'use strict';

const inspector = require('internal/inspector/exports');
const { promisify } = require('internal/util');

class Session extends inspector.Session {}
Session.prototype.post = promisify(inspector.Session.prototype.post);

module.exports = { ...inspector.common, Session, ...inspector.domains };
