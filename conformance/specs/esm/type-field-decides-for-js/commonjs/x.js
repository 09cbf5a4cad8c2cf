module.exports = 'commonjs';
