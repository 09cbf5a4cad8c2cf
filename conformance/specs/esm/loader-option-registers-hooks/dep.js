module.exports = 'required without hooks'
