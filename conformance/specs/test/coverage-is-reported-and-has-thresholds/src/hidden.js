'use strict'; exports.hidden = () => 1;
