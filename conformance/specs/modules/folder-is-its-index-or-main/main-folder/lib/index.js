module.exports = 'index of the main folder';
