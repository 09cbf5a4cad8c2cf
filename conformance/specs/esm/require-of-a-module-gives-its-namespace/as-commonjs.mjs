export { value as 'module.exports' }; const value = ['the exports'];
