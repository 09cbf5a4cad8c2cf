module.exports = 'real';
