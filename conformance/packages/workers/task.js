'use strict';
module.exports = ({ a, b }) => a + b;
module.exports.twice = (n) => n * 2;
module.exports.fails = (text) => { throw new TypeError(text); };
module.exports.loops = () => { for (;;); };
module.exports.moves = (memory) => require('piscina').move(memory);
