module.exports = 'original';
