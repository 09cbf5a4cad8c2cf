module.exports = 'sub';
