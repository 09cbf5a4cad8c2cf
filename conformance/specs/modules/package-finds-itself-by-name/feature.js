module.exports = 'own feature';
