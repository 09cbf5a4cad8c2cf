module.exports = 'folder';
