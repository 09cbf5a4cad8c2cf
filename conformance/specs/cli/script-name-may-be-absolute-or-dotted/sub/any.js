module.exports = 'makes the folder real';
