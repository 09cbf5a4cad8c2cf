module.exports = 'a module';
