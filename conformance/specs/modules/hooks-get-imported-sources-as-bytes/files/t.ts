const x: number = 1; module.exports = x
