module.exports = 'one requires ' + require('two');
