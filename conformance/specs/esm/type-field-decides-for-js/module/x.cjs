module.exports = 'cjs in a module package';
