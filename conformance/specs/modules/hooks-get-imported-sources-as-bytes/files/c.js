module.exports = 'ä';
