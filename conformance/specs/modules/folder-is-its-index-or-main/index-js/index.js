module.exports = 'index.js';
