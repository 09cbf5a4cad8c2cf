module.exports = 'dotted';
