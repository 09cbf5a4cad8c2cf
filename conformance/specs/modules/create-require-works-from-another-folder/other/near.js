module.exports = 'near';
