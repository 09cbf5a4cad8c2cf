module.exports = 'main without extension';
