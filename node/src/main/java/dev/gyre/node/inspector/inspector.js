'use strict';

// As in a Node built without an inspector.
const { codes: { ERR_INSPECTOR_NOT_AVAILABLE } } = require('internal/errors');
throw new ERR_INSPECTOR_NOT_AVAILABLE();
