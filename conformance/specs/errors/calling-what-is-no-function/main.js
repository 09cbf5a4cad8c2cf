'use strict';
const object = { method: 1 };
object.method();
