'use strict';

const { Session, common, domains } = require('internal/inspector/exports');

module.exports = { ...common, Session, ...domains };
