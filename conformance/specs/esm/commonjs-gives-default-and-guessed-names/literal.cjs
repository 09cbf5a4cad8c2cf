const a = 1;
module.exports = { a, b: a, 'c d': a, e: 5, f: a };
