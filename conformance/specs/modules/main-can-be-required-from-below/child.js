console.log(require.main.exports.name, require('./main.js') === require.main.exports, require.main.id);
